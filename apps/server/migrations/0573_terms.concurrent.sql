-- Pushes of which rows of left-out guests may end.
create index concurrently push_actions_left_out on push_actions (account_id, finished_at)
  where skipped_count > 0 and left_out_ended_at is null and push_status in ('done', 'failure');
