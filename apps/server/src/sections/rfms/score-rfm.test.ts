import { readFileSync } from "node:fs";
import { join } from "node:path";
import { addDays, calendarDate } from "@okaeri/domain/calendar-date";
import { DEFAULT_GROUPS, DEFAULT_THRESHOLDS, groupFor } from "@okaeri/domain/rfms/groups";
import { aggregationStart, recencyDays, SCORES, scoresOfCustomer as scoreOne } from "@okaeri/domain/rfms/score";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "../../database/connection.ts";
import { makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { makeCustomer, makeStay, within } from "../customers/customers.fixture.ts";
import { createDefaultRfm } from "./create-default-rfm.ts";
import { suggestThresholds } from "./preview-rfm.ts";
import { chosenOf } from "./rfms.fixture.ts";
import { rfmJobs } from "./rfms.jobs.ts";
import { activeRfmIds } from "./rfms.read.ts";
import { scoreRfm } from "./score-rfm.ts";
import { writeDetails } from "./write-rfm.queries.ts";

const PUBLISHED = join(import.meta.dirname, "../../../../../packages/domain/src/rfms/fixtures/rfm_customers.json");
const fixture = JSON.parse(readFileSync(PUBLISHED, "utf8")) as { customers: [number, number, number][] };
const TODAY = calendarDate("2026-11-20");
const NOW = new Date("2026-11-20T03:00:00Z");
const AT = { today: TODAY, now: NOW };

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

type Stay = { customer: number; checkOut: string; price: number; reversed?: boolean };

/** Customers numbered 0 to count - 1 with these stays; answers their ids. */
async function load(tx: Tx, accountId: number, count: number, stays: readonly Stay[]): Promise<number[]> {
  const made = await sql<{ id: number }>`insert into customers (account_id, name)
    select ${accountId}, '客 ' || n from generate_series(1, ${count}) n returning id`.execute(tx.db);
  const ids = made.rows.map((row) => row.id).sort((a, b) => a - b);
  const rows = stays.map((stay, n) => ({
    code: `S${n}`,
    customer_id: ids[stay.customer],
    check_out_date: stay.checkOut,
    check_in_date: addDays(calendarDate(stay.checkOut), -1),
    use_price: stay.price,
    reversed_at: stay.reversed ? NOW.toISOString() : null,
  }));
  await sql`with given as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (code text, customer_id bigint,
      check_in_date date, check_out_date date, use_price bigint, reversed_at timestamptz)),
    reserved as (insert into stay_reservations (account_id, facility_account_id, customer_id, original_reservation_code, check_in_date,
      check_out_date)
      select ${accountId}, ${accountId}, customer_id, code, check_in_date, check_out_date from given
        returning id, original_reservation_code)
    insert into stay_transactions (account_id, facility_account_id, stay_reservation_id, customer_id, transaction_code, confirmed_date,
      use_price, check_in_date, check_out_date, reversed_at)
    select ${accountId}, ${accountId}, r.id, g.customer_id, g.code, g.check_out_date, g.use_price, g.check_in_date, g.check_out_date,
      g.reversed_at
    from given g join reserved r on r.original_reservation_code = g.code`.execute(tx.db);
  return ids;
}

type ScoreRow = {
  customer_id: number;
  recency_days: number;
  frequency_count: number;
  monetary_total: number;
  recency_score: number;
  frequency_score: number;
  monetary_score: number;
  group_name: string | null;
};

async function scores(tx: Tx, accountId: number): Promise<ScoreRow[]> {
  const rows =
    await sql<ScoreRow>`select customer_rfm.customer_id, customer_rfm.recency_days, customer_rfm.frequency_count,
      customer_rfm.monetary_total, customer_rfm.recency_score,
      customer_rfm.frequency_score, customer_rfm.monetary_score, rfm_group.name as group_name
    from customer_rfms customer_rfm left join rfm_groups rfm_group on rfm_group.account_id = customer_rfm.account_id
      and rfm_group.id = customer_rfm.rfm_group_id
    where customer_rfm.account_id = ${accountId} order by customer_rfm.customer_id`.execute(tx.db);
  return rows.rows;
}

test("the published counts of the R package rfm come out of the SQL", async () => {
  const { accountId } = await makeAccount(t.app, { name: "公表値" });
  await within(t.app, [accountId], async (tx) => {
    const stays = fixture.customers.flatMap(([recency, frequency, monetary], customer) =>
      Array.from({ length: frequency }, (_, n) => ({
        customer,
        checkOut: addDays(TODAY, -recency),
        price: n === 0 ? monetary : 0,
      })),
    );
    await load(tx, accountId, fixture.customers.length, stays);
    const rfmId = await createDefaultRfm(tx, accountId);
    await sql`update rfms set frequency_aggregation_years = 10, monetary_aggregation_years = 10 where account_id = ${accountId}`.execute(
      tx.db,
    );
    await writeDetails(
      tx,
      { accountId, rfmId, userId: null },
      { recency: [115, 181, 297, 482], frequency: [4, 5, 6, 8], monetary: [256, 382, 506, 666] },
    );
    const run = await scoreRfm(tx, accountId, rfmId, AT);
    expect(run).toEqual({ written: 995, moved: 995, removed: 0 });
    const rows = await scores(tx, accountId);
    const counts = (axis: "recency_score" | "frequency_score" | "monetary_score") =>
      SCORES.map((score) => rows.filter((row) => row[axis] === score).length);
    expect(counts("recency_score")).toEqual([197, 201, 198, 199, 200]);
    expect(counts("frequency_score")).toEqual([268, 187, 176, 244, 120]);
    expect(counts("monetary_score")).toEqual([200, 200, 197, 203, 195]);
  });
});

/** Repeatable numbers from 0 to below 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

test("random stays: SQL and the domain's rule give the same figures, scores and groups", async () => {
  const { accountId } = await makeAccount(t.app, { name: "乱数" });
  const random = randomFrom(20_261_120);
  const customers = 400;
  // Days around every boundary, today and the near future included.
  const edges = [0, 89, 90, 179, 180, 364, 365, 729, 730, 731, 732, 1096, -3];
  const stays: Stay[] = Array.from({ length: 1_500 }, () => ({
    customer: Math.floor(random() ** 2 * customers),
    checkOut: addDays(
      TODAY,
      -(random() < 0.5 ? (edges[Math.floor(random() * edges.length)] ?? 0) : Math.floor(random() * 1_500)),
    ),
    price: [0, 29_999, 30_000, 60_000, 119_999, 300_000, Math.floor(random() * 400_000)][Math.floor(random() * 7)] ?? 0,
    reversed: random() < 0.1,
  }));
  await within(t.app, [accountId], async (tx) => {
    const ids = await load(tx, accountId, customers, stays);
    const rfmId = await createDefaultRfm(tx, accountId);
    await sql`update rfms set frequency_aggregation_years = 1 where account_id = ${accountId}`.execute(tx.db);
    await scoreRfm(tx, accountId, rfmId, AT);
    const expected = ids.flatMap((customer_id, customer) => {
      const own = stays.filter((stay) => stay.customer === customer && !stay.reversed);
      const last = own
        .map((stay) => stay.checkOut)
        .sort()
        .at(-1);
      const recency = last === undefined ? null : recencyDays(calendarDate(last), TODAY);
      const frequency = own.filter((stay) => stay.checkOut >= aggregationStart(TODAY, 1)).length;
      const monetary = own
        .filter((stay) => stay.checkOut >= aggregationStart(TODAY, 2))
        .reduce((sum, stay) => sum + stay.price, 0);
      const found = scoreOne({ recency, frequency, monetary }, DEFAULT_THRESHOLDS);
      if (!found) return [];
      return [
        {
          customer_id,
          recency_days: recency,
          frequency_count: frequency,
          monetary_total: monetary,
          recency_score: found.recency,
          frequency_score: found.frequency,
          monetary_score: found.monetary,
          group_name: groupFor(found, DEFAULT_GROUPS)?.name ?? null,
        },
      ];
    });
    expect(await scores(tx, accountId)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(300);
  });
});

type Held = { customer_id: number; recency_score: number };

/** The scores that stood on a day: what stands since then, and what has gone later. */
async function scoresOn(tx: Tx, accountId: number, day: string): Promise<Held[]> {
  const rows =
    await sql<Held>`select customer_id, recency_score from customer_rfms where account_id = ${accountId} and held_since <= ${day}
    union all
    select customer_id, recency_score from customer_rfm_histories
      where account_id = ${accountId} and held_since <= ${day} and held_until > ${day}
    order by 1`.execute(tx.db);
  return rows.rows;
}

test("a run writes only what differs, and histories only the score and group that no longer stand", async () => {
  const { accountId } = await makeAccount(t.app, { name: "差分" });
  await within(t.app, [accountId], async (tx) => {
    const [first = 0, second = 0, third = 0] = await load(tx, accountId, 4, [
      { customer: 0, checkOut: "2026-11-10", price: 50_000 },
      { customer: 1, checkOut: "2026-08-24", price: 10_000 },
      { customer: 2, checkOut: "2026-11-25", price: 10_000 },
    ]);
    const rfmId = await createDefaultRfm(tx, accountId);
    const history = async () =>
      (
        await sql<{
          customer_id: number;
          held_since: string;
          held_until: string;
          recency_score: number;
        }>`select customer_id,
          held_since, held_until, recency_score from customer_rfm_histories where account_id = ${accountId}
          order by customer_id, held_since`.execute(tx.db)
      ).rows;
    expect(await scoreRfm(tx, accountId, rfmId, AT)).toEqual({ written: 3, moved: 3, removed: 0 });
    expect(await scoreRfm(tx, accountId, rfmId, AT)).toEqual({ written: 0, moved: 0, removed: 0 });
    expect(await history()).toEqual([]);
    // Two days on one guest passes 90 days; the others' days since the last stay go by without a row written (one is still to leave).
    const later = { today: addDays(TODAY, 2), now: NOW };
    expect(await scoreRfm(tx, accountId, rfmId, later)).toMatchObject({ moved: 1, removed: 0 });
    const passed = { customer_id: second, held_since: TODAY, held_until: later.today, recency_score: 5 };
    expect(await history()).toEqual([passed]);
    // A new price moves figures, not scores: the day since which they stand stays.
    await sql`update stay_transactions set use_price = 51000 where account_id = ${accountId} and customer_id = ${first}`.execute(
      tx.db,
    );
    const latest = { today: addDays(TODAY, 3), now: NOW };
    // The guest still to leave is written too, until his last stay lies behind.
    expect(await scoreRfm(tx, accountId, rfmId, latest)).toEqual({ written: 2, moved: 0, removed: 0 });
    // A stay that was taken back takes its guest out; a merged guest is no longer scored.
    await sql`update stay_transactions set reversed_at = now() where account_id = ${accountId} and customer_id = ${first}`.execute(
      tx.db,
    );
    await sql`update customers set merged_into = ${second}, active_status = 'inactive' where account_id = ${accountId}
      and id = ${third}`.execute(tx.db);
    expect(await scoreRfm(tx, accountId, rfmId, latest)).toEqual({ written: 0, moved: 0, removed: 2 });
    expect((await scores(tx, accountId)).map((row) => row.customer_id)).toEqual([second]);
    const gone = { held_since: TODAY, held_until: latest.today, recency_score: 5 };
    expect(await history()).toEqual([{ ...gone, customer_id: first }, passed, { ...gone, customer_id: third }]);
    // A night that ran late finds another score: what stood for no whole day is not kept.
    await sql`update stay_transactions set check_in_date = '2026-01-09', check_out_date = '2026-01-10'
      where account_id = ${accountId} and customer_id = ${second}`.execute(tx.db);
    expect(await scoreRfm(tx, accountId, rfmId, later)).toMatchObject({ moved: 1 });
    expect(await history()).toHaveLength(3);
    const held = (second_score: number) => [
      { customer_id: first, recency_score: 5 },
      { customer_id: second, recency_score: second_score },
      { customer_id: third, recency_score: 5 },
    ];
    expect(await scoresOn(tx, accountId, addDays(TODAY, -1))).toEqual([]);
    expect(await scoresOn(tx, accountId, TODAY)).toEqual(held(5));
    expect(await scoresOn(tx, accountId, later.today)).toEqual(held(3));
    expect(await scoresOn(tx, accountId, latest.today)).toEqual([{ customer_id: second, recency_score: 3 }]);
  });
});

test("the job scores by id; an unknown definition does nothing", async () => {
  const { accountId } = await makeAccount(t.app, { name: "夜間" });
  const rfmId = await within(t.app, [accountId], async (tx) => {
    await load(tx, accountId, 1, [{ customer: 0, checkOut: "2026-11-10", price: 1 }]);
    const id = await createDefaultRfm(tx, accountId);
    expect(await createDefaultRfm(tx, accountId)).toBe(id);
    expect(await activeRfmIds(tx, accountId)).toEqual([id]);
    return id;
  });
  const run = { signal: new AbortController().signal, attempt: 0 };
  await rfmJobs(t.app)["score-rfm"]({ account_id: accountId, rfm_id: rfmId }, run);
  await rfmJobs(t.app)["score-rfm"]({ account_id: accountId, rfm_id: 999_999 }, run);
  await within(t.app, [accountId], async (tx) => expect(await scores(tx, accountId)).toHaveLength(1));
});

test("every night each programme's definitions are scored once, however many facilities it has", async () => {
  const [hq, alone, closed] = [
    await makeAccount(t.app, { name: "本部" }),
    await makeAccount(t.app, { name: "一軒宿" }),
    await makeAccount(t.app, { name: "閉館" }),
  ];
  await makeAccount(t.app, { name: "支店", above: hq, option: null });
  const wanted = [];
  for (const { accountId } of [hq, alone, closed])
    wanted.push({
      account_id: accountId,
      rfm_id: await within(t.app, [accountId], (tx) => createDefaultRfm(tx, accountId)),
    });
  await t.past.pool.query("update accounts set active_status = 'inactive' where id = $1", [closed.accountId]);
  await rfmJobs(t.app)["score-all-rfms"]({}, { signal: new AbortController().signal, attempt: 0 });
  const { rows } = await t.past.pool.query<{ rfm: { account_id: number } }>(
    "select jsonb_array_elements(data->'rfms') as rfm from pgboss.job where name = 'score-small-rfms' order by 1",
  );
  expect(rows.map(({ rfm }) => rfm).filter((rfm) => rfm.account_id >= hq.accountId)).toEqual(wanted.slice(0, 2));
});

test("an RFM of an account group counts the stays at the group's facilities only (docs/adr/0147)", async () => {
  const hq = await makeAccount(t.app, { name: "群の本部", option: "crm_option_parent" });
  const inside = await makeAccount(t.app, { name: "群の宿", above: hq, option: null });
  const left = await makeAccount(t.app, { name: "抜けた宿", above: hq, option: null });
  const { accountId } = hq;
  const { rows } = await t.past.pool.query<{ id: number }>(
    "insert into groups (company_id, name) values ($1, '海辺') returning id",
    [hq.companyId],
  );
  const groupId = rows[0]?.id;
  const [rfmId, guest] = await within(t.app, [accountId, inside.accountId, left.accountId], async (tx) => {
    await sql`insert into account_groups (account_id, group_id, active_status)
      values (${inside.accountId}, ${groupId}, 'active'), (${left.accountId}, ${groupId}, 'inactive')`.execute(tx.db);
    const guest = await makeCustomer(tx, accountId, { name: "群の客" });
    const elsewhere = await makeCustomer(tx, accountId, { name: "ほかの客" });
    const stays = [
      [guest, inside.accountId, "2026-10-01", 10_000],
      [guest, inside.accountId, "2026-10-05", 20_000],
      [guest, left.accountId, "2026-11-01", 40_000],
      [guest, accountId, "2026-11-02", 80_000],
      [elsewhere, accountId, "2026-11-03", 160_000],
    ] as const;
    for (const [customer, facilityId, day, usePrice] of stays)
      await makeStay(tx, accountId, customer, {
        code: `${customer}-${day}`,
        facilityId,
        checkIn: day,
        checkOut: day,
        usePrice,
      });
    const id = await createDefaultRfm(tx, accountId);
    await sql`update rfms set group_id = ${groupId} where account_id = ${accountId}`.execute(tx.db);
    return [id, guest];
  });
  await rfmJobs(t.app)["score-rfm"](
    { account_id: accountId, rfm_id: rfmId },
    { signal: new AbortController().signal, attempt: 0 },
  );
  expect(await within(t.app, [accountId], (tx) => scores(tx, accountId))).toMatchObject([
    { customer_id: guest, recency_days: 46, frequency_count: 2, monetary_total: 30_000 },
  ]);
  const staff = await t.as(await makeUser(t.app, hq, "role_admin", ["*"]));
  const read = (await staff({ method: "GET", url: `/api/rfms/${rfmId}` })).json();
  const { frequency_aggregation_years, monetary_aggregation_years, details, version } = read;
  const payload = {
    version,
    frequency_aggregation_years,
    monetary_aggregation_years,
    details: chosenOf(details),
    groups: [],
  };
  const previewed = await staff({ method: "POST", url: `/api/rfms/${rfmId}/preview`, payload });
  expect(previewed.json().groups).toEqual([{ index: null, count: 1 }]);
});

test("suggested thresholds part the customers evenly, and whoever came once is score 1; fewer than five customers give none", async () => {
  const { accountId } = await makeAccount(t.app, { name: "五分位" });
  const basis = [{ accountId, groupId: null, frequencyYears: 2, monetaryYears: 2 }];
  await within(t.app, [accountId], async (tx) => {
    expect(await suggestThresholds(tx, basis, TODAY)).toBeUndefined();
    const stays = Array.from({ length: 100 }, (_, n) => ({
      customer: n,
      checkOut: addDays(TODAY, -(n + 1)),
      price: (n + 1) * 1_000,
    }));
    await load(tx, accountId, 100, stays);
    expect(await suggestThresholds(tx, basis, TODAY)).toEqual({
      thresholds: { recency: [21, 41, 61, 81], frequency: [2, 3, 4, 5], monetary: [21_000, 41_000, 61_000, 81_000] },
      ties: { recency: null, frequency: { value: 1, customers: 100 }, monetary: null },
    });
  });
});
