import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { couponAction, mailAction, makeGuests, promotion } from "../campaigns/campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";
import { fed, feedKey } from "../feeds/feeds.fixture.ts";
import { recordMessageEvents } from "../messaging/events/record-message-events.ts";
import { engine, booking as engineBooking, partnerKey } from "../partner/partner.fixture.ts";
import { proveConversions, recomputeAttributions } from "./conversions.jobs.ts";

// Bookings as engines and hotels tell them.

let now: Date;
let p: Pipeline;
let id: number;
let partner: string;
let feed: string;
let guest: number;
beforeEach(async () => {
  now = new Date("2026-11-02T01:00:00Z");
  p = await openPipeline({ clock: { now: () => now } });
  const { accountId } = p.inn;
  await p.rules({ quiet_from: null, quiet_until: null, grace_above_count: null });
  [guest = 0] = await makeGuests(p.t.app, accountId, { count: 1, mail: "guest" });
  await p.query(sql`update customers set member_number = 'M-1' where id = ${guest}`);
  const code = couponAction({ type: "code", code: "AKI-1", acquire_amount_limit: null });
  const segments = promotion().segments.map((one) => ({ ...one, actions: [code, mailAction()] }));
  id = await p.started(promotion({ segments }));
  await p.drain();
  partner = await partnerKey(p.t.app, accountId);
  feed = await feedKey(p.t.app, { accountId, facilityId: accountId });
  now = new Date("2026-11-20T03:00:00Z");
});
afterEach(() => p.close());

const signal = new AbortController().signal;
const settle = () => recomputeAttributions(p.t.app, { signal });
const prove = async () => {
  await settle();
  const before = p.t.lines.length;
  await proveConversions(p.t.app, { signal }, p.inn.accountId);
  return p.t.lines.slice(before).filter((line) => line.includes("conversions.corrected"));
};
const attributions = async () =>
  (await p.call("GET", `/campaigns/${id}/bookings`)).items.map(
    (one: { touch: string; coupon_name: string | null; reserved_price: number }) => [
      one.touch,
      one.coupon_name,
      one.reserved_price,
    ],
  );
const tell = (over: object) =>
  fed(p.t, p.inn.accountId, feed, "/feeds/plain/reservations", [
    {
      reservation_code: "R-900",
      check_in_date: "2026-12-04",
      check_out_date: "2026-12-06",
      reserved_date: "2026-11-20",
      reserved_price: 30_000,
      guest_name: "山田 太郎",
      member_number: "M-1",
      ...over,
    },
  ]);

test("a coupon that an engine used before the hotel told of the booking brings it, until it is cancelled", async () => {
  const redeemed = await engine(p.t, partner, "coupons/redeem", {
    coupon_code: "AKI-1",
    member_number: "M-1",
    reservation: engineBooking({ reservation_code: "R-900" }),
  });
  expect(redeemed).toMatchObject({ status: 200 });
  const { status } = await tell({});
  expect(status).toMatchObject({ new: 1, refused: [] });
  expect(await p.query(sql`select customer_id::int from stay_reservations`)).toEqual([{ customer_id: guest }]);
  await settle();
  expect(await attributions()).toEqual([["use", "秋の2,000円割引", 30_000]]);
  await engine(p.t, partner, "coupons/cancel", {
    use_coupon_case_id: redeemed.body.use_coupon_case_id,
    reason: "お客様のご都合",
  });
  await settle();
  expect(await attributions()).toEqual([["delivery", null, 30_000]]);
  expect(await prove()).toEqual([]);
});

test("a click in a mail of which nobody knew whether it arrived brings the booking", async () => {
  const { accountId } = p.inn;
  p.verdict = () => "drop_after_dot";
  now = new Date("2026-11-18T03:00:00Z");
  const other = await p.started(promotion({ name: "冬のご案内" }));
  await p.work();
  await p.rest(other);
  const [target] = await p.query<{ push: number; outcome: string }>(sql`select push_action_id as push, outcome
    from push_action_targets where campaign_id = ${other}`);
  expect(target?.outcome).toBe("unknown");
  await tell({});
  const touches = async () =>
    (await p.call("GET", `/campaigns/${other}/bookings`)).items.map((one: { touch: string }) => one.touch);
  await settle();
  expect(await touches()).toEqual([]);
  const happenedAt = new Date("2026-11-19T03:00:00Z");
  const click = { kind: "clicked", providerEventId: "c1", linkNo: 1, customerId: guest, happenedAt } as const;
  await p.t.app.database.inScope({ accountIds: [accountId] }, (tx) =>
    recordMessageEvents(tx, accountId, [{ ...click, pushActionId: target?.push ?? 0 }]),
  );
  await settle();
  expect(await touches()).toEqual(["click"]);
});
