-- What became of gifts whose stay was cancelled (docs/adr/0501).
alter table push_action_targets drop constraint push_action_targets_reason_check,
  add constraint push_action_targets_reason_check check (reason in (
    'control_group', 'standing_control', 'once_per', 'no_consent', 'no_address', 'bounced', 'opted_out', 'blocked', 'capped', 'inactive',
    'merged', 'quiet_hours', 'stopped', 'coupon_exhausted', 'coupon_held', 'coupon_refused', 'coupon_no_code', 'coupon_ended', 'no_coupon',
    'nothing_to_say', 'render_error', 'refused', 'connection', 'timeout', 'expired_at_once', 'points_not_granted', 'grant_refused',
    'reservation_changed', 'reservation_cancelled', 'gift_taken_back', 'gift_kept')) not valid;
