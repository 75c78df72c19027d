-- points/book-stay-points.ts
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
  ),
  taken as (
    select
      *
    from
      (
        select
          point_grant.*,
          - change.points as excess,
          sum(point_grant.left_over) over newer - point_grant.left_over as before
        from
          change
          join lateral (
            select
              point_grant.id,
              point_grant.account_id,
              point_grant.customer_id,
              point_grant.facility_account_id,
              point_grant.stay_reservation_id,
              point_grant.stay_transaction_id,
              point_grant.action_id,
              point_grant.campaign_id,
              point_grant.grant_date,
              point_grant.expiration_type,
              point_grant.expiration_date,
              point_grant.expiration_days_from_grant,
              point_grant.expiration_days_from_last_stay,
              point_grant.rule_version_id,
              point_grant.grant_point + coalesce(
                (
                  select
                    sum(reversing_point_grant.grant_point)
                  from
                    grant_points reversing_point_grant
                  where
                    reversing_point_grant.account_id = point_grant.account_id
                    and reversing_point_grant.reverses_grant_point_id = point_grant.id
                ),
                0
              )::bigint as left_over
            from
              grant_points point_grant
            where
              point_grant.account_id = change.account_id
              and point_grant.stay_transaction_id = change.stay_id
              and point_grant.action_id = change.action_id
              and point_grant.grant_point > 0
              and (
                select
                  coalesce(written_customer.merged_into, written_customer.id)
                from
                  customers written_customer
                where
                  written_customer.account_id = point_grant.account_id
                  and written_customer.id = point_grant.customer_id
              ) = change.customer_id
              and point_grant.grant_date = change.grant_date
              and point_grant.expiration_type = change.expiration_type
              and point_grant.expiration_date is not distinct from change.expiration_date
              and point_grant.expiration_days_from_grant is not distinct from change.expiration_days_from_grant
              and point_grant.expiration_days_from_last_stay is not distinct from change.expiration_days_from_last_stay
          ) point_grant on point_grant.left_over > 0
        where
          change.points < 0
        window
          newer as (
            partition by
              change.stay_id,
              change.action_id,
              change.customer_id,
              change.grant_date,
              change.expiration_type,
              change.expiration_date,
              change.expiration_days_from_grant,
              change.expiration_days_from_last_stay
            order by
              point_grant.id desc
          )
      ) lots
    where
      before < excess
  ),
  entries as (
    select
      account_id,
      facility_account_id,
      customer_id,
      points,
      grant_date,
      expiration_type,
      expiration_date,
      expiration_days_from_grant,
      expiration_days_from_last_stay,
      action_id,
      stay_reservation_id,
      stay_id,
      null::bigint as reverses,
      version_id,
      (
        select
          rule_version.campaign_id
        from
          campaign_rule_versions rule_version
        where
          rule_version.account_id = change.account_id
          and rule_version.id = change.version_id
      ) as campaign_id
    from
      change
    where
      points > 0
    union all
    select
      account_id,
      facility_account_id,
      customer_id,
      - least(left_over, excess - before)::bigint,
      grant_date,
      expiration_type,
      expiration_date,
      expiration_days_from_grant,
      expiration_days_from_last_stay,
      action_id,
      stay_reservation_id,
      stay_transaction_id,
      id,
      rule_version_id,
      campaign_id
    from
      taken
  ),
  booked as (
    insert into
      grant_points (
        account_id,
        facility_account_id,
        customer_id,
        grant_point,
        grant_date,
        expiration_type,
        expiration_date,
        expiration_days_from_grant,
        expiration_days_from_last_stay,
        remarks,
        action_id,
        campaign_id,
        stay_reservation_id,
        stay_transaction_id,
        reverses_grant_point_id,
        rule_version_id,
        idempotency_key,
        created_by,
        updated_by
      )
    select
      entry.account_id,
      entry.facility_account_id,
      entry.customer_id,
      entry.points,
      entry.grant_date,
      entry.expiration_type,
      entry.expiration_date,
      entry.expiration_days_from_grant,
      entry.expiration_days_from_last_stay,
      '',
      entry.action_id,
      entry.campaign_id,
      entry.stay_reservation_id,
      entry.stay_id,
      entry.reverses,
      entry.version_id,
      concat_ws(
        ':',
        'stay',
        entry.stay_id,
        entry.action_id,
        (
          select
            count(*)
          from
            grant_points point_grant
          where
            point_grant.account_id = entry.account_id
            and point_grant.stay_transaction_id = entry.stay_id
            and point_grant.action_id = entry.action_id
        ) + row_number() over (
          partition by
            entry.stay_id,
            entry.action_id
          order by
            entry.points,
            entry.reverses
        )
      ),
      $13,
      $14
    from
      entries entry
    order by
      entry.customer_id,
      entry.grant_date,
      entry.stay_id,
      entry.action_id,
      entry.points,
      entry.reverses
    returning
      account_id,
      id,
      customer_id,
      grant_point,
      stay_reservation_id
  )
select
  booked.id,
  (
    select
      coalesce(written_customer.merged_into, written_customer.id)
    from
      customers written_customer
    where
      written_customer.account_id = booked.account_id
      and written_customer.id = booked.customer_id
  ) as customer_id,
  booked.grant_point,
  booked.stay_reservation_id
from
  booked
