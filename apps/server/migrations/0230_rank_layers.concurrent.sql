-- What staff gave lies above the automatic rank and does not take its place (docs/adr/0144).
create unique index concurrently customer_ranks_layers on customer_ranks (account_id, customer_id, rank_type);
create index concurrently customer_ranks_by_hand on customer_ranks (account_id, customer_id) where rank_type = 'manual';
create index concurrently customer_rank_histories_by_hand on customer_rank_histories (account_id, customer_id, id desc) where rank_type = 'manual';
