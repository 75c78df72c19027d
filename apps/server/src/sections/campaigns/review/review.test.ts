import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeUser } from "../../../test/app.ts";
import { countStatements } from "../../customers/count-statements.fixture.ts";
import { all, couponAction, EVERYBODY, mailAction, makeGuests, pointAction, promotion } from "../campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../pipeline.fixture.ts";

// docs/adr/0477: what a saved campaign comes to, and what could go wrong with it.

let p: Pipeline;
let now: Date;
beforeEach(async () => {
  now = new Date("2026-11-20T03:00:00Z");
  p = await openPipeline({ clock: { now: () => now } });
});
afterEach(() => p.close());

/** Guests of one test are told from those of the others by their stays. */
const STAYS = { 全員: 11, 無宛: 12, 常連: 13, 券: 14, 重複: 15, いない: 99 };
type Name = keyof typeof STAYS;
const named = (name: Name) => all({ field: "stay_count", operator: "=", value: STAYS[name] });
const guests = (name: Name, count: number, more: Partial<Parameters<typeof makeGuests>[2]> = {}) =>
  makeGuests(p.t.app, p.inn.accountId, { count, name, mail: `all${STAYS[name]}-`, stays: STAYS[name], ...more });
async function reviewed(document: CampaignEdit) {
  const { id } = await p.call("POST", "/campaigns", document);
  return p.call("GET", `/campaigns/${id}/review`);
}
const codes = (review: { cautions: { code: string }[] }) => review.cautions.map(({ code }) => code);
const segment = (target: CampaignEdit["segments"][number]["target"], ...actions: object[]) =>
  ({ id: null, priority_seq: 1, target, actions }) as unknown as CampaignEdit["segments"][number];
const sent = (customerIds: readonly number[], times: number) =>
  p.query(sql`with c as (insert into campaigns (account_id, name, type) values (${p.inn.accountId}, 'x', 'repeat_promotion') returning id),
    s as (insert into campaign_segments (account_id, campaign_id, priority_seq) select ${p.inn.accountId}, id, 1 from c returning id),
    a as (insert into campaign_actions (account_id, campaign_segment_id, seq, type) select ${p.inn.accountId}, id, 1, 'mail' from s
      returning id),
    p as (insert into push_actions (account_id, campaign_id, campaign_segment_id, campaign_action_id, channel, started_by, trigger_key,
        push_status)
      select ${p.inn.accountId}, c.id, s.id, a.id, 'mail', 'by_hand', n::text, 'done' from c, s, a, generate_series(1, ${times}) n
      returning id, campaign_id)
    insert into push_action_targets (account_id, push_action_id, campaign_id, customer_id, outcome, sent_at)
    select ${p.inn.accountId}, p.id, p.campaign_id, customer_id, 'sent', '2026-11-10T00:00:00Z'
    from p, unnest(${[...customerIds]}::bigint[]) customer_id`);

test("it says who, what each gets in all, until when and from whom", async () => {
  await guests("全員", 4);
  await guests("全員", 2, { consent: null, mail: "silent" });
  const endless = { expiration_type: "none", expiration_days_from_grant: null } as const;
  const points = { ...pointAction(1_000), point: { ...pointAction().point, grant_absolute: 1_000, ...endless } };
  const review = await reviewed(
    promotion({
      segments: [
        {
          ...segment(named("全員"), points, mailAction(), couponAction({ stay_end_date: "2027-02-28" })),
          benefits_to_reached: false,
        },
      ],
    }),
  );
  expect(review.audience.all).toMatchObject({ matched: 6, will_receive: 4, benefits_for: 6, points_only: 2 });
  expect(review.estimates).toEqual([
    {
      path: "segments.0.actions.0",
      type: "point",
      count: 6,
      at_most: false,
      total: 6_000,
      until: null,
      counted_from: null,
      endless: true,
    },
    {
      path: "segments.0.actions.1",
      type: "mail",
      count: 4,
      at_most: false,
      total: null,
      until: null,
      counted_from: null,
      endless: false,
    },
    {
      path: "segments.0.actions.2",
      type: "coupon",
      count: 6,
      at_most: false,
      total: 12_000,
      until: "2027-02-28",
      counted_from: null,
      endless: false,
    },
  ]);
  expect(review.sender).toEqual({ name: "宿", address: "info@inn.example", reply_to: "info@inn.example" });
  expect(review.version).toBe(1);
  expect(review.cautions).toEqual([
    {
      path: "segments.0.actions.0.point.expiration_type",
      code: "points_endless",
      params: {},
      message: expect.stringContaining("期限がなく"),
    },
  ]);
  // The editor's own count of the same segments says the same.
  const counted = await p.call("POST", "/campaigns/audience", {
    segments: [
      {
        target: named("全員"),
        types: ["point", "mail", "coupon"],
        coupons: [{ action_id: null, given: "each", limit: null }],
        benefits_to_reached: false,
      },
    ],
  });
  expect(review.audience).toEqual({ segments: counted.segments, all: counted.all });
});

