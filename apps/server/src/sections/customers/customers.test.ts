import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { makeCustomer, makeGrant, makeStay, makeUse, one, within } from "./customers.fixture.ts";

// Today is 2026-11-20 in Tokyo.
let t: TestApp;
let hotel: Facility;
let annex: Facility;
let staff: Caller;
let clerk: Caller;
const id: Record<string, number> = {};

beforeAll(async () => {
  t = await testApp();
  hotel = await makeAccount(t.app, { name: "本館", option: "crm_option_parent" });
  annex = await makeAccount(t.app, {
    name: "別館",
    companyId: hotel.companyId,
    parentId: hotel.accountId,
    programmeId: hotel.accountId,
    option: null,
  });
  const other = await makeAccount(t.app, { name: "他社" });
  staff = await t.as(await makeUser(t.app, hotel, "role_admin", ["*"]));
  clerk = await t.as(await makeUser(t.app, annex, "role_user", ["customers/read", "crm_option"]));
  const account = hotel.accountId;
  await within(t.app, [account, annex.accountId], async (tx) => {
    id.taro = await makeCustomer(tx, account, {
      name: "山田 太郎",
      name_kana: "ヤマダ タロウ",
      email: "taro_100%@example.jp",
      tel: "+819012345678",
      tel_national: "09012345678",
      member_number: "M-0001",
      birthday: "1980-12-24",
    });
    id.hanako = await makeCustomer(tx, account, {
      name: "山本 花子",
      name_kana: "ヤマモト ハナコ",
      email: "hanako@example.jp",
    });
    id.john = await makeCustomer(tx, account, { name: "John Smith", email: "john@test.example" });
    id.never = await makeCustomer(tx, account, { name: "未泊 次郎", name_kana: "ミハク ジロウ" });
    id.merged = await makeCustomer(tx, account, { name: "山田 重複" });
    await sql`update customers set merged_into = ${id.taro}, active_status = 'inactive' where account_id = ${account} and id = ${id.merged}`.execute(
      tx.db,
    );
    await makeStay(tx, account, id.taro, {
      code: "RSV-00001",
      checkIn: "2026-10-01",
      checkOut: "2026-10-03",
      usePrice: 80_000,
    });
    await makeStay(tx, account, id.taro, {
      code: "RSV-00002",
      checkIn: "2026-12-01",
      checkOut: "2026-12-03",
      usePrice: 50_000,
      confirmed: false,
    });
    await makeStay(tx, account, id.hanako, {
      code: "ANX-00009",
      facilityId: annex.accountId,
      checkIn: "2026-11-01",
      checkOut: "2026-11-02",
      usePrice: 20_000,
    });
    await makeStay(tx, account, id.john, {
      code: "RSV-00003",
      checkIn: "2025-01-01",
      checkOut: "2025-01-05",
      usePrice: 200_000,
    });
    const lot = await makeGrant(tx, account, id.taro, {
      point: 1_000,
      on: "2026-10-03",
      expiresOn: "2026-12-31",
      remarks: "お詫び",
    });
    await makeGrant(tx, account, id.taro, { point: 300, on: "2026-10-04" });
    await makeUse(tx, account, id.taro, { grantId: lot, point: 200, on: "2026-11-01" });
    await makeUse(tx, account, id.taro, { grantId: lot, point: 50, on: "2026-11-02", cancelledOn: "2026-11-03" });
    for (const [who, state] of [
      [id.taro, "given"],
      [id.john, "given"],
      [id.john, "withdrawn"],
    ] as const)
      await sql`insert into customer_consents (account_id, customer_id, channel, state, source) values (${account}, ${who}, 'mail', ${state}, 'staff')`.execute(
        tx.db,
      );
    const coupon = await one(
      tx,
      sql<{
        id: number;
      }>`insert into coupons (account_id, name, type, code, discount_type, absolute_type, discount_absolute)
        values (${account}, '朝食無料', 'code', 'ASA', 'absolute', 'action', 1500) returning id`,
    );
    await sql`insert into acquire_coupons (account_id, customer_id, coupon_id, acquire_date, idempotency_key) values (${account}, ${id.taro}, ${coupon.id}, '2026-10-05', 'a1')`.execute(
      tx.db,
    );
    await sql`insert into use_coupon_cases (account_id, facility_account_id, customer_id, coupon_id, use_date, discount, idempotency_key)
      values (${account}, ${account}, ${id.taro}, ${coupon.id}, '2026-10-06', 1500, 'c1')`.execute(tx.db);
    const rank = await one(
      tx,
      sql<{
        id: number;
      }>`insert into ranks (account_id, definition, active_month, base_month) values (${account}, 'stay', 12, 12) returning id`,
    );
    const gold = await one(
      tx,
      sql<{
        id: number;
      }>`insert into rank_details (account_id, rank_id, name, total_stay, priority) values (${account}, ${rank.id}, 'ゴールド', 5, 1) returning id`,
    );
    id.gold = gold.id;
    await sql`insert into customer_ranks (account_id, customer_id, rank_detail_id, rank_type, since_date, expiration_date) values
      (${account}, ${id.taro}, ${gold.id}, 'auto', '2026-10-03', '2027-10-03'), (${account}, ${id.john}, ${gold.id}, 'auto', '2025-01-05', '2026-01-05')`.execute(
      tx.db,
    );
  });
  await within(t.app, [other.accountId], async (tx) => {
    id.foreign = await makeCustomer(tx, other.accountId, { name: "山田 他社" });
  });
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
      await sql`insert into customers (account_id, name, email) select ${many.accountId}, '客 ' || n, 'c' || n || '@example.jp' from generate_series(1, 120) n`.execute(
        tx.db,
      );
    });
    const caller = await t.as(await makeUser(t.app, many, "role_admin", ["*"]));
    const counts = [];
    for (const size of [20, 100]) {
      for (const q of ["", "&q=example"]) {
        const statements = await countStatements(async () => {
          const answer = await caller({ method: "GET", url: `/api/customers?size=${size}${q}` });
          expect(answer.json().items).toHaveLength(size);
        });
        counts.push(statements);
      }
    }
    expect(new Set(counts).size).toBe(1);
  });
});

