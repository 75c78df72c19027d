-- A companion who is no longer named with a reservation takes the question who that is along.
alter table customer_merge_candidates no force row level security;
alter table stay_reservation_customers no force row level security;
alter table customer_merge_candidates drop constraint customer_merge_candidates_account_id_stay_reservation_cust_fkey;
alter table customer_merge_candidates add constraint customer_merge_candidates_account_id_stay_reservation_cust_fkey
  foreign key (account_id, stay_reservation_customer_id) references stay_reservation_customers (account_id, id) on delete cascade;
alter table customer_merge_candidates force row level security;
alter table stay_reservation_customers force row level security;
