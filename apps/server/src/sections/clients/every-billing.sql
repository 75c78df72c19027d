-- clients/export-billing.ts
-- accounts/accounts.read.ts
-- database/list-page.ts
-- clients/clients.queries.ts
-- database/active-version.ts

select
  l.name as client,
  account.code,
  account.name,
  account.active_status,
  account.contract_started_at,
  account.contract_ended_at,
  coalesce(o.options, '[]') as options,
  payment.company_name,
  payment.company_name_kana,
  payment.post_code,
  payment.address,
  payment.department_name,
  payment.contact_name,
  payment.contact_tel,
  payment.contact_email,
  payment.discount_amount,
  payment.discount_started_at,
  payment.discount_ended_at
from
  (
    select
      s.id,
      s.name,
      row_number() over (
        order by
          "s"."name" asc nulls last,
          s.id
      ) as place
    from
      (
        select
          company.id,
          company.name,
          company.is_provider,
          company.active_status,
          company.version,
          company.created_at,
          company.updated_at,
          coalesce(a.account_count, 0) as account_count,
          case
            when $1 then coalesce(u.user_count, 0)
          end as user_count,
          a.contract_state,
          case
            when a.open_end then null
            else a.contract_ended_at
          end as contract_ended_at
        from
          companies company
          left join (
            select
              company_id,
              count(*)::int as account_count,
              max(contract_ended_at) as contract_ended_at,
              bool_or(contract_ended_at is null) as open_end,
              case
                when bool_or(
                  (
                    (
                      "account".contract_started_at is null
                      or "account".contract_started_at <= $2::date
                    )
                    and (
                      "account".contract_ended_at is null
                      or "account".contract_ended_at >= $3::date
                    )
                  )
                ) then 'running'
                when bool_or(contract_started_at > $4) then 'before'
                else 'ended'
              end as contract_state
            from
              accounts account
            where
              active_status = 'active'
              and (
                $5
                or id = any ($6::bigint[])
              )
            group by
              company_id
          ) a on a.company_id = company.id
          left join (
            select
              company_id,
              count(*)::int as user_count
            from
              users person
            where
              status <> 'inactive'
              and (
                $7
                or exists (
                  select
                  from
                    account_users account_user
                  where
                    account_user.user_id = person.id
                    and account_user.active_status = 'active'
                    and account_user.account_id = any ($8::bigint[])
                )
              )
            group by
              company_id
          ) u on u.company_id = company.id
        where
          $9
          or company.id = $10
      ) s
    where
      true
      and not s.is_provider
  ) l
  join accounts account on account.company_id = l.id
  left join (
    select
      account_option.account_id,
      array_agg(distinct account_option.option_type) as types,
      json_agg(
        json_build_object('option_type', account_option.option_type, 'option_item', account_option.option_item)
        order by
          account_option.option_type,
          account_option.id
      ) as options
    from
      account_options account_option
    where
      (
        account_option.active_status = 'active'
        and account_option.option_started_at <= $11::date
        and (
          account_option.option_ended_at is null
          or account_option.option_ended_at >= $12::date
        )
      )
    group by
      account_option.account_id
  ) o on o.account_id = account.id
  left join payments payment on payment.id = account.payment_id
order by
  l.place,
  account.parent_id nulls first,
  account.id
