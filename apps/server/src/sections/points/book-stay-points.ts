import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import { keepCampaignFigures } from "./campaign-figures.ts";
import { factsAsOfDays } from "./facts-as-of.ts";
import { addLots, expireLots, lockPointAccounts, type PointContext, payDebts, syncBalances } from "./lots.ts";
import { livingCustomer } from "./merged-customers.read.ts";
import { changesOfStays, dependOnGuests, paidDays } from "./owed-by-stays.ts";
import { applyReversals } from "./reverse-grants.ts";
import { findRolledLots, moveLots } from "./roll-expiry.ts";
import { hasRules, paidRules, type Rules } from "./rule-versions.read.ts";

/** What a change of stays touched. */
export type Touched = {
  /** Stays that were written or taken back. */
  readonly stayIds: readonly number[];
  /** Whose stays they are, and whose they were. */
  readonly customerIds: readonly number[];
  /** The earliest check-out day among them, before and after. */
  readonly since: CalendarDate;
};

/**
 * Points of basic campaigns and the expiry that stays extend (product §4, §5): brings the ledger in line with what the guests' stays are
 * owed. Idempotent: it books only differences, with the date, rule version and expiry of the first grant, so that a repeat, in other
 * batches or on another day, ends in the same ledger (docs/adr/0012).
 */
export async function bookStayPoints(tx: Tx, ctx: PointContext, touched: Touched): Promise<void> {
  const booked = (await hasRules(tx, ctx.accountId)) ? await bookChanges(tx, ctx, touched) : [];
  const rolled = await findRolledLots(tx, ctx.accountId, touched.customerIds, touched.since);
  const customerIds = [...new Set([...booked, ...rolled].map((row) => row.customer_id))];
  if (customerIds.length === 0) return;
  await lockPointAccounts(tx, ctx.accountId, customerIds);
  await moveLots(tx, ctx, rolled);
  await addLots(
    tx,
    ctx.accountId,
    booked.filter((grant) => grant.grant_point > 0).map((grant) => grant.id),
  );
  const opened = await findRolledLots(tx, ctx.accountId, customerIds, touched.since);
  await moveLots(tx, ctx, opened);
  await expireLots(tx, ctx, customerIds);
  await applyReversals(
    tx,
    ctx,
    booked.filter((grant) => grant.grant_point < 0).map((grant) => grant.id),
  );
  await payDebts(tx, ctx, customerIds);
  await syncBalances(tx, ctx.accountId, customerIds);
  await setGrantStatus(tx, ctx, booked);
  await keepCampaignFigures(
    tx,
    ctx.accountId,
    booked.map((grant) => grant.id),
  );
}

/**
 * The stays that were written. Where rules ask for facts about the guest, also all other stays of these guests on paid days, because an
 * earlier stay changes the facts of later ones. A reversed stay is among the written ones, and is owed nothing. Looked up guest by guest in
 * the index of counted stays: by day the planner expects one row of a young account, and would scan all stays for each guest.
 */
async function staysToJudge(tx: Tx, ctx: PointContext, touched: Touched, rules: Rules): Promise<readonly number[]> {
  const days = paidDays(rules);
  if (days === null || touched.customerIds.length === 0 || !dependOnGuests(rules)) return touched.stayIds;
  const found = await tx.all<{ id: number }>`with ${givenIds(ctx.accountId, touched.customerIds)}
    select s.id
    from given n
    cross join lateral (
      select stay.id, stay.check_out_date
      from stay_transactions stay
      where stay.account_id = n.account_id and stay.customer_id = n.id and stay.reversed_at is null offset 0
    ) s
    where s.check_out_date between ${days.from}::date and ${days.to}::date`;
  return [...new Set([...touched.stayIds, ...found.map((row) => row.id)])];
}

export type BookedGrant = { id: number; customer_id: number; grant_point: number; stay_reservation_id: number };

/**
 * Writes the differences into the ledger: a new grant where a stay is owed more; where it is owed less, one negative grant for each grant
 * that is taken back, newest first. Needs the programme's lock, so that the running number in the idempotency key is free.
 */
async function bookChanges(tx: Tx, ctx: PointContext, touched: Touched): Promise<BookedGrant[]> {
  const rules = await paidRules(tx, ctx.accountId);
  const stayIds = await staysToJudge(tx, ctx, touched, rules);
  if (stayIds.length === 0) return [];
  const evenings = await factsAsOfDays(tx, ctx.accountId, stayIds, rules);
  return tx.all<BookedGrant>`
    with ${changesOfStays(ctx.accountId, stayIds, rules, evenings)}, taken as (
      ${takenFromGrants}
    ), entries as (
      ${entriesOfChanges}
    ), booked as (
      insert into grant_points (account_id, facility_account_id, customer_id, grant_point, grant_date, expiration_type, expiration_date,
        expiration_days_from_grant, expiration_days_from_last_stay, remarks, action_id, campaign_id, stay_reservation_id,
        stay_transaction_id, reverses_grant_point_id, rule_version_id, idempotency_key, created_by, updated_by)
      select entry.account_id, entry.facility_account_id, entry.customer_id, entry.points, entry.grant_date, entry.expiration_type,
        entry.expiration_date, entry.expiration_days_from_grant, entry.expiration_days_from_last_stay, '', entry.action_id,
        entry.campaign_id, entry.stay_reservation_id, entry.stay_id, entry.reverses, entry.version_id, ${keyOfEntry}, ${ctx.userId},
        ${ctx.userId}
      from entries entry
      order by entry.customer_id, entry.grant_date, entry.stay_id, entry.action_id, entry.points, entry.reverses
      returning account_id, id, customer_id, grant_point, stay_reservation_id
    )
    select booked.id, ${livingCustomer(sql`booked`)} as customer_id, booked.grant_point, booked.stay_reservation_id
    from booked`;
}

