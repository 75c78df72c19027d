-- Tests of messages go to staff, outside of caps, figures and reports, and have a state of their own (docs/adr/0478). Nothing has written
-- these tables yet.
alter table message_jobs no force row level security;
alter table campaigns no force row level security;
alter table message_jobs_mails no force row level security;
alter table mails no force row level security;
alter table message_jobs
  add column campaign_id bigint,
  add column push_status text,
  add column failure_reason text,
  add column failure_detail text,
  add column push_scheduled_time timestamptz,
  add column push_sent_time timestamptz,
  add column attempt_count smallint not null default 0,
  add constraint message_jobs_push_status_check check (push_status in ('standby', 'doing', 'done', 'failure')),
  add constraint message_jobs_failure_reason_check check (failure_reason in ('invalid_email', 'other')),
  add constraint message_jobs_failure_detail_check check (failure_detail in ('malformed', 'suppressed', 'bounced', 'refused', 'server_down',
    'not_known')),
  add constraint message_jobs_attempt_count_check check (attempt_count >= 0),
  add constraint message_jobs_state_check check (
    (feature_type = 'test') = (push_status is not null)
    and (push_status is null or (push_action_id is null and push_scheduled_time is not null))
    and coalesce(push_status = 'failure', false) = (failure_reason is not null)
    and coalesce(push_status = 'done', false) = (push_sent_time is not null)),
  add constraint message_jobs_campaign_fkey foreign key (account_id, campaign_id) references campaigns (account_id, id)
    on delete set null (campaign_id);
create index message_jobs_tests on message_jobs (account_id, campaign_id, created_by, id) where feature_type = 'test';
create index message_jobs_old_tests on message_jobs (account_id, created_at) where feature_type = 'test';

alter table message_jobs_mails
  add column to_user_id bigint references users (id),
  add column html text not null default '',
  drop constraint message_jobs_mails_account_id_mail_id_fkey,
  add constraint message_jobs_mails_mail_fkey foreign key (account_id, mail_id) references mails (account_id, id) on delete set null (mail_id),
  drop constraint message_jobs_mails_account_id_message_job_id_fkey,
  add constraint message_jobs_mails_job_fkey foreign key (account_id, message_job_id) references message_jobs (account_id, id)
    on delete cascade;
create index message_jobs_mails_mail on message_jobs_mails (account_id, mail_id) where mail_id is not null;
alter table message_jobs force row level security;
alter table campaigns force row level security;
alter table message_jobs_mails force row level security;
alter table mails force row level security;
