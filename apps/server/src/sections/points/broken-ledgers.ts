import { sql } from "kysely";
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
    ), entries as (
      ${entriesOfGuests(accountId)}
    ), used as (
      ${usesOfGuests(accountId)}
    ), notes as (
      ${notesOfGuests(accountId)}
    ), stands as (
      ${standings(accountId)}
    )
    select customer_id, null::bigint as campaign_id
    from stands
    where torn
      or not (balance = remaining and debt = incurred - paid and taken = reversed + incurred
        and granted = balance + used + expired + reversed + paid)
    union all ${brokenLots(accountId)}
    union all ${strayNotes(accountId)}
    union all ${brokenStayFigures(accountId)}
    union all ${brokenReversals(accountId)}`;
}

/** SQL over `own`: points that a guest's entries gave and took, both as positive numbers. */
const entriesOfGuests = (accountId: number) =>
  sql`select own.holder as customer_id, coalesce(sum(grant_point) filter (where grant_point > 0), 0)::bigint as granted,
      coalesce(-sum(grant_point) filter (where grant_point < 0), 0)::bigint as taken
    from grant_points point_grant
    join own on own.id = point_grant.customer_id
    where point_grant.account_id = ${accountId}
    group by own.holder`;

/** SQL over `own`: points that a guest's uses took; `torn`: one of them, cancelled or not, is not what its grants paid. */
const usesOfGuests = (accountId: number) =>
  sql`select paid.customer_id, sum(paid.allocated) filter (where paid.counts)::bigint as used,
      bool_or(paid.use_point <> paid.allocated) as torn
    from (
      select own.holder as customer_id, point_use.use_point, coalesce(sum(used_point.use_point), 0)::bigint as allocated,
        point_use.cancel_date is null as counts
      from use_point_cases point_use
      join own on own.id = point_use.customer_id
      left join use_points used_point on used_point.account_id = point_use.account_id and used_point.use_point_case_id = point_use.id
      where point_use.account_id = ${accountId}
      group by own.holder, point_use.id, point_use.use_point, point_use.cancel_date
    ) paid
    group by paid.customer_id`;

/** SQL over `own`: points of a guest by what the ledger notes about them. */
const notesOfGuests = (accountId: number) =>
  sql`select own.holder as customer_id,
      coalesce(sum(case kind when 'expired' then point when 'revived' then -point end), 0)::bigint as expired,
      coalesce(sum(point) filter (where kind = 'reversed'), 0)::bigint as reversed,
      -- On a lot: what it had paid of a debt after what is its last day now, so that the debt is there again.
      coalesce(sum(point) filter (where kind = 'debt_incurred' and grant_point_id = cause_grant_point_id), 0)::bigint as incurred,
      coalesce(sum(case kind when 'debt_paid' then point else -point end)
          filter (where kind = 'debt_paid' or (kind = 'debt_incurred' and grant_point_id is distinct from cause_grant_point_id)),
        0)::bigint as paid
    from point_adjustments adjustment
    join own on own.id = adjustment.customer_id
    where adjustment.account_id = ${accountId}
    group by own.holder`;

/** SQL: a guest's account, lots, `entries`, `used` and `notes` side by side; 0 where there is nothing. */
const standings = (accountId: number) =>
  sql`select coalesce(point_account.customer_id, entries.customer_id, used.customer_id) as customer_id,
      coalesce(point_account.balance, 0) as balance, coalesce(point_account.debt, 0) as debt, coalesce(lots.remaining, 0) as remaining,
      coalesce(entries.granted, 0) as granted, coalesce(entries.taken, 0) as taken, coalesce(used.used, 0) as used,
      coalesce(used.torn, false) as torn, coalesce(notes.expired, 0) as expired, coalesce(notes.reversed, 0) as reversed,
      coalesce(notes.incurred, 0) as incurred, coalesce(notes.paid, 0) as paid
    from (select * from point_accounts where account_id = ${accountId}) point_account
    full join entries on entries.customer_id = point_account.customer_id
    full join used on used.customer_id = coalesce(point_account.customer_id, entries.customer_id)
    left join (
      select customer_id, sum(remaining)::bigint as remaining
      from point_lots
      where account_id = ${accountId}
      group by customer_id
    ) lots on lots.customer_id = coalesce(point_account.customer_id, entries.customer_id, used.customer_id)
    left join notes on notes.customer_id = coalesce(point_account.customer_id, entries.customer_id, used.customer_id)`;

/** SQL over `own`: lots that are not their grant's, in points or holder, or that hold another part of it than is left. */
const brokenLots = (accountId: number) =>
  sql`select lot.customer_id, null
    from point_lots lot
    left join grant_points point_grant on point_grant.account_id = lot.account_id and point_grant.id = lot.grant_point_id
    left join (
      select used_point.grant_point_id, sum(used_point.use_point)::bigint as point
      from use_points used_point
      join use_point_cases point_use on point_use.account_id = used_point.account_id and point_use.id = used_point.use_point_case_id
        and point_use.cancel_date is null
      where used_point.account_id = ${accountId}
      group by used_point.grant_point_id
    ) gone_by_use on gone_by_use.grant_point_id = lot.grant_point_id
    left join (
      select grant_point_id, sum(case when kind in ('revived', 'debt_incurred') then -point else point end)::bigint as point
      from point_adjustments
      where account_id = ${accountId}
      group by grant_point_id
    ) noted on noted.grant_point_id = lot.grant_point_id
    left join own on own.id = point_grant.customer_id
    where lot.account_id = ${accountId}
      and (lot.granted, lot.granted, lot.customer_id)
        is distinct from (point_grant.grant_point, lot.remaining + coalesce(gone_by_use.point, 0) + coalesce(noted.point, 0), own.holder)`;

/** SQL: notes that name another customer than their grant. */
const strayNotes = (accountId: number) =>
  sql`select adjustment.customer_id, null
    from point_adjustments adjustment
    join grant_points point_grant on point_grant.account_id = adjustment.account_id and point_grant.id = adjustment.grant_point_id
    where adjustment.account_id = ${accountId} and adjustment.customer_id <> point_grant.customer_id`;

/** SQL: campaigns whose figures of stays are not the sum of the entries. */
const brokenStayFigures = (accountId: number) =>
  sql`select null, coalesce(booked.campaign_id, stay_figure.campaign_id)
    from (
      select campaign_id, count(*) as entries, count(distinct customer_id) as customers, sum(grant_point)::bigint as points
      from grant_points
      where account_id = ${accountId} and campaign_id is not null and push_action_id is null
      group by campaign_id
    ) booked
    full join (select * from campaign_stay_figures where account_id = ${accountId}) stay_figure
      on stay_figure.campaign_id = booked.campaign_id
    where (booked.points, booked.entries, booked.customers)
        is distinct from (stay_figure.points, stay_figure.entries, stay_figure.customers)`;

/** SQL: campaigns whose figures of points taken back, of a push or of stays, are not the sum of the entries. */
const brokenReversals = (accountId: number) =>
  sql`select null, coalesce(booked.campaign_id, reversal.campaign_id)
    from (
      select campaign_id, push_action_id, -sum(grant_point)::bigint as points
      from grant_points
      where account_id = ${accountId} and campaign_id is not null and reverses_grant_point_id is not null
      group by 1, 2
    ) booked
    full join (select * from campaign_reversals where account_id = ${accountId}) reversal
      on reversal.campaign_id = booked.campaign_id and coalesce(reversal.push_action_id, 0) = coalesce(booked.push_action_id, 0)
    where booked.points is distinct from reversal.points`;
