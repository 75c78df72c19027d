import { afterAll, beforeAll, expect, test } from "vitest";
import { couponAction, EVERYBODY, makeGuests, promotion } from "../campaigns/campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";
import { makeStay, within } from "../customers/customers.fixture.ts";

// The tester: this guest, this stay, whatever was sent or booked; and terms that not even a draft may have. Today is 2026-11-20.

let p: Pipeline;
beforeAll(async () => {
  p = await openPipeline();
});
afterAll(() => p.close());

test("tried for a stay that nobody has booked: yes because, or no because, before it was ever sent", async () => {
  const terms: Parameters<typeof couponAction>[0] = {
    type: "code",
    code: "TRY",
    plan_code: ["BB"],
    use_condition: 20_000,
    use_amount_limit: 7,
    stay_start_date: "2026-12-01",
    stay_end_date: "2026-12-31",
    discount_absolute: 3_000,
  };
  const { id: draft } = await p.call(
    "POST",
    "/campaigns",
    promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [couponAction(terms)] }] }),
  );
  const [id = 0] = await makeGuests(p.t.app, p.inn.accountId, { count: 1, mail: null });
  const couponsOf = async (campaign: number) => (await p.call("GET", `/campaigns/${campaign}/coupons`)).items;
  const [one] = await couponsOf(draft);
  expect(one).toMatchObject({ name: "秋の2,000円割引", code: "TRY", state: "draft", acquired: 0, used: 0 });
  const tried = (stay: string) =>
    p.staff({ url: `/api/customers/${id}/use-coupons/quote?coupon_id=${one.id}&${stay}` });
  const codes = async (stay: string) => {
    const { applicable, discount, reasons, grounds } = (await tried(stay)).json();
    return [applicable, discount, ...[...reasons, ...grounds].map(({ code }: { code: string }) => code)];
  };
  const december = "check_in_date=2026-12-04&check_out_date=2026-12-06&price=25000";
  expect(await codes(`${december}&plan_code=BB`)).toEqual([false, null, "coupon_not_issued"]);
  await p.call("POST", `/campaigns/${draft}/activate`, { version: 1 });
  await p.drain();
  expect((await couponsOf(draft))[0]).toMatchObject({ state: "issued", used: 0, use_amount_limit: 7 });
  expect(await codes(`${december}&plan_code=BB`)).toEqual([
    true,
    3_000,
    "fits_code",
    "fits_nights",
    "fits_plan",
    "fits_minimum",
    "fits_left",
    "fits_yen",
  ]);
  expect(await codes("check_in_date=2026-11-30&check_out_date=2026-12-02&price=19999&plan_code=HB")).toEqual([
    false,
    null,
    "coupon_other_plan",
    "coupon_below_minimum",
    "coupon_outside_period",
  ]);
  for (const [stay, field] of [
    ["check_out_date=2026-12-06&price=1", "check_in_date"],
    ["check_in_date=2026-12-04&price=1", "check_out_date"],
    ["check_in_date=2026-12-04&check_out_date=2026-12-06", "price"],
    ["check_in_date=2026-12-04&check_out_date=2026-12-03&price=1", "check_out_date"],
    ["check_in_date=2026-12-04&check_out_date=2029-12-03&price=1", "check_out_date"],
    ["check_in_date=2026-12-04&check_out_date=2026-12-06&price=1.5", "price"],
  ]) {
    const answer = await tried(stay ?? "");
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
  }
  expect((await p.staff({ url: "/api/campaigns/999999/coupons" })).statusCode).toBe(404);
});

// JSON has no NaN: it arrives as null, which says that there is no such figure yet.
test.each([0, -1, 1.5, 1e21, "10", 2 ** 31, 2 ** 53])(
  "B06: %s is no amount, no limit and no number of coupons",
  async (bad) => {
    const fields = [
      "discount_absolute",
      "use_amount_limit",
      "acquire_amount_limit",
      "use_times_limit",
      "use_quantity_limit",
    ];
    for (const field of fields) {
      const actions = [couponAction({ [field]: bad })];
      const payload = promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions }] });
      const answer = await p.staff({ method: "POST", url: "/api/campaigns", payload });
      const named = answer.json().fields ?? {};
      expect([answer.statusCode, Object.keys(named)]).toEqual([400, [`segments.0.actions.0.coupon.${field}`]]);
    }
    const [id = 0] = await makeGuests(p.t.app, p.inn.accountId, { count: 1, mail: null });
    const payload = { coupon_id: 1, stay_reservation_id: 1, quantity: bad };
    const used = await p.staff({ method: "POST", url: `/api/customers/${id}/use-coupons`, payload });
    expect([used.statusCode, Object.keys(used.json().fields)]).toEqual([400, ["quantity"]]);
  },
);

