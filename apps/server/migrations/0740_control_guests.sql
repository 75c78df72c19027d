-- Who is left out of sends to be compared with: of a campaign, or of all (no campaign). Once left out, always.
alter table account_settings add column standing_control_rate smallint not null default 0
  constraint account_settings_standing_control_rate_check check (standing_control_rate between 0 and 50);

create table control_guests (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  campaign_id bigint,
  customer_id bigint not null,
  since timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, campaign_id) references campaigns (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id)
);
create unique index control_guests_once on control_guests (account_id, customer_id, campaign_id) nulls not distinct;
create index control_guests_campaign on control_guests (account_id, campaign_id);
select protect_tenant_table('control_guests');

alter table push_action_targets drop constraint push_action_targets_reason_check,
  add constraint push_action_targets_reason_check check (reason in (
    'control_group', 'standing_control', 'no_consent', 'no_address', 'bounced', 'opted_out', 'blocked', 'capped', 'inactive', 'merged',
    'quiet_hours', 'stopped', 'coupon_exhausted', 'coupon_held', 'coupon_refused', 'coupon_no_code', 'coupon_ended', 'no_coupon',
    'nothing_to_say', 'render_error', 'refused', 'connection', 'timeout', 'expired_at_once', 'points_not_granted', 'grant_refused')) not valid;
