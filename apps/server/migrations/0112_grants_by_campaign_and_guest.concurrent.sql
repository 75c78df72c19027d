-- Whether a guest is new to a campaign is asked with each booking; the sums that the older index carried are kept since 0111.
create index concurrently grant_points_campaign_customer on grant_points (account_id, campaign_id, customer_id)
  where campaign_id is not null and push_action_id is null;
drop index concurrently if exists grant_points_campaign;
