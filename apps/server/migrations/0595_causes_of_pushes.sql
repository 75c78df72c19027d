-- What a push is sent because of (docs/adr/0375): a campaign's send, or something that happened, whose pushes are worked on in sets. It
-- names its campaign's action only where it has one, and its cause is a word of the program's own list.
-- Looked at by the key below: a key that is added asks only for rows that the owner sees.
alter table push_actions no force row level security;
alter table push_action_targets no force row level security;
alter table message_jobs no force row level security;

alter table push_actions
  alter campaign_id drop not null,
  alter campaign_segment_id drop not null,
  alter campaign_action_id drop not null,
  -- Of an event, not of a send that people watch over: worked on with others that deliver the same.
  add in_sets boolean not null default false,
  -- The day it is about.
  add cause_date date,
  add constraint push_actions_content check (num_nonnulls(campaign_id, campaign_segment_id, campaign_action_id) in (0, 3)) not valid,
  drop constraint push_actions_started_by_check,
  add constraint push_actions_started_by_check check (started_by ~ '^[a-z][a-z_]*$'
    and in_sets = (started_by not in ('by_hand', 'schedule'))) not valid,
  drop constraint push_actions_started_by_names_its_cause,
  add constraint push_actions_started_by_names_its_cause
    check (in_sets or num_nonnulls(stay_reservation_id, stay_transaction_id, offset_days, cause_date) = 0) not valid;

alter table push_action_targets
  alter campaign_id drop not null,
  add constraint push_action_targets_push foreign key (account_id, push_action_id) references push_actions (account_id, id) not valid;

-- What is shown of a test or a card; its push says what became of it.
alter table message_jobs
  add push_action_id bigint,
  add constraint message_jobs_push foreign key (account_id, push_action_id) references push_actions (account_id, id);

alter table push_actions force row level security;
alter table push_action_targets force row level security;
alter table message_jobs force row level security;
