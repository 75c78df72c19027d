import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Facility, makeUser, TEST_NOW, type TestApp, testApp } from "../../../test/app.ts";
import {
  all,
  couponAction,
  handlersFor,
  mailAction,
  makeGuests,
  makeInn,
  promotion,
} from "../../campaigns/campaigns.fixture.ts";
import { blankBlock } from "../mail-document.fixture.ts";

// Today is 2026-11-20.
let now = TEST_NOW;
let t: TestApp;
let inn: Facility;
beforeAll(async () => {
  t = await testApp({ realClock: { now: () => now } });
  inn = await makeInn(t.app, "宿");
});
afterAll(() => t.close());

const query = <T>(statement: ReturnType<typeof sql<T>>) =>
  t.app.database.inScope({ accountIds: [inn.accountId] }, async (tx) => (await statement.execute(tx.db)).rows);
const get = (url: string) => t.anonymous({ method: "GET", url });
const post = (url: string, payload: string) =>
  t.anonymous({ method: "POST", url, headers: { "content-type": "application/x-www-form-urlencoded" }, payload });

/** Guests of a test are known by how often they stayed. */
const NAMES = ["given", "offered", "rush", "ended", "keeper", "safe"];
const staysOf = (name: string) => NAMES.indexOf(name) + 1;

type Terms = Parameters<typeof couponAction>[0];
/** Sends a mail with a ticket to the guests of that name, and tells the address in each. */
async function sendTo(name: string, terms: Terms | null): Promise<string[]> {
  const mail = { ...mailAction({ blocks: [blankBlock("coupon")] }), seq: 2 };
  const actions = terms === null ? [mail] : [{ ...couponAction(terms), seq: 1 }, mail];
  const target = all({ field: "stay_count", operator: "=", value: staysOf(name) });
  const segments = [{ id: null, priority_seq: 1, target, actions }];
  const staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const made = await staff({ method: "POST", url: "/api/campaigns", payload: promotion({ segments }) });
  const url = `/api/campaigns/${made.json().id}/activate`;
  const sent = await staff({ method: "POST", url, payload: { version: 1 } });
  expect([made.statusCode, sent.statusCode], made.body + sent.body).toEqual([200, 200]);
  const before = t.mails.length;
  await t.app.jobs.drain(handlersFor(t.app));
  return t.mails
    .slice(before)
    .toSorted((a, b) => a.to.localeCompare(b.to))
    .map(({ html }) => String(/\/c\/[\w.~-]+/.exec(String(html))?.[0]));
}
const guests = (name: string, count: number) =>
  makeGuests(t.app, inn.accountId, { count, mail: name, stays: staysOf(name) });
const couponIn = (body: string) => /name="coupon" value="(\d+)"/.exec(body)?.[1];
const acquired = (customerIds: number[]) =>
  query<{ n: number }>(sql`select count(*)::int as n
    from acquire_coupons
    where customer_id = any(${customerIds}::bigint[]) and active_status = 'active'`).then(([row]) => row?.n);

test("the ticket in a mail leads to its page: what it is worth, until when, its code and its terms, in both languages", async () => {
  await guests("given", 1);
  const [url = ""] = await sendTo("given", {
    type: "code",
    code: "AKI-2026",
    description: "夕食つきのご予約に",
    discount_type: "rate",
    discount_absolute: null,
    discount_rate: 12.5,
    discount_limit: 5_000,
    without_end: false,
    stay_end_date: "2027-02-28",
    available_months: [1, 2],
    day_of_week: [0],
    unavailable_period: [{ start: "2027-01-01", end: "2027-01-03" }],
    use_condition: 10_000,
    use_times_limit: 2,
  });
  const shown = await get(url);
  expect([shown.statusCode, shown.headers["set-cookie"], shown.headers["cache-control"]]).toEqual([
    200,
    undefined,
    "no-store",
  ]);
  for (const phrase of [
    "秋の2,000円割引",
    "12.5% 割引(上限 ¥5,000)",
    "2027年2月28日まで",
    "お使いいただけます。",
    "あと2回",
    "AKI-2026",
    "夕食つきのご予約に",
    "1月、2月",
    "日曜日",
    "2027年1月1日〜2027年1月3日",
    "¥10,000以上のご予約",
    "<header><b>宿</b>",
  ])
    expect(shown.body).toContain(phrase);
  // Whoever holds the address reads nothing of the guest.
  expect(shown.body).not.toMatch(/given|山田/);
  const english = (await get(`${url}?lang=en`)).body;
  for (const phrase of ["12.5% off (up to ¥5,000)", "Valid until 28 February 2027", "January, February", "Sunday"])
    expect(english).toContain(phrase);
});

