-- accounts/accounts.queries.ts
-- database/list-page.ts
-- accounts/accounts.read.ts
-- database/active-version.ts

with recursive
  tree (id, above, place) as (
    select
      id,
      '{}'::bigint[],
      array[id]
    from
      accounts
    where
      parent_id is null
    union all
    select
      account.id,
      tree.above || account.parent_id,
      tree.place || account.id
    from
      accounts account
      join tree on tree.id = account.parent_id
  )
select
  s.*
from
  (
    select
      account.id,
      account.code,
      account.name,
      account.company_id,
      company.name as company_name,
      account.parent_id,
      parent_account.name as parent_name,
      tree.above as ancestor_ids,
      tree.place,
      account.programme_account_id,
      programme_account.name as programme_account_name,
      account.contract_started_at,
      account.contract_ended_at,
      coalesce(o.options, '[]') as options,
      o.types,
      case
        when account.contract_started_at > $1 then 'before'
        when account.contract_ended_at < $2 then 'ended'
        else 'running'
      end as contract_state,
      account.payment_id,
      account.active_status,
      account.version,
      account.created_at,
      account.updated_at
    from
      accounts account
      join tree on tree.id = account.id
      join companies company on company.id = account.company_id
      join accounts programme_account on programme_account.id = account.programme_account_id
      left join accounts parent_account on parent_account.id = account.parent_id
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
            and account_option.option_started_at <= $3::date
            and (
              account_option.option_ended_at is null
              or account_option.option_ended_at >= $4::date
            )
          )
        group by
          account_option.account_id
      ) o on o.account_id = account.id
    where
      $5
      or account.id = any ($6::bigint[])
  ) s
where
  true
order by
  s.company_name asc nulls last,
  s.company_id,
  s.place
limit
  $7
offset
  $8
