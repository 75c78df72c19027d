import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { makeUser } from "../../test/app.ts";
import { countStatements } from "./count-statements.fixture.ts";
import { type Guests, openGuests } from "./guests.fixture.ts";

let t: Guests["t"];
let hotel: Guests["hotel"];
let annex: Guests["annex"];
let staff: Guests["staff"];
let id: Guests["id"];

beforeAll(async () => {
  ({ t, hotel, annex, staff, id } = await openGuests());
});
afterAll(() => t.close());

describe("the detail", () => {
  it("is one call of at most six statements with what the screen shows", async () => {
    let body: Record<string, unknown> = {};
    const session = await countStatements(t, async () => {
      await staff({ method: "GET", url: "/api/menu" });
    });
    const whole = await countStatements(t, async () => {
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
      rfms: [],
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

  it("stays, each with the booking whose page tells what it caused", async () => {
    const [, stayed] = (await rows("reservations")).items;
    expect((await rows("stays")).items).toMatchObject([
      {
        transaction_code: "RSV-00001",
        use_price: 80_000,
        original_reservation_code: "RSV-00001",
        granted_points: 0,
        stay_reservation_id: stayed.id,
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

  test.each([
    ["grant-points?grant_date_from=2026-10-04", [300]],
    ["grant-points?grant_date_to=2026-10-03", [1_000]],
    ["grant-points?kind=deducted", []],
    ["use-points?state=valid", [200]],
    ["use-points?state=cancelled", [50]],
    ["use-points?use_date_from=2026-11-02", [50]],
    ["use-points?use_date_to=2026-11-01", [200]],
  ])("narrowed: %s", async (path, points) => {
    const { items, total } = await rows(path);
    expect(items.map((item: Record<string, number>) => item.grant_point ?? item.use_point)).toEqual(points);
    expect(total).toBe(points.length);
  });

  it("coupons acquired and used", async () => {
    expect((await rows("acquire-coupons")).items).toMatchObject([
      { coupon_name: "朝食無料", coupon_type: "code", acquire_date: "2026-10-05", campaign_name: null },
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
    "/customers/{id}%s: another account's and a missing customer answer the same 404, a merged one leads to who lives on",
    async (path) => {
      const bodies = [];
      for (const who of [id.foreign, 999_999]) {
        const answer = await staff({ method: "GET", url: `/api/customers/${who}${path}` });
        bodies.push([answer.statusCode, answer.body]);
      }
      expect(bodies[0]).toEqual([
        404,
        JSON.stringify({ status: 404, message: "お探しのページが見つかりませんでした" }),
      ]);
      expect(new Set(bodies.map(String)).size).toBe(1);
      const [living, merged] = [id.taro, id.merged].map((who) =>
        staff({ method: "GET", url: `/api/customers/${who}${path}` }),
      );
      expect((await living)?.statusCode).toBe(200);
      expect((await merged)?.json()).toEqual((await living)?.json());
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