test("last days are counted from the day on which it is really given: the next run, a moved one, and each guest's own with a trigger", async () => {
  const schedule = { minute: "0", hour: "10", day_of_month: "1", month: "2", day_of_week: "*", year: "*" };
  const timed = (timing: object) => [
    { ...pointAction(), ...timing },
    { ...couponAction({ valid_days_from_acquire: 60, without_end: false }), ...timing },
  ];
  const ends = ({ estimates }: { estimates: { until: string | null; counted_from: unknown }[] }) =>
    estimates.map(({ until, counted_from }) => [until, counted_from]);
  const { id } = await p.call(
    "POST",
    "/campaigns",
    promotion({ segments: [segment(named("いない"), ...timed({ schedule }))] }),
  );
  const from = { on: "2027-02-01", because: "run" };
  expect(ends(await p.call("GET", `/campaigns/${id}/review`))).toEqual([
    ["2028-02-01", from],
    ["2027-04-02", from],
  ]);
  const trigger = { base: "birthday", offset_days: 14, time: "10:00", once_per: "year", once_days: null };
  expect(ends(await reviewed(promotion({ segments: [segment(named("いない"), ...timed({ trigger }))] })))).toEqual([
    [null, null],
    [null, null],
  ]);
  expect(ends(await reviewed(promotion({ segments: [segment(named("いない"), ...timed({}))] })))).toEqual([
    ["2027-11-20", { on: "2026-11-20", because: "today" }],
    ["2027-01-19", { on: "2026-11-20", because: "today" }],
  ]);
});

test("nobody meets it, an earlier segment has them all, or nobody is reached: each is said at its target", async () => {
  await guests("無宛", 2, { mail: null });
  const review = await reviewed(
    promotion({
      segments: [
        segment(named("いない"), mailAction()),
        { ...segment(named("無宛"), mailAction()), priority_seq: 2 },
        { ...segment(named("無宛"), mailAction()), priority_seq: 3 },
      ],
    }),
  );
  expect(
    review.cautions.map(({ path, code, params }: (typeof review.cautions)[number]) => [path, code, params]),
  ).toEqual([
    ["segments.0.target", "meets_nobody", {}],
    ["segments.1.target", "reaches_nobody", { count: 2 }],
    ["segments.2.target", "taken_earlier", {}],
  ]);
});

test("guests met three times in 30 days, those whom it takes to the cap, and addresses that do not work", async () => {
  const often = await guests("常連", 3, { mail: "often" });
  await guests("常連", 1, { mail: "broken", email_state: "bounced" });
  await sent(often.slice(0, 2), 3);
  await sent(often.slice(2), 1);
  const document = promotion({ segments: [segment(named("常連"), mailAction())] });
  expect((await reviewed(document)).cautions).toMatchObject([
    { code: "met_often", params: { count: 2 }, path: "segments.0.actions.0.mail" },
    { code: "addresses_bounced", params: { count: 1 } },
  ]);
  await p.query(
    sql`update account_settings set frequency_cap_count = 4, frequency_cap_days = 14, mail_from_address = '',
      mail_from_confirmed = ''`,
  );
  await p.query(sql`update customers set email = 'no address' where id = ${often[2] ?? 0}`);
  const review = await reviewed(document);
  expect(review.cautions).toMatchObject([
    { code: "sender_unset", path: "segments.0.actions.0.mail.from_address" },
    { code: "met_often" },
    { code: "reaches_cap", params: { count: 2, max: 4, days: 14 } },
    { code: "addresses_bounced" },
    { code: "addresses_malformed", params: { count: 1 } },
  ]);
  expect(review.sender.address).toMatch(/^no-reply@/);
  await p.query(sql`update account_settings set frequency_cap_count = null, mail_from_address = 'info@inn.example',
    mail_from_confirmed = 'info@inn.example'`);
});

