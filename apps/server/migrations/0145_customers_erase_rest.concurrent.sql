-- Who is forgotten for good next is looked for every night.
create index concurrently customers_erase_rest on customers (account_id, erase_rest_on) where erase_rest_on is not null;
