import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "../../database/connection.ts";
import { makeAccount, makeUser, TEST_NOW, type TestApp, testApp } from "../../test/app.ts";
import { EVERYBODY, pointAction, promotion } from "../campaigns/campaigns.fixture.ts";
import { countsOf, csvOf, resortSlice, runImport, upload } from "./imports.fixture.ts";

let t: TestApp;
let now = TEST_NOW;
beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } });
});
afterAll(() => t.close());

let serial = 0;
/** An inn that pays 10 % of each stay. */
async function openInn() {
  const inn = await makeAccount(t.app, { name: `先を見る宿${++serial}` });
  const { accountId } = inn;
  const user = await makeUser(t.app, inn, "role_admin", ["*"]);
  let call = await t.as(user);
  const signIn = async () => {
    call = await t.as(user);
  };
  const base = pointAction().point;
  if (!base) throw new Error("a point action has points");
  const point = { ...base, grant_type: "rate" as const, grant_absolute: null, grant_rate: 10 };
  const segments = [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [{ ...pointAction(), point }] }];
  const edit = promotion({ type: "basic", segments });
  const { id: campaign } = (await call({ method: "POST", url: "/api/campaigns", payload: edit })).json();
  const on = await call({ method: "POST", url: `/api/campaigns/${campaign}/activate`, payload: { version: 1 } });
  if (on.statusCode !== 200) throw new Error(on.body);
  const sent = async (bytes: Buffer, kind?: string) => {
    const id = await upload(call, accountId, bytes, "f.csv", kind);
    const { mapping } = (await call({ method: "GET", url: `/api/imports/${id}/preview` })).json();
    const post = (what: string, choices: object = {}) =>
      call({ method: "POST", url: `/api/imports/${id}/${what}`, payload: { mapping, ...choices } });
    return { id, post, check: async (choices: object = {}) => (await post("check", choices)).json() };
  };
  const inScope = <T>(work: (tx: Tx) => Promise<T>) => t.app.database.inScope({ accountIds: [accountId] }, work);
  return { accountId, sent, inScope, signIn };
}
type Inn = Awaited<ReturnType<typeof openInn>>;

/** What an import did, read from the rows themselves. */
async function happened({ accountId, inScope }: Inn, id: number, before: number) {
  return inScope(async (tx) => {
    const ofImport = sql`from stay_reservations reservation left join stay_transactions stay on stay.account_id = reservation.account_id
      and stay.stay_reservation_id = reservation.id
        and stay.reversed_at is null where reservation.account_id = ${accountId} and reservation.import_batch_id = ${id}`;
    const isOver = sql`reservation.check_out_date < ${now.toISOString().slice(0, 10)}`;
    const counts = await sql<Record<string, number>>`select
        count(*) filter (where stay.id is null and reservation.cancel_date is null and not reservation.is_no_show
          and not ${isOver})::int as reservations,
        count(stay.id)::int as stays, count(*) filter (where reservation.cancel_date is not null)::int as cancelled,
        count(*) filter (where stay.id is null and reservation.cancel_date is null and (reservation.is_no_show or ${isOver}))::int
          as no_shows ${ofImport}`.execute(tx.db);
    const months = await sql<{
      month: string;
      stays: number;
      use_price: number;
    }>`select left(stay.check_out_date::text, 7) as month,
        count(*)::int as stays, sum(stay.use_price)::int as use_price ${ofImport} and stay.id is not null group by 1 order by 1`.execute(
      tx.db,
    );
    const { points } = await tx.one<{ points: number }>`
      select coalesce(sum(grant_point), 0)::int as points from grant_points where account_id = ${accountId}`;
    const guests = await sql<Record<string, number>>`select
        count(distinct customer.id) filter (where customer.import_batch_id = ${id})::int as guests_new,
        count(distinct customer.id) filter (where customer.import_batch_id is distinct from ${id})::int as guests_joined,
        (select count(*) from stay_reservation_customers guest
          join stay_reservations reservation on reservation.id = guest.stay_reservation_id
          where reservation.import_batch_id = ${id} and guest.customer_id is null)::int as guests_waiting
        from stay_reservations reservation join customers customer on customer.account_id = reservation.account_id
          and customer.id = reservation.customer_id
        where reservation.account_id = ${accountId} and reservation.import_batch_id = ${id}`.execute(tx.db);
    return {
      consequences: { ...counts.rows[0], months: months.rows },
      tried: { ...guests.rows[0], points: points - before },
    };
  });
}

