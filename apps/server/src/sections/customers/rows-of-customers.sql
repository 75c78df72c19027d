-- customers/customers.queries.ts
-- points/balances.read.ts
-- customers/reachable.read.ts
-- ranks/held-ranks.read.ts
-- rfms/rfms.read.ts

select
  customer.id,
  customer.member_number,
  customer.name,
  customer.name_kana,
  customer.email,
  coalesce(customer.tel_national, customer.tel) as tel,
  case
    when k.rank_detail_id is not null then json_build_object('id', k.rank_detail_id, 'name', k.name, 'priority', k.priority)
  end as rank,
  case
    when rfm_group.id is not null then json_build_object('id', rfm_group.id, 'name', rfm_group.name)
  end as rfm_group,
  total.last_stay_on,
  -- A sister facility's name is left out.
  case
    when $1::bigint[] is null
    or account.id = any ($2::bigint[]) then account.name
  end as last_facility_name,
  total.stay_count,
  total.use_price_total,
  coalesce(p.balance, 0) as point_balance,
  (
    select
      min(lot.expires_on)
    from
      point_lots lot
    where
      lot.account_id = customer.account_id
      and lot.customer_id = customer.id
      and lot.remaining > 0
      and lot.expires_on >= $3::date
  ) as next_point_expiry,
  case
    when customer.email is null then 'none'
    when (
      customer.email_state = 'bounced'
      or suppression.reason = 'bounced'
    ) then 'bounced'
    when (
      customer.email_state = 'opted_out'
      or mk.state = 'withdrawn'
      or suppression.reason in ('opted_out', 'complained', 'blocked')
    ) then 'opted_out'
    when mk.state is null then 'no_consent'
    else 'reachable'
  end as mail_state,
  case
    when customer.line_follow_state = 'blocked' then 'blocked'
    when customer.line_user_id is null
    or customer.line_follow_state = 'none' then 'none'
    when exists (
      select
        suppression.reason
      from
        suppressions suppression
      where
        suppression.account_id = customer.account_id
        and suppression.channel = 'line'
        and suppression.address = customer.line_user_id
    )
    or (
      select
        consent.state
      from
        customer_consents consent
      where
        consent.account_id = customer.account_id
        and consent.customer_id = customer.id
        and consent.channel = 'line'
        and consent.purpose = 'marketing'
      order by
        consent.id desc
      limit
        1
    ) = 'withdrawn' then 'opted_out'
    when (
      select
        consent.state
      from
        customer_consents consent
      where
        consent.account_id = customer.account_id
        and consent.customer_id = customer.id
        and consent.channel = 'line'
        and consent.purpose = 'marketing'
      order by
        consent.id desc
      limit
        1
    ) is null then 'no_consent'
    else 'reachable'
  end as line_state
from
  unnest($4::bigint[]) with ordinality as wanted (id, position)
  -- Guest by guest, by their keys: planned once for every account, a join would be a guess at how many guests an account has.
  -- Offset 0 keeps each look-up one.
  cross join lateral (
    select
      *
    from
      customers customer
    where
      customer.account_id = $5
      and customer.id = wanted.id
    offset
      0
  ) customer
  cross join lateral (
    select
      *
    from
      customer_totals total
    where
      total.account_id = customer.account_id
      and total.customer_id = customer.id
    offset
      0
  ) total
  left join accounts account on account.id = total.last_facility_account_id
  left join lateral (
    select
      p.balance
    from
      (
        select
          point_account.account_id,
          point_account.customer_id,
          point_account.balance - coalesce(gone.point, 0) as balance,
          point_account.debt,
          coalesce(gone.point, 0) as overdue
        from
          point_accounts point_account
          cross join lateral (
            select
              sum(o.point)::bigint as point
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
                  and lot.expires_on < $6::date
              ) o
            where
              o.account_id = point_account.account_id
              and o.customer_id = point_account.customer_id
          ) gone
      ) p
    where
      p.account_id = customer.account_id
      and p.customer_id = customer.id
    offset
      0
  ) p on true
  left join lateral (
    with
      tiers as materialized (
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
      )
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
      (
        select
          total.account_id,
          total.customer_id,
          total.is_listed
      ) t
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
          join tiers d on d.account_id = customer_rank.account_id
          and d.id = customer_rank.rank_detail_id
        where
          customer_rank.rank_type = 'manual'
          and (
            customer_rank.expiration_date is null
            or customer_rank.expiration_date >= $7::date
          )
      ) m on m.account_id = t.account_id
      and m.customer_id = t.customer_id
      and $8
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
          join tiers d on d.account_id = customer_rank.account_id
          and d.id = customer_rank.rank_detail_id
        where
          customer_rank.rank_type = 'auto'
          and (
            customer_rank.expiration_date is null
            or customer_rank.expiration_date >= $9::date
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
          tiers d
        where
          d.asks_nothing
        order by
          d.account_id,
          d.priority
      ) e on e.account_id = t.account_id
    where
      t.is_listed
      and coalesce(m.id, h.id, e.id) is not null
  ) k on true
  left join lateral (
    select
      customer_rfm.rfm_group_id
    from
      customer_rfms customer_rfm
    where
      customer_rfm.account_id = customer.account_id
      and customer_rfm.customer_id = customer.id
      and customer_rfm.rfm_id = (
        select
          rfm.id
        from
          rfms rfm
        where
          rfm.account_id = $10
          and (
            rfm.group_id is null
            and rfm.active_status = 'active'
          )
      )
    offset
      0
  ) f on true
  left join rfm_groups rfm_group on rfm_group.account_id = $11
  and rfm_group.id = f.rfm_group_id
  left join lateral (
    select
      consent.state
    from
      customer_consents consent
    where
      consent.account_id = customer.account_id
      and consent.customer_id = customer.id
      and consent.channel = 'mail'
      and consent.purpose = 'marketing'
    order by
      consent.id desc
    limit
      1
  ) mk on true
  left join suppressions suppression on suppression.account_id = customer.account_id
  and suppression.channel = 'mail'
  and suppression.address = lower(customer.email)
order by
  wanted.position
