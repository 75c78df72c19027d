-- campaigns/actions/mail/preview-mail.ts
-- messaging/message-facts.ts
-- stays/guests.read.ts
-- points/balances.read.ts
-- ranks/held-ranks.read.ts
-- segments/reach.ts

select
  customer.id as customer_id,
  customer.birthday,
  customer.name,
  customer.name_kana,
  customer.member_number,
  customer.email,
  customer.language,
  customer.last_stay_on,
  customer.stay_count,
  coalesce(fp.balance, 0)::bigint as point_balance,
  fl.expires_on as point_expires_on,
  fr.name as rank,
  (
    select
      account.name
    from
      customer_totals total
      join accounts account on account.id = total.last_facility_account_id
    where
      total.account_id = customer.account_id
      and total.customer_id = customer.id
  ) as facility_name,
  null as coupon,
  null as reservation,
  '{}'::int[] as shown_blocks
from
  customers customer
  left join (
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
              and lot.expires_on < $1::date
          ) o
        where
          o.account_id = point_account.account_id
          and o.customer_id = point_account.customer_id
      ) gone
  ) fp on fp.account_id = customer.account_id
  and fp.customer_id = customer.id
  cross join lateral (
    select
      (
        select
          min(lot.expires_on)
        from
          point_lots lot
        where
          lot.account_id = customer.account_id
          and lot.customer_id = customer.id
          and lot.remaining > 0
          and lot.expires_on >= $2::date
      ) as expires_on
  ) fl
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
            or customer_rank.expiration_date >= $3::date
          )
      ) m on m.account_id = t.account_id
      and m.customer_id = t.customer_id
      and $4
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
            or customer_rank.expiration_date >= $5::date
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
  ) fr on fr.account_id = customer.account_id
  and fr.customer_id = customer.id
where
  customer.account_id = $6
  and (
    customer.account_id = $7
    and (
      customer.active_status = 'active'
      and customer.merged_into is null
    )
    and true
  )
  and customer.id = $8
