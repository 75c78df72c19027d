import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { couponAction, EVERYBODY, makeGuests, promotion } from "../campaigns/campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";
import { makeStay, within } from "../customers/customers.fixture.ts";

// Coupons from the campaign that gives them to the reservation they are used for (product §6, §12), over HTTP. Today is 2026-11-20.

let p: Pipeline;
let account: number;
beforeEach(async () => {
  p = await openPipeline();
  account = p.inn.accountId;
});
afterEach(async () => {
  expect(await drifted()).toEqual([]);
  await p.close();
});

type Terms = NonNullable<Parameters<typeof couponAction>[0]>;
const withCoupon = (terms: Terms, name = "秋のご案内") =>
  promotion({ name, segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [couponAction(terms)] }] });

/** Counters against what they count, recomputed from the rows. */
const drifted = () =>
  p.query<{ coupon_id: number }>(sql`select counter.coupon_id from coupon_counters counter
    where counter.acquired_count <> (select count(*) from acquire_coupons acquired where acquired.coupon_id = counter.coupon_id
      and acquired.active_status = 'active')
      or counter.used_count <> (select coalesce(sum(coupon_use.quantity), 0) from use_coupon_cases coupon_use
        where coupon_use.coupon_id = counter.coupon_id and coupon_use.cancel_date is null)`);

/** A campaign with this coupon, sent to everybody there is. */
async function sent(terms: Terms = {}): Promise<{ campaign: number; coupon: number }> {
  const campaign = await p.started(withCoupon(terms));
  await p.drain();
  const [found] = await p.query<{ id: number }>(sql`select max(id) as id from coupons`);
  return { campaign, coupon: found?.id ?? 0 };
}

const guest = async () => (await makeGuests(p.t.app, account, { count: 1, mail: null }))[0] ?? 0;
let codes = 0;
/** A reservation of two nights from Friday, 4 December 2026, at 30,000 yen. */
const booked = (customerId: number, usePrice = 30_000, checkIn = "2026-12-04", checkOut = "2026-12-06") =>
  within(p.t.app, [account], async (tx) => {
    const code = `C-${++codes}`;
    const stay = { code, checkIn, checkOut, usePrice, confirmed: false };
    const { reservationId } = await makeStay(tx, account, customerId, stay);
    await tx.run`update stay_reservations set reserved_date = '2026-11-10', plan_code = 'BB'
      where account_id = ${account} and id = ${reservationId}`;
    return reservationId;
  });
const post = async (path: string, payload: object, headers: Record<string, string> = {}) => {
  const answer = await p.staff({ method: "POST", url: `/api/customers/${path}`, payload, headers });
  return { status: answer.statusCode, body: answer.json() };
};
const use = (id: number, coupon_id: number, stay_reservation_id: number, more: object = {}) =>
  post(`${id}/use-coupons`, { coupon_id, stay_reservation_id, ...more });
const give = (id: number, coupon_id: number) => post(`${id}/acquire-coupons`, { coupon_id, remarks: "お詫び" });
const rows = (id: number, what: "acquire" | "use", more = "") =>
  p.call("GET", `/customers/${id}/${what}-coupons${more}`);

