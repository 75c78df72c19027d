import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import { isJudgedAsOf } from "@okaeri/domain/segments/as-of";
import type { ReservationField, SegmentField } from "@okaeri/domain/segments/fields";
import type { SegmentList } from "@okaeri/domain/segments/lists";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pushHandlers } from "../../main/push-engine.ts";
import { type Caller, type Facility, makeAccount, makeUser, TEST_NOW, type TestApp, testApp } from "../../test/app.ts";
import { all, pointAction, promotion } from "../campaigns/campaigns.fixture.ts";
import { csvOf, queued, runImport } from "../imports/imports.fixture.ts";

// What each condition means, over the calls: whom a send would reach, whose stays of today an always-on campaign pays, whom the list finds.

const TODAY = "2026-11-20";
type Target = Extract<CampaignEdit["segments"][number]["target"], { rules: unknown }>;
type Rule = Parameters<typeof all>[0] & { field: SegmentField };
/** Ids of the inn that conditions name, told apart by what they are called. */
type Ids = { annex: number; tier: number; group: number; type: number; guest: number; channel: number };

let t: TestApp;
let now = TEST_NOW;
let staff: Caller;
let hq: Facility;
let ids: Ids;
const paid = new Map<string, string[]>();

const BOOKED = ["宿泊本館", "宿泊両方", "宿泊別館", "取消別館", "不泊別館", "予定別館"];
const STAYED = ["宿泊本館", "宿泊両方", "宿泊別館"];

/** The rule, and whom it means: guests by their names. Third, where it differs, whose stay of today is paid. */
const MEANINGS: Record<
  Exclude<SegmentField, ReservationField>,
  (of: Ids) => [Rule, readonly string[], (readonly string[])?]
