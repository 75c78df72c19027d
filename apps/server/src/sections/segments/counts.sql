-- segments/value-counts.ts
-- stays/facts.read.ts
-- segments/reach.ts
-- stays/guests.read.ts

select
  coalesce(c.value) as value,
  c.count
from
  (
    select
      (
        select
          nullif(reservation.plan_code, '')
        from
          stay_transactions stay
          join stay_reservations reservation on reservation.account_id = stay.account_id
          and reservation.id = stay.stay_reservation_id
        where
          stay.account_id = customer.account_id
          and stay.customer_id = customer.id
          and stay.reversed_at is null
        order by
          stay.check_out_date desc,
          stay.transaction_code collate "C" desc,
          stay.facility_account_id desc
        limit
          1
      ) as value,
      count(*)::int as count
    from
      customers customer
    where
      (
        customer.account_id = $1
        and (
          customer.active_status = 'active'
          and customer.merged_into is null
        )
        and true
      )
    group by
      1
  ) c
where
  c.value is not null
order by
  c.count desc,
  c.value
limit
  $2
