-- One index for terms of any length.
create index concurrently customers_found_as on customers using gin (account_id, found_as gin_trgm_ops);
drop index concurrently if exists customers_search;
drop index concurrently if exists customers_search_spaced;