> = {
  facility_account_id: ({ annex }) => [
    { field: "facility_account_id", operator: "in", value: [annex] },
    ["宿泊両方", "宿泊別館"],
  ],
  reserved_facility_account_id: ({ annex }) => [
    { field: "reserved_facility_account_id", operator: "in", value: [annex] },
    // A booking of 宿泊本館 there was cancelled; the rest booked there and stayed, or did not.
    BOOKED,
  ],
  last_stay_days: () => [{ field: "last_stay_days", operator: "<=", value: 0 }, STAYED],
  last_stay_on: () => [{ field: "last_stay_on", operator: ">=", value: "2020-01-01" }, STAYED],
  stay_count: () => [{ field: "stay_count", operator: ">=", value: 2 }, ["宿泊両方"]],
  stay_count_2y: () => [{ field: "stay_count_2y", operator: "=", value: 1 }, STAYED],
  use_price_total: () => [{ field: "use_price_total", operator: ">=", value: 20_000 }, ["宿泊両方"]],
  // Friday, 20 November 2026, without a night; 宿泊両方 stayed for three nights before.
  stay_check_in_day: () => [{ field: "stay_check_in_day", operator: "in", value: [5] }, STAYED],
  stay_check_out_day: () => [
    { field: "stay_check_out_day", operator: "notIn", value: [5] },
    BOOKED.filter((n) => !STAYED.includes(n)),
    [],
  ],
  stay_use_price: () => [{ field: "stay_use_price", operator: "between", value: [10_000, 10_000] }, STAYED],
  stay_plan_code: () => [{ field: "stay_plan_code", operator: "in", value: ["朝食"] }, ["宿泊別館"]],
  stay_booking_channel_id: ({ channel }) => [
    { field: "stay_booking_channel_id", operator: "notIn", value: [channel] },
    BOOKED.filter((name) => name !== "宿泊両方"),
  ],
  // Saturday is no holiday.
  stay_holiday_eve: () => [{ field: "stay_holiday_eve", operator: "=", value: false }, STAYED],
  stay_is_online_check_in: () => [{ field: "stay_is_online_check_in", operator: "=", value: false }, STAYED],
  stay_is_online_check_out: () => [{ field: "stay_is_online_check_out", operator: "=", value: true }, []],
  stay_number: () => [{ field: "stay_number", operator: ">=", value: 2 }, ["宿泊両方"]],
  stay_number_2y: () => [{ field: "stay_number_2y", operator: "=", value: 1 }, STAYED],
  stay_in_birthday_month: () => [{ field: "stay_in_birthday_month", operator: "=", value: true }, ["宿泊別館"]],
  next_check_in_days: () => [{ field: "next_check_in_days", operator: "=", value: 34 }, ["予定別館"]],
  stay_days: () => [{ field: "stay_days", operator: ">=", value: 1 }, []],
  gender: () => [{ field: "gender", operator: "in", value: ["female"] }, ["宿泊本館", "取消別館"]],
  birthday_month: () => [{ field: "birthday_month", operator: "in", value: ["this_month"] }, ["宿泊別館", "不泊別館"]],
  rank_detail_id: ({ tier }) => [
    { field: "rank_detail_id", operator: "in", value: [tier] },
    STAYED,
    // Held on the evening before, when the others had not stayed yet (docs/adr/0158).
    ["宿泊両方"],
  ],
  // Nobody has been scored: unknown is in no group and has no score, and plain negations hold.
  rfm_group_id: ({ group }) => [{ field: "rfm_group_id", operator: "notIn", value: [group] }, BOOKED],
  rfm_recency_score: () => [{ field: "rfm_recency_score", operator: "!=", value: 5 }, BOOKED],
  rfm_frequency_score: () => [{ field: "rfm_frequency_score", operator: ">=", value: 1 }, []],
  rfm_monetary_score: () => [{ field: "rfm_monetary_score", operator: "<=", value: 5 }, []],
  point_balance: () => [
    { field: "point_balance", operator: "<=", value: 0 },
    BOOKED.filter((n) => !STAYED.includes(n)),
  ],
  // Points of the campaigns of this test do not expire.
  points_expiring: () => [{ field: "points_expiring", args: [30], operator: "<=", value: 0 }, BOOKED],
  age: () => [{ field: "age", operator: "=", value: 46 }, ["宿泊本館", "宿泊別館", "取消別館", "不泊別館"]],
  prefecture: () => [{ field: "prefecture", operator: "in", value: [13, 27] }, ["取消別館"]],
  nationality: () => [{ field: "nationality", operator: "in", value: ["TWN"] }, ["不泊別館"]],
  rank_expires_in_days: () => [{ field: "rank_expires_in_days", operator: "notNull", value: null }, STAYED],
  registered_on: () => [{ field: "registered_on", operator: ">=", value: "2020-01-01" }, BOOKED],
  consent: () => [{ field: "consent", args: ["mail", "marketing"], operator: "=", value: true }, BOOKED],
  language: () => [{ field: "language", operator: "notIn", value: ["ja"] }, []],
  customer_type_id: ({ type }) => [{ field: "customer_type_id", operator: "in", value: [type] }, ["不泊別館"]],
  mail_reachable: () => [{ field: "mail_reachable", operator: "=", value: true }, ["取消別館"]],
  line_reachable: () => [{ field: "line_reachable", operator: "=", value: false }, BOOKED],
  has_member_number: () => [{ field: "has_member_number", operator: "=", value: true }, BOOKED],
  customer_id: ({ guest }) => [{ field: "customer_id", operator: "in", value: [guest] }, ["予定別館"]],
};
type Rules = Target["rules"];
type Counting = Extract<Target["rules"][number], { of: string }>;
const each = (...rules: Rules): Counting["where"] => ({ combinator: "and", rules });
const count = (of: SegmentList, rules: Counting["where"], operator: string, value: number, sum?: string): Counting => ({
  of,
  where: rules,
  operator,
  value,
  ...(sum === undefined ? {} : { sum }),
});
/** Whom a count or a sum of each list means. */
const COUNTS: Record<SegmentList, (of: Ids) => [Counting, readonly string[]]> = {
  stays: () => [count("stays", each(), ">=", 20_000, "use_price"), ["宿泊両方"]],
  reservations: ({ annex }) => [
    count(
      "reservations",
      each(
        { field: "facility_account_id", operator: "in", value: [annex] },
        { field: "state", operator: "in", value: ["cancelled", "no_show"] },
      ),
      ">=",
      1,
    ),
    ["宿泊本館", "取消別館", "不泊別館"],
  ],
  messages: () => [count("messages", each(), "=", 0), BOOKED],
  coupons: () => [count("coupons", each({ field: "used_on", operator: "null", value: null }), ">=", 1), ["予定別館"]],
  point_uses: () => [
    count("point_uses", each({ field: "used_on", operator: ">=", value: { days_ago: 30 } }), ">=", 300, "points"),
    ["取消別館"],
  ],
};
const LISTS = Object.keys(COUNTS) as SegmentList[];
const FIELDS = Object.keys(MEANINGS) as (keyof typeof MEANINGS)[];