test("K08: opening the page takes nothing, the button takes one within the limit, and what was taken back stays so", async () => {
  const ids = await guests("offered", 2);
  const [first = "", second = ""] = await sendTo("offered", {
    taken_by_guest: true,
    acquire_amount_limit: 1,
    valid_days_from_acquire: 30,
    without_end: false,
  });
  const shown = (await get(first)).body;
  const coupon = couponIn(shown);
  expect(shown).toContain("受け取った日から30日間");
  expect(await acquired(ids)).toBe(0);
  for (const payload of ["", "coupon=0", "coupon=x", `coupon=${coupon}1`])
    expect((await post(first, payload)).statusCode).toBe(200);
  expect(await acquired(ids)).toBe(0);
  const taken = await post(first, `coupon=${coupon}`);
  expect(taken.body).toContain("クーポンを受け取りました。");
  expect(taken.body).toContain("2026年12月20日まで");
  expect((await post(first, `coupon=${coupon}`)).statusCode).toBe(200);
  expect(await acquired(ids)).toBe(1);
  const late = await post(second, `coupon=${coupon}`);
  expect([late.statusCode, late.body.includes("先着の枚数に達した")]).toEqual([200, true]);
  expect(
    await query(sql`select audit_log.action, acquired.customer_id, push.channel
      from acquire_coupons acquired
      join push_actions push on push.account_id = acquired.account_id and push.id = acquired.push_action_id
      join audit_logs audit_log on audit_log.entity = 'acquire_coupons' and audit_log.entity_id = acquired.id
      where acquired.customer_id = any(${ids}::bigint[])`),
  ).toEqual([{ action: "take_coupon", customer_id: ids[0], channel: "coupon" }]);
  const staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const { items } = (await staff({ method: "GET", url: `/api/customers/${ids[0]}/acquire-coupons` })).json();
  const back = `/api/customers/${ids[0]}/acquire-coupons/${items[0].id}/cancellation`;
  expect((await staff({ method: "POST", url: back, payload: { remarks: "誤り" } })).statusCode).toBe(200);
  expect((await get(first)).body).toContain("取り消されたため");
  expect((await get(second)).body).toContain("下のボタンで受け取る");
  await post(first, `coupon=${coupon}`);
  await query(sql`update campaigns set status = 'stopped' where id = (select max(id) from campaigns)`);
  expect((await post(second, `coupon=${coupon}`)).body).toContain("受け取りの受付は終了しました");
  expect(await acquired(ids)).toBe(0);
});

test("who presses at the same time gets one each, and no more than there are", async () => {
  const ids = await guests("rush", 8);
  const urls = await sendTo("rush", { taken_by_guest: true, acquire_amount_limit: 3 });
  const coupon = couponIn((await get(String(urls[0]))).body);
  const answers = await Promise.all([...urls, ...urls].map((url) => post(url, `coupon=${coupon}`)));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(await acquired(ids)).toBe(3);
  const [counter] = await query(sql`select acquired_count from coupon_counters where coupon_id = ${Number(coupon)}`);
  expect(counter).toEqual({ acquired_count: 3 });
});

