import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Tx } from "../database/connection.ts";
import { queueDue } from "../jobs/clock.ts";
import { makeGrant, makeStay, makeUse, one, within } from "../sections/customers/customers.fixture.ts";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../test/app.ts";
import { purgeJobs } from "./purge-old-rows.ts";

// What is older than its term ends, in steps of ten rows; nothing younger, and no ledger.

let t: TestApp;
let hotel: Facility;
let annex: Facility;
let now = new Date();
let staff: Caller;
let annexStaff: Caller;
const DAY = 86_400_000;
const ago = (days: number) => new Date(now.getTime() - days * DAY);
const yearsAgo = (years: number, days = 0) => {
  const then = new Date(now);
  then.setUTCFullYear(then.getUTCFullYear() - years);
  return new Date(then.getTime() - days * DAY);
};
const ids = { campaign: 0, old: 0, young: 0, oldImport: 0, youngImport: 0, oldFeed: 0, youngFeed: 0 };
const run = { signal: new AbortController().signal, attempt: 0 };
const ask = async <Row>(text: string): Promise<Row[]> => (await t.past.pool.query(text)).rows as Row[];
const end = () => purgeJobs(t.app, 10)["purge-old-rows"]({}, run);

beforeEach(async () => {
  t = await testApp({ clock: { now: () => now } });
  // The functions use the database's own clock: no clock of a caller makes them delete young rows.
  now = (await ask<{ now: Date }>("select now()"))[0]?.now ?? now;
  hotel = await makeAccount(t.app, { name: "本館", option: "crm_option_parent" });
  annex = await makeAccount(t.app, { name: "別館", above: hotel, option: null });
  staff = await t.as(await makeUser(t.app, hotel, "role_admin", ["*"], { canExport: true }));
  annexStaff = await t.as(await makeUser(t.app, annex, "role_user", ["*"]));
  await within(t.app, [hotel.accountId, annex.accountId], async (tx) => {
    const { accountId } = hotel;
    await sql`insert into customers (account_id, name) select ${accountId}, '客 ' || n from generate_series(1, 100) n`.execute(
      tx.db,
    );
    await sql`insert into customer_facilities (account_id, facility_account_id, customer_id, first_seen_on)
      select ${accountId}, ${annex.accountId}, id, '2020-01-01' from customers where account_id = ${accountId} order by id
        limit 30`.execute(tx.db);
    await plantLedger(tx);
    await plantSends(tx);
  });
  await plantOthers();
});
afterEach(() => t.close());

async function plantLedger(tx: Tx) {
  const { id } = await one(tx, sql<{ id: number }>`select max(id) as id from customers`);
  const stay = { code: "L1", checkIn: "2014-01-01", checkOut: "2014-01-02", usePrice: 10_000 };
  await makeStay(tx, hotel.accountId, id, stay);
  const grantId = await makeGrant(tx, hotel.accountId, id, { point: 100, on: "2014-01-02" });
  await makeUse(tx, hotel.accountId, id, { grantId, point: 30, on: "2014-02-01" });
}

/** Two sends: 80 of 100 guests left out of each, one day this side of the term and one day that. */
async function plantSends(tx: Tx) {
  const { accountId } = hotel;
  const made = (text: ReturnType<typeof sql<{ id: number }>>) => one(tx, text).then(({ id }) => id);
  ids.campaign = await made(
    sql`insert into campaigns (account_id, name, type) values (${accountId}, '案内', 'repeat_promotion') returning id`,
  );
  const segment = await made(sql`insert into campaign_segments (account_id, campaign_id, priority_seq)
    values (${accountId}, ${ids.campaign}, 1) returning id`);
  const action = await made(sql`insert into campaign_actions (account_id, campaign_segment_id, seq, type)
    values (${accountId}, ${segment}, 1, 'mail') returning id`);
  for (const [key, finished] of [
    ["old", ago(401)],
    ["young", ago(399)],
  ] as const) {
    ids[key] =
      await made(sql`insert into push_actions (account_id, campaign_id, campaign_segment_id, campaign_action_id, channel, started_by,
        push_status, push_scheduled_time, push_sent_time, finished_at, frozen_at, trigger_key, target_count, sent_count, skipped_count)
      values (${accountId}, ${ids.campaign}, ${segment}, ${action}, 'mail', 'by_hand', 'done', ${finished}, ${finished}, ${finished},
        ${finished},
        ${key}, 100, 20, 80) returning id`);
    await sql`insert into push_action_targets (account_id, push_action_id, campaign_id, campaign_segment_id, customer_id, outcome, reason,
      sent_at)
      select ${accountId}, ${ids[key]}, ${ids.campaign}, ${segment}, id,
        case when place > 80 then 'sent' else 'skipped' end, case when place <= 50 then 'no_consent' when place <= 80 then 'no_address' end,
        case when place > 80 then ${finished}::timestamptz end
      from (select id, row_number() over (order by id) as place from customers where account_id = ${accountId}) c`.execute(
      tx.db,
    );
  }
}