async function pointsOf({ accountId, inScope }: Inn): Promise<number> {
  const found = await inScope(
    (tx) => tx.one<{ n: number }>`
      select coalesce(sum(grant_point), 0)::int as n from grant_points where account_id = ${accountId}`,
  );
  return found.n;
}

/** Checks a file, imports it, and asks that the one foretold the other. */
async function expected(inn: Inn, bytes: Buffer, choices: object = {}, batchRows = 3) {
  const file = await inn.sent(bytes);
  const check = await file.check(choices);
  const before = await pointsOf(inn);
  expect((await file.post("start", choices)).statusCode).toBe(200);
  await runImport(t.app, inn.accountId, file.id, { batchRows });
  const { no_shows_by_date, ...consequences } = check.consequences;
  const { rows, ...tried } = check.tried_out;
  expect({ consequences, tried }).toEqual(await happened(inn, file.id, before));
  expect((await countsOf(t.app, inn.accountId, file.id)).customers).toBe(tried.guests_new);
  return check;
}

type Cells = Record<string, string | number>;
const row = (code: string, guest: string, state: string, out: string, more: Cells = {}): Cells => ({
  予約番号: code,
  予約状態: state,
  チェックイン: out.replace(/\d\d$/, (day) => String(Number(day) - 1).padStart(2, "0")),
  チェックアウト: out,
  利用金額: 10_000,
  氏名: guest,
  会員番号: guest,
  団体区分: "個人",
  更新日時: "",
  ...more,
});

test("what the check foretells is what the import does: guests of several lines, repeats, known rows, corrections, in any batches", async () => {
  const inn = await openInn();
  const first = [
    row("A", "M-1", "滞在済", "2026-11-20"),
    row("B", "M-1", "滞在済", "2026-11-20", { 利用金額: 12_340 }),
    row("C", "M-2", "予約", "2026-12-05"),
    row("D", "M-3", "キャンセル", "2026-12-05"),
    row("E", "M-3", "予約", "2026-10-05"),
    row("F", "M-4", "ノーショー", "2026-10-05"),
    row("G", "団体", "滞在済", "2026-11-20", { 団体区分: "団体" }),
    // Reported twice: the newer counts.
    row("H", "M-5", "滞在済", "2026-11-20", { 利用金額: 50_000, 更新日時: "2026-11-20T10:00:00Z" }),
    row("H", "M-5", "キャンセル", "2026-11-20", { 利用金額: "", 更新日時: "2026-11-20T01:00:00Z" }),
    row("I", "M-1", "滞在済", "2026-09-30"),
  ];
  const check = await expected(inn, csvOf(first));
  expect(check.consequences).toEqual({
    reservations: 1,
    stays: 5,
    cancelled: 1,
    no_shows: 2,
    no_shows_by_date: 1,
    months: [
      { month: "2026-09", stays: 1, use_price: 10_000 },
      { month: "2026-11", stays: 4, use_price: 82_340 },
    ],
  });
  expect(check.tried_out).toMatchObject({ rows: 10, guests_waiting: 1, points: 1_000 + 1_234 + 5_000 });
  expect(await expected(inn, csvOf(first))).toMatchObject({
    consequences: { stays: 0, reservations: 0, months: [] },
    tried_out: { guests_new: 0, guests_joined: 0, points: 0 },
  });
  // One bill less, one stay called off, one guest known before and one new.
  const second = [
    row("A", "M-1", "滞在済", "2026-11-20", { 利用金額: 4_000 }),
    row("B", "M-1", "キャンセル", "2026-11-20"),
    row("J", "M-2", "滞在済", "2026-11-20"),
    row("K", "M-9", "予約", "2027-01-05"),
  ];
  expect(await expected(inn, csvOf([...second, ...first.slice(2)]))).toMatchObject({
    consequences: { stays: 2, cancelled: 1, reservations: 1 },
    tried_out: { guests_new: 1, points: -600 - 1_234 + 1_000 },
  });
});

