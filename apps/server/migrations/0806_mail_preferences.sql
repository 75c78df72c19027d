-- Which kinds of mail a guest wants, and for how long none (docs/adr/0545): entries of the consent ledger like all others.
alter table customer_consents
  -- The last day of a pause.
  add column ends_on date,
  add constraint customer_consents_ends_on_check check (ends_on is null or (purpose = 'pause' and state = 'withdrawn')) not valid,
  drop constraint customer_consents_purpose_check,
  add constraint customer_consents_purpose_check check (purpose in (
    'marketing', 'service', 'news', 'birthday', 'around_stays', 'pause')) not valid;

alter table push_action_targets drop constraint push_action_targets_reason_check,
  add constraint push_action_targets_reason_check check (reason in (
    'control_group', 'standing_control', 'once_per', 'no_consent', 'no_address', 'bounced', 'opted_out', 'kind_refused', 'paused', 'blocked',
    'capped', 'inactive', 'merged', 'quiet_hours', 'stopped', 'coupon_exhausted', 'coupon_held', 'coupon_refused', 'coupon_no_code',
    'coupon_ended', 'no_coupon', 'nothing_to_say', 'render_error', 'refused', 'connection', 'timeout', 'expired_at_once',
    'points_not_granted', 'grant_refused', 'reservation_changed', 'reservation_cancelled', 'gift_taken_back', 'gift_kept')) not valid;
