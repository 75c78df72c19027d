import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tx } from "../../database/connection.ts";
import { makeAccount, type TestApp, testApp } from "../../test/app.ts";
import { brokenLedgers } from "../points/broken-ledgers.ts";
import { makeBasicCampaign } from "../stays/stays.fixture.ts";
import { countsOf, csvOf, imported, queued, resortSlice, runImport, stateOf, versionsOf } from "./imports.fixture.ts";

const facts = JSON.parse(readFileSync(new URL("../../../fixtures/resort/facts.json", import.meta.url), "utf8"));
let test: TestApp;
let slice: Buffer;
beforeAll(async () => {
  test = await testApp();
  slice = await resortSlice();
});
afterAll(() => test.close());

let serial = 0;
async function programme() {
  const above = await makeAccount(test.app, { name: `本部${++serial}` });
  const { accountId } = above;
  const facility = await makeAccount(test.app, { name: `宿${serial}`, above, option: null });
  const inScope = <T>(work: (tx: Tx) => Promise<T>) => test.app.database.inScope({ accountIds: [accountId] }, work);
  await inScope((tx) =>
    makeBasicCampaign(tx, {
      accountId,
      rule: { grant_type: "rate", grant_rate: 1, expiration_type: "days_from_grant", days: 365 },
    }),
  );
  const first = async <T>(statement: ReturnType<typeof sql<T>>) =>
    (await inScope((tx) => statement.execute(tx.db))).rows[0];
  return { accountId, facilityId: facility.accountId, inScope, first };
}

