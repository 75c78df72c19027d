-- What happened once is pushed once: of a campaign the action's own key says so.
create unique index concurrently push_actions_once on push_actions (account_id, started_by, trigger_key, channel) where campaign_action_id is null;
-- What is open to be worked on in sets.
create index concurrently push_actions_in_sets on push_actions (account_id, id) where in_sets and push_status in ('standby', 'doing');
-- What the same segment gives and says by the same cause.
create index concurrently push_actions_siblings on push_actions (account_id, campaign_segment_id, trigger_key) where campaign_segment_id is not null;
