import { addDays, type CalendarDate, calendarDate, monthOf } from "@okaeri/domain/calendar-date";
import { CONSENT_CHANNELS, CONSENT_PURPOSES } from "@okaeri/domain/customers/consent";
import { prefectureOf } from "@okaeri/domain/customers/prefecture";
import { GENDERS } from "@okaeri/domain/enumerations";
import { heldRank, type RankStep } from "@okaeri/domain/ranks/decide-rank";
import type { CustomerFacts, GuestLists } from "@okaeri/domain/segments/matches";
import fc from "fast-check";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { listsOf, type Named, occasionsOf, records, rowsOf, stayFacts, TODAY } from "./guest-records.fixture.ts";
import { insertAll, type Row } from "./insert-all.fixture.ts";

// Random guests, as rows and as what conditions ask.

export type Known = Named & {
  rfm: number;
  rfmGroups: readonly number[];
  types: readonly number[];
  ranks: readonly number[];
};
/** `reservationFacts`: what is known of each of the guest's reservations, by its id. */
export type KnownGuest = CustomerFacts & GuestLists & { reservationFacts: ReturnType<typeof occasionsOf> };

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 });
const OVERDUE = addDays(TODAY, -1);

function guests(known: Known) {
  const score = maybe(fc.integer({ min: 1, max: 5 }));
  return fc.record({
    rfm: maybe(fc.tuple(score, score, score)),
    group: maybe(fc.constantFrom(...known.rfmGroups)),
    birthday: maybe(fc.integer({ min: 0, max: 20_000 }).map((n) => addDays(calendarDate("1950-01-01"), n))),
    points: fc.oneof(
      fc.constant(null),
      fc.integer({ min: 0, max: 50 }).map((n) => n * 100),
    ),
    gender: maybe(fc.constantFrom(...GENDERS)),
    language: fc.constantFrom("ja" as const, "en" as const),
    nationality: fc.constantFrom(null, "", "A", "JPN"),
    postcode: fc.constantFrom(null, "100-0001", "530-0001", "618-0000", "2600000", "000-0000", "１００-0001", "x"),
    registered: fc.integer({ min: -1100, max: 0 }).map((n) => addDays(TODAY, n)),
    types: fc.subarray([...known.types]),
    /** Last days of points; yesterday's are not booked as expired yet. */
    lots: fc.array(fc.constantFrom(OVERDUE, TODAY, addDays(TODAY, 30), addDays(TODAY, 31), null), { maxLength: 3 }),
    rank: maybe(
      fc.record({
        rank_detail_id: fc.constantFrom(...known.ranks),
        rank_type: fc.constantFrom("auto" as const, "manual" as const),
        expiration_date: fc.constantFrom(null, OVERDUE, TODAY, addDays(TODAY, 30)),
      }),
    ),
    enteredAt: fc.subarray([...known.facilities]),
    member: fc.boolean(),
    /** Somebody was merged into the guest, and the ledgers have the records for them. */
    merged: fc.constantFrom(false, false, true),
    records: records(known),
    consents: fc.array(
      fc.record({
        channel: fc.constantFrom("mail", "mail", ...CONSENT_CHANNELS),
        purpose: fc.constantFrom("marketing", ...CONSENT_PURPOSES),
        state: fc.constantFrom("given", "given", "withdrawn"),
      }),
      { maxLength: 5 },
    ),
    email: fc.boolean(),
    emailState: fc.constantFrom("valid" as const, "valid" as const, "bounced" as const, "opted_out" as const),
    suppressed: fc.constantFrom(false, false, false, false, true),
    line: fc.constantFrom("none" as const, "following" as const, "following" as const, "blocked" as const),
    lineRefused: fc.constantFrom(false, false, false, false, true),
  });
}
type Guest = ReturnType<typeof guests> extends fc.Arbitrary<infer G> ? G : never;

const FIRST_ID = 1000;

/** Adds random guests to the account. `steps`: its ranks. @returns what is known of each, by id. */
export async function addGuests(
  tx: Tx,
  known: Known,
  steps: readonly RankStep[],
  count: number,
): Promise<Map<number, KnownGuest>> {
  const tables = new Map<string, Row[]>();
  const facts = new Map<number, KnownGuest>();
  for (const [index, guest] of fc.sample(guests(known), { numRuns: count, seed: 20261120 }).entries()) {
    const id = FIRST_ID + index;
    const rows = { ...guestRows(guest, id, known), ...rowsOf(guest.records, id, guest.merged ? -id : id, known) };
    for (const [table, added] of Object.entries(rows)) tables.set(table, [...(tables.get(table) ?? []), ...added]);
    facts.set(id, factsOf(guest, id, steps, known));
  }
  for (const [table, rows] of tables) await insertAll(tx, table, rows);
  const totals = [...facts].map(([id, { stay_count, use_price_total, last_stay_on }]) => ({
    id,
    stay_count,
    use_price_total,
    last_stay_on,
  }));
  await sql`update customer_totals total
    set stay_count = t.stay_count, use_price_total = t.use_price_total, last_stay_on = t.last_stay_on
    from jsonb_to_recordset(${JSON.stringify(totals)}::jsonb) as t (id bigint, stay_count int, use_price_total bigint, last_stay_on date)
    where total.account_id = ${known.accountId} and total.customer_id = t.id`.execute(tx.db);
  return facts;
}

const mailOf = (id: number) => `Guest${id}@example.jp`;

