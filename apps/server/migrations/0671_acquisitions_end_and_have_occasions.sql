-- What a guest gets of a coupon ends on a day of its own, where the coupon's terms are counted from the acquisition, and has its occasion: empty
-- for what is given by hand or by a send that happens once.
alter table acquire_coupons
  add column valid_until date,
  add column occasion text not null default '';