/** Statements all connections of the pool sent while `work` ran. */
async function countStatements(work: () => Promise<void>): Promise<number> {
  let count = 0;
  const pool = t.app.database.pool;
  const restore: (() => void)[] = [];
  const connect = pool.connect.bind(pool) as () => Promise<import("pg").PoolClient>;
  pool.connect = (async () => {
    const client = await connect();
    const query = client.query;
    client.query = ((...args: unknown[]) => {
      count++;
      return (query as (...a: unknown[]) => unknown).apply(client, args);
    }) as typeof client.query;
    restore.push(() => {
      client.query = query;
    });
    return client;
  }) as typeof pool.connect;
  try {
    await work();
  } finally {
    pool.connect = connect as typeof pool.connect;
    for (const undo of restore) undo();
  }
  return count;
}

describe("the detail", () => {
  it("is one call of at most six statements with what the screen shows", async () => {
    let body: Record<string, unknown> = {};
    const session = await countStatements(async () => {
      await staff({ method: "GET", url: "/api/menu" });
    });
    const whole = await countStatements(async () => {
      body = (await staff({ method: "GET", url: `/api/customers/${id.taro}` })).json();
    });
    // Besides the session's own: begin, the statements, commit.
    expect(whole - session - 2).toBeLessThanOrEqual(6);
    expect(body).toMatchObject({
      id: id.taro,
      birthday: "1980-12-24",
      language: "ja",
      notes: null,
      reservation_count: 1,
      first_stay_on: "2026-10-03",
      point_debt: 0,
      rfm: null,
      rank_type: "auto",
      rank_expiration_date: "2027-10-03",
      customer_types: [],
      expiring_points: [
        { expires_on: "2026-12-31", remaining: 800 },
        { expires_on: null, remaining: 300 },
      ],
      page_actions: ["read", "create", "edit", "delete"],
    });
    expect(body.consents).toMatchObject([{ channel: "mail", purpose: "marketing", given: true, source: "staff" }]);
  });

  it("tells the filters' choices", async () => {
    const answer = await staff({ method: "GET", url: "/api/customers/filters" });
    expect(answer.json()).toEqual({
      rfm_groups: [],
      ranks: [{ id: id.gold, name: "ゴールド" }],
      customer_types: [],
      facilities: [
        { id: hotel.accountId, name: "本館" },
        { id: annex.accountId, name: "別館" },
      ],
    });
  });
});

