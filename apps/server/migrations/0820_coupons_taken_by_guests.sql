-- A coupon that a send offers, and that guests take themselves on its page. Coupons of before are given, or have a code.
alter table coupons add column taken_by_guest boolean not null default false;
alter table coupons add constraint coupons_taken_by_guest check (not taken_by_guest or type = 'acquire');