type Terms = NonNullable<Parameters<typeof couponAction>[0]>;
const draft = (terms: Terms) =>
  promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [couponAction(terms)] }] });

test.each<[string, Terms, Record<string, string>]>([
  [
    "the period ends first",
    { stay_start_date: "2026-12-02", stay_end_date: "2026-12-01" },
    { stay_end_date: "開始日以降" },
  ],
  [
    "no night is left",
    { stay_start_date: "2026-12-07", stay_end_date: "2026-12-12", day_of_week: [0] },
    { stay_end_date: "1日もありません" },
  ],
  ["more a guest than in all", { use_times_limit: 3, use_amount_limit: 2 }, { use_times_limit: "以下にしてください" }],
  [
    "more a reservation than in all",
    { use_quantity_limit: 3, use_amount_limit: 2 },
    { use_quantity_limit: "以下にしてください" },
  ],
  [
    "a blackout that ends before it begins",
    { unavailable_period: [{ start: "2026-12-02", end: "2026-12-01" }] },
    { "unavailable_period.0.end": "開始日以降" },
  ],
  [
    "booked by after the last night",
    { reservation_end_date: "2026-12-02", stay_end_date: "2026-12-01" },
    { reservation_end_date: "" },
  ],
  [
    "a limit of 0",
    { use_amount_limit: 0, acquire_amount_limit: 0 },
    { use_amount_limit: "1", acquire_amount_limit: "1" },
  ],
  ["no coupon for a reservation", { use_quantity_limit: 0 }, { use_quantity_limit: "1以上" }],
  [
    "101 %",
    { discount_type: "rate", absolute_type: null, rate_type: "action", discount_absolute: null, discount_rate: 101 },
    { discount_rate: "100" },
  ],
  ["an eighth day of the week", { day_of_week: [8] }, { "day_of_week.0": "6" }],
  ["a thirteenth month", { available_months: [13] }, { "available_months.0": "12" }],
  ["a largest discount of yen", { discount_limit: 500 }, { discount_limit: "割引率のとき" }],
])("B12: not even a draft: %s", async (_name, terms, wanted) => {
  const answer = await p.staff({ method: "POST", url: "/api/campaigns", payload: draft(terms) });
  expect(answer.statusCode, answer.body).toBe(400);
  for (const [field, text] of Object.entries(wanted))
    expect(answer.json().fields[`segments.0.actions.0.coupon.${field}`]).toContain(text);
});

test("B12: a code that another coupon has is refused with the field", async () => {
  await p.call("POST", "/campaigns", draft({ type: "code", code: "TAKEN" }));
  const answer = await p.staff({
    method: "POST",
    url: "/api/campaigns",
    payload: draft({ type: "code", code: "TAKEN" }),
  });
  expect([answer.statusCode, answer.json().fields]).toEqual([
    400,
    { "segments.0.actions.0.coupon.code": expect.stringContaining("すでに使われています") },
  ]);
});

test.each([
  ["an unknown price", null, "coupon_price_unknown"],
  ["a reported price of 0", 0, "coupon_free_stay"],
])("the quote for a reservation contains %s and says why the coupon cannot be used", async (_, price, reason) => {
  const { accountId } = p.inn;
  const actions = [couponAction({ type: "code", code: `FREE${price}` })];
  const { id: draft } = await p.call(
    "POST",
    "/campaigns",
    promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions }] }),
  );
  const [coupon] = (await p.call("GET", `/campaigns/${draft}/coupons`)).items;
  const [id = 0] = await makeGuests(p.t.app, accountId, { count: 1, mail: null });
  const reservation = await within(p.t.app, [accountId], async (tx) => {
    const stay = { code: `P-${price}`, checkIn: "2026-12-04", checkOut: "2026-12-06", usePrice: 1, confirmed: false };
    const { reservationId } = await makeStay(tx, accountId, id, stay);
    await tx.run`update stay_reservations set reserved_price = ${price} where account_id = ${accountId} and id = ${reservationId}`;
    return reservationId;
  });
  const quote = `/customers/${id}/use-coupons/quote?coupon_id=${coupon.id}&stay_reservation_id=${reservation}`;
  const { reasons, ...quoted } = await p.call("GET", quote);
  expect(quoted).toMatchObject({ applicable: false, discount: null, price, cancellation_fee_basis: null });
  expect(reasons.map(({ code }: { code: string }) => code)).toEqual(["coupon_not_issued", reason]);
});
