import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Caller, makeUser } from "../../test/app.ts";
import { countStatements } from "./count-statements.fixture.ts";
import { makeCustomer, makeStay, one, within } from "./customers.fixture.ts";
import { customerJobs } from "./customers.jobs.ts";
import { type Guests, openGuests } from "./guests.fixture.ts";

let t: Guests["t"];
let hotel: Guests["hotel"];
let annex: Guests["annex"];
let staff: Caller;
let clerk: Caller;
let id: Guests["id"];
beforeEach(async () => {
  ({ t, hotel, annex, staff, clerk, id } = await openGuests());
});
afterEach(() => t.close());

async function ask(who: Caller, method: "GET" | "POST", path: string, payload?: object) {
  const answer = await who({ method, url: `/api/customers${path}`, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
}
const inHotel = <T>(work: Parameters<typeof within<T>>[2]) => within(t.app, [hotel.accountId, annex.accountId], work);
const kindsOf = (body: { items: { kind: string; day: string }[] }) => body.items.map((one) => `${one.day} ${one.kind}`);

describe("the timeline", () => {
  it("has everything that happened, the newest first, and can be narrowed", async () => {
    const all = await ask(staff, "GET", `/${id.taro}/timeline`);
    expect(all.status).toBe(200);
    expect(new Set(all.body.items.map((one: { kind: string }) => one.kind))).toEqual(
      new Set([
        "reservation",
        "stay",
        "points_granted",
        "points_used",
        "points_use_cancelled",
        "coupon_got",
        "coupon_used",
        "consent",
      ]),
    );
    const days = all.body.items.map((one: { day: string }) => one.day);
    expect(days).toEqual([...days].sort().reverse());
    expect(all.body.total).toBe(all.body.items.length);
    const some = await ask(staff, "GET", `/${id.taro}/timeline?kinds=stay,coupon_used`);
    expect(kindsOf(some.body)).toEqual(["2026-10-06 coupon_used", "2026-10-03 stay"]);
    expect(some.body.items[1]).toMatchObject({ title: "本館", detail: "RSV-00001", amount: 80_000 });
    expect((await ask(staff, "GET", `/${id.taro}/timeline?kinds=nonsense`)).status).toBe(400);
  });

  it("puts a booking without a day of its own no later than its arrival: files bring old ones today", async () => {
    const old = await inHotel(async (tx) => {
      const guest = await makeCustomer(tx, hotel.accountId, { name: "昔の 客" });
      await makeStay(tx, hotel.accountId, guest, {
        code: "OLD-1",
        checkIn: "2015-07-01",
        checkOut: "2015-07-03",
        usePrice: 1,
      });
      await tx.run`update stay_reservations set reserved_date = null where customer_id = ${guest}`;
      return guest;
    });
    const { body } = await ask(staff, "GET", `/${old}/timeline?kinds=reservation,stay`);
    expect(kindsOf(body)).toEqual(["2015-07-03 stay", "2015-07-01 reservation"]);
  });

  it("shows a facility's people their own stays, and nobody a guest out of reach", async () => {
    await inHotel((tx) =>
      makeStay(tx, hotel.accountId, id.hanako as number, {
        code: "RSV-9",
        checkIn: "2026-09-01",
        checkOut: "2026-09-02",
        usePrice: 1,
      }),
    );
    const stays = async (who: Caller) => (await ask(who, "GET", `/${id.hanako}/timeline?kinds=stay`)).body.total;
    expect([await stays(staff), await stays(clerk)]).toEqual([2, 1]);
    expect((await ask(clerk, "GET", `/${id.taro}/timeline`)).status).toBe(404);
  });

  it("of a guest with 200 stays takes at most six statements, page and timeline together", async () => {
    const many = await inHotel(async (tx) => {
      const guest = await makeCustomer(tx, hotel.accountId, { name: "常連 客" });
      for (let n = 0; n < 200; n++)
        await makeStay(tx, hotel.accountId, guest, {
          code: `MANY-${n}`,
          checkIn: "2026-01-01",
          checkOut: "2026-01-02",
          usePrice: 1,
        });
      return guest;
    });
    await ask(staff, "GET", `/${many}`);
    const counted = async (path: string) => countStatements(t, async () => void (await ask(staff, "GET", path)));
    // The look at the session and the settings of the transaction are every call's.
    const everyCall = await counted("/filters");
    const page = (await counted(`/${many}`)) + (await counted(`/${many}/timeline`)) - 2 * (everyCall - 1);
    expect(page).toBeLessThanOrEqual(6);
    expect((await ask(staff, "GET", `/${many}/timeline?size=100&page=4`)).body.items).toHaveLength(100);
  });
});

it("the data of one guest come with Japanese labels, and the log says who took them", async () => {
  await inHotel(
    (tx) => tx.run`update customers set gender = 'male', nationality = 'JPN', name_typed = '山田　太郎 様',
    created_at = '2026-11-22T22:26:17Z' where id = ${id.taro}`,
  );
  // An address that an earlier booking named stays a key by which the guest is recognised.
  await inHotel(
    (tx) => tx.run`insert into customer_keys (account_id, customer_id, kind, value, kana_key)
    values (${hotel.accountId}, ${id.taro}, 'email', 'taro.old@example.com', '')`,
  );
  const { body } = await ask(staff, "GET", `/${id.taro}/data`);
  expect(body.基本情報).toMatchObject({
    氏名: "山田 太郎",
    会員番号: "M-0001",
    電話: "09012345678",
    性別: "男性",
    言語: "日本語",
    LINE: "つながっていません",
    国籍: "日本",
    登録日時: "2026-11-23 07:26",
  });
  expect(body.受け取ったままの表記).toEqual({ 氏名: "山田　太郎 様" });
  expect(body.名寄せに使う連絡先).toContainEqual({ 種類: "メール", 値: "taro.old@example.com" });
  expect(body.予約.map((one: { 予約番号: string }) => one.予約番号)).toEqual(["RSV-00001", "RSV-00002"]);
  expect(body.同意).toMatchObject([
    { 手段: "メール", 目的: "お知らせ・キャンペーン", 状態: "同意", 記録元: "担当者の登録" },
  ]);
  // The clerk may read guests and take none out.
  expect((await ask(clerk, "GET", `/${id.hanako}/data`)).status).toBe(403);
  const logged = await inHotel(
    (tx) =>
      tx.all`select action from audit_logs where entity = 'customers' and entity_id = ${id.taro} and action = 'export'`,
  );
  expect(logged).toHaveLength(1);
});

it("a code that was used for the guest's booking without a member stands in the timeline and in the guest's own data", async () => {
  const { booked, cancelled } = await inHotel(async (tx) => {
    const guest = await makeCustomer(tx, hotel.accountId, { name: "符号 使" });
    const facilityId = hotel.accountId;
    const stay = { checkIn: "2026-11-01", checkOut: "2026-11-02", usePrice: 1, facilityId };
    await makeStay(tx, hotel.accountId, guest, { ...stay, code: "ENGINE-1" });
    const use = (code: string, cancelledOn: string | null) =>
      tx.run`insert into use_coupon_cases (account_id, facility_account_id, coupon_id, use_date, quantity, discount, reservation_code,
          cancel_date, idempotency_key)
        select account_id, ${facilityId}, min(id), '2026-10-20', 1, 700, ${code}, ${cancelledOn}::date, ${`${code}${cancelledOn}`}
        from coupons where account_id = ${hotel.accountId} group by 1`;
    await use("ENGINE-1", null);
    await use("ENGINE-1", "2026-10-21");
    await use("SOMEBODY-ELSES", null);
    return { booked: guest, cancelled: "2026-10-21" };
  });
  const { body } = await ask(staff, "GET", `/${booked}/timeline?kinds=coupon_used,coupon_use_cancelled`);
  expect(kindsOf(body)).toEqual([
    `${cancelled} coupon_use_cancelled`,
    "2026-10-20 coupon_used",
    "2026-10-20 coupon_used",
  ]);
  const data = await ask(staff, "GET", `/${booked}/data`);
  expect(data.body.クーポン利用).toMatchObject([
    { 利用日: "2026-10-20", クーポン: "朝食無料", 割引額: 700, 取消日: null },
    { 割引額: 700, 取消日: cancelled },
  ]);
});

describe("forgetting a guest", () => {
  it("takes marketing data at once, keeps the register three years and the ledgers true", async () => {
    await ask(staff, "POST", `/${id.taro}/notes`, { body: "海側のお部屋" });
    // Written before the two were found to be one person.
    await inHotel(
      (tx) =>
        tx.run`insert into customer_notes (account_id, customer_id, body) values (${hotel.accountId}, ${id.merged}, '枕は低め')`,
    );
    const before = (await ask(staff, "GET", `/${id.taro}/erasure`)).body;
    expect(before).toMatchObject({
      register_until: "2029-12-03",
      upcoming_reservations: 1,
      point_balance: 1100,
      notes: 2,
    });
    expect((await ask(staff, "POST", `/${id.taro}/erasure`, { version: before.version + 1 })).status).toBe(412);
    const sums = () =>
      inHotel((tx) =>
        one(
          tx,
          sql`select (select sum(grant_point)::int from grant_points) as granted, (select sum(use_point)::int from use_point_cases) as used,
          (select sum(use_price)::int from stay_transactions) as yen`,
        ),
      );
    const booked = await sums();
    const gone = await ask(staff, "POST", `/${id.taro}/erasure`, { version: before.version });
    expect(gone).toEqual({ status: 200, body: { register_until: "2029-12-03" } });
    expect(await sums()).toEqual(booked);
    expect((await ask(staff, "GET", `/${id.taro}`)).status).toBe(404);
    expect((await ask(staff, "GET", `?q=${encodeURIComponent("山田")}`)).body.total).toBe(0);
    const remaining = await inHotel((tx) =>
      one(
        tx,
        sql`select name, tel, email, member_number, birthday, active_status from customers where id = ${id.taro}`,
      ),
    );
    expect(remaining).toEqual({
      name: "山田 太郎",
      tel: "+819012345678",
      email: null,
      member_number: null,
      birthday: null,
      active_status: "inactive",
    });
    const last = await inHotel((tx) =>
      one(tx, sql`select state, source from customer_consents where customer_id = ${id.taro} order by id desc limit 1`),
    );
    expect(last).toEqual({ state: "withdrawn", source: "staff" });
  });

  it("takes the register when the law lets it, by night", async () => {
    const night = () =>
      customerJobs(t.app, async () => {})["erase-guests"]({}, { signal: new AbortController().signal });
    const nameOf = () =>
      inHotel((tx) =>
        one<{ name: string; tel: string | null }>(tx, sql`select name, tel from customers where id = ${id.taro}`),
      );
    const { version } = (await ask(staff, "GET", `/${id.taro}/erasure`)).body;
    await ask(staff, "POST", `/${id.taro}/erasure`, { version });
    await night();
    expect((await nameOf()).name).toBe("山田 太郎");
    await inHotel((tx) => tx.run`update customers set erase_remaining_on = '2026-11-19' where id = ${id.taro}`);
    await night();
    expect(await nameOf()).toEqual({ name: "-", tel: null });
  });

  it("leaves nothing of a guest who never stayed, and is not everybody's to do", async () => {
    const reader = await t.as(await makeUser(t.app, hotel, "role_user", ["customers/edit"]));
    expect((await ask(reader, "POST", `/${id.never}/erasure`, { version: 1 })).status).toBe(403);
    expect((await ask(staff, "GET", `/${id.never}/erasure`)).body.register_until).toBeNull();
    await ask(staff, "POST", `/${id.never}/erasure`, { version: 1 });
    const left = await inHotel((tx) => one(tx, sql`select name, name_kana from customers where id = ${id.never}`));
    expect(left).toEqual({ name: "-", name_kana: null });
  });
});
