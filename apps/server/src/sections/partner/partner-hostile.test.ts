import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { makeAccount, TEST_NOW } from "../../test/app.ts";
import { booking, codes, engine, openEngines, partnerKey, pointUse } from "./partner.fixture.ts";

// Which keys work, and what is no request at all (product §12), over HTTP. Today is 2026-11-20 in Tokyo.

let e: Awaited<ReturnType<typeof openEngines>>;
beforeAll(async () => {
  e = await openEngines();
});
afterAll(() => e.close());
const ask: typeof e.ask = (...asked) => e.ask(...asked);
const member: typeof e.member = (...asked) => e.member(...asked);
const code: typeof e.code = (...asked) => e.code(...asked);

let serial = 0;

describe("whose key works", () => {
  it.each<[string, () => Promise<string>]>([
    ["no key", async () => ""],
    ["an unknown key", async () => `okp_${"a".repeat(43)}`],
    ["a feed's key", async () => `okf_${"a".repeat(43)}`],
    ["a revoked key", () => partnerKey(e.p.t.app, e.account, e.annex, { revoked_at: TEST_NOW })],
    ["an expired key", () => partnerKey(e.p.t.app, e.account, e.annex, { expires_at: TEST_NOW })],
    [
      "a key of a facility outside its contract",
      async () => {
        const gone = await makeAccount(e.p.t.app, { name: `終了 ${++serial}` });
        await e.p.t.past.asSystem(
          (tx) => tx.run`update accounts set contract_ended_at = '2026-11-19' where id = ${gone.accountId}`,
        );
        return partnerKey(e.p.t.app, gone.accountId);
      },
    ],
  ])("not %s, and all are answered alike", async (_name, make) => {
    const bad = await make();
    const refusal = { status: 401, body: { status: 401, message: "キーが正しくないか、使えなくなっています" } };
    // Before the body is read.
    expect(await engine(e.p.t, bad, "points/redeem", "{")).toMatchObject(refusal);
    expect(await engine(e.p.t, bad, "customers?member_number=M-1")).toMatchObject(refusal);
  });

  it("a key does what it was made for, and reaches its own programme's guests alone", async () => {
    const { number } = await member(100);
    const only = await partnerKey(e.p.t.app, e.account, e.annex, { scopes: ["points"] });
    expect((await engine(e.p.t, only, "points/quote", pointUse(number, 1))).status).toBe(200);
    for (const [path, payload] of [
      [`customers?member_number=${number}`, undefined],
      ["coupons/quote", { coupon_code: "X", reservation: booking() }],
    ] as const)
      expect(await engine(e.p.t, only, path, payload)).toMatchObject({
        status: 403,
        body: { message: "このキーではできない操作です" },
      });
    const stranger = await makeAccount(e.p.t.app, { name: `他社 ${++serial}` });
    const foreign = await partnerKey(e.p.t.app, stranger.accountId);
    expect((await engine(e.p.t, foreign, `customers?member_number=${number}`)).status).toBe(404);
    const quoted = await engine(e.p.t, foreign, "points/quote", pointUse(number, 1));
    expect([quoted.body.usable, codes(quoted.body.reasons)]).toEqual([false, ["unknown_member"]]);
    const redeemed = await engine(e.p.t, foreign, "points/redeem", pointUse(number, 1));
    expect([redeemed.status, codes(redeemed.body.reasons)]).toEqual([422, ["unknown_member"]]);
    const own = await code();
    const request = { coupon_code: own, reservation: booking() };
    expect(codes((await engine(e.p.t, foreign, "coupons/quote", request)).body.reasons)).toEqual(["coupon_unknown"]);
  });

  it("what one facility used, neither another one nor staff's use is cancelled by a key", async () => {
    const { id, number } = await member(100);
    const main = await partnerKey(e.p.t.app, e.account);
    const { body } = await engine(e.p.t, main, "points/redeem", pointUse(number, 40));
    const { use_point_case_id } = body;
    expect((await ask("points/cancel", { use_point_case_id })).status).toBe(404);
    const byHand = await e.p.call("POST", `/customers/${id}/use-points`, { use_point: 10 });
    expect((await engine(e.p.t, main, "points/cancel", { use_point_case_id: byHand.use_point_case_id })).status).toBe(
      404,
    );
    // A new key of the same facility can.
    const renewed = await partnerKey(e.p.t.app, e.account);
    expect((await engine(e.p.t, renewed, "points/cancel", { use_point_case_id })).body.balance).toBe(90);
  });

  it("too many requests are asked to wait", async () => {
    const busy = await partnerKey(e.p.t.app, e.account);
    e.setNow(new Date(TEST_NOW.getTime() + 3_600_000));
    for (let n = 0; n < 200; n++) await engine(e.p.t, busy, "customers");
    const refused = await engine(e.p.t, busy, "customers");
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "2"]);
    expect((await ask("customers")).status).toBe(400);
    e.setNow(TEST_NOW);
  });
});

