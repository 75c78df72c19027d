-- Why a use of a coupon was cancelled, as with points: the row is append-only but for what cancelling writes once (grants.sql).
alter table use_coupon_cases add column cancel_remarks text not null default '';
