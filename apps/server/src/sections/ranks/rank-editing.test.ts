import { addDays, calendarDate } from "@okaeri/domain/calendar-date";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { makeCustomer, makeGrant, makeStay, within } from "../customers/customers.fixture.ts";
import { booking, fed, feedKey } from "../feeds/feeds.fixture.ts";

// Today is 2026-11-20 in Tokyo.
const today = calendarDate("2026-11-20");
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

type House = { hotel: Facility; staff: Caller; guests: Record<string, number> };

/** A hotel whose guests came so often within the last year, and its administrator. */
async function house(stays: Record<string, number>): Promise<House> {
  const hotel = await makeAccount(t.app, { name: `宿 ${Object.keys(stays).length} ${Math.random()}` });
  const staff = await t.as(await makeUser(t.app, hotel, "role_admin", ["*"]));
  const guests: Record<string, number> = {};
  await within(t.app, [hotel.accountId], async (tx) => {
    for (const [name, count] of Object.entries(stays)) {
      guests[name] = await makeCustomer(tx, hotel.accountId, { name });
      for (let n = 0; n < count; n++) {
        const checkOut = addDays(today, -20 * n - 1);
        const stay = { code: `${name}${n}`, checkIn: addDays(checkOut, -1), checkOut, usePrice: 10_000 };
        await makeStay(tx, hotel.accountId, guests[name] ?? 0, stay);
      }
    }
  });
  return { hotel, staff, guests };
}

const tier = (name: string, total_stay: number, priority: number, more: object = {}) => ({
  name,
  total_stay,
  priority,
  min_use_point: 100,
  max_use_point: 5_000,
  ...more,
});
const terms = { definition: "stay", use_point_unit: 100, active_month: 12, base_month: 24, base_date: 31 };
const silverAndGold = { ...terms, details: [tier("ゴールド", 4, 1), tier("シルバー", 2, 2), tier("一般", 0, 3)] };

const ask = async (staff: Caller, method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object) => {
  const answer = await staff({ method, url: `/api${url}`, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, ...(answer.json() as Record<string, never>) } as never as {
    status: number;
  } & Record<
    string,
    // biome-ignore lint/suspicious/noExplicitAny: answers of several calls
    any
  >;
};
const ranksOf = async ({ staff, guests }: House) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(guests).map(async ([name, id]) => {
        const { rank, rank_expiration_date: until } = await ask(staff, "GET", `/customers/${id}`);
        return [name, rank ? [rank.name, until] : null];
      }),
    ),
  );

