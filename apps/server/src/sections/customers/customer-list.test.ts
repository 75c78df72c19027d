import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, makeAccount, makeUser } from "../../test/app.ts";
import { countStatements } from "./count-statements.fixture.ts";
import { within } from "./customers.fixture.ts";
import { type Guests, openGuests } from "./guests.fixture.ts";

let t: Guests["t"];
let annex: Guests["annex"];
let staff: Guests["staff"];
let clerk: Guests["clerk"];
let id: Guests["id"];

beforeAll(async () => {
  ({ t, annex, staff, clerk, id } = await openGuests());
});
afterAll(() => t.close());

const names = async (caller: Caller, query: string) => {
  const answer = await caller({ method: "GET", url: `/api/customers?${query}` });
  expect([answer.statusCode, answer.statusCode === 200 ? "" : answer.body]).toEqual([200, ""]);
  const { items, total } = answer.json() as { items: { name: string }[]; total: number };
  return { names: items.map((item) => item.name), total };
};

describe("the list", () => {
  it("shows last stay first, never stayed last, with the exact total and the row's facts", async () => {
    const answer = await staff({ method: "GET", url: "/api/customers" });
    const { items, total, page, size } = answer.json();
    expect([total, page, size]).toEqual([4, 1, 50]);
    expect(items.map((item: { name: string }) => item.name)).toEqual([
      "山本 花子",
      "山田 太郎",
      "John Smith",
      "未泊 次郎",
    ]);
    expect(items[1]).toEqual({
      id: id.taro,
      member_number: "M-0001",
      name: "山田 太郎",
      name_kana: "ヤマダ タロウ",
      email: "taro_100%@example.jp",
      tel: "09012345678",
      rank: { id: id.gold, name: "ゴールド", priority: 1 },
      rfm_group: null,
      last_stay_on: "2026-10-03",
      last_facility_name: "本館",
      stay_count: 1,
      use_price_total: 80_000,
      point_balance: 1_100,
      next_point_expiry: "2026-12-31",
      mail_state: "reachable",
      line_state: "none",
      page_actions: ["read", "create", "edit", "delete"],
    });
    // An expired rank is no longer held; a withdrawn consent is an opt-out; no mail, no state.
    expect(items.map((item: { rank: unknown; mail_state: string }) => [item.rank === null, item.mail_state])).toEqual([
      [true, "no_consent"],
      [false, "reachable"],
      [true, "opted_out"],
      [true, "none"],
    ]);
  });

  it.each([
    ["山", ["山本 花子", "山田 太郎"]],
    ["山田", ["山田 太郎"]],
    ["山田太郎", ["山田 太郎"]],
    ["太郎 山田", ["山田 太郎"]],
    ["やまだ", ["山田 太郎"]],
    ["ﾔﾏﾓﾄ", ["山本 花子"]],
    ["はなこ", ["山本 花子"]],
    ["JOHN", ["John Smith"]],
    ["example.jp", ["山本 花子", "山田 太郎"]],
    ["090-1234", ["山田 太郎"]],
    ["+819012345678", ["山田 太郎"]],
    ["5678", ["山田 太郎"]],
    ["m-0001", ["山田 太郎"]],
    ["RSV-00002", ["山田 太郎"]],
    ["rsv-0000", ["山田 太郎", "John Smith"]],
    ["%", ["山田 太郎"]],
    ["_", ["山田 太郎"]],
    ["0%@", ["山田 太郎"]],
    ["\\", []],
    ["'", []],
    ["重複", []],
    ["他社", []],
    ["\u3000\u3000", ["山本 花子", "山田 太郎", "John Smith", "未泊 次郎"]],
  ])("search %s", async (q, expected) => {
    const found = await names(staff, `q=${encodeURIComponent(q)}`);
    expect(found).toEqual({ names: expected, total: expected.length });
  });

  it.each([
    ["rank_detail_id=GOLD", ["山田 太郎"]],
    ["last_stay_from=2026-10-03&last_stay_to=2026-11-02", ["山本 花子", "山田 太郎"]],
    ["stay_count_max=0", ["未泊 次郎"]],
    ["use_price_min=80000", ["山田 太郎", "John Smith"]],
    ["point_min=1", ["山田 太郎"]],
    ["point_max=0&q=example", ["山本 花子", "John Smith"]],
    ["birthday_month=11,12", ["山田 太郎"]],
    ["mail=reachable", ["山田 太郎"]],
    ["mail=unreachable", ["山本 花子", "John Smith", "未泊 次郎"]],
    ["mail=reachable&q=山", ["山田 太郎"]],
    ["line=reachable", []],
    ["facility_account_id=ANNEX", ["山本 花子"]],
    ["rfm_group_id=1", []],
    ["recency_score=5&frequency_score=1&monetary_score=1", []],
    ["customer_type_id=1", []],
    ["sort=use_price_total", ["未泊 次郎", "山本 花子", "山田 太郎", "John Smith"]],
    ["sort=-point_balance&stay_count_min=1", ["山田 太郎", "John Smith", "山本 花子"]],
    ["sort=name_kana", ["未泊 次郎", "山田 太郎", "山本 花子", "John Smith"]],
    ["sort=member_number&stay_count_min=1", ["山田 太郎", "山本 花子", "John Smith"]],
    ["sort=last_stay_on", ["John Smith", "山田 太郎", "山本 花子", "未泊 次郎"]],
    ["sort=-stay_count&size=20&page=2", []],
  ])("filter and sort %s", async (query, expected) => {
    const url = query.replace("GOLD", String(id.gold)).replace("ANNEX", String(annex.accountId));
    const found = await names(staff, encodeURI(url));
    expect(found.names).toEqual(expected);
    if (!query.includes("page=2")) expect(found.total).toBe(expected.length);
    else expect(found.total).toBe(4);
  });

  it("a facility's user works with the facility's customers", async () => {
    expect(await names(clerk, "")).toEqual({ names: ["山本 花子"], total: 1 });
    expect(await names(clerk, "q=RSV-00001")).toEqual({ names: [], total: 0 });
    expect((await clerk({ method: "GET", url: `/api/customers/${id.taro}` })).statusCode).toBe(404);
    expect((await clerk({ method: "GET", url: `/api/customers/${id.hanako}` })).statusCode).toBe(200);
    const { facilities } = (await clerk({ method: "GET", url: "/api/customers/filters" })).json();
    expect(facilities).toEqual([{ id: annex.accountId, name: "別館" }]);
  });

  // quality Q01, Q02, Q03, Q04, Q06
  it.each([
    "page=-1",
    "page=0",
    "page=1000000000",
    "page=a",
    "size=0",
    "size=-1",
    "size=1000000000",
    "sort=password",
    "sort=name%3Bdrop",
    "sort=(select%201)",
    "sort=name_kana&sort=-name_kana",
    "last_stay_from=2026-02-30",
    "last_stay_from=0000-00-00",
    "last_stay_from=2026-13-01",
    "last_stay_to=9999-12-31",
    "last_stay_from=2026-11-02&last_stay_to=2026-11-01",
    "stay_count_min=3&stay_count_max=2",
    "recency_score=6",
    "birthday_month=13",
    "rfm_group_id=1;2",
    `q=${"a".repeat(10_000)}`,
    "q=%00",
    "q[$ne]=x",
  ])("refuses %s with 400", async (query) => {
    const answer = await staff({ method: "GET", url: `/api/customers?${query}` });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().status).toBe(400);
  });

  it("reaches a deep page from the nearer end, in the same order and with the same total", async () => {
    const deep = await makeAccount(t.app, { name: "深い" });
    const ids = await within(t.app, [deep.accountId], async (tx) => {
      // Ties on the day and a tenth that never stayed.
      await sql`insert into customers (account_id, name, last_stay_on) select ${deep.accountId}, '客 ' || n,
        case when n % 10 > 0 then date '2026-01-01' - n % 97 end from generate_series(1, 4250) n`.execute(tx.db);
      const rows = await sql<{
        id: number;
      }>`select id from customers where account_id = ${deep.accountId} order by last_stay_on desc nulls last, id desc`.execute(
        tx.db,
      );
      return rows.rows.map((row) => row.id);
    });
    const caller = await t.as(await makeUser(t.app, deep, "role_admin", ["*"]));
    for (const page of [1, 20, 21, 22, 43, 44]) {
      const { items, total } = (await caller({ method: "GET", url: `/api/customers?size=100&page=${page}` })).json();
      expect([page, total, items.map((item: { id: number }) => item.id)]).toEqual([
        page,
        4_250,
        ids.slice((page - 1) * 100, page * 100),
      ]);
    }
  });

  it("takes the same number of statements for 20 and for 100 rows", async () => {
    const many = await makeAccount(t.app, { name: "多数" });
    await within(t.app, [many.accountId], async (tx) => {
      await sql`insert into customers (account_id, name, email) select ${many.accountId}, '客 ' || n, 'c' || n || '@example.jp'
        from generate_series(1, 120) n`.execute(tx.db);
    });
    const caller = await t.as(await makeUser(t.app, many, "role_admin", ["*"]));
    const counts = [];
    for (const size of [20, 100]) {
      for (const q of ["", "&q=example"]) {
        const statements = await countStatements(t, async () => {
          const answer = await caller({ method: "GET", url: `/api/customers?size=${size}${q}` });
          expect(answer.json().items).toHaveLength(size);
        });
        counts.push(statements);
      }
    }
    expect(new Set(counts).size).toBe(1);
  });
});
