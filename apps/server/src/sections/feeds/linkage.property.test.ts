import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { comparableState } from "../../test/comparable-state.ts";
import { brokenLedgers } from "../points/broken-ledgers.ts";
import { type Inn, openInn } from "./deliveries.fixture.ts";
import { booking, fed, feedKey } from "./feeds.fixture.ts";

// docs/adr/0117: one stay that two systems report counts once, in any order of arrival, and twice again when they are separated.
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

type Report = { system: "dynalution" | "s4"; row: Record<string, unknown> };
const hana = {
  guest_name: "山田 花子",
  guest_name_kana: "ヤマダ ハナコ",
  email: "hana@example.jp",
  member_number: "M1",
};
const reportOf = (system: Report["system"], code: string, minute: number, over: object): Report => ({
  system,
  row: booking(code, {
    ...hana,
    state: "stayed",
    source_updated_at: `2026-11-05T10:${String(minute).padStart(2, "0")}:00+09:00`,
    ...over,
  }),
});
const linked = (feed_channel: Report["system"], reservation_code: string) => ({
  linkage: { feed_channel, reservation_code },
});
const later = { check_in_date: "2026-11-10", check_out_date: "2026-11-12" };

/** Three stays: of one system, of two, and of two that are separated again; with a price that was corrected in between. */
const REPORTS: Report[] = [
  reportOf("dynalution", "D0", 1, { check_in_date: "2026-10-01", check_out_date: "2026-10-02", use_price: 5_000 }),
  reportOf("s4", "A1", 1, { use_price: 9_000 }),
  reportOf("s4", "A1", 2, { use_price: 10_000, ...linked("dynalution", "D1") }),
  reportOf("dynalution", "D1", 1, { use_price: 11_000 }),
  reportOf("dynalution", "D1", 3, { use_price: 12_000 }),
  reportOf("s4", "A2", 1, { ...later, use_price: 7_000, ...linked("dynalution", "D2") }),
  reportOf("s4", "A2", 2, { ...later, use_price: 7_000, ...linked("dynalution", "") }),
  reportOf("dynalution", "D2", 1, { ...later, use_price: 8_000 }),
];
/** What is true in the end, each stay reported once. */
const TRUE: Report[] = [REPORTS[0], REPORTS[4], REPORTS[6], REPORTS[7]].flatMap((one) => (one ? [one] : []));

type Keys = Inn & Record<Report["system"], string>;
async function openBoth(): Promise<Keys> {
  const inn = await openInn(t);
  const place = { accountId: inn.accountId, facilityId: inn.accountId };
  return { ...inn, dynalution: await feedKey(t.app, place, "dynalution"), s4: await feedKey(t.app, place, "s4") };
}
async function deliver(inn: Keys, { system, row }: Report, kind = "reservations") {
  const { status } = await fed(t, inn.accountId, inn[system], `/feeds/${system}/${kind}`, [row]);
  expect(status.refused).toEqual([]);
}
const inInn = <T>({ accountId }: Inn, work: Parameters<typeof t.app.database.inScope<T>>[1]) =>
  t.app.database.inScope({ accountIds: [accountId] }, work);
const countedIn = (inn: Inn) =>
  inInn(inn, async (tx) => {
    expect(await brokenLedgers(tx, inn.accountId)).toEqual([]);
    const { totals, balances, expiries, earned } = await comparableState(tx, inn.accountId);
    return { totals, balances, expiries, earned };
  });

test("any order of arrival counts what is true in the end, as if told from scratch", async () => {
  const scratch = await openBoth();
  for (const one of TRUE) await deliver(scratch, one);
  const wanted = await countedIn(scratch);
  expect(wanted.totals).toEqual(["dynalution:D0|4|0|0|4|32000|2026-10-01|2026-11-12|1"]);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(REPORTS, { minLength: REPORTS.length }), async (order) => {
      const inn = await openBoth();
      for (const one of order) await deliver(inn, one);
      // Repeats change nothing.
      for (const one of order.slice(0, 2)) await deliver(inn, one);
      expect(await countedIn(inn)).toEqual(wanted);
    }),
    { numRuns: 5, endOnFailure: true },
  );
});

