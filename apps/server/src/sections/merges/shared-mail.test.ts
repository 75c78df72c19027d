import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "../../database/connection.ts";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { fed, feedKey } from "../feeds/feeds.fixture.ts";
import { csvOf, imported, queued, runImport } from "../imports/imports.fixture.ts";
import { undoImport } from "../imports/undo/undo-import.ts";
import { engine, partnerKey } from "../partner/partner.fixture.ts";
import { brokenLedgers } from "../points/broken-ledgers.ts";
import { everyRow } from "./merges.fixture.ts";

// docs/adr/0100: a mail address that four or more family names use is an agency's.
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const AGENCY = "yoyaku@tabi-agency.example.jp";
const NAMES: [string, string][] = [
  ["佐藤 一郎", "サトウ イチロウ"],
  ["鈴木 花子", "スズキ ハナコ"],
  ["高橋 健", "タカハシ ケン"],
  ["田中 実", "タナカ ミノル"],
  ["伊藤 愛", "イトウ アイ"],
  ["渡辺 誠", "ワタナベ マコト"],
];
const ALL = NAMES.map(([name]) => name);
const rowsOf = (names: readonly string[], over: Record<string, string> = {}) =>
  names.map((name, day) => ({
    予約番号: `A-${ALL.indexOf(name) + 1}`,
    状態: "滞在済",
    チェックイン: `2026-05-0${day + 1}`,
    チェックアウト: `2026-05-0${day + 2}`,
    利用金額: "10000",
    氏名: name,
    フリガナ: NAMES.find(([one]) => one === name)?.[1] ?? "",
    メール: AGENCY,
    ...over,
  }));

type Line = {
  id: number;
  kind: string;
  reasons: string[];
  guest: { name: string; original_reservation_code: string };
  customer: { id: number; name: string } | null;
};
type World = Awaited<ReturnType<typeof openHotel>>;
let serial = 0;