test("a new client proposes, tries, saves, changes and deletes its ranks; guests hold them at once", async () => {
  const place = await house({ 一回: 1, 二回: 2, 四回: 4, 五回: 5, なし: 0 });
  const { staff, guests } = place;
  expect(await ask(staff, "POST", "/ranks/suggest", { definition: "stay", base_month: 24 })).toMatchObject({
    own: false,
    customers: 5,
    tiers: [
      { threshold: 8, count: 0 },
      { threshold: 4, count: 2 },
      { threshold: 2, count: 1 },
      { threshold: 0, count: 2 },
    ],
  });
  const tried = await ask(staff, "POST", "/ranks/preview", silverAndGold);
  expect(tried).toMatchObject({
    status: 200,
    valid_from: "2026-11-20",
    customers: 5,
    up: 5,
    down: 0,
    down_later: 0,
    tiers: [
      { name: "ゴールド", before: 0, after: 2 },
      { name: "シルバー", before: 0, after: 1 },
      { name: "一般", before: 0, after: 2 },
      { name: null, before: 5, after: 0 },
    ],
  });
  expect(tried.guests).toMatchObject({
    total: 5,
    items: [{ name: "四回", from: null, to: "ゴールド", on: "2026-11-20" }, {}, {}, {}, {}],
  });
  expect(await ranksOf(place)).toEqual({ 一回: null, 二回: null, 四回: null, 五回: null, なし: null });

  const made = await ask(staff, "POST", "/ranks", silverAndGold);
  expect(made).toMatchObject({
    status: 200,
    version: 1,
    valid_from: "2026-11-20",
    coming: null,
    customers_without_rank: 0,
  });
  expect(made.page_actions).toEqual(["read", "create", "edit", "delete"]);
  expect(await ranksOf(place)).toEqual({
    一回: ["一般", null],
    なし: ["一般", null],
    二回: ["シルバー", "2027-11-20"],
    四回: ["ゴールド", "2027-11-20"],
    五回: ["ゴールド", "2027-11-20"],
  });
  expect(await ask(staff, "POST", "/ranks", silverAndGold)).toMatchObject({
    status: 400,
    message: expect.stringMatching(/すでに設定/),
  });

  // What if gold needs 5 stays, and two make silver no longer but three do?
  const [gold, silver, entry] = made.details;
  const editOf = ({ count: _c, manual_count: _m, ...one }: Record<string, unknown>) => one;
  const harder = {
    ...terms,
    details: [{ ...editOf(gold), total_stay: 5 }, { ...editOf(silver), total_stay: 3 }, editOf(entry)],
  };
  expect(await ask(staff, "POST", `/ranks/${made.id}/preview`, harder)).toMatchObject({
    up: 0,
    down: 0,
    down_later: 2,
    tiers: [
      { name: "ゴールド", before: 2, after: 2, finally: 1 },
      { name: "シルバー", before: 1, after: 1, finally: 1 },
      { name: "一般", before: 2, after: 2, finally: 3 },
      { name: null, before: 0, after: 0, finally: 0 },
    ],
    moves: [
      { from: "ゴールド", to: "シルバー", way: "down", later: true, count: 1 },
      { from: "シルバー", to: "一般", way: "down", later: true, count: 1 },
    ],
    guests: {
      items: [
        { id: guests.四回, on: "2027-11-21" },
        { id: guests.二回, on: "2027-11-21" },
      ],
    },
  });
  // By price, at 10,000 yen a stay, it is the same: then both definitions count on their own.
  const byPrice = {
    ...harder,
    definition: "use_price",
    details: harder.details.map((one, n) => ({ ...one, total_stay: null, total_use_price: [50_000, 30_000, 0][n] })),
  };
  expect(await ask(staff, "POST", `/ranks/${made.id}/preview`, byPrice)).toEqual(
    await ask(staff, "POST", `/ranks/${made.id}/preview`, harder),
  );
  // Without silver its holder falls on the day itself; a new tier above all is won on it.
  const diamond = { ...terms, details: [tier("ダイヤ", 5, 1), { ...editOf(gold), priority: 2 }, editOf(entry)] };
  const [day, url] = ["2026-12-01", `/ranks/${made.id}`];
  expect(await ask(staff, "POST", `${url}/preview`, { ...diamond, valid_from: day })).toMatchObject({
    valid_from: day,
    up: 1,
    down: 1,
    down_later: 0,
    moves: [
      { from: "ゴールド", to: "ダイヤ", way: "up", later: false, count: 1 },
      { from: "シルバー", to: "一般", way: "down", later: false, count: 1 },
    ],
  });

  const coming = await ask(staff, "PUT", url, { ...diamond, version: 1, valid_from: day });
  expect(coming).toMatchObject({ version: 2, valid_from: "2026-11-20", coming: { valid_from: day, base_date: 31 } });
  expect(coming.coming.details.map((one: { name: string }) => one.name)).toEqual(["ダイヤ", "ゴールド", "一般"]);
  expect(coming.details.map((one: { name: string }) => one.name)).toEqual(["ゴールド", "シルバー", "一般"]);
  expect(await ask(staff, "PUT", url, { ...diamond, version: 1 })).toMatchObject({ status: 412 });
  const now = await ask(staff, "PUT", url, { ...terms, version: 2, details: coming.coming.details });
  expect(now).toMatchObject({ version: 3, coming: null, details: [{ count: 1 }, { count: 1 }, { count: 3 }] });
  expect(await ranksOf(place)).toMatchObject({ 五回: ["ダイヤ", "2027-11-20"], 二回: ["一般", null] });

  expect(await ask(staff, "DELETE", url, { version: 3 })).toMatchObject({
    status: 400,
    message: expect.stringMatching(/5人のお客様がランクを持っています/),
  });
  expect(await ask(staff, "DELETE", url, { version: 2, lose_ranks: true })).toMatchObject({ status: 412 });
  expect(await ask(staff, "DELETE", url, { version: 3, lose_ranks: true })).toEqual({ status: 200, id: made.id });
  expect(await ranksOf(place)).toMatchObject({ 五回: null, 一回: null });
  expect((await ask(staff, "GET", "/ranks")).items).toEqual([]);
  const rows = await t.past.asSystem(
    (tx) =>
      tx.all<{
        action: string;
      }>`select action from audit_logs where entity = 'ranks' and entity_id = ${made.id} order by id`,
  );
  expect(rows.map((row) => row.action)).toEqual(["create", "update", "update", "delete"]);
  expect(await ask(staff, "POST", "/ranks", silverAndGold)).toMatchObject({ status: 200 });
});

