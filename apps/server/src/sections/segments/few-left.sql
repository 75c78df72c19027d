-- segments/matching-guests.ts
-- stays/guests.read.ts
-- stays/facts.read.ts
-- customers/facts.read.ts

select
  customer.id
from
  customers customer
where
  customer.account_id = $1
  and (
    customer.active_status = 'active'
    and customer.merged_into is null
  )
  and (
    customer.last_stay_on is not null
    and (
      case
        when customer.last_stay_on is not null then greatest(0, $2::date - customer.last_stay_on)::int8
      end
    ) between $3::int8 and $4::int8
  )
  and (
    customer.birth_month is not null
    and customer.birth_month = any ($5::int8[])
  )
limit
  $6