describe("B06: amounts that are none", () => {
  const bad: [unknown, string][] = [
    [0, "1以上で入力してください"],
    [-1, "1以上で入力してください"],
    [1.5, "整数で入力してください"],
    [1e21, "10,000,000以下で入力してください"],
    ["10", "入力してください(形式も確認してください)"],
    [null, "入力してください(形式も確認してください)"],
    [2 ** 31, "10,000,000以下で入力してください"],
    [2 ** 53, "10,000,000以下で入力してください"],
    [[1], "入力してください(形式も確認してください)"],
  ];
  it.each(["points/quote", "points/redeem"])("%s names the field and writes nothing", async (path) => {
    const { number } = await member(100);
    for (const [points, message] of bad)
      expect(await ask(path, pointUse(number, points)), String(points)).toMatchObject({
        status: 400,
        body: { fields: { points: message } },
      });
    expect((await ask(path, `{"member_number":"${number}","points":NaN,"reservation_code":"R"}`)).status).toBe(400);
    expect((await ask(`customers?member_number=${number}`)).body.balance).toBe(100);
  });

  it.each<[string, object, string[]]>([
    ["no reservation", { reservation: undefined }, ["reservation"]],
    [
      "a stay that ends before it begins",
      { reservation: booking({ check_out_date: "2026-12-03" }) },
      ["reservation.check_out_date"],
    ],
    ["a stay of two years", { reservation: booking({ check_out_date: "2028-12-03" }) }, ["reservation.check_out_date"]],
    ["a day that is none", { reservation: booking({ check_in_date: "2026-02-30" }) }, ["reservation.check_in_date"]],
    ["a price below zero", { reservation: booking({ use_price: -1 }) }, ["reservation.use_price"]],
    ["a price above the cap", { reservation: booking({ use_price: 10 ** 12 }) }, ["reservation.use_price"]],
    ["half a guest", { reservation: booking({ adult_count: 1.5 }) }, ["reservation.adult_count"]],
    ["no coupon", { coupon_code: undefined }, ["coupon_code"]],
    ["two coupons", { acquire_coupon_id: 1, member_number: "M-1" }, ["coupon_code"]],
    [
      "a number that runs in order, and nobody named",
      { coupon_code: undefined, acquire_coupon_id: 1 },
      ["member_number"],
    ],
    ["no quantity", { quantity: 0 }, ["quantity"]],
    ["a field nobody knows", { pin: 1 }, ["pin"]],
    ["one in the reservation", { reservation: booking({ pin: 1 }) }, ["reservation.pin"]],
    ["NUL", { member_number: "a\u0000" }, ["member_number"]],
    ["half a character", { reservation: booking({ reservation_code: "\ud800" }) }, ["reservation.reservation_code"]],
  ])("a coupon with %s", async (_name, more, fields) => {
    for (const path of ["coupons/quote", "coupons/redeem"]) {
      const { status, body } = await ask(path, { coupon_code: "X", reservation: booking(), ...more });
      expect([status, Object.keys(body.fields ?? {})], path).toEqual([400, fields]);
    }
  });

  it("bodies that are no object, of another type, too large or for an address that is not there", async () => {
    for (const payload of ["[]", "5", "null", "{", '{"points":1,"points":2}', `${"[".repeat(9_000)}`])
      expect((await ask("points/quote", payload)).status, payload.slice(0, 30)).toBe(400);
    expect((await ask("points/quote", "{}", { "content-type": "application/octet-stream" })).status).toBe(415);
    expect((await ask("points/quote", { member_number: "x".repeat(70_000) })).status).toBe(413);
    expect((await ask("points/grant", {})).status).toBe(404);
    expect((await ask("points/quote?key=okp_x", {})).status).toBe(400);
  });
});

test("the OpenAPI description has a section of its own, with the key and the header", async () => {
  const { paths, tags } = (await e.p.staff({ method: "GET", url: "/api/openapi.json" })).json();
  expect(tags.map((tag: { name: string }) => tag.name)).toEqual(["Feeds", "Partner"]);
  const calls = Object.entries(paths as Record<string, Record<string, { parameters?: { name: string }[] }>>).filter(
    ([path]) => path.startsWith("/partner/"),
  );
  const parameterNames = calls.map(([path, { post, get }]) => [
    path,
    (post ?? get)?.parameters?.map(({ name }) => name),
  ]);
  expect(Object.fromEntries(parameterNames)).toEqual({
    "/partner/customers": ["member_number", "email"],
    "/partner/points/uses": ["reservation_code"],
    "/partner/coupons/uses": ["reservation_code"],
    "/partner/points/quote": [],
    "/partner/points/redeem": ["Idempotency-Key"],
    "/partner/points/cancel": ["Idempotency-Key"],
    "/partner/coupons/quote": [],
    "/partner/coupons/redeem": ["Idempotency-Key"],
    "/partner/coupons/cancel": ["Idempotency-Key"],
  });
});