test("a coupon that was used, has ended or is of a guest who became another one is told as it stands", async () => {
  const [id = 0, survivor = 0] = await guests("ended", 2);
  const [url = ""] = await sendTo("ended", { type: "acquire" });
  expect((await get(url)).body).toContain("このページをお見せください");
  await query(sql`update customers set merged_into = ${survivor}, active_status = 'inactive' where id = ${id}`);
  expect((await get(url)).body, "the survivor has another address").toContain("別のアドレスに変更されています");
  await query(sql`update customers set email = 'ended1@example.jp' where id = ${survivor}`);
  expect((await get(url)).body).toContain("お使いいただけます。");
  const [{ id: acquisition, coupon_id: coupon } = { id: 0, coupon_id: 0 }] = await query<{
    id: number;
    coupon_id: number;
  }>(sql`select id, coupon_id from acquire_coupons where customer_id = ${id}`);
  await query(sql`update coupons set stay_end_date = '2026-11-19' where id = ${coupon}`);
  expect((await get(url)).body).toContain("期限を過ぎたため");
  await query(sql`update coupons set active_status = 'inactive' where id = ${coupon}`);
  expect((await get(url)).body).toContain("終了しました");
  await query(sql`insert into use_coupon_cases (account_id, facility_account_id, customer_id, coupon_id, acquire_coupon_id, use_date,
      quantity, discount, remarks, idempotency_key, reservation_code)
    values (${inn.accountId}, ${inn.accountId}, ${survivor}, ${coupon}, ${acquisition}, '2026-11-20', 1, 100, '', 'ended', 'R')`);
  expect((await get(url)).body).toContain("ご利用済みです。");
});

test("a mail that tells of what its guest has leads to that", async () => {
  const [id = 0] = await guests("keeper", 1);
  await sendTo("keeper", { type: "acquire", name: "記念日の割引" });
  const [url = ""] = await sendTo("keeper", null);
  expect((await get(url)).body).toContain("記念日の割引");
  await query(
    sql`update acquire_coupons set active_status = 'inactive', cancel_date = '2026-11-20', cancel_remarks = '' where customer_id = ${id}`,
  );
  expect((await get(url)).body).toContain("いまお使いいただけるクーポンはありません");
});

test("K03: what is changed, foreign, too old, of somebody erased or of a closed programme has one same answer", async () => {
  const [id = 0] = await guests("safe", 1);
  const [url = ""] = await sendTo("safe", { taken_by_guest: true });
  const coupon = couponIn((await get(url)).body);
  expect(coupon).toBeDefined();
  const html = String(t.mails.findLast(({ to }) => to.startsWith("safe"))?.html);
  const other = (kind: string) => String(new RegExp(`/${kind}/([\\w.~-]+)`).exec(html)?.[1]);
  const wrong = [
    `${url.slice(0, -1)}${url.endsWith("A") ? "B" : "A"}`,
    "/c/preview",
    "/c/v1.x.y",
    `/c/${"a".repeat(190)}`,
    `/c/${other("o")}`,
    `/c/${other("u")}`,
    `/u/${url.slice(3)}`,
    `/r/${url.slice(3)}`,
  ];
  const answers = [];
  for (const one of wrong) answers.push(await get(one));
  const closed = async (close: ReturnType<typeof sql>, reopen: ReturnType<typeof sql>) => {
    await t.past.asSystem((tx) => close.execute(tx.db));
    answers.push(await get(url), await post(url, `coupon=${coupon}`));
    await t.past.asSystem((tx) => reopen.execute(tx.db));
  };
  await closed(
    sql`update accounts set contract_ended_at = '2026-11-19' where id = ${inn.accountId}`,
    sql`update accounts set contract_ended_at = null where id = ${inn.accountId}`,
  );
  await closed(
    sql`update customers set erased_at = now() where id = ${id}`,
    sql`update customers set erased_at = null where id = ${id}`,
  );
  now = new Date(TEST_NOW.getTime() + 1_098 * 86_400_000);
  answers.push(await get(url));
  now = TEST_NOW;
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  expect(answers[0]?.statusCode).toBe(404);
  expect(await acquired([id])).toBe(0);
});
