import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import { keepCampaignFigures } from "./campaign-figures.ts";
import { eveningFacts } from "./evening-facts.ts";
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
  const evenings = await eveningFacts(tx, ctx.accountId, stayIds, rules);
  return tx.all<BookedGrant>`
    with ${changesOfStays(ctx.accountId, stayIds, rules, evenings)}, taken as (
      select *
      from (
        select g.*, -c.points as excess, sum(g.left_over) over w - g.left_over as before
        from change c
        join lateral (
          select point_grant.id, point_grant.account_id, point_grant.customer_id, point_grant.facility_account_id,
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
          where point_grant.account_id = c.account_id and point_grant.stay_transaction_id = c.stay_id
            and point_grant.action_id = c.action_id and point_grant.grant_point > 0
            and ${livingCustomer(sql`point_grant`)} = c.customer_id and point_grant.grant_date = c.grant_date
            and point_grant.expiration_type = c.expiration_type and point_grant.expiration_date is not distinct from c.expiration_date
            and point_grant.expiration_days_from_grant is not distinct from c.expiration_days_from_grant
            and point_grant.expiration_days_from_last_stay is not distinct from c.expiration_days_from_last_stay
        ) g on g.left_over > 0
        where c.points < 0
        window w as (partition by c.stay_id, c.action_id, c.customer_id, c.grant_date, c.expiration_type, c.expiration_date,
          c.expiration_days_from_grant, c.expiration_days_from_last_stay order by g.id desc)
      ) lots
      where before < excess
    ), entries as (
      select account_id, facility_account_id, customer_id, points, grant_date, expiration_type, expiration_date,
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
      from taken
    ), booked as (
      insert into grant_points (account_id, facility_account_id, customer_id, grant_point, grant_date, expiration_type, expiration_date,
        expiration_days_from_grant, expiration_days_from_last_stay, remarks, action_id, campaign_id, stay_reservation_id,
        stay_transaction_id, reverses_grant_point_id, rule_version_id, idempotency_key, created_by, updated_by)
      select e.account_id, e.facility_account_id, e.customer_id, e.points, e.grant_date, e.expiration_type, e.expiration_date,
        e.expiration_days_from_grant, e.expiration_days_from_last_stay, '', e.action_id, e.campaign_id, e.stay_reservation_id, e.stay_id,
        e.reverses, e.version_id,
        concat_ws(':', 'stay', e.stay_id, e.action_id,
          (select count(*)
            from grant_points point_grant
            where point_grant.account_id = e.account_id and point_grant.stay_transaction_id = e.stay_id
              and point_grant.action_id = e.action_id) + row_number()
            over (partition by e.stay_id, e.action_id order by e.points, e.reverses)),
        ${ctx.userId}, ${ctx.userId}
      from entries e
      order by e.customer_id, e.grant_date, e.stay_id, e.action_id, e.points, e.reverses
      returning account_id, id, customer_id, grant_point, stay_reservation_id
    )
    select b.id, ${livingCustomer(sql`b`)} as customer_id, b.grant_point, b.stay_reservation_id
    from booked b`;
}

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
    update stay_reservations reversing_reservation
    set grant_status = held.status, updated_at = now()
    from held
    where reversing_reservation.account_id = held.account_id and reversing_reservation.id = held.id
      and reversing_reservation.grant_status not in ('excluded', held.status)`;
}