const row = (name: string, facility: "本館" | "別館", day: string, state: string, price: number, more = {}) => ({
  facility,
  row: {
    予約番号: `${name}-${day}-${facility}`,
    予約状態: state,
    チェックイン日: day,
    チェックアウト日: day,
    利用金額: state === "滞在済" ? price : "",
    キャンセル日: state === "キャンセル" ? day : "",
    プランコード: "",
    予約経路: "",
    郵便番号: "",
    国籍: "",
    氏名: name,
    会員番号: name,
    性別: "",
    生年月日: "",
    メールアドレス: "",
    ...more,
  },
});
const BOOKINGS = [
  row("宿泊本館", "本館", TODAY, "滞在済", 10_000, { 性別: "女性", 生年月日: "1980-04-03" }),
  row("宿泊本館", "別館", "2026-10-01", "キャンセル", 0, { 性別: "女性", 生年月日: "1980-04-03" }),
  row("宿泊両方", "本館", "2023-01-10", "滞在済", 10_000),
  row("宿泊両方", "別館", TODAY, "滞在済", 10_000, { 予約経路: "web" }),
  row("宿泊別館", "別館", TODAY, "滞在済", 10_000, { 性別: "男性", 生年月日: "1980-11-03", プランコード: "朝食" }),
  row("取消別館", "別館", "2026-10-05", "キャンセル", 0, {
    性別: "女性",
    メールアドレス: "c@example.jp",
    生年月日: "1980-04-03",
    郵便番号: "100-0001",
  }),
  row("不泊別館", "別館", "2026-10-06", "不泊", 0, { 生年月日: "1980-11-04", 国籍: "twn" }),
  row("予定別館", "別館", "2026-12-24", "予約", 0),
];

beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } });
  hq = await makeAccount(t.app, { name: "本館", option: "crm_option_parent" });
  const annex = await makeAccount(t.app, { name: "別館", above: hq, option: null });
  const user = await makeUser(t.app, hq, "role_admin", ["*"]);
  const account = hq.accountId;
  const made = await inHq(
    (tx) => tx.one<{
      group: number;
      type: number;
      channel: number;
    }>`with f as (insert into rfms (account_id) values (${account}) returning id
      ), g as (
        insert into rfm_groups (account_id, rfm_id, name, priority) select ${account}, id, '常連', 1 from f returning id
      ), y as (insert into account_customer_types (account_id, code, name) values (${account}, 'vip', '上客') returning id)
      , c as (insert into account_booking_channels (account_id, code, name) values (${account}, 'web', 'web') returning id)
      select g.id as group, y.id as type, c.id as channel from g, y, c`,
  );
  now = new Date("2026-03-01T03:00:00Z");
  staff = await t.as(user);
  const rank = await post("/ranks", {
    definition: "stay",
    use_point_unit: 1,
    active_month: 12,
    base_month: 120,
    base_date: 31,
    details: [{ name: "会員", priority: 1, min_use_point: 0, max_use_point: null, total_stay: 1 }],
  });
  now = TEST_NOW;
  staff = await t.as(user);
  const known = { ...made, tier: rank.details[0].id, annex: annex.accountId, guest: 0 };
  const campaigns = new Map<number, string>();
  for (const field of FIELDS.filter(isJudgedAsOf)) {
    const target = all(MEANINGS[field](known)[0]);
    const segments = [{ id: null, priority_seq: 1, target, actions: [pointAction(100)] }];
    const { id } = await post("/campaigns", promotion({ name: field, type: "basic", segments }));
    await post(`/campaigns/${id}/activate`, { version: 1 });
    campaigns.set(id, field);
  }
  const grouped = all({ field: "rfm_group_id", operator: "notNull", value: null });
  const segments = [{ id: null, priority_seq: 1, target: grouped, actions: [pointAction(100)] }];
  const { id: inGroups } = await post("/campaigns", promotion({ name: "in a group", type: "basic", segments }));
  await post(`/campaigns/${inGroups}/activate`, { version: 1 });
  campaigns.set(inGroups, "in a group");
  for (const facility of ["本館", "別館"] as const) {
    const rows = BOOKINGS.filter((one) => one.facility === facility).map((one) => one.row);
    const at = facility === "本館" ? hq.accountId : annex.accountId;
    await runImport(t.app, account, await queued(t.app, account, at, csvOf(rows)));
  }
  await inHq(async (tx) => {
    await tx.run`insert into customer_consents (account_id, customer_id, channel, state, source)
      select account_id, id, 'mail', 'given', 'staff' from customers where account_id = ${account}`;
    await tx.run`insert into customer_types (account_id, customer_id, account_customer_type_id)
      select account_id, id, ${known.type} from customers where account_id = ${account} and name = '不泊別館'`;
    const guest = await tx.one<{
      id: number;
    }>`select id from customers where account_id = ${account} and name = '予定別館'`;
    ids = { ...known, guest: guest.id };
    await tx.run`with k as (
        insert into coupons (account_id, name, type, discount_type, absolute_type) values (${account}, 'k', 'acquire', 'absolute', 'action')
        returning id
      )
      insert into acquire_coupons (account_id, customer_id, coupon_id, acquire_date, idempotency_key)
      select ${account}, ${guest.id}, id, ${TODAY}, 'k' from k`;
    await tx.run`insert into use_point_cases (account_id, facility_account_id, customer_id, use_date, use_point, idempotency_key)
      select account_id, ${account}, id, ${TODAY}::date, 300, 'u' from customers where account_id = ${account} and name = '取消別館'`;
    const grants = await tx.all<{ campaign_id: number; names: string[] }>`
      select point_grant.campaign_id, array_agg(distinct customer.name) as names from grant_points point_grant
      join customers customer on customer.account_id = point_grant.account_id and customer.id = point_grant.customer_id
      where point_grant.account_id = ${account} and point_grant.grant_date = ${TODAY} group by 1`;
    for (const { campaign_id, names } of grants) paid.set(campaigns.get(campaign_id) ?? "", names);
  });
});
afterAll(() => t.close());

