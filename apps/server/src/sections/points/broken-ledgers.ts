import type { Tx } from "../../database/connection.ts";

/** What does not add up: a guest's points, or the figures of a campaign's stays. */
export type BrokenLedger = { customer_id: number | null; campaign_id: number | null };

/**
 * The invariants of every customer's points (product §5); empty when they hold. Compares the account's figures with its lots and with the
 * sum of all entries, each lot with what became of its grant, and each use with what its grants paid. Entries and lots of merged guests
 * belong to the survivor (docs/adr/0101); a note names the customer of its grant.
 */
export function brokenLedgers(tx: Tx, accountId: number): Promise<BrokenLedger[]> {
  return tx.all<BrokenLedger>`
    with own as (
      select id, coalesce(merged_into, id) as holder
      from customers
      where account_id = ${accountId}
    ), lots as (
      select customer_id, sum(remaining)::bigint as remaining
      from point_lots
      where account_id = ${accountId}
      group by customer_id
    ), entries as (
      select o.holder as customer_id, coalesce(sum(grant_point) filter (where grant_point > 0), 0)::bigint as granted,
        coalesce(-sum(grant_point) filter (where grant_point < 0), 0)::bigint as taken
      from grant_points point_grant
      join own o on o.id = point_grant.customer_id
      where point_grant.account_id = ${accountId}
      group by o.holder
    ), uses as (
      select o.holder as customer_id, point_use.id, point_use.use_point, coalesce(sum(used_point.use_point), 0)::bigint as allocated,
        point_use.cancel_date is null as counts
      from use_point_cases point_use
      join own o on o.id = point_use.customer_id
      left join use_points used_point on used_point.account_id = point_use.account_id and used_point.use_point_case_id = point_use.id
      where point_use.account_id = ${accountId}
      group by o.holder, point_use.id, point_use.use_point, point_use.cancel_date
    ), used as (
      select customer_id, sum(allocated) filter (where counts)::bigint as used, bool_or(use_point <> allocated) as torn
      from uses
      group by customer_id
    ), notes as (
      select o.holder as customer_id,
        coalesce(sum(case kind when 'expired' then point when 'revived' then -point end), 0)::bigint as expired,
        coalesce(sum(point) filter (where kind = 'reversed'), 0)::bigint as reversed,
        -- On a lot: what it had paid of a debt after what is its last day now, so that the debt is there again.
        coalesce(sum(point) filter (where kind = 'debt_incurred' and grant_point_id = cause_grant_point_id), 0)::bigint as incurred,
        coalesce(sum(case kind when 'debt_paid' then point else -point end)
            filter (where kind = 'debt_paid' or (kind = 'debt_incurred' and grant_point_id is distinct from cause_grant_point_id)),
          0)::bigint as paid
      from point_adjustments adjustment
      join own o on o.id = adjustment.customer_id
      where adjustment.account_id = ${accountId}
      group by o.holder
    ), stands as (
      select coalesce(a.customer_id, e.customer_id, u.customer_id) as customer_id, coalesce(a.balance, 0) as balance,
        coalesce(a.debt, 0) as debt, coalesce(l.remaining, 0) as remaining, coalesce(e.granted, 0) as granted,
        coalesce(e.taken, 0) as taken, coalesce(u.used, 0) as used, coalesce(u.torn, false) as torn, coalesce(x.expired, 0) as expired,
        coalesce(x.reversed, 0) as reversed, coalesce(x.incurred, 0) as incurred, coalesce(x.paid, 0) as paid
      from (select * from point_accounts where account_id = ${accountId}) a
      full join entries e on e.customer_id = a.customer_id
      full join used u on u.customer_id = coalesce(a.customer_id, e.customer_id)
      left join lots l on l.customer_id = coalesce(a.customer_id, e.customer_id, u.customer_id)
      left join notes x on x.customer_id = coalesce(a.customer_id, e.customer_id, u.customer_id)
    )
    select customer_id, null::bigint as campaign_id
    from stands
    where torn
      or not (balance = remaining and debt = incurred - paid and taken = reversed + incurred
        and granted = balance + used + expired + reversed + paid)
    union all
    select lot.customer_id, null
    from point_lots lot
    left join grant_points point_grant on point_grant.account_id = lot.account_id and point_grant.id = lot.grant_point_id
    left join (
      select used_point.grant_point_id, sum(used_point.use_point)::bigint as used
      from use_points used_point
      join use_point_cases point_use on point_use.account_id = used_point.account_id and point_use.id = used_point.use_point_case_id
        and point_use.cancel_date is null
      where used_point.account_id = ${accountId}
      group by used_point.grant_point_id
    ) u on u.grant_point_id = lot.grant_point_id
    left join (
      select grant_point_id, sum(case when kind in ('revived', 'debt_incurred') then -point else point end)::bigint as gone
      from point_adjustments
      where account_id = ${accountId}
      group by grant_point_id
    ) x on x.grant_point_id = lot.grant_point_id
    left join own o on o.id = point_grant.customer_id
    where lot.account_id = ${accountId}
      and (lot.granted, lot.granted, lot.customer_id)
        is distinct from (point_grant.grant_point, lot.remaining + coalesce(u.used, 0) + coalesce(x.gone, 0), o.holder)
    union all
    select adjustment.customer_id, null
    from point_adjustments adjustment
    join grant_points point_grant on point_grant.account_id = adjustment.account_id and point_grant.id = adjustment.grant_point_id
    where adjustment.account_id = ${accountId} and adjustment.customer_id <> point_grant.customer_id
    union all
    select null, coalesce(n.campaign_id, f.campaign_id)
    from (
      select campaign_id, count(*) as entries, count(distinct customer_id) as customers, sum(grant_point)::bigint as points
      from grant_points
      where account_id = ${accountId} and campaign_id is not null and push_action_id is null
      group by campaign_id
    ) n
    full join (select * from campaign_stay_figures where account_id = ${accountId}) f on f.campaign_id = n.campaign_id
    where (n.points, n.entries, n.customers) is distinct from (f.points, f.entries, f.customers)
    union all
    select null, coalesce(n.campaign_id, f.campaign_id)
    from (
      select campaign_id, push_action_id, -sum(grant_point)::bigint as points
      from grant_points
      where account_id = ${accountId} and campaign_id is not null and reverses_grant_point_id is not null
      group by 1, 2
    ) n
    full join (select * from campaign_reversals where account_id = ${accountId}) f
      on f.campaign_id = n.campaign_id and coalesce(f.push_action_id, 0) = coalesce(n.push_action_id, 0)
    where n.points is distinct from f.points`;
}
