-- What went out in a month, whatever the number of pushes (docs/adr/0496).
create index concurrently push_actions_moments on push_actions (account_id, push_scheduled_time) where campaign_id is not null;
