-- One claim, one attempt, one outcome: those of the push. Nothing has read or written these yet.
alter table message_jobs
  drop column push_status,
  drop column failure_reason,
  drop column push_scheduled_time,
  drop column push_sent_time,
  drop column is_outcome_unknown,
  drop column attempt_count,
  drop column claimed_by,
  drop column claimed_at,
  drop column idempotency_key;
create unique index message_jobs_of_push on message_jobs (account_id, push_action_id);
create index message_jobs_customer on message_jobs (account_id, customer_id, id) where customer_id is not null;