async function plantOthers() {
  const q = (text: string, values: unknown[]) => t.past.pool.query(text, values);
  const account = hotel.accountId;
  const [a, b, c] = (await ask<{ id: number }>("select id from customers order by id limit 3")).map(({ id }) => id);
  const consent = (customer: number | undefined, state: string, at: Date) =>
    q(
      `insert into customer_consents (account_id, customer_id, channel, state, happened_at, created_at, source)
        values ($1, $2, 'mail', $3, $4, $4, 'import')`,
      [account, customer, state, at],
    );
  await consent(a, "given", yearsAgo(5));
  await consent(a, "given", yearsAgo(3, 1));
  await consent(b, "given", yearsAgo(5));
  await consent(b, "withdrawn", yearsAgo(3, -1));
  await consent(c, "given", yearsAgo(5));
  await consent(c, "withdrawn", yearsAgo(4));
  await q("update customers set erased_at = $2, active_status = 'inactive' where id = $1", [c, yearsAgo(3, 1)]);
  for (const of of [account, annex.accountId, null])
    for (const at of [yearsAgo(7, 1), yearsAgo(7, -1)])
      await q("insert into audit_logs (at, action, account_id) values ($1, 'planted', $2)", [at, of]);
  const key = (
    await q(
      `insert into feed_keys (account_id, facility_account_id, name, key_hash, key_hint)
    values ($1, $1, '鍵', sha256('k'::bytea), 'x') returning id`,
      [account],
    )
  ).rows[0].id;
  for (const [days, file, feed] of [
    [91, "oldImport", "oldFeed"],
    [89, "youngImport", "youngFeed"],
  ] as const) {
    const batch = async (source: string, keyId: number | null) =>
      (
        await q(
          `insert into import_batches (account_id, facility_account_id, source, feed_key_id, state, finished_at, created_at, rows_read,
            rows_refused, delimiter, header)
        values ($1, $1, $2, $3, 'done', $4, $4, 25, 25, ',', '{a}') returning id`,
          [account, source, keyId, ago(days)],
        )
      ).rows[0].id;
    ids[file] = await batch("csv", null);
    await q(
      `insert into import_rejections (account_id, import_batch_id, line_no, reasons, raw)
      select $1, $2, n, '[{"field":"name","code":"required"}]', '山田 花子' from generate_series(1, 25) n`,
      [account, ids[file]],
    );
    ids[feed] = await batch("plain", key);
    await q(
      "insert into feed_batches (account_id, import_batch_id, kind, row_count) values ($1, $2, 'reservations', 25)",
      [account, ids[feed]],
    );
    await q(
      `insert into feed_rows (account_id, import_batch_id, row_index, row_outcome, reservation_code, reasons, raw)
      select $1, $2, n, case n when 0 then 'waiting' else 'refused' end, 'R' || n,
        '[{"field":"guest.name","code":"required","value":"山田"}]', '{"reservation_code":"R"}'
      from generate_series(0, 24) n`,
      [account, ids[feed]],
    );
  }
}

