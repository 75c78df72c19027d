-- stays/count-older-stays.ts
-- points/owed-by-stays.ts
-- database/given-ids.ts
-- points/expiry-sql.ts
-- points/merged-customers.read.ts

with
  given as materialized (
    select
      $1::bigint as account_id,
      id
    from
      unnest($2::bigint[]) as id
  ),
  evening as materialized (
    select
      counted_stay.*,
      count(*) over so_far as stay_count,
      sum(counted_stay.use_price) over so_far as use_price_total,
      count(*) over so_far - count(*) over (
        partition by
          counted_stay.customer_id
        order by
          counted_stay.check_out_date range between unbounded preceding
          and '2 years 1 day' preceding
      ) as stay_count_2y,
      array_agg(counted_stay.facility_account_id) over so_far as facility_ids
    from
      (
        select distinct
          stay.account_id,
          stay.customer_id
        from
          given n
          join stay_transactions stay on stay.account_id = n.account_id
          and stay.id = n.id
          and stay.customer_id is not null
      ) g
      join stay_transactions counted_stay on counted_stay.account_id = g.account_id
      and counted_stay.customer_id = g.customer_id
      and counted_stay.reversed_at is null
    window
      so_far as (
        partition by
          counted_stay.customer_id
        order by
          counted_stay.check_out_date,
          counted_stay.transaction_code collate "C",
          counted_stay.facility_account_id rows unbounded preceding
      )
  ),
  f as (
    select
      stay.account_id,
      stay.id,
      stay.customer_id,
      stay.facility_account_id,
      stay.stay_reservation_id,
      stay.use_price,
      stay.check_in_date,
      stay.check_out_date,
      stay.is_online_check_in,
      stay.is_online_check_out,
      reservation.plan_code,
      reservation.account_booking_channel_id,
      customer.birthday,
      customer.birth_month,
      customer.gender,
      stay.stay_count,
      stay.use_price_total,
      stay.stay_count_2y,
      stay.facility_ids
    from
      evening stay
      join stay_reservations reservation on reservation.account_id = stay.account_id
      and reservation.id = stay.stay_reservation_id
      and reservation.grant_status <> 'excluded'
      join customers customer on customer.account_id = stay.account_id
      and customer.id = stay.customer_id
    where
      stay.id = any ($3::bigint[])
  ),
  rule as materialized (
    select
      *
    from
      jsonb_to_recordset($4::jsonb) as point(
        key int,
        version_id bigint,
        action_id bigint,
        grant_condition bigint,
        plan_code text[],
        expiration_type text,
        expiration_days_from_grant int,
        expiration_days_from_last_stay int,
        expiration_date date,
        grant_type text,
        grant_absolute bigint,
        grant_rate numeric
      )
  ),
  due as (
    select
      stay.account_id,
      stay.id as stay_id,
      point.action_id,
      stay.customer_id,
      stay.facility_account_id,
      stay.stay_reservation_id,
      stay.check_out_date as grant_date,
      point.expiration_type,
      (
        case point.expiration_type
          when 'date' then point.expiration_date
          when 'days_from_grant' then stay.check_out_date::date + point.expiration_days_from_grant
          when 'days_from_last_stay' then coalesce(stay.check_out_date, stay.check_out_date::date) + point.expiration_days_from_last_stay
        end
      ) as expiration_date,
      point.expiration_days_from_grant,
      point.expiration_days_from_last_stay,
      point.version_id,
      (
        case point.grant_type
          when 'absolute' then point.grant_absolute
          else stay.use_price * (point.grant_rate * 1000)::bigint / 100000
        end
      ) as points
    from
      (
        select
          f.*,
          k.key
        from
          f
          cross join lateral (
            values
              (null::int),
              (
                case
                  when f.check_out_date between $5::date and $6::date then case
                    when (
                      (
                        true
                        and f.stay_count >= $7::int8
                      )
                    ) then $8::int
                  end
                end
              ),
              (
                case
                  when f.check_out_date between $9::date and $10::date then case
                    when (
                      (
                        true
                        and f.stay_count >= $11::int8
                      )
                    ) then $12::int
                  end
                end
              )
          ) k (key)
        where
          k.key is not null
      ) stay
      join rule point on point.key = stay.key
    where
      stay.use_price >= coalesce(point.grant_condition, 0)
      and (
        cardinality(point.plan_code) = 0
        or stay.plan_code = any (point.plan_code)
      )
  ),
  change as materialized (
    select
      account_id,
      stay_id,
      action_id,
      customer_id,
      facility_account_id,
      stay_reservation_id,
      grant_date,
      expiration_type,
      expiration_date,
      expiration_days_from_grant,
      expiration_days_from_last_stay,
      max(version_id) as version_id,
      sum(points)::bigint as points
    from
      (
        -- Points that would have expired on the day they are earned are not earned.
        select
          *
        from
          due
        where
          points > 0
          and (
            expiration_date is null
            or expiration_date >= grant_date
          )
        union all
        select
          point_grant.account_id,
          point_grant.stay_transaction_id,
          point_grant.action_id,
          (
            select
              coalesce(written_customer.merged_into, written_customer.id)
            from
              customers written_customer
            where
              written_customer.account_id = point_grant.account_id
              and written_customer.id = point_grant.customer_id
          ),
          point_grant.facility_account_id,
          point_grant.stay_reservation_id,
          point_grant.grant_date,
          point_grant.expiration_type,
          point_grant.expiration_date,
          point_grant.expiration_days_from_grant,
          point_grant.expiration_days_from_last_stay,
          point_grant.rule_version_id,
          - point_grant.grant_point
        from
          given n
          join grant_points point_grant on point_grant.account_id = n.account_id
          and point_grant.stay_transaction_id = n.id
      ) owed_and_held
    group by
      account_id,
      stay_id,
      action_id,
      customer_id,
      facility_account_id,
      stay_reservation_id,
      grant_date,
      expiration_type,
      expiration_date,
      expiration_days_from_grant,
      expiration_days_from_last_stay
    having
      sum(points) <> 0
  )
select
  count(distinct stay_id)::int as stays,
  count(distinct customer_id)::int as customers,
  coalesce(sum(points), 0)::bigint as points
from
  change
where
  points > 0
