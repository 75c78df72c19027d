-- conversions/recompute-attributions.ts
-- database/given-ids.ts
-- conversions/attributions.ts
-- stays/bookings.read.ts
-- pushes/deliveries.read.ts
-- messaging/events/clicks.read.ts
-- messaging/events/delivery-outcomes.ts
-- coupons/uses-on-bookings.read.ts
-- coupons/coupons.read.ts
-- conversions/touched-before.ts

with
  given as materialized (
    select
      $1::bigint as account_id,
      id
    from
      unnest($2::bigint[]) as id
  ),
  booking as materialized (
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
  ),
  report as materialized (
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
  ),
  own as materialized (
    select
      given.account_id,
      given.id as guest_id,
      customer.id as customer_id
    from
      given
      cross join lateral (
        select
          own_customer.id
        from
          customers own_customer
        where
          own_customer.account_id = given.account_id
          and own_customer.id = given.id
        union all
        select
          merged_customer.id
        from
          customers merged_customer
        where
          merged_customer.account_id = given.account_id
          and merged_customer.merged_into = given.id
        offset
          0
      ) customer
  ),
  delivery as materialized (
    select
      own.account_id,
      own.guest_id,
      own.customer_id,
      target.push_action_id,
      push.campaign_action_id,
      push.stay_reservation_id,
      target.sent_at
    from
      own
      cross join lateral (
        select
          guest_target.account_id,
          guest_target.push_action_id,
          guest_target.sent_at
        from
          push_action_targets guest_target
        where
          guest_target.account_id = own.account_id
          and guest_target.customer_id = own.customer_id
          and guest_target.outcome = 'sent'
          and guest_target.sent_at is not null
        offset
          0
      ) target
      cross join lateral (
        select
          target_push.campaign_action_id,
          target_push.stay_reservation_id,
          target_push.channel
        from
          push_actions target_push
        where
          target_push.account_id = target.account_id
          and target_push.id = target.push_action_id
        offset
          0
      ) push
    where
      push.campaign_action_id is not null
      and push.channel = any ($3::text[])
  ),
  click as materialized (
    select
      e.account_id,
      e.guest_id,
      e.customer_id,
      e.id,
      e.push_action_id,
      e.happened_at
    from
      (
        select
          j.*,
          j.is_machine
          or coalesce(j.happened_at <= j.first_delivered_at + make_interval(secs => 60), false) as by_machine
        from
          (
            select
              known.*,
              min(known.happened_at) filter (
                where
                  known.kind = 'delivered'
              ) over (
                partition by
                  known.mail_id,
                  known.push_action_id,
                  known.customer_id
              ) as first_delivered_at
            from
              (
                select
                  message_event.*,
                  own.guest_id
                from
                  own
                  cross join lateral (
                    select
                      guest_message_event.*
                    from
                      message_events guest_message_event
                    where
                      guest_message_event.account_id = own.account_id
                      and guest_message_event.customer_id = own.customer_id
                      and guest_message_event.push_action_id is not null
                      and guest_message_event.kind in ('delivered', 'clicked')
                    offset
                      0
                  ) message_event
              ) known
          ) j
      ) e
    where
      e.kind = 'clicked'
      and not e.by_machine
    union all
    select
      own.account_id,
      own.guest_id,
      own.customer_id,
      conversion_attribution.message_event_id,
      conversion_attribution.push_action_id,
      conversion_attribution.touched_at
    from
      booking
      cross join lateral (
        select
          click_conversion_attribution.*
        from
          conversion_attributions click_conversion_attribution
        where
          click_conversion_attribution.account_id = booking.account_id
          and click_conversion_attribution.stay_reservation_id = booking.id
          and click_conversion_attribution.touch = 'click'
        offset
          0
      ) conversion_attribution
      join own on own.account_id = conversion_attribution.account_id
      and own.customer_id = conversion_attribution.sent_to_id
    where
      (
        not exists (
          select
          from
            message_events message_event
          where
            message_event.account_id = conversion_attribution.account_id
            and message_event.id = conversion_attribution.message_event_id
          offset
            0
        )
      )
  ),
  clicked_in as materialized (
    select
      target.customer_id,
      target.push_action_id,
      push.campaign_action_id,
      push.stay_reservation_id
    from
      (
        select distinct
          click.account_id,
          click.push_action_id,
          click.customer_id
        from
          click
      ) clicked
      cross join lateral (
        select
          clicked_target.account_id,
          clicked_target.customer_id,
          clicked_target.push_action_id
        from
          push_action_targets clicked_target
        where
          clicked_target.account_id = clicked.account_id
          and clicked_target.push_action_id = clicked.push_action_id
          and clicked_target.customer_id = clicked.customer_id
          and clicked_target.outcome in ('sent', 'unknown')
        offset
          0
      ) target
      cross join lateral (
        select
          target_push.campaign_action_id,
          target_push.stay_reservation_id,
          target_push.channel
        from
          push_actions target_push
        where
          target_push.account_id = target.account_id
          and target_push.id = target.push_action_id
        offset
          0
      ) push
    where
      push.campaign_action_id is not null
  ),
  touch as materialized (
    select
      u.account_id,
      u.booking_id,
      'use' as touch,
      1 as place,
      u.campaign_action_id,
      u.use_date::timestamp at time zone 'Asia/Tokyo' as touched_at,
      null::bigint as push_action_id,
      null::bigint as sent_to_id,
      null::bigint as message_event_id,
      u.id as use_coupon_case_id,
      u.use_date as used_on
    from
      (
        select
          used.account_id,
          used.booking_id,
          used.id,
          coupon.campaign_action_id,
          used.use_date,
          (
            select
              push.stay_reservation_id
            from
              push_actions push
            where
              push.account_id = acquired.account_id
              and push.id = acquired.push_action_id
          ) as about_reservation_id
        from
          (
            select
              report.booking_id,
              coupon_use.*
            from
              report
              cross join lateral (
                select
                  booking_coupon_use.*
                from
                  use_coupon_cases booking_coupon_use
                where
                  booking_coupon_use.account_id = report.account_id
                  and booking_coupon_use.stay_reservation_id = report.report_id
                offset
                  0
              ) coupon_use
            union all
            select
              report.booking_id,
              coupon_use.*
            from
              report
              cross join lateral (
                select
                  coupon_use.*
                from
                  stay_reservations reservation
                  join use_coupon_cases coupon_use on coupon_use.account_id = reservation.account_id
                  and coupon_use.stay_reservation_id is null
                  and coupon_use.facility_account_id = reservation.facility_account_id
                  and coupon_use.reservation_code = reservation.original_reservation_code
                where
                  reservation.account_id = report.account_id
                  and reservation.id = report.report_id
                  and (
                    reservation.active_status = 'active'
                    and not exists (
                      select
                      from
                        stay_reservations newer_reservation
                      where
                        newer_reservation.account_id = reservation.account_id
                        and newer_reservation.facility_account_id = reservation.facility_account_id
                        and newer_reservation.original_reservation_code = reservation.original_reservation_code
                        and newer_reservation.active_status = 'active'
                        and newer_reservation.id > reservation.id
                    )
                  )
                offset
                  0
              ) coupon_use
          ) used
          cross join lateral (
            select
              used_coupon.campaign_action_id
            from
              coupons used_coupon
            where
              used_coupon.account_id = used.account_id
              and used_coupon.id = used.coupon_id
            offset
              0
          ) coupon
          left join lateral (
            select
              booking_acquired.account_id,
              booking_acquired.push_action_id
            from
              acquire_coupons booking_acquired
            where
              booking_acquired.account_id = used.account_id
              and booking_acquired.id = used.acquire_coupon_id
            offset
              0
          ) acquired on true
        where
          coupon.campaign_action_id is not null
          and used.cancel_date is null
      ) u
    where
      not exists (
        select
        from
          report r
        where
          r.booking_id = u.booking_id
          and r.report_id = u.about_reservation_id
      )
    union all
    select
      booking.account_id,
      booking.id,
      'click',
      2,
      clicked_in.campaign_action_id,
      click.happened_at,
      click.push_action_id,
      click.customer_id,
      click.id,
      null,
      null
    from
      booking
      join click on click.guest_id = booking.customer_id
      join clicked_in on clicked_in.push_action_id = click.push_action_id
      and clicked_in.customer_id = click.customer_id
    where
      (
        (click.happened_at at time zone 'Asia/Tokyo')::date between booking.reserved_date - coalesce(
          (
            select
              setting.conversion_days
            from
              account_settings setting
            where
              setting.account_id = $4
          ),
          $5::int
        ) and booking.reserved_date
        and (
          (click.happened_at at time zone 'Asia/Tokyo')::date < booking.reserved_date
          or booking.source_updated_at is null
          or booking.source_updated_at > click.happened_at
        )
        and not exists (
          select
          from
            report r
          where
            r.booking_id = booking.id
            and r.report_id = clicked_in.stay_reservation_id
        )
      )
    union all
    select
      booking.account_id,
      booking.id,
      'delivery',
      3,
      delivery.campaign_action_id,
      delivery.sent_at,
      delivery.push_action_id,
      delivery.customer_id,
      null,
      null,
      null
    from
      booking
      join delivery on delivery.guest_id = booking.customer_id
    where
      (
        (delivery.sent_at at time zone 'Asia/Tokyo')::date between booking.reserved_date - coalesce(
          (
            select
              setting.conversion_days
            from
              account_settings setting
            where
              setting.account_id = $6
          ),
          $7::int
        ) and booking.reserved_date
        and (
          (delivery.sent_at at time zone 'Asia/Tokyo')::date < booking.reserved_date
          or booking.source_updated_at is null
          or booking.source_updated_at > delivery.sent_at
        )
        and not exists (
          select
          from
            report r
          where
            r.booking_id = booking.id
            and r.report_id = delivery.stay_reservation_id
        )
      )
  ),
  attribution as materialized (
    select distinct
      on (booking.id) booking.account_id,
      booking.id as stay_reservation_id,
      booking.customer_id,
      booking.facility_account_id,
      touch.campaign_action_id,
      touch.touch,
      touch.touched_at,
      touch.push_action_id,
      touch.sent_to_id,
      touch.message_event_id,
      touch.use_coupon_case_id,
      case
        when not booking.is_cancelled then coalesce(booking.reserved_date, touch.used_on)
      end as reserved_on,
      case
        when booking.is_cancelled then 0
        else booking.reserved_price
      end as reserved_price,
      booking.stayed_until as transacted_on,
      booking.use_price
    from
      booking
      join touch on touch.account_id = booking.account_id
      and touch.booking_id = booking.id
    where
      not booking.is_cancelled
      or booking.stayed_until is not null
    order by
      booking.id,
      touch.place,
      touch.touched_at desc,
      touch.message_event_id desc,
      touch.push_action_id desc,
      touch.sent_to_id desc,
      touch.use_coupon_case_id desc
  ),
  held as materialized (
    select
      conversion_attribution.*
    from
      given
      cross join lateral (
        select
          guest_conversion_attribution.*
        from
          conversion_attributions guest_conversion_attribution
        where
          guest_conversion_attribution.account_id = given.account_id
          and guest_conversion_attribution.customer_id = given.id
        offset
          0
      ) conversion_attribution
    union
    select
      conversion_attribution.*
    from
      booking
      cross join lateral (
        select
          booking_conversion_attribution.*
        from
          conversion_attributions booking_conversion_attribution
        where
          booking_conversion_attribution.account_id = booking.account_id
          and booking_conversion_attribution.stay_reservation_id = booking.id
        offset
          0
      ) conversion_attribution
  ),
  differs as materialized (
    select
      coalesce(attribution.stay_reservation_id, held.stay_reservation_id) as id
    from
      attribution
      full join held on held.stay_reservation_id = attribution.stay_reservation_id
    where
      (
        "attribution"."customer_id",
        "attribution"."facility_account_id",
        "attribution"."campaign_action_id",
        "attribution"."touch",
        "attribution"."touched_at",
        "attribution"."push_action_id",
        "attribution"."sent_to_id",
        "attribution"."message_event_id",
        "attribution"."use_coupon_case_id",
        "attribution"."reserved_on",
        "attribution"."reserved_price",
        "attribution"."transacted_on",
        "attribution"."use_price"
      ) is distinct from (
        "held"."customer_id",
        "held"."facility_account_id",
        "held"."campaign_action_id",
        "held"."touch",
        "held"."touched_at",
        "held"."push_action_id",
        "held"."sent_to_id",
        "held"."message_event_id",
        "held"."use_coupon_case_id",
        "held"."reserved_on",
        "held"."reserved_price",
        "held"."transacted_on",
        "held"."use_price"
      )
  ),
  gone as (
    delete from conversion_attributions gone_conversion_attribution
    where
      gone_conversion_attribution.account_id = $8
      and gone_conversion_attribution.stay_reservation_id = any (
        array(
          select
            differs.id
          from
            differs
          where
            not exists (
              select
              from
                attribution
              where
                attribution.stay_reservation_id = differs.id
            )
        )
      )
  ),
  written as (
    insert into
      conversion_attributions (
        account_id,
        stay_reservation_id,
        "customer_id",
        "facility_account_id",
        "campaign_action_id",
        "touch",
        "touched_at",
        "push_action_id",
        "sent_to_id",
        "message_event_id",
        "use_coupon_case_id",
        "reserved_on",
        "reserved_price",
        "transacted_on",
        "use_price"
      )
    select
      attribution.account_id,
      attribution.stay_reservation_id,
      "attribution"."customer_id",
      "attribution"."facility_account_id",
      "attribution"."campaign_action_id",
      "attribution"."touch",
      "attribution"."touched_at",
      "attribution"."push_action_id",
      "attribution"."sent_to_id",
      "attribution"."message_event_id",
      "attribution"."use_coupon_case_id",
      "attribution"."reserved_on",
      "attribution"."reserved_price",
      "attribution"."transacted_on",
      "attribution"."use_price"
    from
      attribution
      join differs on differs.id = attribution.stay_reservation_id
    on conflict (account_id, stay_reservation_id) do update
    set
      (
        "customer_id",
        "facility_account_id",
        "campaign_action_id",
        "touch",
        "touched_at",
        "push_action_id",
        "sent_to_id",
        "message_event_id",
        "use_coupon_case_id",
        "reserved_on",
        "reserved_price",
        "transacted_on",
        "use_price",
        updated_at
      ) = (
        "excluded"."customer_id",
        "excluded"."facility_account_id",
        "excluded"."campaign_action_id",
        "excluded"."touch",
        "excluded"."touched_at",
        "excluded"."push_action_id",
        "excluded"."sent_to_id",
        "excluded"."message_event_id",
        "excluded"."use_coupon_case_id",
        "excluded"."reserved_on",
        "excluded"."reserved_price",
        "excluded"."transacted_on",
        "excluded"."use_price",
        now()
      )
  ),
  change as (
    select
      d.campaign_action_id,
      d.facility_account_id,
      d.stat_date,
      sum(d.sign * d.reserved) as reserved,
      sum(d.sign * d.reserved_price) as reserved_price,
      sum(d.sign * d.transacted) as transacted,
      sum(d.sign * d.use_price) as use_price
    from
      (
        select
          1 as sign,
          n.*
        from
          (
            select
              a.stay_reservation_id,
              a.campaign_action_id,
              a.facility_account_id,
              a.reserved_on as stat_date,
              1 as reserved,
              coalesce(a.reserved_price, 0) as reserved_price,
              0 as transacted,
              0::bigint as use_price
            from
              attribution a
            where
              a.reserved_on is not null
            union all
            select
              a.stay_reservation_id,
              a.campaign_action_id,
              a.facility_account_id,
              a.transacted_on,
              0,
              0,
              1,
              a.use_price
            from
              attribution a
            where
              a.transacted_on is not null
          ) n
        union all
        select
          -1,
          o.*
        from
          (
            select
              a.stay_reservation_id,
              a.campaign_action_id,
              a.facility_account_id,
              a.reserved_on as stat_date,
              1 as reserved,
              coalesce(a.reserved_price, 0) as reserved_price,
              0 as transacted,
              0::bigint as use_price
            from
              held a
            where
              a.reserved_on is not null
            union all
            select
              a.stay_reservation_id,
              a.campaign_action_id,
              a.facility_account_id,
              a.transacted_on,
              0,
              0,
              1,
              a.use_price
            from
              held a
            where
              a.transacted_on is not null
          ) o
      ) d
      join differs on differs.id = d.stay_reservation_id
    group by
      d.campaign_action_id,
      d.facility_account_id,
      d.stat_date
  ),
  counted as (
    insert into
      conversions (
        account_id,
        campaign_action_id,
        facility_account_id,
        stat_date,
        reserved,
        reserved_price,
        transacted,
        use_price
      )
    select
      $9,
      change.campaign_action_id,
      change.facility_account_id,
      change.stat_date,
      coalesce(conversion.reserved, 0) + change.reserved,
      coalesce(conversion.reserved_price, 0) + change.reserved_price,
      coalesce(conversion.transacted, 0) + change.transacted,
      coalesce(conversion.use_price, 0) + change.use_price
    from
      change
      left join lateral (
        select
          stored_conversion.*
        from
          conversions stored_conversion
        where
          stored_conversion.account_id = $10
          and stored_conversion.campaign_action_id = change.campaign_action_id
          and stored_conversion.facility_account_id = change.facility_account_id
          and stored_conversion.stat_date = change.stat_date
        offset
          0
      ) conversion on true
    on conflict (account_id, campaign_action_id, facility_account_id, stat_date) do update
    set
      (reserved, reserved_price, transacted, use_price, updated_at) = (excluded.reserved, excluded.reserved_price, excluded.transacted, excluded.use_price, now())
  )
select
  differs.id,
  held.stay_reservation_id is not null as lessens
from
  differs
  left join held on held.stay_reservation_id = differs.id
