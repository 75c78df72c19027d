import { addDays, type CalendarDate, calendarDate, dayOfWeek, monthOf } from "@okaeri/domain/calendar-date";
import { GENDERS } from "@okaeri/domain/enumerations";
import { type HeldRank, heldRank, type RankStep } from "@okaeri/domain/ranks/decide-rank";
import {
  type ConditionGroup,
  type ConditionRule,
  type ItemGroup,
  parseCondition,
} from "@okaeri/domain/segments/condition";
import { type FactEntry, operatorsOf, SEGMENT_FIELD_NAMES, SEGMENT_FIELDS } from "@okaeri/domain/segments/fields";
import { formOf } from "@okaeri/domain/segments/form";
import { itemOf, itemsOf, SEGMENT_LIST_NAMES } from "@okaeri/domain/segments/lists";
import { type CustomerFacts, type GuestLists, matches } from "@okaeri/domain/segments/matches";
import fc from "fast-check";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database, Tx } from "../../database/connection.ts";
import { cloneDatabase } from "../../test/database.ts";
import { makeGrant } from "../customers/customers.fixture.ts";
import { conditionSql } from "./condition-sql.ts";
import { type Choices, countedRule, trees, valueFor } from "./condition-trees.fixture.ts";

// The one meaning of a target: SQL decides in production, the domain's matches() says what it should have decided.

const today = calendarDate("2026-11-20");
const TWO_YEARS_AGO = calendarDate("2024-11-20");
const COUNT = 400;

let database: Database;
let drop: () => Promise<void>;
let accountId = 0;
let facilityIds: number[] = [];
let rfmGroupIds: number[] = [];
let typeIds: number[] = [];
let rankIds: number[] = [];
const facts = new Map<number, CustomerFacts & GuestLists>();

const ids = async (tx: Tx, statement: ReturnType<typeof sql<{ id: number }>>) =>
  (await statement.execute(tx.db)).rows.map((row) => row.id);
const one = (values: readonly number[]) => values[0] ?? 0;

beforeAll(async () => {
  const clone = await cloneDatabase();
  ({ database, drop } = clone);
  await database.asSystem(async (tx) => {
    const { company, account } = await headquarters(tx, "a");
    accountId = account;
    facilityIds = await ids(
      tx,
      sql`insert into accounts (code, name, company_id, parent_id, programme_account_id)
        select 'a' || n, '宿' || n, ${company}, ${accountId}, ${accountId} from generate_series(1, 3) n returning id`,
    );
  });
  await database.inScope({ accountIds: [accountId, ...facilityIds] }, seed);
  const owner = new pg.Client({ connectionString: clone.ownerUrl });
  await owner.connect();
  await owner.query("analyze");
  await owner.end();
});
afterAll(() => drop());

async function headquarters(tx: Tx, code: string): Promise<{ company: number; account: number }> {
  const company = one(await ids(tx, sql`insert into companies (name) values ('宿') returning id`));
  const [account = 0] = await ids(
    tx,
    sql`insert into accounts (code, name, company_id) values (${code}, '本部', ${company}) returning id`,
  );
  return { company, account };
}

async function seed(tx: Tx): Promise<void> {
  const rfm = one(await ids(tx, sql`insert into rfms (account_id) values (${accountId}) returning id`));
  rfmGroupIds = await ids(
    tx,
    sql`insert into rfm_groups (account_id, rfm_id, name, priority) select ${accountId}, ${rfm}, 'g' || n, n from generate_series(1, 3) n
      returning id`,
  );
  typeIds = await ids(
    tx,
    sql`insert into account_customer_types (account_id, code, name) select ${accountId}, 't' || n, 't' || n from generate_series(1, 3) n
      returning id`,
  );
  const rank = one(
    await ids(
      tx,
      sql`insert into ranks (account_id, definition, active_month, base_month) values (${accountId}, 'stay', 12, 12) returning id`,
    ),
  );
  rankIds = await ids(
    tx,
    sql`insert into rank_details (account_id, rank_id, name, priority, total_stay)
      select ${accountId}, ${rank}, 'r' || n, n, 9 - 3 * n from generate_series(1, 3) n returning id`,
  );
  // r1 asks for six stays, r2 for three, r3 for none: it is everybody's who holds no other.
  const steps = rankIds.map((id, index) => ({ id, priority: index + 1, threshold: 6 - 3 * index }));
  for (const [index, guest] of fc.sample(guests(), { numRuns: COUNT, seed: 20261120 }).entries())
    await insertGuest(tx, rfm, steps, index, guest);
}