const inHq = <T>(work: Parameters<typeof t.app.database.inScope<T>>[1]) =>
  t.app.database.inScope({ accountIds: [hq.accountId] }, work);
async function post(path: string, payload: object) {
  const answer = await staff({ method: "POST", url: `/api${path}`, payload });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const sorted = (names: readonly string[] | undefined) => [...(names ?? [])].sort();
/** Whom a send of this target has as recipients; its preview counts as many. */
async function recipientsOf(rule: Rule | Counting): Promise<string[]> {
  const target: Target = { combinator: "and", rules: [rule] };
  const { segments } = await post("/campaigns/audience", { segments: [{ target, types: ["point"] }] });
  const edit = promotion({ segments: [{ id: null, priority_seq: 1, target, actions: [pointAction(1)] }] });
  const { id } = await post("/campaigns", edit);
  const { pushes } = await post(`/campaigns/${id}/activate`, { version: 1 });
  const data = { account_id: hq.accountId, push_action_id: pushes[0].id };
  await pushHandlers(t.app)["snapshot-recipients"](data, { signal: new AbortController().signal, attempt: 0 });
  const names = await namesOf(`/campaigns/${id}/recipients?size=100`, "customer_name");
  expect(segments[0].matched).toBe(names.length);
  return names;
}
async function namesOf(path: string, column: string): Promise<string[]> {
  const answer = await staff({ method: "GET", url: `/api${path}` });
  expect(answer.statusCode, answer.body).toBe(200);
  return sorted(answer.json().items.map((item: Record<string, string>) => item[column]));
}

test.each(FIELDS)("%s means the same guests in a send and its preview, and for each stay", async (field) => {
  const [rule, names, evening] = MEANINGS[field](ids);
  expect(await recipientsOf(rule)).toEqual(sorted(names));
  // An always-on campaign pays who stayed, and of those exactly whom a send on the evening of the stay means.
  const expected = evening ?? names.filter((name) => STAYED.includes(name));
  if (isJudgedAsOf(field)) expect(sorted(paid.get(field))).toEqual(sorted(expected));
});

test.each(LISTS)("what is counted of %s means the same guests in a send and its preview", async (list) => {
  const [rule, names] = COUNTS[list](ids);
  expect(await recipientsOf(rule)).toEqual(sorted(names));
});

test.each(["facility_account_id", "reserved_facility_account_id"] as const)(
  "%s means the same guests in the list and its file",
  async (field) => {
    const asked = `${field}=${ids.annex}`;
    const names = sorted(MEANINGS[field](ids)[1]);
    expect(await namesOf(`/customers?${asked}`, "name")).toEqual(names);
    const { body } = await staff({ method: "GET", url: `/api/customers/export.csv?${asked}` });
    expect(sorted(BOOKED.filter((name) => body.includes(name)))).toEqual(names);
  },
);

test("whether a guest was in a group on the evening before is asked of a stay too: nobody had been scored", () => {
  expect(paid.size).toBeGreaterThan(0);
  expect(paid.get("in a group")).toBeUndefined();
});