const LEDGERS = [
  "grant_points",
  "point_lots",
  "point_accounts",
  "point_adjustments",
  "use_points",
  "use_point_cases",
  "use_coupon_cases",
  "acquire_coupons",
  "coupon_counters",
  "stay_effects",
  "stay_transactions",
  "customers",
  "customer_totals",
];
const ledgers = async () => {
  const sums: Record<string, string> = {};
  for (const table of LEDGERS)
    sums[table] =
      (
        await ask<{ sum: string }>(
          `select md5(coalesce(string_agg(x::text, ',' order by x::text), '')) as sum from ${table} x`,
        )
      )[0]?.sum ?? "";
  return sums;
};
const counts = () =>
  ask<Record<string, number>>(`select
    (select count(*)::int from push_action_targets where push_action_id = ${ids.old}) as old_targets,
    (select count(*)::int from push_action_targets where push_action_id = ${ids.young}) as young_targets,
    (select coalesce(sum(omitted), 0)::int from omitted_counts) as omitted,
    (select count(*)::int from import_rejections where import_batch_id = ${ids.oldImport}) as old_lines,
    (select count(*)::int from import_rejections where import_batch_id = ${ids.youngImport}) as young_lines,
    (select count(*)::int from feed_rows where import_batch_id = ${ids.oldFeed} and raw is not null) as old_rows,
    (select count(*)::int from feed_rows where import_batch_id = ${ids.youngFeed} and raw is not null) as young_rows,
    (select count(*)::int from customer_consents) as consents,
    (select count(*)::int from audit_logs where action = 'planted') as lines`).then(([row]) => row);

const recipients = async (caller: Caller, of: Facility, more = "") => {
  const answer = await caller({
    method: "GET",
    url: `/api/campaigns/${ids.campaign}/recipients?account_id=${of.accountId}&size=50${more}`,
  });
  const { total, omitted_ended } = answer.json();
  return { total, omitted_ended };
};
const reported = async (caller: Caller, of: Facility) => {
  const from = ago(500).toISOString().slice(0, 10);
  const { campaigns } = (
    await caller({ method: "GET", url: `/api/reports?account_id=${of.accountId}&from=${from}` })
  ).json();
  return campaigns?.map(({ figures }: { figures: { targets: number } }) => figures.targets);
};

test("stopped in the middle it goes on later; what is past its term goes in small steps, what is younger and every ledger stay", async () => {
  const before = await ledgers();
  expect(await counts()).toEqual({
    old_targets: 100,
    young_targets: 100,
    omitted: 0,
    old_lines: 25,
    young_lines: 25,
    old_rows: 25,
    young_rows: 25,
    consents: 6,
    lines: 6,
  });
  const shown = [await reported(staff, hotel), await reported(annexStaff, annex)];
  expect(shown).toEqual([[200], [60]]);
  const stopping = new AbortController();
  let steps = 0;
  const handler = purgeJobs(
    {
      ...t.app,
      clock: {
        now: () => {
          steps += 1;
          if (steps > 2) stopping.abort(new Error("stopping"));
          return now;
        },
      },
    },
    10,
  );
  await expect(handler["purge-old-rows"]({}, { signal: stopping.signal, attempt: 0 })).rejects.toThrow("stopping");
  expect((await counts())?.old_lines).toBeLessThan(25);
  await end();
  const after = await counts();
  expect(after).toEqual({
    // 20 who got it, and 20 of each of two reasons.
    old_targets: 60,
    young_targets: 100,
    omitted: 40,
    old_lines: 0,
    young_lines: 25,
    old_rows: 1,
    young_rows: 25,
    // The first of the first guest, and both of the one who was erased.
    consents: 3,
    lines: 3,
  });
  expect(await ledgers()).toEqual(before);
  const largest = await ask<{ rows: number }>(
    "select max((after->>'rows')::int) as rows from audit_logs where action = 'end_term'",
  );
  expect(largest).toEqual([{ rows: 10 }]);
  expect([await reported(staff, hotel), await reported(annexStaff, annex)]).toEqual(shown);
  await end();
  expect(await counts()).toEqual(after);
});