test("a send gives the coupon to each guest once, a second send to the new ones alone, and the page says so", async () => {
  const [first = 0] = await makeGuests(p.t.app, account, { count: 3, mail: null });
  const { campaign } = await sent({ name: "朝食無料" });
  expect(await p.detail(campaign)).toMatchObject({
    figures: { targets: 3, reached: 3 },
    pushes: [{ type: "coupon", targets: 3, sent: 3, skipped: 0 }],
  });
  expect(await rows(first, "acquire")).toMatchObject({
    total: 1,
    items: [
      {
        coupon_name: "朝食無料",
        state: "usable",
        acquire_date: "2026-11-20",
        campaign_name: "秋のご案内",
        campaign_id: campaign,
      },
    ],
  });
  // What the guest got is one thing that happened; it is no message besides.
  const happened: { kind: string }[] = (await p.call("GET", `/customers/${first}/timeline`)).items;
  expect(happened.map(({ kind }) => kind).toSorted()).toEqual(["consent", "coupon_got"]);
  await guest();
  const { version } = await p.detail(campaign);
  await p.call("POST", `/campaigns/${campaign}/activate`, { version });
  await p.drain();
  const sends: { id: number }[] = (await p.detail(campaign)).pushes;
  expect(sends.toSorted((a, b) => b.id - a.id)[0]).toMatchObject({ targets: 4, sent: 1, skipped: 3 });
  const { items } = await p.call("GET", `/campaigns/${campaign}/recipients?size=100&outcome=skipped`);
  expect(items[0]).toMatchObject({ reason: "すでに同じクーポンを獲得しています" });
  expect((await rows(first, "acquire")).total).toBe(1);
});