type Guest = {
  facts: Omit<
    CustomerFacts,
    | "stay_count_2y"
    | "stay_check_in_day"
    | "stay_check_out_day"
    | "stay_days"
    | "mail_reachable"
    | "line_reachable"
    | "rank_detail_id"
    | "customer_id"
    | "facility_account_ids"
    | "reserved_facility_account_ids"
  >;
  /** Where the guest is known without a booking: entered there by hand. */
  enteredAt: readonly number[];
  rank: HeldRank | null;
  /** Points whose last day was yesterday, not yet booked as expired. */
  overdue: number;
  birthday: CalendarDate | null;
  bookings: readonly Booking[];
  consents: readonly ("given" | "withdrawn")[];
  email: boolean;
  emailState: "valid" | "bounced" | "opted_out";
  suppressed: boolean;
  line: "none" | "following" | "blocked";
  lineConsents: readonly ("given" | "withdrawn")[];
  lineRefused: boolean;
};

type Booking = {
  facility: number;
  out: CalendarDate;
  nights: number;
  status: "reserved" | "go_show";
  stay: "none" | "counts" | "reversed";
};

function guests(): fc.Arbitrary<Guest> {
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 });
  const score = maybe(fc.integer({ min: 1, max: 5 }));
  const day = fc.integer({ min: -1100, max: 3 }).map((n) => addDays(today, n));
  return fc
    .record({
      rfm: maybe(fc.tuple(score, score, score)),
      group: maybe(fc.constantFrom(...rfmGroupIds)),
      birthday: maybe(fc.integer({ min: 0, max: 20_000 }).map((n) => addDays(calendarDate("1950-01-01"), n))),
      last_stay_on: maybe(day),
      stay_count: fc.integer({ min: 0, max: 6 }),
      use_price_total: fc.integer({ min: 0, max: 40 }).map((n) => n * 10_000),
      point_balance: fc.oneof(
        fc.constant(0),
        fc.integer({ min: 1, max: 50 }).map((n) => n * 100),
      ),
      gender: maybe(fc.constantFrom(...GENDERS)),
      language: fc.constantFrom("ja" as const, "en" as const),
      types: fc.subarray(typeIds),
      overdue: fc.constantFrom(0, 0, 700),
      rank: maybe(
        fc.record({
          rank_detail_id: fc.constantFrom(...rankIds),
          rank_type: fc.constantFrom("auto" as const, "manual" as const),
          expiration_date: fc.constantFrom(null, addDays(today, -1), today, addDays(today, 30)),
        }),
      ),
      enteredAt: fc.subarray(facilityIds),
      member: fc.boolean(),
      bookings: fc.array(
        fc.record({
          facility: fc.constantFrom(...facilityIds),
          out: day,
          nights: fc.integer({ min: 0, max: 3 }),
          status: fc.constantFrom("reserved" as const, "reserved" as const, "go_show" as const),
          stay: fc.constantFrom("counts" as const, "none" as const, "reversed" as const),
        }),
        { maxLength: 4 },
      ),
      consents: fc.array(fc.constantFrom("given" as const, "given" as const, "withdrawn" as const), { maxLength: 3 }),
      email: fc.boolean(),
      emailState: fc.constantFrom("valid" as const, "valid" as const, "bounced" as const, "opted_out" as const),
      suppressed: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
      line: fc.constantFrom("none" as const, "following" as const, "following" as const, "blocked" as const),
      lineConsents: fc.array(fc.constantFrom("given" as const, "given" as const, "withdrawn" as const), {
        maxLength: 2,
      }),
      lineRefused: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
    })
    .map(({ rfm, group, types, member, birthday, gender, language, last_stay_on, ...rest }) => ({
      ...rest,
      birthday,
      facts: {
        rfm_group_ids: rfm && group !== null ? [group] : [],
        rfm_recency_score: rfm ? (rfm[0] ?? 1) : null,
        rfm_frequency_score: rfm ? (rfm[1] ?? 1) : null,
        rfm_monetary_score: rfm ? (rfm[2] ?? 1) : null,
        last_stay_on,
        stay_count: rest.stay_count,
        use_price_total: rest.use_price_total,
        point_balance: rest.point_balance,
        birthday_month: birthday ? monthOf(birthday) : null,
        gender,
        language,
        customer_type_ids: types,
        has_member_number: member,
      },
    }));
}

