import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import { withoutLoops } from "../../database/without-loops.ts";
import { attributionsOfGiven } from "./attributions.ts";
import { windowDaysOf } from "./touched-before.ts";

// A number that no other advisory lock uses as its first.
const LOCK_CLASS = 840;

/** Guests that one transaction settles. */
export const GUESTS_AT_ONCE = 2_000;

/** Of an attribution, beside its key: two that differ in none of them are the same. */
const COLUMNS = [
  "customer_id",
  "facility_account_id",
  "campaign_action_id",
  "touch",
  "touched_at",
  "push_action_id",
  "sent_to_id",
  "message_event_id",
  "use_coupon_case_id",
  "reserved_on",
  "reserved_price",
  "transacted_on",
  "use_price",
].map((column) => sql.ref(column));

const columnsOf = (row: "attribution" | "held" | "excluded") =>
  sql.join(COLUMNS.map((column) => sql`${sql.ref(row)}.${column}`));

/**
 * Settles the bookings of guests about whom something was reported since. To be repeated until it returns 0.
 * @param most The most guests of one transaction.
 * @returns how many guests were settled.
 */
export async function recomputeSome(tx: Tx, accountId: number, most = GUESTS_AT_ONCE): Promise<number> {
  await lockConversions(tx, accountId);
  // Whoever is told of meanwhile is told in a row of its own, which stays.
  const guests = await tx.all<{ id: number }>`with gone as (
      delete from attribution_queue queued_guest
      where queued_guest.account_id = ${accountId} and queued_guest.id = any(array(
        select oldest_queued_guest.id
        from attribution_queue oldest_queued_guest
        where oldest_queued_guest.account_id = ${accountId}
        order by oldest_queued_guest.id
        limit ${most}))
      returning queued_guest.customer_id
    )
    select distinct g.customer_id as id
    from gone g`;
  const ids = guests.map(({ id }) => id);
  if (ids.length > 0) await recomputeGuests(tx, accountId, ids);
  return ids.length;
}

/** Who settles conversions of a programme waits for whoever does so already. */
export async function lockConversions(tx: Tx, accountId: number): Promise<void> {
  await tx.run`select pg_advisory_xact_lock(${LOCK_CLASS}, hashint8(${accountId}::bigint))`;
}

/**
 * Works out anew which campaigns brought the bookings of these guests, writes what differs, and lets the days of the campaigns follow: by
 * the difference, so that a day needs no look at its other bookings. Under the lock.
 * @returns the bookings whose attribution was not what it should be.
 */
export async function recomputeGuests(tx: Tx, accountId: number, customerIds: readonly number[]): Promise<number[]> {
  const settle = () => tx.all<{ id: number; lessens: boolean }>`with ${givenIds(accountId, customerIds)},
    ${attributionsOfGiven(windowDaysOf(accountId))}, held as materialized (
      select conversion_attribution.*
      from given
      cross join lateral (
        select guest_conversion_attribution.*
        from conversion_attributions guest_conversion_attribution
        where guest_conversion_attribution.account_id = given.account_id and guest_conversion_attribution.customer_id = given.id
        offset 0
      ) conversion_attribution
      union
      select conversion_attribution.*
      from booking
      cross join lateral (
        select booking_conversion_attribution.*
        from conversion_attributions booking_conversion_attribution
        where booking_conversion_attribution.account_id = booking.account_id
          and booking_conversion_attribution.stay_reservation_id = booking.id
        offset 0
      ) conversion_attribution
    ), differs as materialized (
      select coalesce(attribution.stay_reservation_id, held.stay_reservation_id) as id
      from attribution
      full join held on held.stay_reservation_id = attribution.stay_reservation_id
      where (${columnsOf("attribution")}) is distinct from (${columnsOf("held")})
    ), gone as (
      delete from conversion_attributions gone_conversion_attribution
      where gone_conversion_attribution.account_id = ${accountId}
        and gone_conversion_attribution.stay_reservation_id = any(array(
          select differs.id
          from differs
          where not exists (select from attribution where attribution.stay_reservation_id = differs.id)))
    ), written as (
      insert into conversion_attributions (account_id, stay_reservation_id, ${sql.join(COLUMNS)})
      select attribution.account_id, attribution.stay_reservation_id, ${columnsOf("attribution")}
      from attribution
      join differs on differs.id = attribution.stay_reservation_id
      on conflict (account_id, stay_reservation_id) do update
      set (${sql.join(COLUMNS)}, updated_at) = (${columnsOf("excluded")}, now())
    ), change as (
      select d.campaign_action_id, d.facility_account_id, d.stat_date, sum(d.sign * d.reserved) as reserved,
        sum(d.sign * d.reserved_price) as reserved_price, sum(d.sign * d.transacted) as transacted, sum(d.sign * d.use_price) as use_price
      from (
        select 1 as sign, n.* from (${dayFigures(sql`attribution`)}) n
        union all
        select -1, o.* from (${dayFigures(sql`held`)}) o
      ) d
      join differs on differs.id = d.stay_reservation_id
      group by d.campaign_action_id, d.facility_account_id, d.stat_date
    ), counted as (
      insert into conversions (account_id, campaign_action_id, facility_account_id, stat_date, reserved, reserved_price, transacted,
        use_price)
      select ${accountId}, change.campaign_action_id, change.facility_account_id, change.stat_date,
        coalesce(conversion.reserved, 0) + change.reserved, coalesce(conversion.reserved_price, 0) + change.reserved_price,
        coalesce(conversion.transacted, 0) + change.transacted, coalesce(conversion.use_price, 0) + change.use_price
      from change
      left join lateral (
        select stored_conversion.*
        from conversions stored_conversion
        where stored_conversion.account_id = ${accountId} and stored_conversion.campaign_action_id = change.campaign_action_id
          and stored_conversion.facility_account_id = change.facility_account_id and stored_conversion.stat_date = change.stat_date
        offset 0
      ) conversion on true
      on conflict (account_id, campaign_action_id, facility_account_id, stat_date) do update
      set (reserved, reserved_price, transacted, use_price, updated_at)
        = (excluded.reserved, excluded.reserved_price, excluded.transacted, excluded.use_price, now())
    )
    select differs.id, held.stay_reservation_id is not null as lessens
    from differs
    left join held on held.stay_reservation_id = differs.id`;
  // Sets are joined to sets: the planner's guess about a young account would scan one set for each row of the other (docs/adr/0280).
  const changed = await withoutLoops(tx, settle);
  if (changed.some(({ lessens }) => lessens)) await endEmptyDays(tx, accountId);
  return changed.map(({ id }) => id);
}

/** Days on which nothing is left. */
export async function endEmptyDays(tx: Tx, accountId: number): Promise<void> {
  await tx.run`delete from conversions where account_id = ${accountId} and reserved = 0 and transacted = 0`;
}

/** SQL: what attributions of `rows` count for: stay_reservation_id, action, facility, day and figures; two rows where a stay followed. */
export const dayFigures = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`select a.stay_reservation_id,
    a.campaign_action_id, a.facility_account_id, a.reserved_on as stat_date, 1 as reserved,
    coalesce(a.reserved_price, 0) as reserved_price, 0 as transacted,
    0::bigint as use_price
  from ${rows} a
  where a.reserved_on is not null
  union all
  select a.stay_reservation_id, a.campaign_action_id, a.facility_account_id, a.transacted_on, 0, 0, 1, a.use_price
  from ${rows} a
  where a.transacted_on is not null`;