describe("the slice of the real file", () => {
  it("goes in as its facts say, and a second time writes nothing", async () => {
    const { accountId, facilityId, inScope, first } = await programme();
    const counts = await imported(test.app, accountId, facilityId, slice);
    const refused = facts.negative_price_rows.length;
    expect(counts).toMatchObject({
      status: "done",
      read: facts.rows,
      new: facts.rows - refused,
      changed: 0,
      unchanged: 0,
      refused,
    });
    const totals = await first(sql`
      select (select count(*)::int from stay_reservations where account_id = ${accountId}) as reservations,
        (select count(*)::int from stay_reservations where account_id = ${accountId} and cancel_date is not null) as cancelled,
        (select count(*)::int from stay_reservations where account_id = ${accountId} and is_no_show) as no_shows,
        (select count(*)::int from stay_transactions where account_id = ${accountId}) as stays,
        (select sum(use_price)::bigint from stay_transactions where account_id = ${accountId}) as used,
        (select sum(check_out_date - check_in_date)::int from stay_transactions where account_id = ${accountId}) as nights,
        (select sum(adult_count)::int from stay_rooms where account_id = ${accountId}) as adults,
        (select sum(customer_count)::int from account_counters where account_id = ${accountId}) as counted,
        (select count(*)::int from customers where account_id = ${accountId}) as customers,
        (select sum(reservation_count)::int from customer_totals where account_id = ${accountId}) as of_customers,
        (select count(*)::int from stay_reservations where account_id = ${accountId} and customer_id is null) as waiting`);
    expect(totals).toMatchObject({
      reservations: facts.rows - refused,
      cancelled: facts.reservation_status.Canceled,
      no_shows: facts.reservation_status["No-Show"],
      stays: facts.reservation_status["Check-Out"] - refused,
      of_customers: facts.rows - refused - facts.groups,
      waiting: facts.groups,
      counted: counts.customers,
      customers: counts.customers,
    });
    await inScope(async (tx) => {
      expect(await brokenLedgers(tx, accountId)).toEqual([]);
      const before = await versionsOf(tx, accountId);
      expect(await imported(test.app, accountId, facilityId, slice)).toMatchObject({
        status: "done",
        new: 0,
        changed: 0,
        unchanged: facts.rows - refused,
        refused,
        customers: 0,
        stays: 0,
      });
      expect(await versionsOf(tx, accountId)).toBe(before);
    });
  });

  it("ends the same however often it is interrupted, and wherever batches end", async () => {
    const calm = await programme();
    await imported(test.app, calm.accountId, calm.facilityId, slice);
    const stormy = await programme();
    const id = await queued(test.app, stormy.accountId, stormy.facilityId, slice);
    for (let attempt = 0; (await countsOf(test.app, stormy.accountId, id)).status !== "done"; attempt++) {
      expect(attempt).toBeLessThan(60);
      const stop = new AbortController();
      const running = runImport(test.app, stormy.accountId, id, { batchRows: 50, signal: stop.signal }).catch(() => {});
      // Sometimes the process is asked to stop, sometimes its connections break in the middle of its work.
      await new Promise((resolve) => setTimeout(resolve, 5 + ((attempt * 37) % 120)));
      if (attempt % 3 === 0) stop.abort();
      else if (attempt % 3 === 1)
        await test.app.database.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
            and query not ilike '%pgboss%' and state <> 'idle'`,
        );
      await running;
    }
    const [expected, actual] = [
      await calm.inScope((tx) => stateOf(tx, calm.accountId)),
      await stormy.inScope((tx) => stateOf(tx, stormy.accountId)),
    ];
    const plain = (state: Record<string, string[]>, facilityId: number) =>
      JSON.parse(JSON.stringify(state).replaceAll(`"${facilityId}|`, '"F|').replaceAll(`|${facilityId}"`, '|F"'));
    expect(plain(actual, stormy.facilityId)).toEqual(plain(expected, calm.facilityId));
    const { read, refused, new: fresh } = await countsOf(test.app, stormy.accountId, id);
    expect([read, refused, fresh]).toEqual([facts.rows, 1, facts.rows - 1]);
  });

  it("leaves a worker that lost its import nothing to write", async () => {
    const { accountId, facilityId, inScope } = await programme();
    const id = await queued(test.app, accountId, facilityId, slice);
    const both = [
      runImport(test.app, accountId, id, { batchRows: 20 }),
      runImport(test.app, accountId, id, { batchRows: 20 }),
    ];
    await Promise.all(both);
    const counts = await countsOf(test.app, accountId, id);
    if (counts.status !== "done") await runImport(test.app, accountId, id);
    expect(await countsOf(test.app, accountId, id)).toMatchObject({
      status: "done",
      read: facts.rows,
      new: facts.rows - 1,
      unchanged: 0,
    });
    expect(await inScope((tx) => brokenLedgers(tx, accountId))).toEqual([]);
  });

  it("stops between batches when it is cancelled and keeps what is in", async () => {
    const { accountId, facilityId, inScope } = await programme();
    const id = await queued(test.app, accountId, facilityId, slice);
    const stop = new AbortController();
    stop.abort();
    await runImport(test.app, accountId, id, { batchRows: 100, signal: stop.signal });
    expect(await countsOf(test.app, accountId, id)).toMatchObject({ status: "running", read: 0 });
    await inScope((tx) => sql`update import_batches set cancel_requested = true where id = ${id}`.execute(tx.db));
    await runImport(test.app, accountId, id, { batchRows: 100 });
    expect(await countsOf(test.app, accountId, id)).toMatchObject({ status: "cancelled", read: 0 });
    const files = await inScope((tx) => sql`select from import_files where import_batch_id = ${id}`.execute(tx.db));
    expect(files.rows).toEqual([]);
  });
});

const line = (over: Record<string, string | number>) => ({
  予約番号: "R1",
  状態: "滞在済",
  チェックイン: "2026-11-01",
  チェックアウト: "2026-11-03",
  利用金額: 20_000,
  氏名: "山田 花子",
  氏名カナ: "ヤマダ ハナコ",
  メール: "hanako@example.jp",
  更新日時: "2026-11-03",
  ...over,
});

describe("what a file says later", () => {
  it("corrects and cancels stays exactly, and an older file changes nothing", async () => {
    const { accountId, facilityId, first, inScope } = await programme();
    const run = (...rows: Record<string, string | number>[]) => imported(test.app, accountId, facilityId, csvOf(rows));
    const facts = () =>
      first(sql`select total.stay_count, total.use_price_total, total.last_stay_on, total.reservation_count, total.cancel_count,
        point_account.balance
        from customer_totals total join point_accounts point_account on point_account.account_id = total.account_id
          and point_account.customer_id = total.customer_id where total.account_id = ${accountId}`);
    await run(
      line({}),
      line({ 予約番号: "R2", 利用金額: 5_000, チェックイン: "2026-11-05", チェックアウト: "2026-11-06" }),
    );
    expect(await facts()).toEqual({
      stay_count: 2,
      use_price_total: 25_000,
      last_stay_on: "2026-11-06",
      reservation_count: 2,
      cancel_count: 0,
      balance: 250,
    });
    expect(await run(line({ 利用金額: 30_000, 更新日時: "2026-11-04" }))).toMatchObject({ changed: 1, stays: 1 });
    expect(await facts()).toMatchObject({ stay_count: 2, use_price_total: 35_000, balance: 350 });
    expect(await run(line({ 利用金額: 1, 更新日時: "2026-11-02" }))).toMatchObject({ changed: 0, unchanged: 1 });
    expect(
      await run(
        line({
          予約番号: "R2",
          状態: "キャンセル",
          キャンセル日: "2026-11-05",
          チェックイン: "2026-11-05",
          チェックアウト: "2026-11-06",
          利用金額: "",
          更新日時: "2026-11-07",
        }),
      ),
    ).toMatchObject({ changed: 1, stays: 0 });
    expect(await facts()).toEqual({
      stay_count: 1,
      use_price_total: 30_000,
      last_stay_on: "2026-11-03",
      reservation_count: 2,
      cancel_count: 1,
      balance: 300,
    });
    // A change that no effect depends on leaves the ledger alone.
    const grants = () =>
      first<{ n: number }>(sql`select count(*)::int as n from grant_points where account_id = ${accountId}`);
    const before = await grants();
    expect(await run(line({ 利用金額: 30_000, 支払金額: 29_000, 更新日時: "2026-11-08" }))).toMatchObject({
      changed: 1,
      stays: 0,
    });
    expect(await grants()).toEqual(before);
    expect(
      await run(
        line({
          予約番号: "R2",
          チェックイン: "2026-11-05",
          チェックアウト: "2026-11-06",
          利用金額: 5_000,
          更新日時: "2026-11-09",
        }),
      ),
    ).toMatchObject({ changed: 1, stays: 1 });
    expect(await facts()).toMatchObject({ stay_count: 2, use_price_total: 35_000, cancel_count: 0, balance: 350 });
    expect(await inScope((tx) => brokenLedgers(tx, accountId))).toEqual([]);
  });

  it("takes the newest or last of lines that repeat a reservation, also in later batches, and again writes nothing", async () => {
    const { accountId, facilityId, first, inScope } = await programme();
    const file = csvOf([
      line({ 利用金額: 1_000 }),
      line({ 予約番号: "R2", 利用金額: 7_000, 更新日時: "2026-11-09" }),
      line({ 予約番号: "R3", 利用金額: 10 }),
      line({ 利用金額: 2_000 }),
      line({ 予約番号: "R2", 利用金額: 1, 更新日時: "2026-11-08" }),
      line({ 利用金額: -5 }),
    ]);
    expect(await imported(test.app, accountId, facilityId, file, 2)).toMatchObject({
      new: 3,
      unchanged: 2,
      refused: 1,
    });
    expect(
      await first(
        sql`select array_agg(use_price order by transaction_code)::int[] as prices from stay_transactions where account_id = ${accountId}`,
      ),
    ).toEqual({ prices: [2_000, 7_000, 10] });
    const before = await inScope((tx) => versionsOf(tx, accountId));
    expect(await imported(test.app, accountId, facilityId, file, 2)).toMatchObject({
      new: 0,
      changed: 0,
      unchanged: 5,
    });
    expect(await inScope((tx) => versionsOf(tx, accountId))).toBe(before);
  });

  it("notes mail consent on change only, and never over the guest's own word", async () => {
    const { accountId, facilityId, first, inScope } = await programme();
    const run = (consent: string, at: string, price: number) =>
      imported(
        test.app,
        accountId,
        facilityId,
        csvOf([line({ メール配信同意: consent, 更新日時: at, 利用金額: price })]),
      );
    const states = () =>
      first<{ states: string[] }>(
        sql`select array_agg(state order by id) as states from customer_consents where account_id = ${accountId}`,
      );
    await run("はい", "2026-11-03", 1);
    await run("はい", "2026-11-04", 2);
    expect(await states()).toEqual({ states: ["given"] });
    await run("いいえ", "2026-11-05", 3);
    await run("はい", "2026-11-06", 4);
    expect(await states()).toEqual({ states: ["given", "withdrawn", "given"] });
    await inScope((tx) =>
      sql`insert into customer_consents (account_id, customer_id, channel, state, source)
      select account_id, id, 'mail', 'withdrawn', 'unsubscribe' from customers where account_id = ${accountId}`.execute(
        tx.db,
      ),
    );
    await run("はい", "2026-11-07", 5);
    expect(await states()).toEqual({ states: ["given", "withdrawn", "given", "withdrawn"] });
  });

  it("keeps two reservations on one folio apart, and names companions without making them members", async () => {
    const { accountId, facilityId, first } = await programme();
    const file = csvOf([
      line({ 予約番号: "R1", 伝票番号: "F1", 宿泊者区分: "代表" }),
      line({
        予約番号: "R2",
        伝票番号: "F1",
        宿泊者区分: "代表",
        チェックイン: "2026-11-05",
        チェックアウト: "2026-11-06",
      }),
      line({ 予約番号: "R1", 宿泊者区分: "同伴", 氏名: "山田 次郎", 氏名カナ: "ヤマダ ジロウ", メール: "" }),
    ]);
    expect(await imported(test.app, accountId, facilityId, file)).toMatchObject({ new: 3, customers: 1, stays: 2 });
    expect(
      await first(
        sql`select array_agg(transaction_code order by transaction_code) as codes from stay_transactions where account_id = ${accountId}`,
      ),
    ).toEqual({ codes: ["F1", "F1/R2"] });
    expect(
      await first(
        sql`select count(*)::int as n, count(customer_id)::int as members from stay_reservation_customers
          where account_id = ${accountId} and guest_type = 'companion'`,
      ),
    ).toEqual({ n: 1, members: 0 });
    expect(await imported(test.app, accountId, facilityId, file)).toMatchObject({ new: 0, changed: 0, unchanged: 3 });
  });
});

describe("bad input", () => {
  it.each([
    ["Shift_JIS", (text: string) => import("iconv-lite").then(({ default: iconv }) => iconv.encode(text, "cp932"))],
    ["UTF-8 with byte order mark", async (text: string) => Buffer.from(`\ufeff${text}`)],
    ["carriage returns alone", async (text: string) => Buffer.from(text.replaceAll("\n", "\r"))],
  ])("reads %s", async (_, encode) => {
    const { accountId, facilityId, first } = await programme();
    const text = csvOf([line({}), line({ 予約番号: "R2", 氏名: "髙橋 ①子" })]).toString();
    expect(await imported(test.app, accountId, facilityId, await encode(text))).toMatchObject({ new: 2, refused: 0 });
    expect(
      await first(
        sql`select name from stay_reservation_customers where account_id = ${accountId} order by id desc limit 1`,
      ),
    ).toEqual({ name: "髙橋 1子" });
  });

  it("refuses each bad row with its reasons, and takes every good one", async () => {
    const { accountId, facilityId, inScope } = await programme();
    const good = csvOf(
      Array.from({ length: 300 }, (_, i) => line({ 予約番号: `G${i}`, メール: `g${i}@example.jp`, 氏名カナ: "" })),
    ).toString();
    const [header = "", ...rows] = good.trimEnd().split("\n");
    const width = header.split(",").length;
    const cells = (over: Record<string, string>) =>
      header
        .split(",")
        .map((name) => over[name] ?? String(line({ 予約番号: `B${Math.random()}` })[name as "氏名"] ?? ""))
        .join(",");
    const bad = [
      ["check_out_before_check_in", cells({ チェックアウト: "2026-10-31" })],
      ["too_many_nights", cells({ チェックイン: "2024-10-01" })],
      ["not_a_date", cells({ チェックイン: "2026-02-30" })],
      ["negative", cells({ 利用金額: "-1" })],
      ["decimals", cells({ 利用金額: "10.5" })],
      ["too_large", cells({ 利用金額: "1000000000000000" })],
      ["unknown_code", cells({ 状態: "???" })],
      ["required", cells({ 氏名: "" })],
      ["dot_or_comma", cells({ 利用金額: "10.000" })],
      ["wrong_column_count", "a,b"],
      ["wrong_column_count", Array.from({ length: 300 }, () => "x").join(",")],
      ["broken_quotes", `x"y${",".repeat(width - 1)}`],
      ["bad_character", cells({ 氏名: "a\0b" })],
      ["cell_too_long", `"${"x".repeat(1_100_000)}"${",".repeat(width - 1)}`],
      ["too_long", cells({ 予約番号: "x".repeat(10_000) })],
      ["bad_character", cells({ 氏名: "山\u202e田" })],
    ] as const;
    const mixed = rows.flatMap((row, i) => (bad[i] ? [row, bad[i][1]] : [row]));
    const bytes = Buffer.concat([
      Buffer.from(`${[header, ...mixed].join("\n")}\n`),
      Buffer.from([0x82, 0xa0, 0xff, 0x0a]),
    ]);
    const id = await queued(test.app, accountId, facilityId, bytes);
    await runImport(test.app, accountId, id);
    expect(await countsOf(test.app, accountId, id)).toMatchObject({
      status: "done",
      new: 300,
      refused: bad.length + 1,
    });
    const refused = await inScope((tx) =>
      sql<{
        line_no: number;
        code: string;
      }>`select line_no, reasons -> 0 ->> 'code' as code from import_rejections where import_batch_id = ${id} order by line_no`.execute(
        tx.db,
      ),
    );
    const codes = refused.rows.map((row) => row.code);
    expect(codes.slice(0, -1)).toEqual(bad.map(([code]) => code));
    expect(codes.at(-1)).toBe("undecodable");
    expect(refused.rows.slice(0, bad.length).map((row) => row.line_no)).toEqual(bad.map((_, i) => 3 + 2 * i));
  });
});
