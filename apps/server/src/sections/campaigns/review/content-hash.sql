-- campaigns/review/content-hash.ts
-- messaging/mail-sender.read.ts
-- campaigns/schedule/timing.ts
-- campaigns/actions/each-kind.ts
-- campaigns/actions/point/write-point.ts
-- campaigns/actions/approval-fingerprint.ts
-- campaigns/actions/coupon/coupon-action.ts
-- coupons/coupons.read.ts
-- campaigns/actions/mail/write-mail.ts
-- messaging/mail-blocks.ts

select
  sha256(
    convert_to(
      (
        jsonb_build_array(
          campaign.name,
          (
            select
              jsonb_build_array(
                account.name,
                setting.display_name,
                setting.mail_from_name,
                setting.mail_from_confirmed,
                setting.legal_sender_name,
                setting.legal_sender_address,
                setting.legal_sender_tel,
                setting.mail_signature
              )
            from
              accounts account
              left join account_settings setting on setting.account_id = account.id
            where
              account.id = $1
          ),
          (
            select
              jsonb_agg(
                jsonb_build_array(
                  segment.id,
                  segment.priority_seq,
                  segment.target,
                  segment.lua_script,
                  action.id,
                  action.seq,
                  action.type
                ) || case
                  when segment.benefits_to_reached then '["benefits_to_reached"]'::jsonb
                  else '[]'
                end || coalesce(
                  (
                    select
                      jsonb_build_array(
                        'schedule',
                        "schedule"."minute",
                        "schedule"."hour",
                        "schedule"."day_of_month",
                        "schedule"."month",
                        "schedule"."day_of_week",
                        "schedule"."year",
                        "schedule"."once_per",
                        "schedule"."once_days"
                      )
                    from
                      schedules schedule
                    where
                      schedule.account_id = action.account_id
                      and schedule.campaign_action_id = action.id
                  ),
                  (
                    select
                      jsonb_build_array(
                        'trigger',
                        "trigger"."base",
                        "trigger"."offset_days",
                        "trigger"."time",
                        "trigger"."once_per",
                        "trigger"."once_days"
                      )
                    from
                      triggers trigger
                    where
                      trigger.account_id = action.account_id
                      and trigger.campaign_action_id = action.id
                  ),
                  '[]'
                ) || case action.type
                  when $2 then jsonb_build_array(
                    (
                      select
                        to_jsonb(point) - array['id', 'created_by', 'created_at', 'updated_by', 'updated_at']
                      from
                        points point
                      where
                        point.account_id = action.account_id
                        and point.campaign_action_id = action.id
                    ),
                    null,
                    null
                  )
                  when $3 then (
                    select
                      jsonb_build_array(
                        null,
                        (
                          c.terms - array[
                            'valid_days_from_acquire',
                            'valid_months_from_acquire',
                            'without_end',
                            'taken_by_guest',
                            'variant',
                            'share'
                          ]
                        ) || jsonb_strip_nulls(
                          jsonb_build_object(
                            'valid_days_from_acquire',
                            c.terms -> 'valid_days_from_acquire',
                            'valid_months_from_acquire',
                            c.terms -> 'valid_months_from_acquire',
                            'taken_by_guest',
                            nullif(c.terms -> 'taken_by_guest', 'false'),
                            'variant',
                            nullif(c.terms -> 'variant', '"A"'),
                            'share',
                            c.terms -> 'share'
                          )
                        ),
                        null
                      )
                    from
                      (
                        select
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
                          )::jsonb as terms
                      ) c
                  ) || coalesce(
                    (
                      select
                        jsonb_agg(
                          (
                            o.terms - array[
                              'valid_days_from_acquire',
                              'valid_months_from_acquire',
                              'without_end',
                              'taken_by_guest',
                              'variant',
                              'share'
                            ]
                          ) || jsonb_strip_nulls(
                            jsonb_build_object(
                              'valid_days_from_acquire',
                              o.terms -> 'valid_days_from_acquire',
                              'valid_months_from_acquire',
                              o.terms -> 'valid_months_from_acquire',
                              'taken_by_guest',
                              nullif(o.terms -> 'taken_by_guest', 'false'),
                              'variant',
                              nullif(o.terms -> 'variant', '"A"'),
                              'share',
                              o.terms -> 'share'
                            )
                          )
                          order by
                            o.terms ->> 'variant'
                        )
                      from
                        jsonb_array_elements(
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
                        ) o (terms)
                    ),
                    '[]'
                  )
                  when $4 then jsonb_build_array(
                    null,
                    null,
                    (
                      select
                        to_jsonb(mail) - array['id', 'created_by', 'created_at', 'updated_by', 'updated_at'] - array['preheader', 'language', 'seq', 'variant', 'share']
                      from
                        mails mail
                      where
                        mail.account_id = action.account_id
                        and mail.campaign_action_id = action.id
                        and mail.active_status = 'active'
                        and mail.seq = 1
                    )
                  ) || coalesce(
                    (
                      select
                        jsonb_agg(
                          case
                            when mail.seq = 1 then nullif(
                              case
                                when mail.variant = 'A'
                                and mail.share is null then jsonb_build_array(
                                  mail.preheader,
                                  mail.language,
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
                                else jsonb_build_array(
                                  mail.preheader,
                                  mail.language,
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
                                ) || jsonb_build_array(mail.variant, mail.share)
                              end,
                              '["", "ja", []]'
                            )
                            else jsonb_build_array(
                              to_jsonb(mail) - array['id', 'created_by', 'created_at', 'updated_by', 'updated_at'] - array['preheader', 'language', 'seq', 'variant', 'share'],
                              nullif(
                                case
                                  when mail.variant = 'A'
                                  and mail.share is null then jsonb_build_array(
                                    mail.preheader,
                                    mail.language,
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
                                  else jsonb_build_array(
                                    mail.preheader,
                                    mail.language,
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
                                  ) || jsonb_build_array(mail.variant, mail.share)
                                end,
                                '["", "ja", []]'
                              )
                            )
                          end
                          order by
                            mail.seq
                        )
                      from
                        mails mail
                      where
                        mail.account_id = action.account_id
                        and mail.campaign_action_id = action.id
                        and mail.active_status = 'active'
                        and (
                          mail.seq > 1
                          or nullif(
                            case
                              when mail.variant = 'A'
                              and mail.share is null then jsonb_build_array(
                                mail.preheader,
                                mail.language,
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
                              else jsonb_build_array(
                                mail.preheader,
                                mail.language,
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
                              ) || jsonb_build_array(mail.variant, mail.share)
                            end,
                            '["", "ja", []]'
                          ) is not null
                        )
                    ),
                    '[]'
                  )
                end
                order by
                  segment.id,
                  action.id
              )
            from
              campaign_segments segment
              join campaign_actions action on action.account_id = segment.account_id
              and action.campaign_segment_id = segment.id
              and action.active_status = 'active'
            where
              segment.account_id = campaign.account_id
              and segment.campaign_id = campaign.id
              and segment.active_status = 'active'
          )
        ) || case
          when campaign.purpose <> $5
          or campaign.control_rate <> $6 then jsonb_build_array(campaign.purpose, campaign.control_rate)
          else '[]'
        end
      )::text,
      'UTF8'
    )
  ) as hash
from
  campaigns campaign
where
  campaign.account_id = $7
  and campaign.id = $8
