import type { CampaignAction } from "@okaeri/contract/campaigns/document";
import type { CouponEdit } from "@okaeri/contract/coupons";
import type { Variant } from "@okaeri/domain/pushes/variants";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recomputeAttributions } from "../../conversions/conversions.jobs.ts";
import { couponAction, EVERYBODY, mailAction, promotion } from "../campaigns.fixture.ts";
import { openTriggers, type TriggerWorld } from "../triggers/triggers.fixture.ts";

// Coupons by letters that a trigger gives, and what becomes of them: docs/adr/0565.

let w: TriggerWorld;
beforeEach(async () => {
  w = await openTriggers();
});
afterEach(() => w.close());

const variantCoupon = (variant: Variant, over: Partial<CouponEdit> = {}) =>
  couponAction({ variant, share: 50, name: `券${variant}`, ...over }).coupon as CouponEdit;
const comparing = (a: CouponEdit, b: CouponEdit): CampaignAction<"coupon"> => ({
  ...couponAction(a),
  seq: 1,
  other_coupons: [b],
});
const gives = (...actions: CampaignAction[]) => ({
  segments: [{ id: null, priority_seq: 1, target: EVERYBODY, benefits_to_reached: false, actions }],
});
const held = () =>
  w.query<{ customer_id: number; variant: Variant }>(sql`select acquired.customer_id::int, coupon.variant
    from acquire_coupons acquired
    join coupons coupon on coupon.id = acquired.coupon_id
    where acquired.active_status = 'active'
    order by acquired.customer_id`);
const drawn = () =>
  w.query<{ customer_id: number; variant: Variant }>(sql`select target.customer_id::int, target.variant
    from push_action_targets target
    join push_actions push on push.id = target.push_action_id and push.channel = 'coupon' and target.outcome = 'sent'
    order by target.customer_id`);

test("a trigger gives each guest the coupon of their letter, the mail tells of it, and a cancelled stay takes that one back", async () => {
  const guests = await w.guests("guest", 12);
  const mail = { ...mailAction({ body: "{{ coupon_name }}をお届けします。" }), seq: 2 };
  await w.campaign({}, gives(comparing(variantCoupon("A"), variantCoupon("B")), mail));
  const reservations: number[] = [];
  for (const guest of guests) reservations.push(await w.reservation(guest));
  await w.at("2026-11-20T10:00");
  const all = await held();
  expect([all.length, new Set(all.map(({ variant }) => variant))]).toEqual([12, new Set(["A", "B"])]);
  expect(all).toEqual(await drawn());
  const addresses = await w.query<{ id: number; email: string }>(sql`select id::int, email from customers`);
  for (const { customer_id, variant } of all) {
    const to = addresses.find(({ id }) => id === customer_id)?.email ?? "";
    expect((await w.sink.parsed(to)).text).toContain(`券${variant}をお届けします。`);
  }
  const at = guests.indexOf(all.find(({ variant }) => variant === "B")?.customer_id ?? 0);
  await w.change(reservations[at] ?? 0, { cancel_date: "2026-11-20" });
  await w.at("2026-11-20T10:01");
  expect(await held()).toEqual(all.filter(({ customer_id }) => customer_id !== guests[at]));
});

/** A campaign of a person, sent. */
async function sent(action: CampaignAction<"coupon">): Promise<number> {
  const actions = [{ ...action, schedule: null, schedule_once: null, trigger: null }];
  await w.rules({ quiet_from: null, quiet_until: null, grace_above_count: null });
  const id = await w.started(promotion(gives(...actions)));
  await w.drain();
  return id;
}

test("a code for everybody that an engine used for a booking, and named nobody, counts as its guest's", async () => {
  await w.guests("guest", 12);
  const code = (variant: Variant) => variantCoupon(variant, { type: "code", code: `KURA-${variant}` });
  const id = await sent(comparing(code("A"), code("B")));
  const guest = (await drawn()).find(({ variant }) => variant === "B")?.customer_id ?? 0;
  const booking = await w.reservation(guest, { reserved_date: "2026-11-20" });
  await w.query(sql`insert into use_coupon_cases (account_id, facility_account_id, coupon_id, stay_reservation_id, use_date, quantity,
      discount, idempotency_key)
    select coupon.account_id, coupon.account_id, coupon.id, ${booking}, '2026-11-20', 1, 2000, 'engine'
    from coupons coupon
    where coupon.variant = 'B'`);
  await recomputeAttributions(w.t.app, { signal: new AbortController().signal });
  const [{ variants }] = (await w.call("GET", `/campaigns/${id}/variants`)).items;
  expect(variants.map(({ used, reserved }: { used: number; reserved: number }) => [used, reserved])).toEqual([
    [0, 0],
    [1, 1],
  ]);
});

test("what a letter gave is taken back, also where the first letter has a code for everybody", async () => {
  await w.guests("guest", 12);
  const code = variantCoupon("A", { type: "code", code: "KURA-A" });
  const id = await sent(comparing(code, variantCoupon("B")));
  const all = await held();
  expect([all.length > 2, new Set(all.map(({ variant }) => variant))]).toEqual([true, new Set(["B"])]);
  const { commands, pushes } = await w.detail(id);
  expect(commands).toContain("revoke");
  const push_action_id = pushes[0].id;
  expect(await w.call("GET", `/campaigns/${id}/revoke?push_action_id=${push_action_id}`)).toMatchObject({
    coupons: all.length,
  });
  await w.call("POST", `/campaigns/${id}/revoke`, { push_action_id, remarks: "金額の誤り" });
  await w.drain();
  expect(await held()).toEqual([]);
  const [{ variants }] = (await w.call("GET", `/campaigns/${id}/variants`)).items;
  expect(variants.map(({ given }: { given: number }) => given)).toEqual([12 - all.length, 0]);
});