async function insertGuest(
  tx: Tx,
  rfm: number,
  steps: readonly RankStep[],
  index: number,
  guest: Guest,
): Promise<void> {
  const f = guest.facts;
  const email = guest.email ? `Guest${index}@example.jp` : null;
  const id = one(
    await ids(
      tx,
      sql`insert into customers (account_id, name, member_number, birthday, gender, language, email, email_state, line_user_id,
      line_follow_state)
        values (${accountId}, 'x', ${f.has_member_number ? `M${index}` : null}, ${guest.birthday}, ${f.gender}, ${f.language}, ${email},
          ${guest.emailState}, ${guest.line === "none" ? null : `U${index}`}, ${guest.line}) returning id`,
    ),
  );
  await sql`update customer_totals set stay_count = ${f.stay_count}, use_price_total = ${f.use_price_total},
    last_stay_on = ${f.last_stay_on}
    where account_id = ${accountId} and customer_id = ${id}`.execute(tx.db);
  if (f.rfm_recency_score !== null)
    await sql`insert into customer_rfms (account_id, customer_id, rfm_id, recency_days, frequency_count, monetary_total,
        recency_score, frequency_score, monetary_score, rfm_group_id, scored_on, held_since)
      values (${accountId}, ${id}, ${rfm}, 1, 1, 1, ${f.rfm_recency_score}, ${f.rfm_frequency_score}, ${f.rfm_monetary_score},
        ${f.rfm_group_ids[0] ?? null}, ${today}, ${today})`.execute(tx.db);
  if (f.point_balance > 0 || index % 2 === 0)
    await sql`insert into point_accounts (account_id, customer_id, balance) values (${accountId}, ${id}, ${f.point_balance})`.execute(
      tx.db,
    );
  if (guest.overdue > 0)
    await makeGrant(tx, accountId, id, { point: guest.overdue, on: "2026-01-01", expiresOn: addDays(today, -1) });
  for (const type of f.customer_type_ids)
    await sql`insert into customer_types (account_id, customer_id, account_customer_type_id) values (${accountId}, ${id}, ${type})`.execute(
      tx.db,
    );
  if (guest.rank !== null)
    await sql`insert into customer_ranks (account_id, customer_id, rank_detail_id, rank_type, expiration_date, since_date)
      values (${accountId}, ${id}, ${guest.rank.rank_detail_id}, ${guest.rank.rank_type}, ${guest.rank.expiration_date}, ${today})`.execute(
      tx.db,
    );
  const { bookings } = guest;
  const counted = bookings.filter(({ stay }) => stay === "counts");
  for (const facility of new Set([...guest.enteredAt, ...bookings.map(({ facility }) => facility)]))
    await sql`insert into customer_facilities (account_id, facility_account_id, customer_id, first_seen_on)
      values (${accountId}, ${facility}, ${id}, ${today})`.execute(tx.db);
  const consents = { mail: guest.consents, line: guest.lineConsents };
  for (const channel of ["mail", "line"] as const)
    for (const state of consents[channel])
      await sql`insert into customer_consents (account_id, customer_id, channel, state, source)
        values (${accountId}, ${id}, ${channel}, ${state}, 'staff')`.execute(tx.db);
  if (guest.lineRefused && guest.line !== "none")
    await sql`insert into suppressions (account_id, channel, address, reason) values (${accountId}, 'line', ${`U${index}`},
      'blocked')`.execute(tx.db);
  if (guest.suppressed && email)
    await sql`insert into suppressions (account_id, channel, address, reason) values (${accountId}, 'mail', ${email.toLowerCase()},
      'blocked')`.execute(tx.db);
  for (const [n, booking] of bookings.entries()) await insertBooking(tx, id, `${index}-${n}`, booking);
  facts.set(id, {
    ...f,
    customer_id: id,
    rank_detail_id: heldRank(steps, guest.rank ? [guest.rank] : [], today)?.id ?? null,
    stay_count_2y: counted.filter(({ out }) => out >= TWO_YEARS_AGO).length,
    ...lastOf(counted.map((booking) => ({ ...booking, code: bookings.indexOf(booking) }))),
    facility_account_ids: counted.map(({ facility }) => facility),
    reserved_facility_account_ids: bookings
      .filter(({ status }) => status === "reserved")
      .map(({ facility }) => facility),
    stays: counted.map(stayItem),
    mail_reachable:
      guest.email && guest.emailState === "valid" && guest.consents.at(-1) === "given" && !guest.suppressed,
    line_reachable: guest.line === "following" && guest.lineConsents.at(-1) === "given" && !guest.lineRefused,
  });
}