test("of a hundred guests a limit of five reaches five, whatever sends and clerks do at once", async () => {
  await makeGuests(p.t.app, account, { count: 4, mail: null });
  const { coupon } = await sent({ acquire_amount_limit: 5 });
  const [before] = await p.query<{ n: number }>(
    sql`select acquired_count as n from coupon_counters where coupon_id = ${coupon}`,
  );
  expect(before?.n).toBe(4);
  const guests = await makeGuests(p.t.app, account, { count: 12, mail: null });
  const given = await Promise.all(guests.map((id) => give(id, coupon)));
  expect(given.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(given.find(({ status }) => status !== 200)).toMatchObject({
    status: 400,
    body: { fields: { coupon_id: "獲得できる枚数の上限に達しています" } },
  });
});

test("given by hand, used with the discount of the rules, cancelled, and used again; each leaves its line", async () => {
  const { coupon } = await sent({
    discount_type: "rate",
    absolute_type: null,
    rate_type: "action",
    discount_absolute: null,
    discount_rate: 10,
    cancellation_includes_discount: true,
  });
  const id = await guest();
  const reservation = await booked(id);
  expect((await use(id, coupon, reservation)).body.fields).toEqual({ coupon_id: "このお客様は獲得していません" });
  const choices = await p.call("GET", `/customers/${id}/coupons`);
  expect(choices.to_give.map((one: { id: number }) => one.id)).toContain(coupon);
  expect(choices.to_use.map((one: { id: number }) => one.id)).not.toContain(coupon);
  expect((await give(id, coupon)).status).toBe(200);
  expect((await give(id, coupon)).body.fields).toEqual({ coupon_id: "このお客様はすでに獲得しています" });
  const quote = `/customers/${id}/use-coupons/quote?coupon_id=${coupon}&stay_reservation_id=${reservation}`;
  expect(await p.call("GET", quote)).toEqual({
    applicable: true,
    discount: 3_000,
    price: 30_000,
    cancellation_fee_basis: 27_000,
    reasons: [],
    grounds: [
      { code: "fits_held", message: "このお客様が獲得しています" },
      { code: "fits_rate", message: "割引は料金の10%です" },
    ],
  });
  const used = await use(id, coupon, reservation, { remarks: "フロント" });
  expect(used).toEqual({ status: 200, body: { use_coupon_case_id: expect.any(Number), discount: 3_000 } });
  expect((await rows(id, "acquire")).items).toMatchObject([
    { state: "used_up", used_count: 1, page_actions: ["read"] },
  ]);
  expect((await use(id, coupon, await booked(id))).body.fields).toEqual({ coupon_id: "お1人様1回までのクーポンです" });
  const cancel = `${id}/use-coupons/${used.body.use_coupon_case_id}/cancellation`;
  expect((await post(cancel, {})).body.fields).toHaveProperty("remarks");
  const both = await Promise.all([post(cancel, { remarks: "予約の変更" }), post(cancel, { remarks: "予約の変更" })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect((await rows(id, "use")).items).toMatchObject([
    {
      cancel_date: "2026-11-20",
      cancel_remarks: "予約の変更",
      discount: 3_000,
      facility_name: "宿",
      created_by: "試験 花子",
      cancellation_includes_discount: true,
      page_actions: ["read"],
    },
  ]);
  expect((await use(id, coupon, reservation)).status).toBe(200);
  expect((await rows(id, "use", "?state=valid")).total).toBe(1);
  const lines = await p.query<{
    action: string;
  }>(sql`select action from audit_logs where entity in ('acquire_coupons', 'use_coupon_cases')
    and (after ->> 'customer_id')::bigint = ${id} order by id`);
  expect(lines.map(({ action }) => action)).toEqual(["give_coupon", "use_coupon", "cancel_coupon_use", "use_coupon"]);
});

test("what was given by mistake is taken back and can be given again, but not once it was used", async () => {
  const { coupon } = await sent({ acquire_amount_limit: 100 });
  const id = await guest();
  const { acquire_coupon_id } = (await give(id, coupon)).body;
  const back = (one: number) => post(`${id}/acquire-coupons/${one}/cancellation`, { remarks: "別のお客様でした" });
  expect((await back(acquire_coupon_id)).status).toBe(200);
  expect((await back(acquire_coupon_id)).body.message).toContain("すでに取り消されています");
  expect((await rows(id, "acquire")).items).toMatchObject([
    { state: "revoked", remarks: "お詫び", cancel_date: "2026-11-20", cancel_remarks: "別のお客様でした" },
  ]);
  const again = (await give(id, coupon)).body.acquire_coupon_id;
  await use(id, coupon, await booked(id));
  expect((await back(again)).body.message).toContain("先に利用を取り消してください");
  const [used] = (await rows(id, "use")).items;
  await post(`${id}/use-coupons/${used.id}/cancellation`, { remarks: "予約の変更" });
  // The guest's own file and the timeline tell what was taken back as such.
  const data = await p.call("GET", `/customers/${id}/data`);
  const back1 = { 取消日: "2026-11-20", 取消の理由: "別のお客様でした" };
  expect(data.クーポン獲得).toMatchObject([back1, { 取消日: null, 取消の理由: null }]);
  expect(data.クーポン利用).toMatchObject([{ 取消日: "2026-11-20", 取消の理由: "予約の変更" }]);
  const entries = (await p.call("GET", `/customers/${id}/timeline`)).items.filter((one: { kind: string }) =>
    one.kind.startsWith("coupon_"),
  );
  expect(
    entries.map(({ kind, detail }: { kind: string; detail: string | null }) => `${kind} ${detail}`).toSorted(),
  ).toEqual([
    "coupon_got お詫び",
    "coupon_got お詫び",
    "coupon_revoked 別のお客様でした",
    "coupon_use_cancelled 予約の変更",
    "coupon_used null",
  ]);
});

test("every reason is told at once, and a use names the field", async () => {
  const { coupon } = await sent({
    type: "code",
    code: "WINTER27",
    plan_code: ["HB"],
    use_condition: 50_000,
    day_of_week: [5],
  });
  // As if it had been sent in time.
  await p.query(sql`update coupons set reservation_end_date = '2026-11-09' where id = ${coupon}`);
  const id = await guest();
  const reservation = await booked(id);
  const quote = await p.call(
    "GET",
    `/customers/${id}/use-coupons/quote?coupon_id=${coupon}&stay_reservation_id=${reservation}&quantity=2`,
  );
  expect(quote.reasons.map((reason: { code: string }) => reason.code)).toEqual([
    "coupon_quantity_reached",
    "coupon_booked_late",
    "coupon_other_plan",
    "coupon_below_minimum",
    "coupon_other_weekday",
  ]);
  expect(quote.reasons.map((reason: { message: string }) => reason.message)).toContain(
    "2026年12月05日は対象の曜日ではありません",
  );
  const refused = await use(id, coupon, reservation, { quantity: 2 });
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ["quantity", "coupon_id"]]);
});

test("the plan's own figure is asked for, and taken", async () => {
  const { coupon } = await sent({ type: "code", code: "PLAN", absolute_type: "plan", discount_absolute: null });
  const id = await guest();
  const reservation = await booked(id);
  const [choice] = (await p.call("GET", `/customers/${id}/coupons`)).to_use.filter(
    (one: { id: number }) => one.id === coupon,
  );
  expect(choice).toMatchObject({ code: "PLAN", plan_figure: "yen" });
  expect((await use(id, coupon, reservation)).body.fields).toHaveProperty("plan_figure");
  expect((await use(id, coupon, reservation, { plan_figure: 4_500 })).body).toMatchObject({ discount: 4_500 });
});

test("two kinds for one reservation only when both allow it, and together never more than its price", async () => {
  const share = { type: "code", can_use_together: true, discount_absolute: 20_000 } as const;
  const a = (await sent({ ...share, code: "SHARE-A" })).coupon;
  const b = (await sent({ ...share, code: "SHARE-B" })).coupon;
  const alone = (await sent({ type: "code", code: "ALONE" })).coupon;
  const id = await guest();
  const reservation = await booked(id);
  expect((await use(id, a, reservation)).body).toMatchObject({ discount: 20_000 });
  expect((await use(id, alone, reservation)).body.fields).toEqual({ coupon_id: "ほかのクーポンと一緒には使えません" });
  expect((await use(id, b, reservation)).body).toMatchObject({ discount: 10_000 });
});

test.each<[string, Terms, number]>([
  ["in all", { use_amount_limit: 5, use_times_limit: null }, 5],
  ["of one guest", { use_times_limit: 2 }, 2],
  ["for one reservation", { use_quantity_limit: 3, use_times_limit: null }, 3],
])("twenty at once: the limit %s is kept to the last one", async (name, limits, wanted) => {
  const { coupon } = await sent({ type: "code", code: `AT-ONCE-${wanted}`, ...limits });
  const one = await guest();
  const all = await makeGuests(p.t.app, account, { count: 20, mail: null });
  const oneReservation = await booked(one);
  const tries = await Promise.all(
    all.map(async (other) => {
      if (name === "in all") return { id: other, reservation: await booked(other) };
      return { id: one, reservation: name === "of one guest" ? await booked(one) : oneReservation };
    }),
  );
  const answers = await Promise.all(tries.map(({ id, reservation }) => use(id, coupon, reservation)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(wanted);
  expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([]);
});

test("the same key books once; another body under it is refused", async () => {
  const { coupon } = await sent({ type: "code", code: "KEYED", use_times_limit: null });
  const id = await guest();
  const body = { coupon_id: coupon, stay_reservation_id: await booked(id) };
  const key = { "idempotency-key": "coupon-1" };
  const [first, again] = [await post(`${id}/use-coupons`, body, key), await post(`${id}/use-coupons`, body, key)];
  expect(again).toEqual(first);
  expect((await post(`${id}/use-coupons`, { ...body, remarks: "x" }, key)).status).toBe(422);
  expect((await rows(id, "use")).total).toBe(1);
});

test("B12: a draft may be incomplete, a send may not; what was given out keeps its type, its code and room for what is used", async () => {
  const { id } = await p.call("POST", "/campaigns", withCoupon({ name: "", discount_absolute: null }));
  expect((await p.detail(id)).missing.map(({ path }: { path: string }) => path)).toEqual([
    "segments.0.actions.0.coupon.name",
    "segments.0.actions.0.coupon.discount_absolute",
  ]);
  const { campaign, coupon } = await sent({ type: "code", code: "FIXED", use_times_limit: null, use_amount_limit: 9 });
  const customer = await guest();
  await use(customer, coupon, await booked(customer));
  await use(customer, coupon, await booked(customer));
  const saved = await p.detail(campaign);
  const [segment] = saved.segments;
  const edited = async (terms: Terms) => {
    const { target_count: _count, lua_script: _lua, ...segmentEdit } = segment;
    const actions = [{ ...segment.actions[0], coupon: { ...segment.actions[0].coupon, ...terms } }];
    const payload = { ...promotion(), version: saved.version, segments: [{ ...segmentEdit, actions }] };
    const answer = await p.staff({ method: "PUT", url: `/api/campaigns/${campaign}`, payload });
    return answer.json().fields;
  };
  const at = (field: string) => `segments.0.actions.0.coupon.${field}`;
  expect(await edited({ code: "OTHER" })).toEqual({ [at("code")]: expect.stringContaining("配信後は変えられません") });
  expect(await edited({ type: "acquire" })).toHaveProperty([at("type")]);
  expect(await edited({ use_amount_limit: 1 })).toEqual({
    [at("use_amount_limit")]: "すでに2枚使われています。それ以上の数にしてください",
  });
  expect(await edited({ name: "名前だけ", use_amount_limit: 2 })).toBeUndefined();
});

test("every field of a coupon, of its acquisition and of its use is written as it was said", async () => {
  const terms: Terms = {
    name: "冬のプラン割",
    description: "平日のご宿泊に",
    type: "acquire",
    taken_by_guest: false,
    acquire_amount_limit: 500,
    use_amount_limit: 400,
    use_times_limit: 2,
    use_quantity_limit: 3,
    reservation_end_date: "2026-12-20",
    available_months: [12, 1],
    stay_start_date: "2026-12-01",
    stay_end_date: "2027-01-31",
    valid_days_from_acquire: null,
    valid_months_from_acquire: 1,
    without_end: false,
    day_of_week: [0, 4, 5, 6],
    unavailable_period: [{ start: "2026-12-29", end: "2027-01-03" }],
    use_condition: 10_000,
    plan_code: ["BB", "HB"],
    includes_free: true,
    can_use_together: true,
    discount_type: "rate",
    absolute_type: null,
    rate_type: "action",
    discount_absolute: null,
    discount_rate: 12.5,
    discount_limit: 3_000,
    cancellation_includes_discount: true,
    variant: "A",
    share: null,
  };
  const { campaign, coupon } = await sent(terms);
  const { segments } = await p.detail(campaign);
  expect(segments[0].actions[0].coupon).toEqual({ ...terms, code: null });
  const [row] = await p.query<Record<string, unknown>>(
    sql`select *, discount_rate::float8 as discount_rate from coupons where id = ${coupon}`,
  );
  expect(row).toMatchObject({
    ...terms,
    account_id: account,
    code: null,
    campaign_action_id: segments[0].actions[0].id,
  });
  const id = await guest();
  await give(id, coupon);
  const reservation = await booked(id);
  await use(id, coupon, reservation, { quantity: 2 });
  const [acquired] = await p.query(
    sql`select * from acquire_coupons where coupon_id = ${coupon} and customer_id = ${id}`,
  );
  expect(acquired).toMatchObject({
    customer_id: id,
    account_id: account,
    coupon_id: coupon,
    acquire_date: "2026-11-20",
    remarks: "お詫び",
  });
  const [used] = await p.query<{ id: number }>(sql`select * from use_coupon_cases where coupon_id = ${coupon}`);
  expect(used).toMatchObject({
    customer_id: id,
    account_id: account,
    facility_account_id: account,
    coupon_id: coupon,
    stay_reservation_id: reservation,
    use_date: "2026-11-20",
    quantity: 2,
    discount: 6_000,
    cancel_date: null,
  });
  await post(`${id}/use-coupons/${used?.id}/cancellation`, { remarks: "取消" });
  expect(
    await p.query(sql`select cancel_date, cancel_remarks from use_coupon_cases where coupon_id = ${coupon}`),
  ).toEqual([{ cancel_date: "2026-11-20", cancel_remarks: "取消" }]);
});
