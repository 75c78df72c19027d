-- customers/customers.queries.ts
-- points/balances.read.ts
-- ranks/held-ranks.read.ts
-- rfms/rfms.read.ts

select
  customer.gender,
  customer.birthday,
  customer.postcode,
  customer.address,
  customer.language,
  customer.nationality,
  nullif(customer.notes, '') as notes,
  customer.version,
  customer.name_typed,
  customer.name_kana_typed,
  case
    when customer.email is null then customer.email_typed
  end as email_typed,
  case
    when regexp_replace(normalize(customer.tel_typed, nfkc), '\D', '', 'g') <> all (array[coalesce(customer.tel_national, ''), coalesce(substr(customer.tel, 2), '')]) then customer.tel_typed
  end as tel_typed,
  customer.created_at,
  total.first_stay_on,
  total.reservation_count,
  coalesce(point_account.debt, 0) as point_debt,
  k.expiration_date as rank_expiration_date,
  k.rank_type,
  case
    when customer_rfm.customer_id is not null then json_build_object(
      'recency_days',
      greatest(0, customer_rfm.recency_days + ($1::date - customer_rfm.scored_on)),
      'frequency_count',
      customer_rfm.frequency_count,
      'monetary_total',
      customer_rfm.monetary_total,
      'recency_score',
      customer_rfm.recency_score,
      'frequency_score',
      customer_rfm.frequency_score,
      'monetary_score',
      customer_rfm.monetary_score,
      'held_since',
      customer_rfm.held_since,
      'scored_on',
      coalesce(rfm.scored_on, customer_rfm.scored_on)
    )
  end as rfm,
  coalesce(
    (
      select
        json_agg(
          json_build_object('id', account_customer_type.id, 'name', account_customer_type.name)
          order by
            account_customer_type.sort_order,
            account_customer_type.id
        )
      from
        customer_types customer_type
        join account_customer_types account_customer_type on account_customer_type.account_id = $2
        and account_customer_type.id = customer_type.account_customer_type_id
      where
        customer_type.account_id = $3
        and customer_type.customer_id = customer.id
    ),
    '[]'
  ) as customer_types,
  coalesce(
    (
      select
        json_agg(
          json_build_object('expires_on', l.expires_on, 'remaining', l.remaining)
          order by
            l.expires_on
        )
      from
        (
          select
            lot.expires_on,
            sum(lot.remaining)::bigint as remaining
          from
            point_lots lot
          where
            lot.account_id = $4
            and lot.customer_id = customer.id
            and (
              lot.remaining > 0
              and (
                lot.expires_on is null
                or lot.expires_on >= $5::date
              )
            )
          group by
            lot.expires_on
        ) l
    ),
    '[]'
  ) as expiring_points,
  coalesce(
    (
      select
        json_agg(
          json_build_object(
            'channel',
            n.channel,
            'purpose',
            n.purpose,
            'given',
            n.state = 'given',
            'at',
            to_char(n.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'source',
            n.source
          )
          order by
            n.channel,
            n.purpose
        )
      from
        (
          select distinct
            on (channel, purpose) channel,
            purpose,
            state,
            happened_at,
            source
          from
            customer_consents
          where
            account_id = $6
            and customer_id = customer.id
          order by
            channel,
            purpose,
            id desc
        ) n
    ),
    '[]'
  ) as consents
from
  customers customer
  join customer_totals total on total.account_id = $7
  and total.customer_id = customer.id
  and total.is_listed
  left join point_accounts point_account on point_account.account_id = $8
  and point_account.customer_id = customer.id
  left join (
    select
      t.account_id,
      t.customer_id,
      case
        when m.id is not null then m.id
        when (
          h.id is null
          or (e.priority < h.priority) is true
        ) then e.id
        else h.id
      end as rank_detail_id,
      case
        when m.id is not null then m.name
        when (
          h.id is null
          or (e.priority < h.priority) is true
        ) then e.name
        else h.name
      end as name,
      case
        when m.id is not null then m.priority
        when (
          h.id is null
          or (e.priority < h.priority) is true
        ) then e.priority
        else h.priority
      end as priority,
      case
        when m.id is not null then 'manual'
        else 'auto'
      end as rank_type,
      case
        when m.id is not null then m.expiration_date
        when not (
          h.id is null
          or (e.priority < h.priority) is true
        ) then h.expiration_date
      end as expiration_date
    from
      customer_totals t
      left join (
        select
          customer_rank.account_id,
          customer_rank.customer_id,
          customer_rank.expiration_date,
          d.id,
          d.name,
          d.priority
        from
          customer_ranks customer_rank
          join (
            select
              tier.account_id,
              tier.id,
              tier.name,
              tier.priority,
              (
                case rank.definition
                  when 'stay' then tier.total_stay
                  when 'use_price' then tier.total_use_price
                  else tier.total_get_point
                end
              ) = 0 as asks_nothing
            from
              rank_details tier
              join ranks rank on rank.account_id = tier.account_id
              and rank.id = tier.rank_id
              and rank.active_status = 'active'
            where
              tier.active_status = 'active'
          ) d on d.account_id = customer_rank.account_id
          and d.id = customer_rank.rank_detail_id
        where
          customer_rank.rank_type = 'manual'
          and (
            customer_rank.expiration_date is null
            or customer_rank.expiration_date >= $9::date
          )
      ) m on m.account_id = t.account_id
      and m.customer_id = t.customer_id
      and $10
      left join (
        select
          customer_rank.account_id,
          customer_rank.customer_id,
          customer_rank.expiration_date,
          d.id,
          d.name,
          d.priority
        from
          customer_ranks customer_rank
          join (
            select
              tier.account_id,
              tier.id,
              tier.name,
              tier.priority,
              (
                case rank.definition
                  when 'stay' then tier.total_stay
                  when 'use_price' then tier.total_use_price
                  else tier.total_get_point
                end
              ) = 0 as asks_nothing
            from
              rank_details tier
              join ranks rank on rank.account_id = tier.account_id
              and rank.id = tier.rank_id
              and rank.active_status = 'active'
            where
              tier.active_status = 'active'
          ) d on d.account_id = customer_rank.account_id
          and d.id = customer_rank.rank_detail_id
        where
          customer_rank.rank_type = 'auto'
          and (
            customer_rank.expiration_date is null
            or customer_rank.expiration_date >= $11::date
          )
      ) h on h.account_id = t.account_id
      and h.customer_id = t.customer_id
      left join (
        select distinct
          on (d.account_id) d.account_id,
          d.id,
          d.name,
          d.priority
        from
          (
            select
              tier.account_id,
              tier.id,
              tier.name,
              tier.priority,
              (
                case rank.definition
                  when 'stay' then tier.total_stay
                  when 'use_price' then tier.total_use_price
                  else tier.total_get_point
                end
              ) = 0 as asks_nothing
            from
              rank_details tier
              join ranks rank on rank.account_id = tier.account_id
              and rank.id = tier.rank_id
              and rank.active_status = 'active'
            where
              tier.active_status = 'active'
          ) d
        where
          d.asks_nothing
        order by
          d.account_id,
          d.priority
      ) e on e.account_id = t.account_id
    where
      t.is_listed
      and coalesce(m.id, h.id, e.id) is not null
  ) k on k.account_id = $12
  and k.customer_id = customer.id
  left join customer_rfms customer_rfm on customer_rfm.account_id = $13
  and customer_rfm.customer_id = customer.id
  and customer_rfm.rfm_id = (
    select
      rfm.id
    from
      rfms rfm
    where
      rfm.account_id = $14
      and (
        rfm.group_id is null
        and rfm.active_status = 'active'
      )
  )
  left join rfms rfm on rfm.account_id = $15
  and rfm.id = customer_rfm.rfm_id
where
  customer.account_id = $16
  and customer.id = $17
  and true