const CODES = ["A", 'B"\\', "素泊"];
const planOf = ({ facility, nights }: Booking) => (nights === 0 ? "" : (CODES[(facility + nights) % 3] ?? ""));
const priceOf = ({ nights }: Booking) => 1000 + 500 * nights;

/** A stay as conditions count it. */
function stayItem(booking: Booking) {
  const { facility, out, nights } = booking;
  const from = addDays(out, -nights);
  return {
    facility_account_id: facility,
    check_in_on: from,
    check_out_on: out,
    stay_days: nights,
    use_price: priceOf(booking),
    plan_code: planOf(booking) || null,
    check_in_day: dayOfWeek(from),
    check_out_day: dayOfWeek(out),
    is_online_check_in: nights > 1,
    is_online_check_out: nights === 1,
  };
}

/** What conditions ask of the stay that counts last. */
function lastOf(counted: readonly (Booking & { code: number })[]) {
  const [last] = [...counted].sort((a, b) => (a.out === b.out ? b.code - a.code : a.out < b.out ? 1 : -1));
  if (!last) return { stay_check_in_day: null, stay_check_out_day: null, stay_days: null };
  const { out, nights } = last;
  return { stay_check_in_day: dayOfWeek(addDays(out, -nights)), stay_check_out_day: dayOfWeek(out), stay_days: nights };
}

async function insertBooking(tx: Tx, customer: number, code: string, booking: Booking): Promise<void> {
  const { facility, out, nights, status, stay } = booking;
  const from = addDays(out, -nights);
  await sql`with r as (
      insert into stay_reservations (account_id, facility_account_id, customer_id, original_reservation_code, check_in_date, check_out_date,
        reservation_status, plan_code)
      values (${accountId}, ${facility}, ${customer}, ${code}, ${from}, ${out}, ${status}, ${planOf(booking)}) returning id)
    insert into stay_transactions (account_id, facility_account_id, stay_reservation_id, customer_id, transaction_code, confirmed_date,
      use_price, check_in_date, check_out_date, is_online_check_in, is_online_check_out, reversed_at)
    select ${accountId}, ${facility}, r.id, ${customer}, ${code}, ${out}, ${priceOf(booking)}, ${from}, ${out},
      ${nights > 1}, ${nights === 1},
      ${stay === "reversed" ? new Date() : null} from r where ${stay !== "none"}`.execute(tx.db);
}