function guestRows(guest: Guest, id: number, { accountId: account_id, rfm, facilities }: Known): Record<string, Row[]> {
  const own = { account_id, customer_id: id };
  const lots = guest.lots.map((expires_on, n) => ({ id: id * 10 + n, expires_on }));
  const seen = new Set([...guest.enteredAt, ...guest.records.bookings.map(({ facility }) => facility)]);
  const person = {
    account_id,
    id,
    name: "x",
    member_number: guest.member ? `M${id}` : null,
    birthday: guest.birthday,
    gender: guest.gender,
    language: guest.language,
    nationality: guest.nationality,
    postcode: guest.postcode,
    email: guest.email ? mailOf(id) : null,
    email_state: guest.emailState,
    line_user_id: guest.line === "none" ? null : `U${id}`,
    line_follow_state: guest.line,
    // In Tokyo it is that day already.
    created_at: `${guest.registered}T00:30:00+09:00`,
    active_status: "active",
    merged_into: null as number | null,
  };
  const other = { ...person, id: -id, member_number: null, email: null, line_user_id: null, line_follow_state: "none" };
  return {
    customers: [person, ...(guest.merged ? [{ ...other, active_status: "inactive", merged_into: id }] : [])],
    customer_rfms:
      guest.rfm === null
        ? []
        : [
            {
              ...own,
              rfm_id: rfm,
              recency_days: 1,
              frequency_count: 1,
              monetary_total: 1,
              recency_score: guest.rfm[0] ?? 1,
              frequency_score: guest.rfm[1] ?? 1,
              monetary_score: guest.rfm[2] ?? 1,
              rfm_group_id: guest.group,
              scored_on: TODAY,
              held_since: TODAY,
            },
          ],
    point_accounts:
      guest.points === null && lots.length === 0 ? [] : [{ ...own, balance: (guest.points ?? 0) + 100 * lots.length }],
    grant_points: lots.map((lot) => ({
      ...own,
      id: lot.id,
      facility_account_id: facilities[0],
      grant_point: 100,
      grant_date: "2026-01-01",
      expiration_type: lot.expires_on === null ? "none" : "date",
      expiration_date: lot.expires_on,
      idempotency_key: `g${lot.id}`,
    })),
    point_lots: lots.map((lot) => ({
      ...own,
      grant_point_id: lot.id,
      granted: 100,
      remaining: 100,
      expires_on: lot.expires_on,
    })),
    customer_types: guest.types.map((account_customer_type_id) => ({ ...own, account_customer_type_id })),
    customer_ranks: guest.rank === null ? [] : [{ ...own, ...guest.rank, since_date: TODAY }],
    customer_facilities: [...seen].map((facility_account_id) => ({
      ...own,
      facility_account_id,
      first_seen_on: TODAY,
    })),
    customer_consents: guest.consents.map((consent, n) => ({ ...own, ...consent, id: id * 10 + n, source: "staff" })),
    suppressions: [
      ...(guest.suppressed && guest.email
        ? [{ account_id, channel: "mail", address: mailOf(id).toLowerCase(), reason: "blocked" }]
        : []),
      ...(guest.lineRefused && guest.line !== "none"
        ? [{ account_id, channel: "line", address: `U${id}`, reason: "blocked" }]
        : []),
    ],
  };
}

function factsOf(guest: Guest, id: number, steps: readonly RankStep[], named: Known): KnownGuest {
  const held = heldRank(steps, guest.rank ? [guest.rank] : [], TODAY);
  const consent = (channel: string, purpose: string) =>
    guest.consents.findLast((one) => one.channel === channel && one.purpose === purpose)?.state === "given";
  const lastDays = guest.lots.filter((day): day is CalendarDate => day !== null);
  return {
    ...stayFacts(guest.records.bookings, guest.birthday),
    ...listsOf(guest.records, named),
    reservationFacts: occasionsOf(guest.records.bookings, id),
    customer_id: id,
    rfm_group_ids: guest.rfm && guest.group !== null ? [guest.group] : [],
    rfm_recency_score: guest.rfm ? (guest.rfm[0] ?? 1) : null,
    rfm_frequency_score: guest.rfm ? (guest.rfm[1] ?? 1) : null,
    rfm_monetary_score: guest.rfm ? (guest.rfm[2] ?? 1) : null,
    point_balance: (guest.points ?? 0) + 100 * guest.lots.filter((day) => day !== OVERDUE).length,
    points_expiring: (days) => 100 * lastDays.filter((day) => day >= TODAY && day <= addDays(TODAY, days)).length,
    birthday: guest.birthday,
    birthday_month: guest.birthday ? monthOf(guest.birthday) : null,
    gender: guest.gender,
    prefecture: guest.postcode === null ? null : prefectureOf(guest.postcode),
    nationality: guest.nationality || null,
    language: guest.language,
    registered_on: guest.registered,
    customer_type_ids: guest.types,
    rank_detail_id: held?.id ?? null,
    // An entry rank that nobody gave does not end.
    rank_expires_on:
      held && guest.rank?.rank_detail_id === held.id && !isPast(guest.rank.expiration_date)
        ? guest.rank.expiration_date
        : null,
    has_member_number: guest.member,
    consent,
    mail_reachable: guest.email && guest.emailState === "valid" && consent("mail", "marketing") && !guest.suppressed,
    line_reachable: guest.line === "following" && consent("line", "marketing") && !guest.lineRefused,
  };
}

const isPast = (day: CalendarDate | null) => day !== null && day < TODAY;
