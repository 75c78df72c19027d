-- Guests who got a type together, so that it can be taken back from exactly them.
create sequence customer_type_additions;
alter table customer_types add column addition_id bigint;
create index customer_types_addition on customer_types (account_id, addition_id) where addition_id is not null;
