import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  all,
  couponAction,
  EVERYBODY,
  handlersFor,
  mailAction,
  makeGuests,
  promotion,
} from "../campaigns/campaigns.fixture.ts";
import { FAST, openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";
import { makeStay, within } from "../customers/customers.fixture.ts";
import { booking, engine, partnerKey } from "../partner/partner.fixture.ts";
import { bookingOfCode } from "./engine-bookings.ts";

// What a careful and hostile user tries with coupons, over HTTP. Today is 2026-11-20 in Tokyo.

let p: Pipeline;
let account: number;
beforeEach(async () => {
  p = await openPipeline();
  account = p.inn.accountId;
  await p.rules({ quiet_from: null, quiet_until: null });
});
afterEach(() => p.close());

type Terms = NonNullable<Parameters<typeof couponAction>[0]>;
type Actions = ReturnType<typeof promotion>["segments"][number]["actions"];
/** Nobody, so that a send issues the coupon alone. */
const NOBODY = all({ field: "stay_count", operator: ">=", value: 99 });
const offering = (actions: Actions, target = NOBODY) =>
  promotion({
    segments: [{ id: null, priority_seq: 1, target, actions: actions.map((one, at) => ({ ...one, seq: at + 1 })) }],
  });
const draft = (...terms: Terms[]) => offering(terms.map((one) => couponAction(one)));
const ask = async (method: "POST" | "PUT", path: string, payload: object) => {
  const answer = await p.staff({ method, url: `/api${path}`, payload });
  return { status: answer.statusCode, body: answer.json(), fields: answer.json().fields };
};
const couponOf = async (campaign: number) => (await p.call("GET", `/campaigns/${campaign}/coupons`)).items[0];
const at = (field: string) => `segments.0.actions.0.coupon.${field}`;

test.each<[string, Terms, string, string]>([
  ["booked by yesterday", { reservation_end_date: "2026-11-19" }, "reservation_end_date", "終了日が過ぎています"],
  ["last night yesterday", { stay_end_date: "2026-11-19" }, "stay_end_date", "終了日が過ぎています"],
  [
    "only days before today are left",
    {
      stay_start_date: "2026-11-01",
      stay_end_date: "2026-11-30",
      unavailable_period: [{ start: "2026-11-20", end: "2026-11-30" }],
    },
    "stay_end_date",
    "1日もありません",
  ],
])("a coupon that nobody could use is not sent, and the field is named: %s", async (_name, terms, field, words) => {
  const { id } = await p.call("POST", "/campaigns", draft(terms));
  const answer = await ask("POST", `/campaigns/${id}/activate`, { version: 1 });
  expect([answer.status, answer.fields]).toEqual([400, { [at(field)]: expect.stringContaining(words) }]);
  expect((await couponOf(id)).state).toBe("draft");
});

test.each<[string, Terms]>([
  ["given to each", {}],
  ["of codes", { type: "code", code: null }],
  ["of one code", { type: "code", code: "TODAY-1" }],
])(
  "sent on the coupon's last day, delivered after midnight in Tokyo: nobody gets it, nobody is told: %s",
  async (_name, terms) => {
    const [guest = 0] = await makeGuests(p.t.app, account, { count: 2, mail: `late-${_name.length}-` });
    const action = couponAction({ ...terms, stay_end_date: "2026-11-20" });
    const document = offering([action, mailAction({ body: "{{ coupon_name }}を贈ります。" })], EVERYBODY);
    const { id } = await p.call("POST", "/campaigns", document);
    const coupon = await couponOf(id);
    if (terms.code === null)
      await p.call("POST", `/campaigns/${id}/coupons/${coupon.id}/codes`, { text: "LATE-1\nLATE-2\nLATE-3" });
    await p.call("POST", `/campaigns/${id}/activate`, { version: 1 });
    const tomorrow = { ...p.t.app, clock: { now: () => new Date("2026-11-20T15:00:00Z") } };
    await p.t.app.jobs.drain(handlersFor(tomorrow, FAST));
    const { items } = await p.call("GET", `/campaigns/${id}/recipients?size=100`);
    const outcomes = new Set(
      items.map((one: { type: string; outcome: string; reason: string }) =>
        Object.values({
          type: one.type,
          outcome: one.outcome,
          reason: one.reason,
        }).join(" "),
      ),
    );
    expect(outcomes).toEqual(
      new Set([
        "coupon skipped クーポンの期限を過ぎていました",
        "mail skipped いま使えるクーポンがないため、送りませんでした",
      ]),
    );
    expect(p.sink.received).toEqual([]);
    expect(await couponOf(id)).toMatchObject({ acquired: 0 });
    expect((await p.call("GET", `/customers/${guest}/acquire-coupons`)).total).toBe(0);
  },
);

test("a guest's code that once was everybody's is the guest's: the coupon that ended does not stand before it", async () => {
  const old = await p.started(draft({ type: "code", code: "OLD-1" }));
  await p.drain();
  const { version } = await p.detail(old);
  await p.call("PUT", `/campaigns/${old}`, { ...draft({ type: "code", code: "NEW-1" }), version });
  const key = await partnerKey(p.t.app, account);
  const quote = async () =>
    (await engine(p.t, key, "coupons/quote", { coupon_code: "OLD-1", reservation: booking() })).body;
  expect((await quote()).reasons[0]).toMatchObject({ code: "coupon_ended" });
  const { id } = await p.call("POST", "/campaigns", draft({ type: "code", code: null }));
  const coupon = await couponOf(id);
  const added = await p.call("POST", `/campaigns/${id}/coupons/${coupon.id}/codes`, { text: "OLD-1" });
  expect(added).toMatchObject({ added: 1, refused_count: 0 });
  await p.call("POST", `/campaigns/${id}/activate`, { version: 1 });
  await p.drain();
  const [guest = 0] = await makeGuests(p.t.app, account, { count: 1, mail: null });
  await p.call("POST", `/customers/${guest}/acquire-coupons`, { coupon_id: coupon.id, remarks: "お詫び" });
  expect(await quote()).toMatchObject({ applicable: true, discount: 2_000 });
});

test("why a coupon applies tells its own figure, whatever figure of a plan comes with the question", async () => {
  const terms: Terms = { type: "code", code: "TEN", discount_type: "rate", absolute_type: null, rate_type: "action" };
  const id = await p.started(draft({ ...terms, discount_absolute: null, discount_rate: 10 }));
  await p.drain();
  const [guest = 0] = await makeGuests(p.t.app, account, { count: 1, mail: null });
  const asked = `coupon_id=${(await couponOf(id)).id}&check_in_date=2026-12-04&check_out_date=2026-12-05&price=10000&plan_figure=50`;
  const quoted = await p.call("GET", `/customers/${guest}/use-coupons/quote?${asked}`);
  expect([quoted.discount, quoted.grounds.at(-1).message]).toEqual([1_000, "割引は料金の10%です"]);
});

test("a code stands once in a campaign, and one whose action is taken out in the same save is free for the next", async () => {
  const twice = await ask("POST", "/campaigns", draft({ type: "code", code: "SAME" }, { type: "code", code: "SAME" }));
  const field = "segments.0.actions.1.coupon.code";
  expect([twice.status, twice.fields]).toEqual([400, { [field]: expect.stringContaining("すでに使われています") }]);
  const { id } = await p.call("POST", "/campaigns", draft({ type: "code", code: "SAME" }));
  await p.call("PUT", `/campaigns/${id}`, { ...draft({ type: "code", code: "SAME", name: "新しい" }), version: 1 });
  expect(await couponOf(id)).toMatchObject({ code: "SAME", name: "新しい" });
});

test("a plan's code is kept in the form in which imports keep it, and judged so: typed in full width it matched nothing", async () => {
  const plan = "朝食付（２食）";
  const id = await p.started(draft({ type: "code", code: "PLAN", use_times_limit: null, plan_code: [` ${plan} `] }));
  await p.drain();
  const [one] = (await p.detail(id)).segments[0].actions;
  expect(one.coupon.plan_code).toEqual(["朝食付(2食)"]);
  const key = await partnerKey(p.t.app, account);
  for (const plan_code of [plan, "朝食付(2食)"]) {
    const request = { coupon_code: "PLAN", reservation: { ...booking(), plan_code } };
    expect((await engine(p.t, key, "coupons/quote", request)).body).toMatchObject({ applicable: true });
  }
  for (const bad of [" ", "\u202eBB", "a\nb", "B".repeat(65)]) {
    const answer = await ask("POST", "/campaigns", draft({ plan_code: ["BB", bad] }));
    expect([answer.status, Object.keys(answer.fields)], bad).toEqual([400, [at("plan_code.1")]]);
  }
});

test("a limit is not lowered below what is used, also while a use is under way", async () => {
  const id = await p.started(draft({ type: "code", code: "LOW", use_amount_limit: 10 }));
  await p.drain();
  const { id: coupon } = await couponOf(id);
  const { version, segments } = await p.detail(id);
  const [{ id: segment, actions }] = segments;
  const document = draft({ type: "code", code: "LOW", use_amount_limit: 1 });
  const [edited] = document.segments;
  const lowered = {
    ...document,
    segments: [{ ...edited, id: segment, actions: [{ ...edited?.actions[0], id: actions[0].id }] }],
    version,
  };
  const counted = (by: number) =>
    sql`update coupon_counters set used_count = used_count + ${by} where coupon_id = ${coupon}`;
  const answer = await within(p.t.app, [account], async (tx) => {
    await tx.run(counted(2));
    const saving = ask("PUT", `/campaigns/${id}`, lowered);
    // It waits for the use, or would have answered by then.
    await Promise.race([saving, new Promise((wake) => setTimeout(wake, 1_000))]);
    return { saving };
  });
  expect((await answer.saving).fields).toEqual({
    [at("use_amount_limit")]: expect.stringContaining("2枚使われています"),
  });
});

test("staff wait while an engine decides about a booking whose reservation arrives meanwhile: coupons that exclude each other", async () => {
  const [guest = 0] = await makeGuests(p.t.app, account, { count: 1, mail: null });
  const coupon = await couponOf(await p.started(draft({})));
  await p.drain();
  expect(
    (await ask("POST", `/customers/${guest}/acquire-coupons`, { coupon_id: coupon.id, remarks: "お詫び" })).status,
  ).toBe(200);
  const code = "RACE-1";
  let asked: Promise<{ status: number }> | undefined;
  await within(p.t.app, [account], async (tx) => {
    // What an engine's use begins with; it sees no reservation.
    expect(await bookingOfCode(tx, { accountId: account, facilityId: account }, code, { lock: true })).toBeUndefined();
    const stay = { code, checkIn: "2026-12-04", checkOut: "2026-12-06", usePrice: 30_000, confirmed: false };
    const { reservationId } = await within(p.t.app, [account], (other) => makeStay(other, account, guest, stay));
    asked = ask("POST", `/customers/${guest}/use-coupons`, {
      coupon_id: coupon.id,
      stay_reservation_id: reservationId,
    });
    expect(await Promise.race([asked, pause(400, "waits")])).toBe("waits");
  });
  expect((await asked)?.status).toBe(200);
});