test("a coupon: without an end, with too few codes, without a bound, and one of its kind that guests have already", async () => {
  const [first = 0, second = 0, third = 0] = await guests("券", 3, { mail: "ticket" });
  const lacking = await reviewed(
    promotion({ segments: [segment(named("券"), couponAction({ type: "code", use_times_limit: null }))] }),
  );
  expect(lacking.cautions).toMatchObject([
    { code: "coupon_endless", path: "segments.0.actions.0.coupon.stay_end_date" },
    { code: "coupon_unlimited" },
    { code: "codes_short", params: { count: 3 }, path: "segments.0.actions.0.coupon.code" },
  ]);
  expect(lacking.estimates[0].total).toBeNull();
  const limited = couponAction({ acquire_amount_limit: 2, stay_end_date: "2027-03-31" });
  expect(codes(await reviewed(promotion({ segments: [segment(named("券"), limited)] })))).toEqual(["coupons_short"]);
  // Another campaign gave its coupon to two of them, and one used it.
  const [coupon] = await p.query<{
    id: number;
  }>(sql`insert into coupons (account_id, name, type, discount_type, absolute_type,
      discount_absolute, issued_at, stay_end_date)
    values (${p.inn.accountId}, '春の割引', 'acquire', 'absolute', 'action', 500, now(), '2027-05-31') returning id`);
  await p.query(sql`insert into acquire_coupons (account_id, coupon_id, customer_id, acquire_date, idempotency_key)
    select ${p.inn.accountId}, ${coupon?.id ?? 0}, id, '2026-11-01', id::text from unnest(${[first, second]}::bigint[]) id`);
  // The third has it, too, but it is over for them.
  await p.query(sql`insert into acquire_coupons (account_id, coupon_id, customer_id, acquire_date, valid_until, idempotency_key)
    values (${p.inn.accountId}, ${coupon?.id ?? 0}, ${third}, '2026-11-01', '2026-11-19', 'over')`);
  await p.query(sql`insert into use_coupon_cases (account_id, facility_account_id, coupon_id, customer_id, use_date, discount,
      idempotency_key)
    values (${p.inn.accountId}, ${p.inn.accountId}, ${coupon?.id ?? 0}, ${second}, '2026-11-02', 500, 'x')`);
  const held = await reviewed(
    promotion({ segments: [segment(named("券"), couponAction({ stay_end_date: "2027-03-31" }))] }),
  );
  expect(held.cautions).toMatchObject([
    { code: "holds_like_coupon", params: { name: "春の割引", count: 1, others: 0 } },
  ]);
  const rate = { discount_type: "rate", discount_absolute: null, absolute_type: null, rate_type: "action" } as const;
  const other = couponAction({ ...rate, discount_rate: 10, discount_limit: 5_000, stay_end_date: "2027-03-31" });
  const alike = await reviewed(promotion({ segments: [segment(named("券"), other)] }));
  expect(alike.cautions).toEqual([]);
  expect(alike.estimates[0].total).toBe(15_000);
});

test("campaigns that run and mean the same guests: sends beside sends, always-on beside always-on", async () => {
  await guests("重複", 3, { mail: "shared" });
  const basic = (name: string) => promotion({ name, type: "basic", segments: [segment(named("重複"), pointAction())] });
  await p.started(basic("宿泊ごと"));
  const review = await reviewed(basic("もう1つ"));
  expect(review.cautions).toMatchObject([
    { code: "shares_guests", params: { name: "宿泊ごと", count: 3 }, path: "segments.0.target" },
  ]);
  expect(review.estimates).toMatchObject([{ count: 3, total: null, until: null }]);
  expect(review.holds).toEqual({ approval: false, grace_seconds: null, quiet_until: null });
  await p.rules({ approval_above_count: 1 });
  await p.started(promotion({ name: "今の配信", segments: [segment(named("重複"), mailAction())] }));
  await p.drain();
  const overlapping = await reviewed(promotion({ segments: [segment(EVERYBODY, mailAction())] }));
  expect(overlapping.cautions.find(({ code }: { code: string }) => code === "shares_guests").params).toEqual({
    name: "今の配信",
    count: 3,
  });
  expect(overlapping.holds).toMatchObject({ approval: true, grace_seconds: null, quiet_until: null });
  await p.rules({ approval_above_count: null });
});

