-- customers/customer-page.queries.ts
-- points/balances.read.ts
-- rfms/rfms.read.ts
-- stays/guests.read.ts
-- customers/search-condition.ts
-- customers/reachable.read.ts

with
  m as materialized (
    select
      customer.id as id,
      coalesce(p.balance, 0) as sorted
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
          left join (
            select
              o.account_id,
              o.customer_id,
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
            group by
              o.account_id,
              o.customer_id
          ) gone on gone.account_id = point_account.account_id
          and gone.customer_id = point_account.customer_id
      ) p on p.account_id = $2
      and p.customer_id = customer.id
      join customer_rfms customer_rfm on customer_rfm.account_id = $3
      and customer_rfm.customer_id = customer.id
      and customer_rfm.rfm_id = (
        select
          rfm.id
        from
          rfms rfm
        where
          rfm.account_id = $4
          and (
            rfm.group_id is null
            and rfm.active_status = 'active'
          )
      )
    where
      customer.account_id = $5
      and (
        customer.active_status = 'active'
        and customer.merged_into is null
      )
      and (customer.search_text like '%' || translate(substr(search_words ($6), $7::int), '%\', '__') || '%')
      and customer_rfm.recency_score = $8
      and customer.stay_count >= $9::bigint
      and (
        customer.email is not null
        and customer.email_state = 'valid'
        and coalesce(
          (
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
          ) = 'given',
          false
        )
        and not exists (
          select
          from
            suppressions suppression
          where
            suppression.account_id = customer.account_id
            and suppression.channel = 'mail'
            and suppression.address = lower(customer.email)
        )
      ) = $10
  )
select
  (
    select
      count(*)::int
    from
      m
  ) as total,
  array(
    select
      id
    from
      m
    order by
      sorted desc nulls last,
      id desc
    limit
      $11
    offset
      $12
  ) as ids
