-- customers/customer-data.queries.ts
-- points/merged-customers.read.ts
-- rfms/rfms.read.ts
-- coupons/coupons.read.ts
-- pushes/pushes.read.ts

select
  json_build_object(
    '基本情報',
    (
      select
        json_build_object(
          '顧客ID',
          customer.id,
          '会員番号',
          customer.member_number,
          '氏名',
          customer.name,
          '氏名(カナ)',
          customer.name_kana,
          '性別',
          case "customer"."gender"
            when $1 then $2
            when $3 then $4
            when $5 then $6
          end,
          '生年月日',
          customer.birthday,
          'メール',
          customer.email,
          '電話',
          coalesce(customer.tel_national, customer.tel),
          '郵便番号',
          customer.postcode,
          '住所',
          customer.address,
          '国籍',
          customer.nationality,
          '言語',
          case "customer"."language"
            when $7 then $8
            when $9 then $10
          end,
          'LINE',
          case "customer"."line_follow_state"
            when $11 then $12
            when $13 then $14
            when $15 then $16
          end,
          '備考',
          customer.notes,
          '登録日時',
          to_char(customer.created_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD HH24:MI'),
          '更新日時',
          to_char(customer.updated_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD HH24:MI')
        )
      from
        customers customer
      where
        customer.account_id = $17
        and customer.id = $18
    ),
    '受け取ったままの表記',
    (
      select
        json_strip_nulls(
          json_build_object(
            '氏名',
            customer.name_typed,
            '氏名(カナ)',
            customer.name_kana_typed,
            'メール',
            customer.email_typed,
            '電話',
            customer.tel_typed,
            '郵便番号',
            customer.postcode_typed,
            '住所',
            customer.address_typed
          )
        )
      from
        customers customer
      where
        customer.account_id = $19
        and customer.id = $20
    ),
    '名寄せに使う連絡先',
    coalesce(
      (
        select
          json_agg(x)
        from
          (
            select distinct
              case "customer_key"."kind"
                when $21 then $22
                when $23 then $24
                when $25 then $26
              end as "種類",
              customer_key.value as "値"
            from
              customer_keys customer_key
            where
              customer_key.account_id = $27
              and customer_key.customer_id in (
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
            order by
              1,
              2
          ) x
      ),
      '[]'
    ),
    'RFM',
    coalesce(
      (
        select
          json_agg(x)
        from
          (
            select
              customer_rfm.scored_on as "評価した日",
              customer_rfm.recency_score as "R",
              customer_rfm.frequency_score as "F",
              customer_rfm.monetary_score as "M",
              rfm_group.name as "グループ"
            from
              customer_rfms customer_rfm
              left join rfm_groups rfm_group on rfm_group.account_id = $31
              and rfm_group.id = customer_rfm.rfm_group_id
            where
              customer_rfm.account_id = $32
              and customer_rfm.customer_id = $33
              and customer_rfm.rfm_id = (
                select
                  rfm.id
                from
                  rfms rfm
                where
                  rfm.account_id = $34
                  and (
                    rfm.group_id is null
                    and rfm.active_status = 'active'
                  )
              )
              and customer_rfm.active_status = 'active'
          ) x
      ),
      '[]'
    ),
    '顧客区分',
    coalesce(
      (
        select
          json_agg(x)
        from
          (
            select
              account_customer_type.name as "名称"
            from
              customer_types customer_type
              join account_customer_types account_customer_type on account_customer_type.account_id = $35
              and account_customer_type.id = customer_type.account_customer_type_id
            where
              customer_type.account_id = $36
              and customer_type.customer_id = $37
            order by
              account_customer_type.sort_order
          ) x
      ),
      '[]'
    ),
    '予約',
    coalesce(
      (
        select
          json_agg(x)
        from
          (
            select
              account.name as "施設",
              reservation.original_reservation_code as "予約番号",
              reservation.reserved_date as "予約日",
              reservation.check_in_date as "到着日",
              reservation.check_out_date as "出発日",
              reservation.cancel_date as "キャンセル日",
              reservation.reserved_price as "予約金額"
            from
              stay_reservations reservation
              join accounts account on account.id = reservation.facility_account_id
            where
              reservation.account_id = $38
              and reservation.customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $39
                  and (
                    own_customer.id = $40
                    or own_customer.merged_into = $41
                  )
              )
              and true
            order by
              reservation.check_in_date
          ) x
      ),
      '[]'
    ),
    '宿泊',
    coalesce(
      (
        select
          json_agg(x)
        from
          (
            select
              account.name as "施設",
              stay.transaction_code as "伝票番号",
              stay.check_in_date as "到着日",
              stay.check_out_date as "出発日",
              stay.use_price as "利用金額",
              stay.payment_price as "支払金額",
              to_char(stay.reversed_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD HH24:MI') as "取消日時"
            from
              stay_transactions stay
              join accounts account on account.id = stay.facility_account_id
            where
              stay.account_id = $42
              and stay.customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $43
                  and (
                    own_customer.id = $44
                    or own_customer.merged_into = $45
                  )
              )
              and true
            order by
              stay.check_in_date
          ) x
      ),
      '[]'
    ),
    'ポイント付与',
    coalesce(
      (
        select
          json_agg(x)
        from
          (
            select
              point_grant.grant_date as "付与日",
              point_grant.grant_point as "ポイント",
              point_grant.expiration_date as "有効期限",
              point_grant.remarks as "備考"
            from
              grant_points point_grant
            where
              point_grant.account_id = $46
              and point_grant.customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $47
                  and (
                    own_customer.id = $48
                    or own_customer.merged_into = $49
                  )
              )
            order by
              point_grant.id
          ) x
      ),
      '[]'
    ),
    'ポイント付与の申請',
    coalesce(
      (
        select
          json_agg(x)
        from
          (
            select
              to_char(request.requested_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD HH24:MI') as "申請日時",
              request.grant_point as "ポイント",
              request.expiration_date as "有効期限",
              request.remarks as "備考",
              case "request"."state"
                when $50 then $51
                when $52 then $53
                when $54 then $55
                when $56 then $57
              end as "状態",
              to_char(request.decided_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD HH24:MI') as "決定日時",
              nullif(request.decision_remarks, '') as "決定の理由"
            from
              point_grant_requests request
            where
              request.account_id = $58
              and request.customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $59
                  and (
                    own_customer.id = $60
                    or own_customer.merged_into = $61
                  )
              )
            order by
              request.id
          ) x
      ),
      '[]'
    ),
    'ポイント利用',
    coalesce(
      (
        select
          json_agg(x)
        from
          (
            select
              point_use.use_date as "利用日",
              point_use.use_point as "ポイント",
              point_use.cancel_date as "取消日",
              point_use.remarks as "備考",
              nullif(point_use.cancel_remarks, '') as "取消の理由"
            from
              use_point_cases point_use
            where
              point_use.account_id = $62
              and point_use.customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $63
                  and (
                    own_customer.id = $64
                    or own_customer.merged_into = $65
                  )
              )
            order by
              point_use.id
          ) x
      ),
      '[]'
    ),
    'クーポン獲得',
    coalesce(
      (
        select
          json_agg(x)
        from
          (
            select
              acquired.acquire_date as "獲得日",
              coupon.name as "クーポン",
              acquired.valid_until as "最後の宿泊日",
              acquired.cancel_date as "取消日",
              nullif(acquired.cancel_remarks, '') as "取消の理由",
              (
                select
                  coupon_code.code
                from
                  coupon_codes coupon_code
                where
                  coupon_code.account_id = acquired.account_id
                  and coupon_code.acquire_coupon_id = acquired.id
              ) as "コード"
            from
              acquire_coupons acquired
              join coupons coupon on coupon.account_id = $66
              and coupon.id = acquired.coupon_id
            where
              acquired.account_id = $67
              and acquired.customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $68
                  and (
                    own_customer.id = $69
                    or own_customer.merged_into = $70
                  )
              )
            order by
              acquired.id
          ) x
      ),
      '[]'
    ),
    'クーポン利用',
    coalesce(
      (
        select
          json_agg(x)
        from
          (
            select
              coupon_use.use_date as "利用日",
              coupon.name as "クーポン",
              coupon_use.discount as "割引額",
              coupon_use.cancel_date as "取消日",
              nullif(coupon_use.cancel_remarks, '') as "取消の理由"
            from
              use_coupon_cases coupon_use
              join coupons coupon on coupon.account_id = $71
              and coupon.id = coupon_use.coupon_id
            where
              coupon_use.account_id = $72
              and coupon_use.id in (
                select
                  coupon_use.id
                from
                  use_coupon_cases coupon_use
                where
                  coupon_use.account_id = $73
                  and coupon_use.customer_id in (
                    select
                      own_customer.id
                    from
                      customers own_customer
                    where
                      own_customer.account_id = $74
                      and (
                        own_customer.id = $75
                        or own_customer.merged_into = $76
                      )
                  )
                union all
                select
                  coupon_use.id
                from
                  stay_reservations reservation
                  join use_coupon_cases coupon_use on coupon_use.account_id = reservation.account_id
                  and coupon_use.stay_reservation_id = reservation.id
                  and coupon_use.account_id = $77
                  and coupon_use.customer_id is null
                where
                  reservation.account_id = $78
                  and reservation.customer_id in (
                    select
                      own_customer.id
                    from
                      customers own_customer
                    where
                      own_customer.account_id = $79
                      and (
                        own_customer.id = $80
                        or own_customer.merged_into = $81
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
                  and coupon_use.account_id = $82
                  and coupon_use.customer_id is null
                where
                  reservation.account_id = $83
                  and reservation.customer_id in (
                    select
                      own_customer.id
                    from
                      customers own_customer
                    where
                      own_customer.account_id = $84
                      and (
                        own_customer.id = $85
                        or own_customer.merged_into = $86
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
            order by
              coupon_use.id
          ) x
      ),
      '[]'
    ),
    'ランク',
    coalesce(
      (
        select
          json_agg(x)
        from
          (
            select
              rank_history.changed_on as "日付",
              tier.name as "ランク",
              rank_history.expiration_date as "期限",
              case rank_history.rank_type
                when 'manual' then '手動'
                else '自動'
              end as "付けかた",
              nullif(rank_history.remarks, '') as "理由"
            from
              customer_rank_histories rank_history
              left join rank_details tier on tier.account_id = $87
              and tier.id = rank_history.rank_detail_id
            where
              rank_history.account_id = $88
              and rank_history.customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $89
                  and (
                    own_customer.id = $90
                    or own_customer.merged_into = $91
                  )
              )
            order by
              rank_history.id
          ) x
      ),
      '[]'
    ),
    '配信',
    coalesce(
      (
        select
          json_agg(x)
        from
          (
            select
              to_char(m.sent_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD HH24:MI') as "日時",
              case "m"."channel"
                when $92 then $93
                when $94 then $95
                when $96 then $97
                when $98 then $99
                when $100 then $101
              end as "手段",
              campaign.name as "キャンペーン",
              to_char(m.opened_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD HH24:MI') as "開封日時",
              to_char(m.clicked_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD HH24:MI') as "クリック日時",
              (
                select
                  json_object_agg(
                    case "f"."key"
                      when $102 then $103
                      when $104 then $105
                      when $106 then $107
                      when $108 then $109
                      when $110 then $111
                      when $112 then $113
                      when $114 then $115
                      when $116 then $117
                      when $118 then $119
                      when $120 then $121
                      when $122 then $123
                      when $124 then $125
                      when $126 then $127
                      when $128 then $129
                      when $130 then $131
                      when $132 then $133
                      when $134 then $135
                      when $136 then $137
                      when $138 then $139
                      when $140 then $141
                    end,
                    f.value
                  )
                from
                  mail_facts mail_fact
                  cross join lateral jsonb_each_text(mail_fact.fact_values) f
                where
                  mail_fact.account_id = m.account_id
                  and mail_fact.customer_id = m.customer_id
                  and mail_fact.push_action_id = m.push_action_id
              ) as "差し込んだ内容"
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
                  target.account_id = $142
                  and target.customer_id in (
                    select
                      own_customer.id
                    from
                      customers own_customer
                    where
                      own_customer.account_id = $143
                      and (
                        own_customer.id = $144
                        or own_customer.merged_into = $145
                      )
                  )
                  and target.sent_at is not null
              ) m
              left join campaigns campaign on campaign.account_id = $146
              and campaign.id = m.campaign_id
            order by
              m.sent_at
          ) x
      ),
      '[]'
    ),
    '同意',
    coalesce(
      (
        select
          json_agg(x)
        from
          (
            select
              to_char(consent.happened_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD HH24:MI') as "日時",
              case "consent"."channel"
                when $147 then $148
                when $149 then $150
                when $151 then $152
                when $153 then $154
                when $155 then $156
              end as "手段",
              case "consent"."purpose"
                when $157 then $158
                when $159 then $160
              end as "目的",
              case "consent"."state"
                when $161 then $162
                when $163 then $164
              end as "状態",
              case "consent"."source"
                when $165 then $166
                when $167 then $168
                when $169 then $170
                when $171 then $172
                when $173 then $174
                when $175 then $176
                when $177 then $178
                when $179 then $180
                when $181 then $182
                when $183 then $184
              end as "記録元",
              consent.text_version as "同意文の版",
              consent.remarks as "経緯"
            from
              customer_consents consent
            where
              consent.account_id = $185
              and consent.customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $186
                  and (
                    own_customer.id = $187
                    or own_customer.merged_into = $188
                  )
              )
            order by
              consent.id
          ) x
      ),
      '[]'
    ),
    'メモ',
    coalesce(
      (
        select
          json_agg(x)
        from
          (
            select
              to_char(note.created_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD HH24:MI') as "日時",
              note.body as "内容"
            from
              customer_notes note
            where
              note.account_id = $189
              and note.customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $190
                  and (
                    own_customer.id = $191
                    or own_customer.merged_into = $192
                  )
              )
              and note.active_status = 'active'
            order by
              note.id
          ) x
      ),
      '[]'
    )
  ) as data
