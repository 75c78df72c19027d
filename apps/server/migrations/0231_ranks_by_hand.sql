alter table customer_ranks drop constraint customer_ranks_pkey;
alter table customer_ranks add constraint customer_ranks_pkey primary key using index customer_ranks_layers;

-- Why staff gave or ended a rank, and what they had given before: so that the last act can be undone.
alter table customer_rank_histories add column remarks text not null default '', add column given_before jsonb;
alter table customer_rank_histories drop constraint customer_rank_histories_cause_check;
alter table customer_rank_histories add constraint customer_rank_histories_cause_check
  check (cause in ('stay', 'evaluation', 'expiry', 'manual', 'manual_end', 'manual_undo', 'reversal', 'definition', 'merge')) not valid;
