-- A definition by points is judged with the grant by hand; its line of the history says so.
alter table customer_rank_histories drop constraint customer_rank_histories_cause_check;
alter table customer_rank_histories add constraint customer_rank_histories_cause_check
  check (cause in ('stay', 'points', 'evaluation', 'expiry', 'manual', 'manual_end', 'manual_undo', 'reversal', 'definition', 'merge')) not valid;