describe("the histories", () => {
  const rows = async (path: string) =>
    (await staff({ method: "GET", url: `/api/customers/${id.taro}/${path}` })).json();

  it("reservations, with the state derived from the dates", async () => {
    const { items, total } = await rows("reservations");
    expect(total).toBe(2);
    expect(
      items.map((item: Record<string, unknown>) => [item.original_reservation_code, item.state, item.nights]),
    ).toEqual([
      ["RSV-00002", "reserved", 2],
      ["RSV-00001", "checked_out", 2],
    ]);
  });

  it("stays", async () => {
    expect((await rows("stays")).items).toMatchObject([
      {
        transaction_code: "RSV-00001",
        use_price: 80_000,
        original_reservation_code: "RSV-00001",
        granted_points: 0,
        nights: 2,
      },
    ]);
  });

  it("points granted and used; a cancelled use keeps its row", async () => {
    expect((await rows("grant-points")).items).toMatchObject([
      { grant_point: 300, remaining: 300, expiration_date: null, remarks: null, campaign_name: null },
      { grant_point: 1_000, remaining: 800, expiration_date: "2026-12-31", remarks: "お詫び", facility_name: "本館" },
    ]);
    expect((await rows("use-points")).items).toMatchObject([
      { use_point: 50, cancel_date: "2026-11-03" },
      { use_point: 200, cancel_date: null },
    ]);
  });

  it("coupons acquired and used", async () => {
    expect((await rows("acquire-coupons")).items).toMatchObject([
      { coupon_name: "朝食無料", coupon_type: "code", acquire_date: "2026-10-05", campaign_name: "" },
    ]);
    expect((await rows("use-coupons")).items).toMatchObject([
      { coupon_name: "朝食無料", discount: 1_500, cancel_date: null, use_date: "2026-10-06" },
    ]);
  });

  it("a page past the end is empty and keeps the total", async () => {
    expect(await rows("grant-points?page=9")).toMatchObject({ items: [], total: 2, page: 9 });
  });
});

const PATHS = ["", "/reservations", "/stays", "/grant-points", "/use-points", "/acquire-coupons", "/use-coupons"];

describe("who may call", () => {
  test.each(["/api/customers", "/api/customers/filters", ...PATHS.map((path) => `/api/customers/1${path}`)])(
    "%s: signed out 401, without the action 403",
    async (url) => {
      expect((await t.anonymous({ method: "GET", url })).statusCode).toBe(401);
      const lacking = await t.as(await makeUser(t.app, hotel, "role_user", ["campaigns/read"]));
      expect((await lacking({ method: "GET", url })).statusCode).toBe(403);
    },
  );

  test.each(PATHS)(
    "/customers/{id}%s: another account's, a merged and a missing customer answer the same 404",
    async (path) => {
      const bodies = [];
      for (const who of [id.foreign, id.merged, 999_999]) {
        const answer = await staff({ method: "GET", url: `/api/customers/${who}${path}` });
        bodies.push([answer.statusCode, answer.body]);
      }
      expect(bodies[0]).toEqual([
        404,
        JSON.stringify({ status: 404, message: "お探しのページが見つかりませんでした" }),
      ]);
      expect(new Set(bodies.map(String)).size).toBe(1);
      expect((await staff({ method: "GET", url: `/api/customers/${id.taro}${path}` })).statusCode).toBe(200);
    },
  );

  // quality I03, I05
  test.each(["1%20OR%201=1", "1e3", "0x1", "-1", "+1", "1.0", "１", "١", "..%2f1", "%00", "1".repeat(16)])(
    "id %s is not found",
    async (bad) => {
      const answer = await staff({ method: "GET", url: `/api/customers/${encodeURI(decodeURIComponent(bad))}` });
      expect(answer.statusCode).toBe(404);
    },
  );
});
