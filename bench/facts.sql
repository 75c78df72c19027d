-- What the product keeps about customers and stays, counted from the loaded rows.
set work_mem = '512MB';

insert into account_counters (account_id, slot, customer_count) select account_id, 0, count(*) from customers group by account_id;

insert into customer_facilities (account_id, facility_account_id, customer_id, first_seen_on)
select account_id, facility_account_id, customer_id, min(check_in_date) from stay_transactions group by 1, 2, 3;

-- Two grants per customer on average: points of two stays in five, one in a hundred yen, a few without expiry.
insert into grant_points (account_id, facility_account_id, customer_id, grant_point, grant_date, expiration_type, expiration_date,
  stay_reservation_id, stay_transaction_id, idempotency_key)
select account_id, facility_account_id, customer_id, greatest(1, use_price / 100), confirmed_date,
  case when id % 7 = 0 then 'none' else 'date' end, case when id % 7 <> 0 then confirmed_date + 730 end,
  stay_reservation_id, id, 'stay:' || id
from stay_transactions where (id - 1) % 5 < 2 order by id;

insert into point_lots (account_id, grant_point_id, customer_id, granted, remaining, expires_on)
select account_id, id, customer_id, grant_point,
  case when expiration_date < date '2026-11-20' then 0 when id % 4 = 0 then grant_point / 2 else grant_point end, expiration_date
from grant_points order by id;

insert into point_accounts (account_id, customer_id, balance)
select account_id, customer_id, sum(remaining) from point_lots group by 1, 2 order by 2;

insert into customer_consents (account_id, customer_id, channel, state, happened_at, source)
select account_id, id, 'mail', case when id % 10 < 7 then 'given' else 'withdrawn' end, timestamptz '2024-04-01', 'import'
from customers where email is not null order by id;

insert into ranks (account_id, definition, active_month, base_month) select n, 'stay', 12, 24 from generate_series(1, 100) n;
insert into rank_details (account_id, rank_id, name, total_stay, priority)
select r.account_id, r.id, d.name, d.stays, d.priority
from ranks r, (values ('ゴールド', 10, 1), ('シルバー', 5, 2), ('レギュラー', 0, 3)) d (name, stays, priority);
insert into customer_ranks (account_id, customer_id, rank_detail_id, rank_type, expiration_date, since_date)
select c.account_id, c.id, d.id, 'auto', date '2027-06-30', date '2026-07-01'
from customers c join rank_details d on d.account_id = c.account_id
  and d.priority = case when c.stay_count >= 10 then 1 when c.stay_count >= 5 then 2 else 3 end
order by c.id;
reset work_mem;
