-- What guests did with a message is kept on its recipient, and counted on its push (docs/adr/0556). Of earlier messages the night's recount
-- fills it in. Columns without checks: a check of large tables would read them whole.
alter table push_action_targets
  add column machine_opened_at timestamptz,
  add column unsubscribed_at timestamptz,
  add column bounced_at timestamptz,
  add column complained_at timestamptz;

alter table push_actions
  add column opened_count integer not null default 0,
  add column machine_opened_count integer not null default 0,
  add column clicked_count integer not null default 0,
  add column unsubscribed_count integer not null default 0,
  add column bounced_count integer not null default 0,
  add column complained_count integer not null default 0;
