alter table partner_keys no force row level security;
alter table use_point_cases no force row level security;
alter table use_coupon_cases no force row level security;
alter table use_point_cases validate constraint use_point_cases_partner_key_fkey;
alter table use_coupon_cases validate constraint use_coupon_cases_partner_key_fkey;
alter table audit_logs validate constraint audit_logs_partner_key_fkey;
alter table partner_keys force row level security;
alter table use_point_cases force row level security;
alter table use_coupon_cases force row level security;
