-- One guest of a group is found by either index; before it was analysed, the table was read through the group alone.
create index concurrently control_guests_group on control_guests (account_id, campaign_id, customer_id);
drop index concurrently if exists control_guests_campaign;
