-- A test of a message is not sent for somebody who may no longer send it, nor to somebody who is no longer there (docs/adr/0290).
alter table message_jobs no force row level security;
alter table message_jobs
  drop constraint message_jobs_failure_detail_check,
  add constraint message_jobs_failure_detail_check check (failure_detail in ('malformed', 'suppressed', 'bounced', 'refused', 'server_down',
    'not_known', 'starter_lost_right', 'receiver_gone'));
alter table message_jobs force row level security;