/** SQL over `change`: for each change below zero the grants to take it from, newest first, as far as it reaches. */
const takenFromGrants = sql`select *
      from (
        select point_grant.*, -change.points as excess, sum(point_grant.left_over) over newer - point_grant.left_over as before
        from change
        join lateral (${grantsOfChange()}) point_grant on point_grant.left_over > 0
        where change.points < 0
        window newer as (partition by change.stay_id, change.action_id, change.customer_id, change.grant_date, change.expiration_type,
          change.expiration_date, change.expiration_days_from_grant, change.expiration_days_from_last_stay order by point_grant.id desc)
      ) lots
      where before < excess`;

/** SQL over a row of `change`: the grants of its kind that the stay gave, with `left_over`, what of each was not taken back yet. */
function grantsOfChange() {
  return sql`select point_grant.id, point_grant.account_id, point_grant.customer_id, point_grant.facility_account_id,
            point_grant.stay_reservation_id, point_grant.stay_transaction_id, point_grant.action_id, point_grant.campaign_id,
            point_grant.grant_date, point_grant.expiration_type, point_grant.expiration_date, point_grant.expiration_days_from_grant,
            point_grant.expiration_days_from_last_stay, point_grant.rule_version_id,
            point_grant.grant_point
              + coalesce((select sum(reversing_point_grant.grant_point)
                  from grant_points reversing_point_grant
                  where reversing_point_grant.account_id = point_grant.account_id
                    and reversing_point_grant.reverses_grant_point_id = point_grant.id),
                0)::bigint as left_over
          from grant_points point_grant
          where point_grant.account_id = change.account_id and point_grant.stay_transaction_id = change.stay_id
            and point_grant.action_id = change.action_id and point_grant.grant_point > 0
            and ${livingCustomer(sql`point_grant`)} = change.customer_id and point_grant.grant_date = change.grant_date
            and point_grant.expiration_type = change.expiration_type
            and point_grant.expiration_date is not distinct from change.expiration_date
            and point_grant.expiration_days_from_grant is not distinct from change.expiration_days_from_grant
            and point_grant.expiration_days_from_last_stay is not distinct from change.expiration_days_from_last_stay`;
}

/** SQL over `change` and `taken`: a row for each entry to write; `reverses`: the grant that it takes back. */
const entriesOfChanges = sql`select account_id, facility_account_id, customer_id, points, grant_date, expiration_type, expiration_date,
        expiration_days_from_grant, expiration_days_from_last_stay, action_id, stay_reservation_id, stay_id, null::bigint as reverses,
        version_id,
        (select rule_version.campaign_id
          from campaign_rule_versions rule_version
          where rule_version.account_id = change.account_id and rule_version.id = change.version_id) as campaign_id
      from change
      where points > 0
      union all
      select account_id, facility_account_id, customer_id, -least(left_over, excess - before)::bigint, grant_date, expiration_type,
        expiration_date, expiration_days_from_grant, expiration_days_from_last_stay, action_id, stay_reservation_id, stay_transaction_id,
        id, rule_version_id, campaign_id
      from taken`;

/** SQL over entries `entry`: the idempotency key, with a number that runs through all entries of the stay and action. */
const keyOfEntry = sql`concat_ws(':', 'stay', entry.stay_id, entry.action_id,
      (select count(*)
        from grant_points point_grant
        where point_grant.account_id = entry.account_id and point_grant.stay_transaction_id = entry.stay_id
          and point_grant.action_id = entry.action_id)
        + row_number() over (partition by entry.stay_id, entry.action_id order by entry.points, entry.reverses))`;

/** `granted` while a reservation's stay holds points that it earned. */
async function setGrantStatus(tx: Tx, ctx: PointContext, booked: readonly BookedGrant[]): Promise<void> {
  if (booked.length === 0) return;
  await tx.run`with ${givenIds(
    ctx.accountId,
    booked.map((grant) => grant.stay_reservation_id),
  )}, held as materialized (
      select n.account_id, n.id, case when coalesce(sum(point_grant.grant_point), 0) > 0 then 'granted' else 'not_granted' end as status
      from given n
      join stay_transactions stay on stay.account_id = n.account_id and stay.stay_reservation_id = n.id
      left join grant_points point_grant on point_grant.account_id = stay.account_id and point_grant.stay_transaction_id = stay.id
      group by n.account_id, n.id
    )
    update stay_reservations reservation
    set grant_status = held.status, updated_at = now()
    from held
    where reservation.account_id = held.account_id and reservation.id = held.id
      and reservation.grant_status not in ('excluded', held.status)`;
}