test.each([
  ["stay", "total_stay", 2, ["二回"]],
  ["use_price", "total_use_price", 20_000, ["二回"]],
  ["get_point", "total_get_point", 300, ["一回"]],
])(
  "a definition by %s counts what it says, and tells that threshold alone",
  async (definition, field, threshold, holders) => {
    const place = await house({ 一回: 1, 二回: 2 });
    await within(t.app, [place.hotel.accountId], async (tx) => {
      await makeGrant(tx, place.hotel.accountId, place.guests.一回 ?? 0, { point: 300, on: "2026-11-01" });
      await makeGrant(tx, place.hotel.accountId, place.guests.二回 ?? 0, { point: 900, on: "2024-11-20" });
    });
    const all = { total_stay: 1, total_use_price: 1, total_get_point: 1, [field]: threshold };
    const details = [{ name: "会員", priority: 1, ...all }];
    const made = await ask(place.staff, "POST", "/ranks", { ...terms, definition, details });
    const none = { total_stay: null, total_use_price: null, total_get_point: null };
    expect(made.details).toMatchObject([{ ...none, [field]: threshold, count: 1 }]);
    const held = Object.entries(await ranksOf(place)).flatMap(([name, rank]) => (rank ? [name] : []));
    expect(held).toEqual(holders);
  },
);

test("a definition that cannot be is refused, with the field that is wrong", async () => {
  const { staff } = await house({});
  const [gold, silver, entry] = [tier("ゴールド", 4, 1), tier("シルバー", 2, 2), tier("一般", 0, 3)];
  const cases: [object[], Record<string, RegExp>, object?][] = [
    [[{ ...gold, total_stay: 2 }, silver], { "details.0.total_stay": /条件が同じ/ }],
    [[{ ...gold, total_stay: 1 }, silver], { "details.0.total_stay": /やさしく/ }],
    [[entry, { ...gold, priority: 4 }], { "details.0.total_stay": /やさしく/ }],
    [[gold, { ...silver, priority: 1 }], { "details.1.priority": /重複/ }],
    [[gold, { ...silver, name: " ゴールド " }], { "details.1.name": /重複/ }],
    [[{ ...gold, total_stay: null }], { "details.0.total_stay": /入力/ }],
    [[{ ...gold, total_stay: -1 }], { "details.0.total_stay": /0以上/ }],
    [[{ ...gold, min_use_point: 600, max_use_point: 500 }], { "details.0.max_use_point": /下限以上/ }],
    [[{ ...gold, min_use_point: 110, max_use_point: 190 }], { "details.0.max_use_point": /利用の単位/ }],
    [[{ ...gold, id: 999_999 }], { "details.0.id": /選べません/ }],
    [[{ ...gold, name: "" }], { "details.0.name": /入力/ }],
    [[], { details: /1件以上/ }],
    [[gold], { base_date: /1.*31|31以下/ }, { base_date: 32 }],
    [[gold], { active_month: /1以上/ }, { active_month: 0 }],
    [[gold], { "details.0.total_use_price": /入力/ }, { definition: "use_price" }],
    [[gold], { valid_from: /今日以降/ }, { valid_from: "2026-11-19" }],
    [[gold], { valid_from: /2027年11月20日まで/ }, { valid_from: "2027-11-21" }],
  ];
  for (const [details, wrong, more] of cases) {
    for (const url of ["/ranks", "/ranks/preview"]) {
      const answer = await ask(staff, "POST", url, { ...terms, details, ...more });
      expect([answer.status, answer.fields], JSON.stringify([details, more])).toEqual([
        400,
        Object.fromEntries(Object.entries(wrong).map(([path, text]) => [path, expect.stringMatching(text)])),
      ]);
    }
  }
  expect((await ask(staff, "GET", "/ranks")).items).toEqual([]);
});