test("who was left out of a send to be compared with stays as long as who was reached", async () => {
  await ask(`update push_action_targets set reason = case when customer_id % 2 = 0 then 'control_group' else 'standing_control' end
    where push_action_id = ${ids.old} and reason = 'no_address'`);
  await end();
  // 20 who got it, 20 samples of those without a consent, and all 30 of both groups.
  expect(await counts()).toMatchObject({ old_targets: 70, omitted: 30 });
});

test("screens count who is no longer listed, also for who sees some of the guests", async () => {
  await end();
  expect(await recipients(staff, hotel)).toEqual({ total: 160, omitted_ended: 40 });
  expect(await recipients(staff, hotel, "&outcome=sent")).toEqual({ total: 40, omitted_ended: 0 });
  // Of the 30 guests of the annex 20 are listed as samples of one reason.
  expect(await recipients(annexStaff, annex)).toEqual({ total: 50, omitted_ended: 10 });
});

test("an import and a batch whose rows are gone say so in words", async () => {
  await end();
  const at = `account_id=${hotel.accountId}`;
  const get = (url: string) => staff({ method: "GET", url });
  expect((await get(`/api/imports/${ids.oldImport}/rejections?${at}`)).json()).toMatchObject({ total: 0, ended: true });
  expect((await get(`/api/imports/${ids.youngImport}/rejections?${at}`)).json()).toMatchObject({
    total: 25,
    ended: false,
  });
  const file = await get(`/api/imports/${ids.oldImport}/rejections.csv?${at}`);
  expect([file.statusCode, file.json().message]).toEqual([400, expect.stringContaining("90日で削除しました")]);
  const rows = (await get(`/api/customers/inbox/${ids.oldFeed}/rows?${at}`)).json().items;
  expect(rows.map(({ row_outcome }: { row_outcome: string }) => row_outcome)).toEqual([
    "waiting",
    ...Array.from({ length: 24 }, () => "lapsed"),
  ]);
  expect(rows[1]).toMatchObject({
    row: null,
    reservation_code: "R1",
    reasons: [{ field: "guest.name", code: "required" }],
  });
  const payload = { version: rows[1].version, row: { reservation_code: "R1" } };
  const again = await staff({ method: "POST", url: `/api/customers/inbox/${ids.oldFeed}/rows/1/retry?${at}`, payload });
  expect(again.statusCode).toBe(412);
  expect((await get(`/api/imports/${ids.oldImport}/undo?${at}`)).statusCode).toBeLessThan(500);
});

test("whatever they are asked for, the functions end nothing younger than the term, and nothing else may", async () => {
  const whole = await counts();
  const foreign = await makeAccount(t.app, { name: "よその宿" });
  await t.app.database.inScope(
    { accountIds: [foreign.accountId] },
    (tx) =>
      tx.all`select purge_omitted(${hotel.accountId}, ${ids.old}, ${now}, 0, 1000), end_consents(${hotel.accountId}, ${now}, 0, 1000),
      end_audit_lines(${hotel.accountId}, ${now}, 1000)`,
  );
  expect(await counts()).toEqual(whole);
  await end();
  const remaining = await counts();
  await t.app.database.inScope({ accountIds: [hotel.accountId] }, async (tx) => {
    const far = new Date(now.getTime() + 9_000 * DAY);
    await tx.all`select purge_omitted(${hotel.accountId}, ${ids.young}, ${far}, 0, 1000),
      end_consents(${hotel.accountId}, ${far}, 0, 1000)`;
  });
  expect(await counts()).toEqual(remaining);
  for (const table of ["audit_logs", "customer_consents", "push_action_targets"])
    await expect(
      t.app.database.inScope({ accountIds: [hotel.accountId] }, (tx) => tx.client.query(`delete from ${table}`)),
    ).rejects.toThrow(/permission denied/);
});

test("it comes every night by the clock", async () => {
  await queueDue(t.app);
  now = new Date(now.getTime() + DAY);
  expect(await queueDue(t.app)).toContain("purge-old-rows");
});
