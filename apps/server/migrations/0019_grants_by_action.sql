-- What a campaign has granted, in its list and on its page: sums per action, of sends and of stays alike, without reading the
-- account's whole ledger.
create index grant_points_action on grant_points (account_id, action_id) include (grant_point, push_action_id)
  where action_id is not null;