test("B19: a tier that a campaign asks for, or that staff gave, is not taken out; another client's definition does not exist", async () => {
  const { hotel, staff, guests } = await house({ 常連: 5 });
  const made = await ask(staff, "POST", "/ranks", silverAndGold);
  const [gold, , entry] = made.details;
  const url = `/ranks/${made.id}`;
  const rules = [{ field: "rank_detail_id", operator: "in", value: [gold.id] }];
  const targets = [{ combinator: "and", rules }, { lua: `local vip = ${gold.id}\nreturn rank_detail_id == vip` }];
  const without = { ...terms, version: 1, details: [{ name: "一般", id: entry.id, total_stay: 0, priority: 3 }] };
  for (const target of targets) {
    const { id } = await ask(staff, "POST", "/campaigns", {
      name: "金の会",
      type: "repeat_promotion",
      campaign_start_dt: null,
      campaign_end_dt: null,
      segments: [{ id: null, priority_seq: 1, target, actions: [] }],
    });
    expect(await ask(staff, "PUT", url, without)).toMatchObject({
      status: 400,
      fields: { details: expect.stringMatching(/金の会/) },
    });
    expect(await ask(staff, "DELETE", url, { version: 1, lose_ranks: true })).toMatchObject({
      status: 400,
      message: expect.stringMatching(/金の会/),
    });
    await ask(staff, "DELETE", `/campaigns/${id}`);
  }
  await within(
    t.app,
    [hotel.accountId],
    (tx) =>
      tx.run`update customer_ranks set rank_type = 'manual', expiration_date = null where account_id = ${hotel.accountId}
        and customer_id = ${guests.常連}`,
  );
  expect(await ask(staff, "PUT", url, without)).toMatchObject({
    status: 400,
    fields: { details: expect.stringMatching(/手動.*1人/) },
  });
  const other = await house({});
  expect(await ask(other.staff, "PUT", url, without)).toMatchObject({ status: 404 });
  expect(await ask(other.staff, "POST", `${url}/preview`, silverAndGold)).toMatchObject({ status: 404 });
  expect(await ask(other.staff, "DELETE", url, { version: 1 })).toMatchObject({ status: 404 });
});

test("a definition is saved while the night judges the same guests: one waits for the other, and neither is broken off", async () => {
  const inn = await house({ 甲: 4 });
  const made = await ask(inn.staff, "POST", "/ranks", silverAndGold);
  const night = await t.past.pool.connect();
  try {
    await night.query("begin; set local lock_timeout = '5s'");
    await night.query("select pg_advisory_xact_lock(7041, $1)", [inn.hotel.accountId]);
    const saving = ask(inn.staff, "PUT", `/ranks/${made.id}`, {
      ...silverAndGold,
      base_month: 12,
      version: made.version,
    });
    const waits = async () =>
      (
        await t.past.pool.query("select 1 from pg_locks where locktype = 'advisory' and not granted and objid = $1", [
          inn.hotel.accountId,
        ])
      ).rows.length > 0;
    while (!(await waits())) await new Promise((resolve) => setTimeout(resolve, 10));
    await night.query("select from ranks where account_id = $1 for update", [inn.hotel.accountId]);
    await night.query("commit");
    expect((await saving).status).toBe(200);
  } finally {
    await night.query("rollback");
    night.release();
  }
});

test("a definition saved on a day that judged guests already judges that day itself: a shorter time is shorter for all", async () => {
  const place = await house({ 前から: 3, 今日も: 1 });
  const { staff, hotel } = place;
  const first = await ask(staff, "POST", "/ranks", { ...terms, details: [tier("シルバー", 2, 1), tier("一般", 0, 2)] });
  const key = await feedKey(t.app, { accountId: hotel.accountId, facilityId: hotel.accountId });
  const stayFields = {
    customer: "今日も",
    check_in_date: "2026-11-19",
    check_out_date: "2026-11-20",
    use_price: 9_000,
  };
  await within(
    t.app,
    [hotel.accountId],
    (tx) =>
      tx.run`update customers set email = 'today@example.jp'
        where account_id = ${hotel.accountId} and id = ${place.guests[stayFields.customer]}`,
  );
  const row = booking("今日", {
    ...stayFields,
    customer: undefined,
    state: "stayed",
    guest_name: stayFields.customer,
    email: "today@example.jp",
  });
  expect((await fed(t, hotel.accountId, key, "/feeds/plain/stays", [row])).status.refused).toEqual([]);
  expect(await ranksOf(place)).toEqual({ 前から: ["シルバー", "2027-11-20"], 今日も: ["シルバー", "2027-11-20"] });
  const [silver, entry] = first.details.map(({ id }: { id: number }, at: number) => ({
    ...(at === 0 ? tier("シルバー", 2, 1) : tier("一般", 0, 2)),
    id,
  }));
  const save = (details: object[], version: number) =>
    ask(staff, "PUT", `/ranks/${first.id}`, { ...terms, active_month: 6, details, version });
  expect(await save([silver, entry], first.version)).toMatchObject({ status: 200 });
  expect(await ranksOf(place)).toEqual({ 前から: ["シルバー", "2027-05-20"], 今日も: ["シルバー", "2027-05-20"] });
  // And a tier that asks for more: nobody keeps what this day's definition does not give.
  expect(await save([{ ...silver, total_stay: 3 }, entry], first.version + 1)).toMatchObject({ status: 200 });
  expect(await ranksOf(place)).toEqual({ 前から: ["シルバー", "2027-05-20"], 今日も: ["一般", null] });
});