test("the page of a stay names its other report, and lists, points and scores know one of them", async () => {
  const inn = await openBoth();
  for (const one of REPORTS.slice(1, 4)) await deliver(inn, one);
  const admin: Caller = await t.as(await makeUser(t.app, await companyOf(inn), "role_admin", ["*"]));
  const rows = await inInn(
    inn,
    (tx) => tx.all<{
      id: number;
      customer_id: number;
      code: string;
    }>`select id, customer_id, original_reservation_code as code
      from stay_reservations order by original_reservation_code`,
  );
  const [other, counts] = rows;
  const get = async (path: string) =>
    (await admin({ method: "GET", url: `/api/customers/${counts?.customer_id}${path}` })).json();
  expect(await get("")).toMatchObject({ stay_count: 1, use_price_total: 11_000 });
  for (const list of ["/reservations", "/stays"]) expect((await get(list)).total, list).toBe(1);
  expect((await get("/timeline?kinds=reservation,stay")).total).toBe(2);
  expect(await get(`/reservations/${counts?.id}`)).toMatchObject({
    is_reported_elsewhere: false,
    linkages: [{ feed_channel: "s4", reservation_code: "A1" }],
    stay: { use_price: 11_000 },
  });
  expect(await get(`/reservations/${other?.id}`)).toMatchObject({
    is_reported_elsewhere: true,
    stay: null,
    linkages: [{ feed_channel: "dynalution", reservation_code: "D1" }],
  });
  // The counting one is cancelled: the other report of a stay that happened counts.
  await deliver(
    inn,
    reportOf("dynalution", "D1", 9, { state: "cancelled", cancel_date: "2026-11-01", use_price: null }),
  );
  expect(await get("")).toMatchObject({ stay_count: 1, use_price_total: 10_000 });
  expect(await get(`/reservations/${other?.id}`)).toMatchObject({ is_reported_elsewhere: false });
});

test("two guests of one stay are asked about; codes of types and channels mean what their own feed means", async () => {
  const inn = await openBoth();
  await inInn(inn, async (tx) => {
    for (const [table, column] of [
      ["account_customer_types", "account_customer_type"],
      ["account_booking_channels", "account_booking_channel"],
    ])
      for (const [code, feed] of [
        ["X", "s4"],
        ["Y", "dynalution"],
      ]) {
        const made = await sql<{ id: number }>`insert into ${sql.table(table ?? "")} (account_id, code, name)
          values (${inn.accountId}, ${code}, ${`名${code}`}) returning id`.execute(tx.db);
        await sql`insert into ${sql.table(`${column}_linkages`)} (account_id, ${sql.ref(`${column}_id`)}, feed_channel, external_code)
          values (${inn.accountId}, ${made.rows[0]?.id}, ${feed}, 'G1')`.execute(tx.db);
      }
  });
  const words = { customer_type: "g1", booking_channel: "G1" };
  await deliver(inn, reportOf("s4", "A1", 1, { use_price: 1_000, ...words, ...linked("dynalution", "D1") }));
  const taro = {
    guest_name: "山田 太郎",
    guest_name_kana: "ヤマダ タロウ",
    email: "taro@example.jp",
    member_number: "M2",
  };
  await deliver(inn, reportOf("dynalution", "D1", 1, { use_price: 1_000, ...taro, ...words }));
  const found = await inInn(
    inn,
    (tx) => tx.all`select reservation.code_space, account_customer_type.code as type, channel.code as channel
      from stay_reservations reservation
      join customer_types customer_type on customer_type.account_id = reservation.account_id
        and customer_type.customer_id = reservation.customer_id
      join account_customer_types account_customer_type on account_customer_type.account_id = reservation.account_id
        and account_customer_type.id = customer_type.account_customer_type_id
      join account_booking_channels channel on channel.account_id = reservation.account_id
        and channel.id = reservation.account_booking_channel_id order by 1 desc`,
  );
  expect(found).toEqual([
    { code_space: "s4", type: "X", channel: "X" },
    { code_space: "dynalution", type: "Y", channel: "Y" },
  ]);
  const pairs = await inInn(
    inn,
    (tx) =>
      tx.all`select reasons from customer_merge_candidates where other_customer_id is not null and decision = 'open'`,
  );
  expect(pairs).toEqual([{ reasons: expect.arrayContaining(["named_together"]) }]);
});

const companyOf = ({ accountId }: Inn) =>
  t.app.database.asSystem(
    (tx) => tx.one<{ companyId: number; accountId: number }>`select company_id as "companyId", id as "accountId"
      from accounts where id = ${accountId}`,
  );