async function openHotel() {
  const hotel = await makeAccount(t.app, { name: `旅行会社の宿${++serial}`, option: "crm_option_parent" });
  const { accountId } = hotel;
  const call: Caller = await t.as(await makeUser(t.app, hotel, "role_admin", ["*"]));
  const inScope = <T>(work: (tx: Tx) => Promise<T>) => t.app.database.inScope({ accountIds: [accountId] }, work);
  const get = async (url: string) => (await call({ method: "GET", url: `/api${url}` })).json();
  const post = async (url: string, payload: object = {}) => {
    const answer = await call({ method: "POST", url: `/api${url}`, payload });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const queue = async (by = call): Promise<Line[]> =>
    (await by({ method: "GET", url: "/api/merges?sort=created_at&size=100" })).json().items;
  /** Guests of the queue by kind of line, in order of name. */
  const asked = async () => {
    const lines = await queue();
    const of = (kind: string) =>
      lines
        .filter((one) => one.kind === kind)
        .map((one) => one.guest.name)
        .sort();
    return { joined: of("joined"), waiting: of("guest") };
  };
  return {
    hotel,
    accountId,
    call,
    inScope,
    get,
    post,
    queue,
    asked,
    customers: async () =>
      inScope(
        (tx) => tx.all<{ name: string; email: string | null; stays: number }>`
          select customer.name, customer.email, total.stay_count as stays
          from customers customer
          join customer_totals total on total.account_id = customer.account_id and total.customer_id = customer.id
          where customer.account_id = ${accountId} and customer.active_status = 'active' and customer.merged_into is null
          order by customer.id`,
      ),
    brings: async (rows: Record<string, string>[], batchRows = 100) => {
      const id = await queued(t.app, accountId, accountId, csvOf(rows));
      await runImport(t.app, accountId, id, { batchRows });
      return id;
    },
    undo: async (id: number) => {
      await post(`/imports/${id}/undo`);
      await undoImport(t.app, { account_id: accountId, import_batch_id: id }, { signal: new AbortController().signal });
    },
  };
}

test("one address with six names: three bookings were joined and are listed, later guests are customers of their own", async () => {
  const w = await openHotel();
  const file = await readFile(new URL("../../../fixtures/reported/13-csv-one-mail-many-names.csv", import.meta.url));
  await imported(t.app, w.accountId, w.accountId, file);
  expect(await w.customers()).toEqual([
    { name: "佐藤 一郎", email: AGENCY, stays: 3 },
    { name: "田中 実", email: null, stays: 1 },
    { name: "伊藤 愛", email: null, stays: 1 },
    { name: "渡辺 誠", email: null, stays: 1 },
  ]);
  const lines = await w.queue();
  expect(lines).toMatchObject([
    {
      kind: "joined",
      customer: { name: "佐藤 一郎" },
      guest: { original_reservation_code: "A-2" },
      reasons: ["joined_by_mail"],
    },
    {
      kind: "joined",
      customer: { name: "佐藤 一郎" },
      guest: { original_reservation_code: "A-3" },
      reasons: ["joined_by_mail"],
    },
  ]);
  // One booking is parted; a person confirms the other as the customer's own.
  const [suzuki, takahashi] = lines;
  const parted = await w.post(`/merges/${suzuki?.id}/create-customer`);
  await w.post(`/merges/${takahashi?.id}/join`, { customer_id: takahashi?.customer?.id });
  expect(await w.queue()).toEqual([]);
  expect(await w.customers()).toMatchObject([
    { name: "佐藤 一郎", stays: 2 },
    { stays: 1 },
    { stays: 1 },
    { stays: 1 },
    { name: "鈴木 花子", email: null, stays: 1 },
  ]);
  expect(await w.inScope((tx) => brokenLedgers(tx, w.accountId))).toEqual([]);
  // The parted guest is known by telephone and name, and the address stays an agency's.
  await w.brings(rowsOf(["鈴木 花子"], { 予約番号: "B-2", 電話番号: "03-5555-1002" }));
  expect((await w.get(`/customers/${parted.customer_id}/reservations`)).total).toBe(2);
  await w.brings(rowsOf(["高橋 健"], { 予約番号: "B-3" }));
  expect(await w.asked()).toEqual({ joined: [], waiting: ["高橋 健"] });
});

test.each<[string, (w: World, names: readonly string[]) => Promise<unknown>]>([
  ["one batch", (w, names) => w.brings(rowsOf(names))],
  ["batches of one line", (w, names) => w.brings(rowsOf(names), 1)],
  ["the same file twice", async (w, names) => [await w.brings(rowsOf(names)), await w.brings(rowsOf(names))]],
  [
    "a feed of single rows",
    async (w, names) => {
      const key = await feedKey(t.app, { accountId: w.accountId, facilityId: w.accountId });
      for (const row of rowsOf(names)) {
        const { status } = await fed(t, w.accountId, key, "/feeds/plain/reservations", [
          {
            reservation_code: row.予約番号,
            state: "stayed",
            check_in_date: row.チェックイン.replaceAll("/", "-"),
            check_out_date: row.チェックアウト.replaceAll("/", "-"),
            use_price: 10_000,
            guest_name: row.氏名,
            guest_name_kana: row.フリガナ,
            email: AGENCY,
          },
        ]);
        expect(status.refused).toEqual([]);
      }
    },
  ],
])("%s, forwards and backwards: the first guest keeps the address, two are listed, three wait", async (_, bring) => {
  for (const names of [ALL, ALL.toReversed()]) {
    const w = await openHotel();
    await bring(w, names);
    expect(await w.asked()).toEqual({
      joined: names.slice(1, 3).toSorted(),
      waiting: names.slice(3).toSorted(),
    });
    expect((await w.queue()).filter((one) => one.kind === "guest")[0]?.reasons).toContain("shared_mail");
    // Each decision is "another guest": every name ends as one customer, in any order.
    for (const line of await w.queue()) await w.post(`/merges/${line.id}/create-customer`);
    expect(await w.queue()).toEqual([]);
    const made = await w.customers();
    expect(made.map((one) => one.name).sort()).toEqual(ALL.toSorted());
    expect(made.every((one) => one.stays === 1)).toBe(true);
    await w.brings(rowsOf(["鈴木 花子"], { 予約番号: "B-1" }));
    expect((await w.asked()).waiting, "still an agency's").toEqual(["鈴木 花子"]);
  }
});

test("a family with three names still joins", async () => {
  const w = await openHotel();
  const family = ["佐藤 一郎", "鈴木 花子", "高橋 健"];
  await w.brings([
    ...rowsOf(family),
    ...rowsOf(family, {}).map((row, at) => ({ ...row, 予約番号: `F-${at}`, 氏名: row.氏名.replace(" ", "") })),
    ...rowsOf(["佐藤 一郎"], { 予約番号: "F-9", 氏名: "-", フリガナ: "" }),
  ]);
  expect(await w.customers()).toEqual([{ name: "佐藤 一郎", email: AGENCY, stays: 7 }]);
  expect(await w.queue()).toEqual([]);
});

test("undoing the import that showed the agency empties the list, unless another import shows it too", async () => {
  const w = await openHotel();
  const first = await w.brings(rowsOf(ALL.slice(0, 3)));
  const joined = await w.customers();
  expect(await w.queue()).toEqual([]);
  const second = await w.brings(rowsOf(["田中 実"]));
  const LISTED = { joined: ["鈴木 花子", "高橋 健"], waiting: ["田中 実"] };
  expect(await w.asked()).toEqual(LISTED);
  await w.undo(second);
  expect(await w.asked()).toEqual({ joined: [], waiting: [] });
  expect(await w.customers()).toEqual(joined);
  const again = await w.brings(rowsOf(["田中 実"]));
  expect(await w.asked()).toEqual(LISTED);
  const third = await w.brings(rowsOf(["伊藤 愛"]));
  await w.undo(again);
  expect(await w.asked()).toEqual({ ...LISTED, waiting: ["伊藤 愛"] });
  await w.undo(first);
  expect(await w.asked()).toEqual({ joined: [], waiting: ["伊藤 愛"] });
  await w.undo(third);
  expect(await w.queue()).toEqual([]);
  expect(await w.customers()).toEqual([]);
});

test("a listed booking follows a merge and its undoing, waits again when it is taken away, and may be no customer's", async () => {
  const w = await openHotel();
  await w.brings(rowsOf(ALL.slice(0, 4)));
  await w.brings([{ ...rowsOf(["渡辺 誠"])[0], メール: "watanabe@example.jp" } as Record<string, string>]);
  const before = await w.inScope((tx) => everyRow(tx, w.accountId));
  const ids = await w.inScope(
    (tx) => tx.all<{ id: number }>`select id from customers where account_id = ${w.accountId} order by id`,
  );
  const [sato, watanabe] = ids.map((one) => one.id);
  const request = { survivor_id: watanabe, source_id: sato, fields: {} };
  const { survivor, source } = await w.post("/merges/preview", request);
  const versions = { survivor_version: survivor.version, source_version: source.version };
  const { merge_id } = await w.post("/merges/merge", { ...request, ...versions });
  const merged = (await w.queue()).filter((one) => one.kind === "joined");
  expect(merged.map((one) => one.customer?.id)).toEqual([watanabe, watanabe]);
  await w.post(`/merges/done/${merge_id}/undo`);
  expect(await w.inScope((tx) => everyRow(tx, w.accountId))).toEqual(before);

  const [one, other] = (await w.queue()).filter((line) => line.kind === "joined");
  await w.post(`/merges/${one?.id}/mark-separate`);
  expect((await w.asked()).waiting).toContain(one?.guest.name);
  await w.post(`/merges/${other?.id}/set-aside`);
  expect((await w.asked()).joined).toEqual([]);
  expect((await w.customers())[0]).toMatchObject({ name: "佐藤 一郎", stays: 1 });
  const again = await w.call({ method: "POST", url: `/api/merges/${one?.id}/mark-separate` });
  expect(again.statusCode, "answered once").toBe(400);
});

test("undoing a later correction leaves a parted booking with its new customer", async () => {
  const w = await openHotel();
  await w.brings(rowsOf(ALL.slice(0, 4)));
  const corrected = await w.brings(rowsOf(["鈴木 花子"], { 利用金額: "12000" }));
  const line = (await w.queue()).find((one) => one.guest.name === "鈴木 花子");
  const { customer_id } = await w.post(`/merges/${line?.id}/create-customer`);
  const stays = () => w.get(`/customers/${customer_id}/stays`);
  expect((await stays()).items).toMatchObject([{ use_price: 12_000 }]);
  await w.undo(corrected);
  expect((await stays()).items).toMatchObject([{ use_price: 10_000 }]);
  expect((await w.customers())[0]).toMatchObject({ name: "佐藤 一郎", stays: 2 });
});

test("a person of one facility sees the bookings of that facility, and cannot part them", async () => {
  const w = await openHotel();
  const annex: Facility = await makeAccount(t.app, { name: `別館${serial}`, above: w.hotel, option: null });
  const clerk = await t.as(await makeUser(t.app, annex, "role_user", ["customers/read", "crm_option"]));
  await imported(t.app, w.accountId, annex.accountId, csvOf(rowsOf(ALL.slice(0, 2))));
  await w.brings(rowsOf(ALL.slice(2, 4)));
  expect(await w.asked()).toEqual({ joined: ["鈴木 花子", "高橋 健"], waiting: ["田中 実"] });
  const [line, ...others] = await w.queue(clerk);
  expect([line?.guest.name, others]).toEqual(["鈴木 花子", []]);
  const refused = await clerk({ method: "POST", url: `/api/merges/${line?.id}/create-customer` });
  expect(refused.statusCode).toBe(403);
  // Of a guest who waits here, a customer of the other facility is not named.
  await imported(t.app, w.accountId, annex.accountId, csvOf(rowsOf(["伊藤 愛"])));
  await w.brings(rowsOf(["高橋 健"], { 予約番号: "T-1", メール: "", 電話番号: "090-1111-2222" }));
  await imported(
    t.app,
    w.accountId,
    annex.accountId,
    csvOf(rowsOf(["高橋 健"], { 予約番号: "T-2", メール: "", 電話番号: "090-1111-2222", 団体区分: "団体" })),
  );
  const waiting = (await w.queue(clerk)).find((one) => one.guest.original_reservation_code === "T-2");
  expect(waiting).toMatchObject({ kind: "guest", customer: null });
});

test("what only a parted booking reported of the customer leaves with it", async () => {
  const w = await openHotel();
  const cells = {
    生年月日: "1980-02-29",
    性別: "女性",
    住所: "東京都千代田区1-1",
    会員番号: "M-7",
    電話番号: "03-5555-1002",
  };
  const empty = { 生年月日: "", 性別: "", 住所: "", 会員番号: "", 電話番号: "", メール配信同意: "" };
  await w.brings([
    ...rowsOf(["佐藤 一郎"], { ...empty, 住所: "大阪市北区2-2" }),
    ...rowsOf(["鈴木 花子"], { ...cells, メール配信同意: "可" }),
    ...rowsOf(["高橋 健", "田中 実"], empty),
  ]);
  const line = (await w.queue()).find((one) => one.guest.name === "鈴木 花子");
  const holder = `/customers/${line?.customer?.id}`;
  expect(await w.get(holder)).toMatchObject({ member_number: "M-7", birthday: "1980-02-29", gender: "female" });
  const { customer_id } = await w.post(`/merges/${line?.id}/create-customer`);
  expect(await w.get(holder)).toMatchObject({
    member_number: null,
    birthday: null,
    gender: null,
    tel: null,
    address: "大阪市北区2-2",
    consents: [{ channel: "mail", given: false }],
  });
  expect(await w.get(`/customers/${customer_id}`)).toMatchObject({
    name: "鈴木 花子",
    member_number: "M-7",
    birthday: "1980-02-29",
    gender: "female",
    tel: expect.stringContaining("5555"),
    email: null,
  });
});

test.each([100, 1])("a file of customers, %i lines a batch: the fourth name is refused", async (batchRows) => {
  const w = await openHotel();
  const people = csvOf(ALL.map((氏名) => ({ 氏名, メールアドレス: AGENCY })));
  const id = await queued(t.app, w.accountId, w.accountId, people, "customers");
  await runImport(t.app, w.accountId, id, { batchRows });
  const { items } = await w.get(`/imports/${id}/rejections`);
  expect(items.map((one: { line_no: number }) => one.line_no)).toEqual([5, 6, 7]);
});

test("an erased customer's bookings leave the list", async () => {
  const w = await openHotel();
  await w.brings(rowsOf(ALL.slice(0, 4)));
  const id = (await w.queue()).find((one) => one.kind === "joined")?.customer?.id;
  const { version } = await w.get(`/customers/${id}`);
  await w.post(`/customers/${id}/erasure`, { version });
  expect((await w.asked()).joined).toEqual([]);
  expect(JSON.stringify(await w.queue()), "nor does the queue show the address any more").not.toContain(AGENCY);
});

test("an agency's address identifies no customer to a booking engine, and its consent is ignored", async () => {
  const w = await openHotel();
  const key = await partnerKey(t.app, w.accountId);
  const ask = async () => (await engine(t, key, `customers?email=${encodeURIComponent(AGENCY)}`)).status;
  await w.brings(rowsOf(ALL.slice(0, 3)));
  expect(await ask()).toBe(200);
  await w.brings(rowsOf(["田中 実"], { メール配信同意: "可" }));
  expect(await ask()).toBe(404);
  const givenConsents = await w.inScope(
    (tx) => tx.all`select from customer_consents where account_id = ${w.accountId} and state = 'given'`,
  );
  expect(givenConsents).toEqual([]);
});

test("a file of customers creates no customer from an agency's address alone", async () => {
  const w = await openHotel();
  const people = (names: readonly string[]) => csvOf(names.map((氏名) => ({ 氏名, メールアドレス: AGENCY })));
  await w.brings(rowsOf(ALL.slice(0, 4)));
  const id = await queued(t.app, w.accountId, w.accountId, people(["渡辺 誠"]), "customers");
  await runImport(t.app, w.accountId, id);
  const { items } = await w.get(`/imports/${id}/rejections`);
  expect(items).toMatchObject([{ reasons: [{ message: expect.stringContaining("どなたか分かりません") }] }]);
  expect((await w.customers()).map((one) => one.name)).toEqual(["佐藤 一郎"]);
});
