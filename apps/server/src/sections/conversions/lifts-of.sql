-- conversions/lift.read.ts
-- pushes/assigned.read.ts
-- stays/bookings.read.ts
-- conversions/touched-before.ts

with
  assigned as materialized (
    with
      of_campaign as materialized (
        select
          push.account_id,
          push.id,
          push.campaign_id,
          push.channel,
          push.trigger_key,
          push.in_sets,
          push.push_scheduled_time,
          push.stay_reservation_id,
          push.omitted_ended_at is not null
          and (push.funnel #>> '{reasons,once_per}')::int > 0 as is_thinned,
          push.sent_count + push.failed_count + push.unknown_count > 0
          or push.push_status = 'done'
          and push.called_off_at is null
          and push.error is null as went,
          bool_or(push.channel = any ($1::text[])) over (
            partition by
              push.campaign_segment_id,
              push.trigger_key
          ) as has_message
        from
          push_actions push
        where
          push.account_id = $2
          and push.campaign_id = $3
          and (
            select
              exists (
                select
                from
                  control_guests control_guest
                where
                  control_guest.account_id = $4
                  and (
                    control_guest.campaign_id = $5
                    or control_guest.campaign_id is null
                  )
              )
          )
      ),
      meant as materialized (
        select
          p.trigger_key,
          p.in_sets,
          p.push_scheduled_time,
          p.stay_reservation_id,
          p.is_thinned,
          case
            when target.outcome = 'skipped' then target.reason
            else 'treated'
          end as assigned,
          target.sent_at,
          target.customer_id
        from
          of_campaign p
          join push_action_targets target on target.account_id = p.account_id
          and target.push_action_id = p.id
        where
          p.went
          and (
            p.channel = any ($6::text[])
            or not p.has_message
          )
          and target.push_action_id = any (
            array(
              select
                one.id
              from
                of_campaign one
            )
          )
          and (
            target.outcome = any ($7::text[])
            or target.outcome = 'skipped'
            and target.reason = any ($8::text[])
          )
      ),
      sends as (
        select
          m.trigger_key,
          case
            when bool_or(m.in_sets) then min(m.push_scheduled_time)
            else coalesce(min(m.sent_at), min(m.push_scheduled_time))
          end as moment
        from
          meant m
        group by
          m.trigger_key
      )
    select
      coalesce(merged_customer.merged_into, m.customer_id) as guest_id,
      m.assigned,
      sends.moment,
      m.stay_reservation_id as about_reservation_id,
      m.is_thinned
    from
      meant m
      join sends on sends.trigger_key = m.trigger_key
      left join customers merged_customer on merged_customer.account_id = $9
      and merged_customer.id = m.customer_id
      and merged_customer.merged_into is not null
  ),
  comparison as materialized (
    select
      a.assigned as reason,
      min(a.moment) as first_at,
      max(a.moment) as last_at
    from
      assigned a
    where
      a.assigned = any ($10::text[])
    group by
      a.assigned
  ),
  compared as materialized (
    select
      k.reason,
      a.guest_id,
      a.assigned,
      a.moment,
      a.about_reservation_id,
      a.is_thinned
    from
      comparison k
      join assigned a on a.moment between k.first_at and k.last_at
      and a.assigned in ('treated', 'once_per', k.reason)
    where
      true
  ),
  member as materialized (
    select
      c.reason,
      c.guest_id,
      bool_or(c.assigned = 'treated') as is_treated,
      coalesce(
        min(c.moment) filter (
          where
            c.assigned = 'treated'
        ),
        min(c.moment)
      ) as first_at
    from
      compared c
    where
      c.assigned <> 'once_per'
    group by
      c.reason,
      c.guest_id
  ),
  given as materialized (
    select distinct
      $11::bigint as account_id,
      m.guest_id as id
    from
      member m
  ),
  booking as materialized (
    select
      b.account_id,
      b.id,
      b.customer_id,
      coalesce(b.reserved_date, b.stayed_from) as reserved_date,
      b.source_updated_at,
      b.use_price
    from
      (
        select
          reservation.account_id,
          reservation.id,
          reservation.customer_id,
          reservation.facility_account_id,
          reservation.reserved_date,
          reservation.source_updated_at,
          reservation.cancel_date is not null as is_cancelled,
          reservation.reserved_price,
          s.stayed_from,
          s.stayed_until,
          s.use_price
        from
          given
          cross join lateral (
            select
              guest_reservation.*
            from
              stay_reservations guest_reservation
            where
              guest_reservation.account_id = given.account_id
              and guest_reservation.customer_id = given.id
              and guest_reservation.active_status = 'active'
              and guest_reservation.linked_to_id is null
            offset
              0
          ) reservation
          cross join lateral (
            select
              min(stay.check_in_date) as stayed_from,
              max(stay.check_out_date) as stayed_until,
              coalesce(sum(stay.use_price), 0)::bigint as use_price
            from
              stay_transactions stay
            where
              stay.account_id = reservation.account_id
              and stay.stay_reservation_id = reservation.id
              and stay.reversed_at is null
          ) s
      ) b
    where
      b.stayed_until is not null
      and true
      and b.customer_id = any (
        array(
          select
            g.id
          from
            given g
        )
      )
      and (
        b.reserved_date is null
        or b.reserved_date >= (
          select
            (min(k.first_at) at time zone 'Asia/Tokyo')::date
          from
            comparison k
        )
      )
  ),
  report as materialized (
    select
      r.booking_id,
      r.report_id
    from
      (
        select
          booking.account_id,
          booking.id as booking_id,
          booking.id as report_id
        from
          booking
        union all
        select
          booking.account_id,
          booking.id,
          reservation.id
        from
          booking
          cross join lateral (
            select
              linked_reservation.id
            from
              stay_reservations linked_reservation
            where
              linked_reservation.account_id = booking.account_id
              and linked_reservation.linked_to_id = booking.id
            offset
              0
          ) reservation
      ) r
    where
      r.report_id = any (
        array(
          select distinct
            c.about_reservation_id
          from
            compared c
          where
            c.about_reservation_id is not null
        )
      )
  ),
  attributed as (
    select distinct
      m.reason,
      m.guest_id,
      booking.id,
      booking.use_price
    from
      booking
      join member m on m.guest_id = booking.customer_id
      join compared c on c.reason = m.reason
      and c.guest_id = m.guest_id
      and (c.assigned = c.reason) <> m.is_treated
      and (
        c.is_thinned is not true
        or c.moment = m.first_at
      )
    where
      (
        (c.moment at time zone 'Asia/Tokyo')::date between booking.reserved_date - coalesce(
          (
            select
              setting.conversion_days
            from
              account_settings setting
            where
              setting.account_id = $12
          ),
          $13::int
        ) and booking.reserved_date
        and (
          (c.moment at time zone 'Asia/Tokyo')::date < booking.reserved_date
          or booking.source_updated_at is null
          or booking.source_updated_at > c.moment
        )
        and not exists (
          select
          from
            report r
          where
            r.booking_id = booking.id
            and r.report_id = c.about_reservation_id
        )
      )
  ),
  stayed as (
    select
      b.reason,
      b.guest_id,
      count(*) as stays,
      sum(b.use_price) as use_price
    from
      attributed b
    group by
      b.reason,
      b.guest_id
  )
select
  m.reason,
  (
    count(*) filter (
      where
        m.is_treated
    )
  )::int as treated,
  (
    count(s.stays) filter (
      where
        m.is_treated
    )
  )::int as treated_stayed,
  (
    count(*) filter (
      where
        not m.is_treated
    )
  )::int as control,
  (
    count(s.stays) filter (
      where
        not m.is_treated
    )
  )::int as control_stayed,
  coalesce(
    sum(s.stays) filter (
      where
        m.is_treated
    ),
    0
  )::int as treated_stays,
  coalesce(
    sum(s.use_price) filter (
      where
        m.is_treated
    ),
    0
  )::bigint as treated_use_price,
  coalesce(
    sum(s.stays) filter (
      where
        not m.is_treated
    ),
    0
  )::int as control_stays,
  coalesce(
    sum(s.use_price) filter (
      where
        not m.is_treated
    ),
    0
  )::bigint as control_use_price
from
  member m
  left join stayed s on s.reason = m.reason
  and s.guest_id = m.guest_id
group by
  m.reason
