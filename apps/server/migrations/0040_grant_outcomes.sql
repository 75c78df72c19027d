-- Why a recipient of points got none, and why a mail that goes with them was not sent.
alter table push_action_targets drop constraint push_action_targets_reason_check,
  add constraint push_action_targets_reason_check check (reason in (
    'control_group', 'no_consent', 'no_address', 'bounced', 'opted_out', 'blocked', 'capped', 'inactive', 'merged', 'quiet_hours',
    'stopped', 'coupon_exhausted', 'render_error', 'refused', 'connection', 'timeout', 'expired_at_once', 'points_not_granted',
    'grant_refused'
  ));
