-- Few of a programme's pushes are sends; events make one for each guest.
create index concurrently push_actions_sends on push_actions (account_id, push_scheduled_time) where campaign_id is not null and not in_sets;