test("a campaign beside it is named by the guests whom its messages reach within a week, and not for all whom it means", async () => {
  const ids = await guests("重複", 5, { mail: "born" });
  await p.query(sql`update customers set birthday = '1980-11-24' where id = any(${ids.slice(0, 2)}::bigint[])`);
  await p.query(sql`update customers set birthday = '1980-06-01' where id = any(${ids.slice(2)}::bigint[])`);
  const trigger = { base: "birthday", offset_days: 0, time: "10:00", once_per: "year", once_days: null };
  await p.started(promotion({ name: "お誕生日", segments: [segment(named("重複"), { ...mailAction(), trigger })] }));
  const far = { minute: "0", hour: "10", day_of_month: "1", month: "6", day_of_week: "*", year: "*" };
  await p.started(promotion({ name: "初夏", segments: [segment(named("重複"), { ...mailAction(), schedule: far })] }));
  const review = await reviewed(promotion({ segments: [segment(named("重複"), mailAction())] }));
  const named_ = review.cautions.filter(({ code }: { code: string }) => code === "shares_guests");
  expect(named_.map(({ params }: { params: unknown }) => params)).toEqual([{ name: "お誕生日", count: 2 }]);
});

const DAILY = { minute: "0", hour: "10", day_of_month: "*", month: "*", day_of_week: "*", year: "*" };
const overlapsOf = (review: { cautions: { code: string; params: object }[] }) =>
  review.cautions.filter(({ code }) => code === "shares_guests").map(({ params }) => params);

test("a guest whom the message limit leaves one message of the week is not shared, whatever the other campaign sends", async () => {
  const ids = await guests("重複", 4, { mail: "both" });
  const daily = (name: string, over: Partial<CampaignEdit> = {}) =>
    promotion({ name, segments: [segment(named("重複"), { ...mailAction(), schedule: DAILY })], ...over });
  await p.started(daily("毎日"));
  const mine = promotion({ segments: [segment(named("重複"), mailAction())] });
  const limited = async (count: number | null, days: number) => {
    await p.query(sql`update account_settings set frequency_cap_count = ${count}, frequency_cap_days = ${days}`);
    return overlapsOf(await reviewed(mine));
  };
  const all4 = [{ name: "毎日", count: 4 }];
  expect(await limited(null, 7)).toEqual(all4);
  expect(await limited(1, 7)).toEqual([]);
  expect(await limited(2, 30)).toEqual(all4);
  await sent(ids.slice(0, 3), 1);
  expect(await limited(2, 30)).toEqual([{ name: "毎日", count: 1 }]);
  // A limit of fewer days may let both messages of the week through.
  expect(await limited(1, 3)).toEqual(all4);
});

test("the number of statements of a review does not grow with the campaigns that run", async () => {
  await guests("重複", 2, { mail: "many" });
  const start = async (name: string) => {
    const trigger = { base: "birthday", offset_days: 0, time: "10:00", once_per: "year", once_days: null };
    await p.started(promotion({ name, segments: [segment(named("重複"), { ...mailAction(), schedule: DAILY })] }));
    await p.started(promotion({ name, segments: [segment(named("重複"), { ...mailAction(), trigger })] }));
  };
  const { id } = await p.call("POST", "/campaigns", promotion({ segments: [segment(named("重複"), mailAction())] }));
  const statements = () => countStatements(p.t, () => p.call("GET", `/campaigns/${id}/review`));
  for (const n of [1, 2, 3, 4, 5]) await start(`${n}`);
  await statements();
  const five = await statements();
  for (const n of [6, 7]) await start(`${n}`);
  expect(await statements()).toBe(five);
});

test("at night messages rest until the morning, and a large send can be called off first", async () => {
  now = new Date("2026-11-20T13:00:00Z");
  await guests("全員", 3);
  await p.rules({ quiet_from: "21:00", quiet_until: "08:00", grace_above_count: 2, grace_seconds: 60 });
  const review = await reviewed(promotion({ segments: [segment(named("全員"), mailAction())] }));
  expect(review.holds).toEqual({ approval: false, grace_seconds: 60, quiet_until: "2026-11-20T23:00:00.000Z" });
  const given = await reviewed(promotion({ segments: [segment(named("いない"), pointAction())] }));
  expect(given.holds).toEqual({ approval: false, grace_seconds: null, quiet_until: null });
});

test("a campaign of nobody's is not found", async () => {
  const caller = await p.t.as(await makeUser(p.t.app, p.inn, "role_admin", ["*"]));
  const answer = await caller({ method: "GET", url: "/api/campaigns/99999999/review" });
  expect(answer.statusCode).toBe(404);
});
