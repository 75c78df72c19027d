-- campaigns/audience/read-segments.ts
-- campaigns/schedule/timing.ts
-- campaigns/actions/each-kind.ts
-- campaigns/actions/point/write-point.ts
-- coupons/coupons.read.ts
-- campaigns/actions/mail/write-mail.ts
-- messaging/mail-blocks.ts

select
  segment.id,
  "segment"."priority_seq",
  "segment"."name",
  "segment"."target",
  "segment"."benefits_to_reached",
  segment.lua_script,
  segment.target_count,
  coalesce(
    (
      select
        json_agg(
          jsonb_build_object(
            'id',
            action.id,
            'seq',
            action.seq,
            'type',
            action.type,
            'schedule',
            (
              select
                json_build_object(
                  'minute',
                  "schedule"."minute",
                  'hour',
                  "schedule"."hour",
                  'day_of_month',
                  "schedule"."day_of_month",
                  'month',
                  "schedule"."month",
                  'day_of_week',
                  "schedule"."day_of_week",
                  'year',
                  "schedule"."year"
                )
              from
                schedules schedule
              where
                schedule.account_id = action.account_id
                and schedule.campaign_action_id = action.id
            ),
            'schedule_once',
            (
              select
                json_build_object('once_per', "schedule"."once_per", 'once_days', "schedule"."once_days")
              from
                schedules schedule
              where
                schedule.account_id = action.account_id
                and schedule.campaign_action_id = action.id
                and schedule.once_per is not null
            ),
            'trigger',
            (
              select
                json_build_object(
                  'base',
                  trigger.base,
                  'offset_days',
                  trigger.offset_days,
                  'time',
                  left(trigger."time"::text, 5),
                  'once_per',
                  trigger.once_per,
                  'once_days',
                  trigger.once_days
                )
              from
                triggers trigger
              where
                trigger.account_id = action.account_id
                and trigger.campaign_action_id = action.id
            ),
            action.type,
            case action.type
              when $1 then to_jsonb(
                (
                  select
                    json_build_object(
                      'grant_type',
                      "point"."grant_type",
                      'grant_absolute',
                      "point"."grant_absolute",
                      'grant_rate',
                      "point"."grant_rate",
                      'grant_condition',
                      "point"."grant_condition",
                      'plan_code',
                      "point"."plan_code",
                      'expiration_type',
                      "point"."expiration_type",
                      'expiration_days_from_grant',
                      "point"."expiration_days_from_grant",
                      'expiration_days_from_last_stay',
                      "point"."expiration_days_from_last_stay",
                      'expiration_date',
                      "point"."expiration_date"
                    )
                  from
                    points point
                  where
                    point.account_id = action.account_id
                    and point.campaign_action_id = action.id
                )
              )
              when $2 then to_jsonb(
                (
                  select
                    json_build_object(
                      'name',
                      "coupon"."name",
                      'description',
                      "coupon"."description",
                      'type',
                      "coupon"."type",
                      'taken_by_guest',
                      "coupon"."taken_by_guest",
                      'code',
                      "coupon"."code",
                      'acquire_amount_limit',
                      "coupon"."acquire_amount_limit",
                      'use_amount_limit',
                      "coupon"."use_amount_limit",
                      'use_times_limit',
                      "coupon"."use_times_limit",
                      'use_quantity_limit',
                      "coupon"."use_quantity_limit",
                      'reservation_end_date',
                      "coupon"."reservation_end_date",
                      'available_months',
                      "coupon"."available_months",
                      'stay_start_date',
                      "coupon"."stay_start_date",
                      'stay_end_date',
                      "coupon"."stay_end_date",
                      'valid_days_from_acquire',
                      "coupon"."valid_days_from_acquire",
                      'valid_months_from_acquire',
                      "coupon"."valid_months_from_acquire",
                      'without_end',
                      "coupon"."without_end",
                      'day_of_week',
                      "coupon"."day_of_week",
                      'unavailable_period',
                      "coupon"."unavailable_period",
                      'use_condition',
                      "coupon"."use_condition",
                      'plan_code',
                      "coupon"."plan_code",
                      'includes_free',
                      "coupon"."includes_free",
                      'can_use_together',
                      "coupon"."can_use_together",
                      'discount_type',
                      "coupon"."discount_type",
                      'absolute_type',
                      "coupon"."absolute_type",
                      'rate_type',
                      "coupon"."rate_type",
                      'discount_absolute',
                      "coupon"."discount_absolute",
                      'discount_rate',
                      "coupon"."discount_rate",
                      'discount_limit',
                      "coupon"."discount_limit",
                      'cancellation_includes_discount',
                      "coupon"."cancellation_includes_discount",
                      'variant',
                      "coupon"."variant",
                      'share',
                      "coupon"."share"
                    )
                  from
                    coupons coupon
                  where
                    coupon.account_id = action.account_id
                    and coupon.campaign_action_id = action.id
                    and coupon.active_status = 'active'
                  order by
                    coupon.variant
                  limit
                    1
                )
              )
              when $3 then to_jsonb(
                (
                  select
                    json_build_object(
                      'title',
                      "mail"."title",
                      'preheader',
                      "mail"."preheader",
                      'body',
                      "mail"."body",
                      'signature',
                      "mail"."signature",
                      'from_address',
                      "mail"."from_address",
                      'mail_template_id',
                      "mail"."mail_template_id",
                      'language',
                      "mail"."language",
                      'variant',
                      "mail"."variant",
                      'share',
                      "mail"."share"
                    )::jsonb || jsonb_build_object(
                      'blocks',
                      coalesce(
                        (
                          select
                            jsonb_agg(
                              jsonb_build_object(
                                'seq',
                                mail_block.seq,
                                'kind',
                                mail_block.kind,
                                'text',
                                mail_block.text,
                                'label',
                                mail_block.label,
                                'url',
                                mail_block.url,
                                'image',
                                mail_block.image_hash,
                                'alt',
                                mail_block.alt,
                                'target',
                                mail_block.target
                              )
                              order by
                                mail_block.seq
                            )
                          from
                            mail_blocks mail_block
                          where
                            mail_block.account_id = "mail"."account_id"
                            and "mail_block"."mail_id" = "mail"."id"
                        ),
                        '[]'
                      )
                    )
                  from
                    mails mail
                  where
                    mail.account_id = action.account_id
                    and mail.campaign_action_id = action.id
                    and mail.active_status = 'active'
                    and mail.seq = 1
                )
              )
            end
          ) || case action.type
            when $4 then jsonb_build_object()
            when $5 then jsonb_build_object(
              'other_coupons',
              coalesce(
                (
                  select
                    jsonb_agg(
                      o.terms
                      order by
                        o.variant
                    )
                  from
                    (
                      select
                        json_build_object(
                          'name',
                          "coupon"."name",
                          'description',
                          "coupon"."description",
                          'type',
                          "coupon"."type",
                          'taken_by_guest',
                          "coupon"."taken_by_guest",
                          'code',
                          "coupon"."code",
                          'acquire_amount_limit',
                          "coupon"."acquire_amount_limit",
                          'use_amount_limit',
                          "coupon"."use_amount_limit",
                          'use_times_limit',
                          "coupon"."use_times_limit",
                          'use_quantity_limit',
                          "coupon"."use_quantity_limit",
                          'reservation_end_date',
                          "coupon"."reservation_end_date",
                          'available_months',
                          "coupon"."available_months",
                          'stay_start_date',
                          "coupon"."stay_start_date",
                          'stay_end_date',
                          "coupon"."stay_end_date",
                          'valid_days_from_acquire',
                          "coupon"."valid_days_from_acquire",
                          'valid_months_from_acquire',
                          "coupon"."valid_months_from_acquire",
                          'without_end',
                          "coupon"."without_end",
                          'day_of_week',
                          "coupon"."day_of_week",
                          'unavailable_period',
                          "coupon"."unavailable_period",
                          'use_condition',
                          "coupon"."use_condition",
                          'plan_code',
                          "coupon"."plan_code",
                          'includes_free',
                          "coupon"."includes_free",
                          'can_use_together',
                          "coupon"."can_use_together",
                          'discount_type',
                          "coupon"."discount_type",
                          'absolute_type',
                          "coupon"."absolute_type",
                          'rate_type',
                          "coupon"."rate_type",
                          'discount_absolute',
                          "coupon"."discount_absolute",
                          'discount_rate',
                          "coupon"."discount_rate",
                          'discount_limit',
                          "coupon"."discount_limit",
                          'cancellation_includes_discount',
                          "coupon"."cancellation_includes_discount",
                          'variant',
                          "coupon"."variant",
                          'share',
                          "coupon"."share"
                        ) as terms,
                        coupon.variant
                      from
                        coupons coupon
                      where
                        coupon.account_id = action.account_id
                        and coupon.campaign_action_id = action.id
                        and coupon.active_status = 'active'
                      order by
                        coupon.variant
                      offset
                        1
                    ) o
                ),
                '[]'
              )
            )
            when $6 then jsonb_build_object(
              'other_mails',
              coalesce(
                (
                  select
                    jsonb_agg(
                      json_build_object(
                        'title',
                        "mail"."title",
                        'preheader',
                        "mail"."preheader",
                        'body',
                        "mail"."body",
                        'signature',
                        "mail"."signature",
                        'from_address',
                        "mail"."from_address",
                        'mail_template_id',
                        "mail"."mail_template_id",
                        'language',
                        "mail"."language",
                        'variant',
                        "mail"."variant",
                        'share',
                        "mail"."share"
                      )::jsonb || jsonb_build_object(
                        'blocks',
                        coalesce(
                          (
                            select
                              jsonb_agg(
                                jsonb_build_object(
                                  'seq',
                                  mail_block.seq,
                                  'kind',
                                  mail_block.kind,
                                  'text',
                                  mail_block.text,
                                  'label',
                                  mail_block.label,
                                  'url',
                                  mail_block.url,
                                  'image',
                                  mail_block.image_hash,
                                  'alt',
                                  mail_block.alt,
                                  'target',
                                  mail_block.target
                                )
                                order by
                                  mail_block.seq
                              )
                            from
                              mail_blocks mail_block
                            where
                              mail_block.account_id = "mail"."account_id"
                              and "mail_block"."mail_id" = "mail"."id"
                          ),
                          '[]'
                        )
                      )
                      order by
                        mail.seq
                    )
                  from
                    mails mail
                  where
                    mail.account_id = action.account_id
                    and mail.campaign_action_id = action.id
                    and mail.active_status = 'active'
                    and mail.seq > 1
                ),
                '[]'
              )
            )
          end
          order by
            action.seq
        )
      from
        campaign_actions action
      where
        action.account_id = segment.account_id
        and action.campaign_segment_id = segment.id
        and action.active_status = 'active'
        and action.type = any ($7::text[])
    ),
    '[]'
  ) as actions
from
  campaign_segments segment
where
  segment.account_id = $8
  and segment.campaign_id = $9
  and segment.active_status = 'active'
order by
  segment.priority_seq