test("the slice of the real file comes out as foretold", async () => {
  const inn = await openInn();
  const check = await expected(inn, await resortSlice(), {}, 150);
  expect(check.consequences.stays + check.consequences.cancelled + check.consequences.no_shows).toBeGreaterThan(300);
  expect(check.tried_out.rows).toBe(400);
});

const VALID = { state: { Not_Canceled: "valid", Canceled: "cancelled" } };

test("a state that means not cancelled: suggested, a stay when its days are over, a booking before, and a stay once they have passed", async () => {
  const inn = await openInn();
  const file = csvOf([
    row("A", "M-1", "Not_Canceled", "2026-11-19"),
    row("B", "M-2", "Not_Canceled", "2026-11-20"),
    row("C", "M-3", "Not_Canceled", "2026-11-25"),
    row("D", "M-4", "Canceled", "2026-11-10"),
  ]);
  const asked = await inn.sent(file);
  expect(await asked.check()).toMatchObject({
    unknown_values: { state: ["Not_Canceled"] },
    suggested: { state: { Not_Canceled: "valid" } },
    answers: {},
  });
  expect((await asked.post("start")).statusCode).toBe(400);
  expect(await expected(inn, file, { values: VALID })).toMatchObject({
    consequences: { stays: 1, reservations: 2, cancelled: 1, no_shows: 0 },
    answers: { state: { Not_Canceled: "valid", Canceled: "cancelled" } },
    suggested: {},
  });
  // The same file on the same day changes nothing; its result is remembered and shown.
  const again = await inn.sent(file);
  expect(await again.check()).toMatchObject({ rows_unchanged: 4, answers: VALID });
  now = new Date("2026-11-26T03:00:00Z");
  try {
    await inn.signIn();
    expect(await again.check()).toMatchObject({ rows_changed: 2, rows_unchanged: 2, consequences: { stays: 2 } });
    expect(await expected(inn, file)).toMatchObject({ consequences: { stays: 2, reservations: 0, no_shows: 0 } });
  } finally {
    now = TEST_NOW;
  }
});

test("words for a booking are suggested to mean more where nobody of days gone by would have come; an answer is not asked for again", async () => {
  const inn = await openInn();
  const file = csvOf([
    row("A", "M-1", "confirmed", "2026-11-10"),
    row("B", "M-2", "confirmed", "2026-12-10"),
    row("C", "M-3", "キャンセル", "2026-11-10"),
  ]);
  const { check } = await inn.sent(file);
  expect(await check()).toMatchObject({
    suggested: { state: { confirmed: "valid" } },
    consequences: { stays: 0, no_shows: 1, no_shows_by_date: 1 },
  });
  expect(await check({ values: { state: { confirmed: "reserved" } } })).toMatchObject({ suggested: {} });
  const settled = csvOf([row("A", "M-1", "confirmed", "2026-11-10"), row("B", "M-2", "滞在済", "2026-11-10")]);
  expect(await (await inn.sent(settled)).check()).toMatchObject({
    suggested: {},
    consequences: { no_shows_by_date: 1 },
  });
});

test("a file without a state: what a line is that says nothing can be told, and a cancel day still tells", async () => {
  const inn = await openInn();
  const bare = (code: string, out: string, more: Cells = {}) => {
    const { 予約状態: _state, ...cells } = row(code, `G-${code}`, "", out);
    return { ...cells, キャンセル日: "", ...more };
  };
  const file = csvOf([
    bare("A", "2026-11-10"),
    bare("B", "2026-12-10"),
    bare("C", "2026-11-10", { キャンセル日: "2026-11-01" }),
  ]);
  const { check } = await inn.sent(file);
  expect(await check()).toMatchObject({ suggested: { state: { "": "valid" } }, consequences: { stays: 0 } });
  const values = { state: { "": "valid" } };
  expect(await expected(inn, file, { values })).toMatchObject({
    consequences: { stays: 1, reservations: 1, cancelled: 1, no_shows: 0 },
    answers: { state: { "": "valid" } },
  });
});
