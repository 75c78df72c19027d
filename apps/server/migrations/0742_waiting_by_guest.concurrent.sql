-- What waits for a guest counts against the limit of messages of what comes after it.
create index concurrently push_action_targets_guest_waits on push_action_targets (account_id, customer_id) where outcome in ('waiting', 'sending') and sent_at is null;
