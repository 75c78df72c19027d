-- customers/timeline.queries.ts
-- customers/timeline-sources.ts
-- points/merged-customers.read.ts
-- points/balances.read.ts
-- coupons/coupons.read.ts
-- pushes/reactions.read.ts
-- pushes/pushes.read.ts

with
  e as materialized (
    select
      'reservation'::text as kind,
      s.*
    from
      (
        select
          reservation.id,
          coalesce(
            reservation.reserved_date,
            least((reservation.created_at at time zone 'Asia/Tokyo')::date, reservation.check_in_date)
          ),
          account.name,
          reservation.original_reservation_code,
          reservation.reserved_price::bigint
        from
          stay_reservations reservation
          join accounts account on account.id = reservation.facility_account_id
        where
          reservation.account_id = $1
          and reservation.customer_id in (
            select
              own_customer.id
            from
              customers own_customer
            where
              own_customer.account_id = $2
              and (
                own_customer.id = $3
                or own_customer.merged_into = $4
              )
          )
          and reservation.active_status = 'active'
          and reservation.linked_to_id is null
          and true
      ) s (event_id, day, title, detail, amount)
    union all
    select
      'cancellation'::text as kind,
      s.*
    from
      (
        select
          reservation.id,
          reservation.cancel_date,
          account.name,
          reservation.original_reservation_code,
          null::bigint
        from
          stay_reservations reservation
          join accounts account on account.id = reservation.facility_account_id
        where
          reservation.account_id = $5
          and reservation.customer_id in (
            select
              own_customer.id
            from
              customers own_customer
            where
              own_customer.account_id = $6
              and (
                own_customer.id = $7
                or own_customer.merged_into = $8
              )
          )
          and reservation.active_status = 'active'
          and reservation.linked_to_id is null
          and true
          and reservation.cancel_date is not null
      ) s (event_id, day, title, detail, amount)
    union all
    select
      'stay'::text as kind,
      s.*
    from
      (
        select
          stay.id,
          stay.check_out_date,
          account.name,
          stay.transaction_code,
          stay.use_price::bigint
        from
          stay_transactions stay
          join accounts account on account.id = stay.facility_account_id
        where
          stay.account_id = $9
          and stay.customer_id in (
            select
              own_customer.id
            from
              customers own_customer
            where
              own_customer.account_id = $10
              and (
                own_customer.id = $11
                or own_customer.merged_into = $12
              )
          )
          and stay.reversed_at is null
          and true
      ) s (event_id, day, title, detail, amount)
    union all
    select
      'points_granted'::text as kind,
      s.*
    from
      (
        select
          point_grant.id,
          point_grant.grant_date,
          campaign.name,
          nullif(point_grant.remarks, ''),
          point_grant.grant_point::bigint
        from
          grant_points point_grant
          left join campaigns campaign on campaign.account_id = $13
          and campaign.id = point_grant.campaign_id
        where
          point_grant.account_id = $14
          and point_grant.customer_id in (
            select
              own_customer.id
            from
              customers own_customer
            where
              own_customer.account_id = $15
              and (
                own_customer.id = $16
                or own_customer.merged_into = $17
              )
          )
          and point_grant.grant_point >= 0
      ) s (event_id, day, title, detail, amount)
    union all
    select
      'points_taken'::text as kind,
      s.*
    from
      (
        select
          point_grant.id,
          case
            when point_grant.stay_transaction_id is null then point_grant.grant_date
            else (point_grant.created_at at time zone 'Asia/Tokyo')::date
          end,
          campaign.name,
          nullif(point_grant.remarks, ''),
          - point_grant.grant_point::bigint
        from
          grant_points point_grant
          left join campaigns campaign on campaign.account_id = $18
          and campaign.id = point_grant.campaign_id
        where
          point_grant.account_id = $19
          and point_grant.customer_id in (
            select
              own_customer.id
            from
              customers own_customer
            where
              own_customer.account_id = $20
              and (
                own_customer.id = $21
                or own_customer.merged_into = $22
              )
          )
          and point_grant.reverses_grant_point_id is not null
      ) s (event_id, day, title, detail, amount)
    union all
    select
      'points_deducted'::text as kind,
      s.*
    from
      (
        select
          point_grant.id,
          point_grant.grant_date,
          null::text,
          nullif(point_grant.remarks, ''),
          - point_grant.grant_point::bigint
        from
          grant_points point_grant
        where
          point_grant.account_id = $23
          and point_grant.customer_id in (
            select
              own_customer.id
            from
              customers own_customer
            where
              own_customer.account_id = $24
              and (
                own_customer.id = $25
                or own_customer.merged_into = $26
              )
          )
          and point_grant.grant_point < 0
          and point_grant.reverses_grant_point_id is null
      ) s (event_id, day, title, detail, amount)
    union all
    select
      'points_used'::text as kind,
      s.*
    from
      (
        select
          point_use.id,
          point_use.use_date,
          null::text,
          nullif(point_use.remarks, ''),
          point_use.use_point::bigint
        from
          use_point_cases point_use
        where
          point_use.account_id = $27
          and point_use.customer_id in (
            select
              own_customer.id
            from
              customers own_customer
            where
              own_customer.account_id = $28
              and (
                own_customer.id = $29
                or own_customer.merged_into = $30
              )
          )
      ) s (event_id, day, title, detail, amount)
    union all
    select
      'points_use_cancelled'::text as kind,
      s.*
    from
      (
        select
          point_use.id,
          point_use.cancel_date,
          null::text,
          nullif(point_use.cancel_remarks, ''),
          point_use.use_point::bigint
        from
          use_point_cases point_use
        where
          point_use.account_id = $31
          and point_use.customer_id in (
            select
              own_customer.id
            from
              customers own_customer
            where
              own_customer.account_id = $32
              and (
                own_customer.id = $33
                or own_customer.merged_into = $34
              )
          )
          and point_use.cancel_date is not null
      ) s (event_id, day, title, detail, amount)
    union all
    select
      'points_expired'::text as kind,
      s.*
    from
      (
        select
          d.id,
          d.happened_on,
          null::text,
          null::text,
          d.point::bigint
        from
          (
            select
              n.id,
              n.happened_on,
              least(
                n.net,
                sum(greatest(n.net, 0)) over (
                  w
                  order by
                    n.happened_on
                ) - sum(greatest(- n.net, 0)) over w
              ) as point
            from
              (
                select
                  adjustment.grant_point_id,
                  adjustment.happened_on,
                  max(adjustment.id) as id,
                  sum(
                    case adjustment.kind
                      when 'expired' then adjustment.point
                      else - adjustment.point
                    end
                  ) as net
                from
                  point_adjustments adjustment
                where
                  adjustment.account_id = $35
                  and adjustment.customer_id in (
                    select
                      own_customer.id
                    from
                      customers own_customer
                    where
                      own_customer.account_id = $36
                      and (
                        own_customer.id = $37
                        or own_customer.merged_into = $38
                      )
                  )
                  and adjustment.kind in ('expired', 'revived')
                group by
                  adjustment.grant_point_id,
                  adjustment.happened_on
              ) n
            window
              w as (
                partition by
                  n.grant_point_id
              )
          ) d
        where
          d.point > 0
        union all
        select
          - o.grant_point_id,
          o.expired_on,
          null,
          null,
          o.point
        from
          (
            select
              lot.account_id,
              lot.customer_id,
              lot.grant_point_id,
              lot.remaining as point,
              lot.expires_on + 1 as expired_on
            from
              point_lots lot
            where
              lot.remaining > 0
              and lot.expires_on < $39::date
          ) o
        where
          o.account_id = $40
          and o.customer_id in (
            select
              own_customer.id
            from
              customers own_customer
            where
              own_customer.account_id = $41
              and (
                own_customer.id = $42
                or own_customer.merged_into = $43
              )
          )
      ) s (event_id, day, title, detail, amount)
    union all
    select
      'coupon_got'::text as kind,
      s.*
    from
      (
        select
          q.id,
          q.acquire_date,
          coupon.name,
          nullif(q.remarks, ''),
          null::bigint
        from
          "acquire_coupons" q
          join coupons coupon on coupon.account_id = $44
          and coupon.id = q.coupon_id
        where
          q.account_id = $45
          and q.customer_id in (
            select
              own_customer.id
            from
              customers own_customer
            where
              own_customer.account_id = $46
              and (
                own_customer.id = $47
                or own_customer.merged_into = $48
              )
          )
      ) s (event_id, day, title, detail, amount)
    union all
    select
      'coupon_revoked'::text as kind,
      s.*
    from
      (
        select
          q.id,
          q.cancel_date,
          coupon.name,
          nullif(q.cancel_remarks, ''),
          null::bigint
        from
          "acquire_coupons" q
          join coupons coupon on coupon.account_id = $49
          and coupon.id = q.coupon_id
        where
          q.account_id = $50
          and q.customer_id in (
            select
              own_customer.id
            from
              customers own_customer
            where
              own_customer.account_id = $51
              and (
                own_customer.id = $52
                or own_customer.merged_into = $53
              )
          )
          and q.cancel_date is not null
      ) s (event_id, day, title, detail, amount)
    union all
    select
      'coupon_used'::text as kind,
      s.*
    from
      (
        select
          q.id,
          q.use_date,
          coupon.name,
          nullif(q.remarks, ''),
          q.discount::bigint
        from
          "use_coupon_cases" q
          join coupons coupon on coupon.account_id = $54
          and coupon.id = q.coupon_id
        where
          q.account_id = $55
          and q.id in (
            select
              coupon_use.id
            from
              use_coupon_cases coupon_use
            where
              coupon_use.account_id = $56
              and coupon_use.customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $57
                  and (
                    own_customer.id = $58
                    or own_customer.merged_into = $59
                  )
              )
            union all
            select
              coupon_use.id
            from
              stay_reservations reservation
              join use_coupon_cases coupon_use on coupon_use.account_id = reservation.account_id
              and coupon_use.stay_reservation_id = reservation.id
              and coupon_use.account_id = $60
              and coupon_use.customer_id is null
            where
              reservation.account_id = $61
              and reservation.customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $62
                  and (
                    own_customer.id = $63
                    or own_customer.merged_into = $64
                  )
              )
            union all
            select
              coupon_use.id
            from
              stay_reservations reservation
              join use_coupon_cases coupon_use on coupon_use.account_id = reservation.account_id
              and coupon_use.stay_reservation_id is null
              and coupon_use.facility_account_id = reservation.facility_account_id
              and coupon_use.reservation_code = reservation.original_reservation_code
              and coupon_use.account_id = $65
              and coupon_use.customer_id is null
            where
              reservation.account_id = $66
              and reservation.customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $67
                  and (
                    own_customer.id = $68
                    or own_customer.merged_into = $69
                  )
              )
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
          )
      ) s (event_id, day, title, detail, amount)
    union all
    select
      'coupon_use_cancelled'::text as kind,
      s.*
    from
      (
        select
          q.id,
          q.cancel_date,
          coupon.name,
          nullif(q.cancel_remarks, ''),
          q.discount::bigint
        from
          "use_coupon_cases" q
          join coupons coupon on coupon.account_id = $70
          and coupon.id = q.coupon_id
        where
          q.account_id = $71
          and q.id in (
            select
              coupon_use.id
            from
              use_coupon_cases coupon_use
            where
              coupon_use.account_id = $72
              and coupon_use.customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $73
                  and (
                    own_customer.id = $74
                    or own_customer.merged_into = $75
                  )
              )
            union all
            select
              coupon_use.id
            from
              stay_reservations reservation
              join use_coupon_cases coupon_use on coupon_use.account_id = reservation.account_id
              and coupon_use.stay_reservation_id = reservation.id
              and coupon_use.account_id = $76
              and coupon_use.customer_id is null
            where
              reservation.account_id = $77
              and reservation.customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $78
                  and (
                    own_customer.id = $79
                    or own_customer.merged_into = $80
                  )
              )
            union all
            select
              coupon_use.id
            from
              stay_reservations reservation
              join use_coupon_cases coupon_use on coupon_use.account_id = reservation.account_id
              and coupon_use.stay_reservation_id is null
              and coupon_use.facility_account_id = reservation.facility_account_id
              and coupon_use.reservation_code = reservation.original_reservation_code
              and coupon_use.account_id = $81
              and coupon_use.customer_id is null
            where
              reservation.account_id = $82
              and reservation.customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $83
                  and (
                    own_customer.id = $84
                    or own_customer.merged_into = $85
                  )
              )
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
          )
          and q.cancel_date is not null
      ) s (event_id, day, title, detail, amount)
    union all
    select
      'message_opened'::text as kind,
      s.*
    from
      (
        select
          m.push_action_id,
          (m.happened_at at time zone 'Asia/Tokyo')::date,
          campaign.name,
          m.channel,
          null::bigint
        from
          (
            select
              target.push_action_id,
              target.campaign_id,
              push.channel,
              target."opened_at" as happened_at
            from
              push_action_targets target
              join push_actions push on push.account_id = target.account_id
              and push.id = target.push_action_id
            where
              target.account_id = $86
              and target.customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $87
                  and (
                    own_customer.id = $88
                    or own_customer.merged_into = $89
                  )
              )
              and target."opened_at" is not null
          ) m
          left join campaigns campaign on campaign.account_id = $90
          and campaign.id = m.campaign_id
      ) s (event_id, day, title, detail, amount)
    union all
    select
      'message_clicked'::text as kind,
      s.*
    from
      (
        select
          m.push_action_id,
          (m.happened_at at time zone 'Asia/Tokyo')::date,
          campaign.name,
          m.channel,
          null::bigint
        from
          (
            select
              target.push_action_id,
              target.campaign_id,
              push.channel,
              target."clicked_at" as happened_at
            from
              push_action_targets target
              join push_actions push on push.account_id = target.account_id
              and push.id = target.push_action_id
            where
              target.account_id = $91
              and target.customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $92
                  and (
                    own_customer.id = $93
                    or own_customer.merged_into = $94
                  )
              )
              and target."clicked_at" is not null
          ) m
          left join campaigns campaign on campaign.account_id = $95
          and campaign.id = m.campaign_id
      ) s (event_id, day, title, detail, amount)
    union all
    select
      'message_unsubscribed'::text as kind,
      s.*
    from
      (
        select
          m.push_action_id,
          (m.happened_at at time zone 'Asia/Tokyo')::date,
          campaign.name,
          m.channel,
          null::bigint
        from
          (
            select
              target.push_action_id,
              target.campaign_id,
              push.channel,
              target."unsubscribed_at" as happened_at
            from
              push_action_targets target
              join push_actions push on push.account_id = target.account_id
              and push.id = target.push_action_id
            where
              target.account_id = $96
              and target.customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $97
                  and (
                    own_customer.id = $98
                    or own_customer.merged_into = $99
                  )
              )
              and target."unsubscribed_at" is not null
          ) m
          left join campaigns campaign on campaign.account_id = $100
          and campaign.id = m.campaign_id
      ) s (event_id, day, title, detail, amount)
    union all
    select
      'message_bounced'::text as kind,
      s.*
    from
      (
        select
          m.push_action_id,
          (m.happened_at at time zone 'Asia/Tokyo')::date,
          campaign.name,
          m.channel,
          null::bigint
        from
          (
            select
              target.push_action_id,
              target.campaign_id,
              push.channel,
              target."bounced_at" as happened_at
            from
              push_action_targets target
              join push_actions push on push.account_id = target.account_id
              and push.id = target.push_action_id
            where
              target.account_id = $101
              and target.customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $102
                  and (
                    own_customer.id = $103
                    or own_customer.merged_into = $104
                  )
              )
              and target."bounced_at" is not null
          ) m
          left join campaigns campaign on campaign.account_id = $105
          and campaign.id = m.campaign_id
      ) s (event_id, day, title, detail, amount)
    union all
    select
      'message_complained'::text as kind,
      s.*
    from
      (
        select
          m.push_action_id,
          (m.happened_at at time zone 'Asia/Tokyo')::date,
          campaign.name,
          m.channel,
          null::bigint
        from
          (
            select
              target.push_action_id,
              target.campaign_id,
              push.channel,
              target."complained_at" as happened_at
            from
              push_action_targets target
              join push_actions push on push.account_id = target.account_id
              and push.id = target.push_action_id
            where
              target.account_id = $106
              and target.customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $107
                  and (
                    own_customer.id = $108
                    or own_customer.merged_into = $109
                  )
              )
              and target."complained_at" is not null
          ) m
          left join campaigns campaign on campaign.account_id = $110
          and campaign.id = m.campaign_id
      ) s (event_id, day, title, detail, amount)
    union all
    select
      'message'::text as kind,
      s.*
    from
      (
        select
          m.push_action_id,
          (m.sent_at at time zone 'Asia/Tokyo')::date,
          campaign.name,
          m.channel,
          null::bigint
        from
          (
            select
              target.account_id,
              target.customer_id,
              target.push_action_id,
              target.campaign_id,
              push.channel,
              target.sent_at,
              target.opened_at,
              target.clicked_at
            from
              push_action_targets target
              join push_actions push on push.account_id = target.account_id
              and push.id = target.push_action_id
            where
              target.account_id = $111
              and target.customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $112
                  and (
                    own_customer.id = $113
                    or own_customer.merged_into = $114
                  )
              )
              and target.sent_at is not null
          ) m
          left join campaigns campaign on campaign.account_id = $115
          and campaign.id = m.campaign_id
        where
          m.channel in ('mail', 'line')
      ) s (event_id, day, title, detail, amount)
    union all
    select
      'consent'::text as kind,
      s.*
    from
      (
        select
          consent.id,
          (consent.happened_at at time zone 'Asia/Tokyo')::date,
          consent.channel,
          consent.state,
          null::bigint
        from
          customer_consents consent
        where
          consent.account_id = $116
          and consent.customer_id in (
            select
              own_customer.id
            from
              customers own_customer
            where
              own_customer.account_id = $117
              and (
                own_customer.id = $118
                or own_customer.merged_into = $119
              )
          )
      ) s (event_id, day, title, detail, amount)
    union all
    select
      'rank'::text as kind,
      s.*
    from
      (
        select
          rank_history.id,
          rank_history.changed_on,
          tier.name,
          previous_tier.name,
          null::bigint
        from
          customer_rank_histories rank_history
          left join rank_details tier on tier.account_id = $120
          and tier.id = rank_history.rank_detail_id
          left join rank_details previous_tier on previous_tier.account_id = $121
          and previous_tier.id = rank_history.previous_rank_detail_id
        where
          rank_history.account_id = $122
          and rank_history.customer_id in (
            select
              own_customer.id
            from
              customers own_customer
            where
              own_customer.account_id = $123
              and (
                own_customer.id = $124
                or own_customer.merged_into = $125
              )
          )
          and rank_history.rank_type = 'auto'
      ) s (event_id, day, title, detail, amount)
    union all
    select
      'rank_given'::text as kind,
      s.*
    from
      (
        select
          rank_history.id,
          rank_history.changed_on,
          tier.name,
          nullif(rank_history.remarks, ''),
          null::bigint
        from
          customer_rank_histories rank_history
          left join rank_details tier on tier.account_id = $126
          and tier.id = rank_history.rank_detail_id
          left join rank_details previous_tier on previous_tier.account_id = $127
          and previous_tier.id = rank_history.previous_rank_detail_id
        where
          rank_history.account_id = $128
          and rank_history.customer_id in (
            select
              own_customer.id
            from
              customers own_customer
            where
              own_customer.account_id = $129
              and (
                own_customer.id = $130
                or own_customer.merged_into = $131
              )
          )
          and rank_history.rank_type = 'manual'
          and rank_history.cause = 'manual'
      ) s (event_id, day, title, detail, amount)
    union all
    select
      'rank_given_over'::text as kind,
      s.*
    from
      (
        select
          rank_history.id,
          rank_history.changed_on,
          tier.name,
          nullif(rank_history.remarks, ''),
          null::bigint
        from
          customer_rank_histories rank_history
          left join rank_details tier on tier.account_id = $132
          and tier.id = rank_history.rank_detail_id
          left join rank_details previous_tier on previous_tier.account_id = $133
          and previous_tier.id = rank_history.previous_rank_detail_id
        where
          rank_history.account_id = $134
          and rank_history.customer_id in (
            select
              own_customer.id
            from
              customers own_customer
            where
              own_customer.account_id = $135
              and (
                own_customer.id = $136
                or own_customer.merged_into = $137
              )
          )
          and rank_history.rank_type = 'manual'
          and rank_history.cause <> 'manual'
      ) s (event_id, day, title, detail, amount)
    union all
    select
      'note'::text as kind,
      s.*
    from
      (
        select
          note.id,
          (note.created_at at time zone 'Asia/Tokyo')::date,
          person.name,
          note.body,
          null::bigint
        from
          customer_notes note
          left join users person on person.id = note.created_by
        where
          note.account_id = $138
          and note.customer_id in (
            select
              own_customer.id
            from
              customers own_customer
            where
              own_customer.account_id = $139
              and (
                own_customer.id = $140
                or own_customer.merged_into = $141
              )
          )
          and note.active_status = 'active'
      ) s (event_id, day, title, detail, amount)
    union all
    select
      'edit'::text as kind,
      s.*
    from
      (
        select
          audit_log.id,
          (audit_log.at at time zone 'Asia/Tokyo')::date,
          person.name,
          audit_log.action,
          null::bigint
        from
          audit_logs audit_log
          left join users person on person.id = audit_log.actor_user_id
        where
          audit_log.account_id = $142
          and audit_log.entity = 'customers'
          and audit_log.entity_id = $143
          and audit_log.action in ('create', 'update')
      ) s (event_id, day, title, detail, amount)
  )
select
  (
    select
      count(*)::int
    from
      e
  ) as total,
  coalesce(
    (
      select
        json_agg(p)
      from
        (
          select
            kind || '-' || event_id as key,
            kind,
            day::text as day,
            title,
            detail,
            amount
          from
            e
          order by
            day desc,
            array_position($144::text[], kind) desc,
            event_id desc
          limit
            $145
          offset
            $146
        ) p
    ),
    '[]'
  ) as rows
