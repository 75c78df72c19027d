-- Merged and inactive customers, who are few: what concerns all listed ones leaves these out in place of looking every one up.
create index customer_totals_unlisted on customer_totals (account_id, customer_id) where not is_listed;
