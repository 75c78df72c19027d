import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import { withoutLoops } from "../../database/without-loops.ts";
import { factsAsOfDays } from "./facts-as-of.ts";
import { debtPayments } from "./lots.ts";
import { changesOfStays } from "./owed-by-stays.ts";
import { findRolledLots } from "./roll-expiry.ts";
import { hasRules, paidRules } from "./rule-versions.read.ts";

/** Guests that are worked out together: some ten thousand stays. */
const GUESTS_AT_ONCE = 5_000;
/** Before every stay. */
const FIRST_DAY = "0001-01-01" as CalendarDate;

/**
 * Computes ledgers from scratch. Returns the guests among these whose ledger differs from what their stays, the rules of each day and their
 * uses make of it: stays that hold more or less than they are owed; lots with another last day than the stays give; lots that are open and
 * have expired points, or ended before yesterday and have points left; and debts that were paid by ended lots. `brokenLedgers` derives
 * balance and debt from the entries; together they check every figure. `settled`: no rule waits to be applied to its stays.
 */
export async function wrongFromScratch(
  tx: Tx,
  accountId: number,
  customerIds: readonly number[],
  { today, settled }: { today: CalendarDate; settled: boolean },
): Promise<number[]> {
  const wrong = new Set<number>();
  const rules = settled && (await hasRules(tx, accountId)) ? await paidRules(tx, accountId) : null;
  for (let from = 0; from < customerIds.length; from += GUESTS_AT_ONCE) {
    const guests = customerIds.slice(from, from + GUESTS_AT_ONCE);
    if (rules !== null) {
      // By the guest alone: no index holds all stays of a guest, and joined by the account too, all would be compared with all.
      const stays = await withoutLoops(tx, () => staysOf(tx, accountId, guests));
      const evenings = await factsAsOfDays(tx, accountId, stays, rules);
      const owed = await tx.all<{ id: number }>`with ${changesOfStays(accountId, stays, rules, evenings)}
        select distinct customer_id as id
        from change
        where customer_id is not null`;
      for (const { id } of owed) wrong.add(id);
    }
    for (const { customer_id } of await findRolledLots(tx, accountId, guests, FIRST_DAY)) wrong.add(customer_id);
    for (const id of await withoutLoops(tx, () => wrongLots(tx, accountId, guests, today))) wrong.add(id);
  }
  return [...wrong].sort((a, b) => a - b);
}

/** Stays of these guests, and those that hold points of theirs. */
async function staysOf(tx: Tx, accountId: number, customerIds: readonly number[]): Promise<number[]> {
  const found = await tx.all<{ id: number }>`with ${givenIds(accountId, customerIds)}
    select stay.id
    from stay_transactions stay
    where stay.account_id = ${accountId} and stay.customer_id in (select given.id from given)
    union
    select point_grant.stay_transaction_id
    from grant_points point_grant
    where point_grant.account_id = ${accountId} and point_grant.customer_id in (select given.id from given)
      and point_grant.stay_transaction_id is not null`;
  return found.map(({ id }) => id);
}

async function wrongLots(
  tx: Tx,
  accountId: number,
  customerIds: readonly number[],
  today: CalendarDate,
): Promise<number[]> {
  const found = await tx.all<{ id: number }>`with ${givenIds(accountId, customerIds)}
    select distinct lot.customer_id as id
    from point_lots lot
    cross join lateral (
      select coalesce(sum(case adjustment.kind when 'expired' then adjustment.point when 'revived' then -adjustment.point end), 0)
          as expired
      from point_adjustments adjustment
      where adjustment.account_id = lot.account_id and adjustment.grant_point_id = lot.grant_point_id
    ) j
    cross join lateral (
      select coalesce(sum(p.point), 0) as paid_late
      from ${debtPayments} p
      where p.account_id = lot.account_id and p.grant_point_id = lot.grant_point_id and p.happened_on > lot.expires_on
    ) p
    where lot.account_id = ${accountId} and lot.customer_id in (select given.id from given)
      and ((lot.expires_on >= ${today}::date and j.expired > 0) or (lot.expires_on is null and j.expired > 0)
        or (lot.remaining > 0 and lot.expires_on < ${today}::date - 1) or p.paid_late > 0)`;
  return found.map(({ id }) => id);
}

/** In a house of so many guests, those touched since the last night and a seventh of the others are worked out each night. */
const ALL_GUESTS = 20_000;

/** Whose points are worked out anew tonight. */
export async function guestsOfTonight(tx: Tx, accountId: number, today: CalendarDate): Promise<number[]> {
  const found = await tx.all<{ id: number }>`
    with holders as materialized (
      select total.customer_id as id, greatest(total.updated_at, point_account.updated_at) as updated_at
      from customer_totals total
      left join point_accounts point_account on point_account.account_id = total.account_id
        and point_account.customer_id = total.customer_id
      where total.account_id = ${accountId} and (total.stay_count > 0 or point_account.customer_id is not null)
    ), last as (select max(proven_at) as proven_at from ledger_proofs where account_id = ${accountId})
    select h.id
    from holders h, last
    where (select count(*) from holders) <= ${ALL_GUESTS} or last.proven_at is null or h.updated_at >= last.proven_at
      or h.id % 7 = (${today}::date - date '2000-01-01') % 7
    order by h.id`;
  return found.map(({ id }) => id);
}