const choices = (): Choices => ({
  codes: CODES,
  people: [...facts.keys()].slice(0, 40),
  facilities: facilityIds,
  rfm_groups: rfmGroupIds,
  customer_types: typeIds,
  rank_details: rankIds,
});

async function foundBy(tree: ConditionGroup, shape: "set" | "row", account = accountId): Promise<number[]> {
  return database.inScope({ accountIds: [account, ...facilityIds] }, async (tx) =>
    (
      await sql<{ id: number }>`select customer.id from customers customer where customer.account_id = ${account}
        and (${conditionSql(formOf(tree), { today, shape })}) order by customer.id`.execute(tx.db)
    ).rows.map((row) => row.id),
  );
}

const expectedOf = (tree: ConditionGroup) =>
  [...facts].filter(([, guest]) => matches(tree, guest, today)).map(([id]) => id);

describe("conditionSql equals matches()", () => {
  const bothFind = async (tree: ConditionGroup) => {
    expect(parseCondition(tree)).toEqual({ ok: true, tree });
    const expected = expectedOf(tree);
    expect(await foundBy(tree, "set"), JSON.stringify(tree)).toEqual(expected);
    expect(await foundBy(tree, "row"), JSON.stringify(tree)).toEqual(expected);
  };

  test.each(SEGMENT_FIELD_NAMES)("%s with every operator", async (field) => {
    for (const operator of operatorsOf(SEGMENT_FIELDS[field]))
      for (const value of fc.sample(valueFor(field, SEGMENT_FIELDS[field], operator, choices()), {
        numRuns: 3,
        seed: 7,
      }))
        await bothFind({ combinator: "and", rules: [{ field, operator, value } as ConditionRule] });
  });

  test.each(SEGMENT_LIST_NAMES)("%s counted by each of their facts with every operator", async (of) => {
    for (const field of itemsOf(of))
      for (const operator of operatorsOf(itemOf(of, field) as FactEntry))
        for (const value of fc.sample(valueFor(field, itemOf(of, field) as FactEntry, operator, choices()), {
          numRuns: 1,
          seed: 7,
        })) {
          const where = { combinator: "and", rules: [{ field, operator, value }] } as ItemGroup;
          await bothFind({ combinator: "and", rules: [{ of, where, operator: ">=", value: 1 }] });
        }
    for (const rule of fc.sample(countedRule(of, choices()), { numRuns: 20, seed: 7 }))
      await bothFind({ combinator: "and", rules: [rule] });
  });

  test("random trees", async () => {
    await fc.assert(
      fc.asyncProperty(trees(choices), async (tree) => {
        fc.pre(parseCondition(tree).ok);
        const expected = expectedOf(tree);
        expect(await foundBy(tree, "set")).toEqual(expected);
        expect(await foundBy(tree, "row")).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  test("everybody", async () => {
    expect(await foundBy({ combinator: "and", rules: [] }, "set")).toHaveLength(COUNT);
  });

  test("who was merged since they were picked is found as who lives on", async () => {
    const { account } = await database.asSystem((tx) => headquarters(tx, "merged"));
    const [source = 0, survivor = 0] = await database.inScope({ accountIds: [account] }, async (tx) => {
      const [from, to] = await ids(
        tx,
        sql`insert into customers (account_id, name) select ${account}, 'x' from generate_series(1, 3) returning id`,
      );
      await tx.run`update customers set merged_into = ${to}, active_status = 'inactive' where account_id = ${account} and id = ${from}`;
      return [from, to];
    });
    const picked: ConditionRule = { field: "customer_id", operator: "in", value: [source] };
    expect(await foundBy({ combinator: "and", rules: [picked] }, "set", account)).toEqual([survivor]);
  });
});
