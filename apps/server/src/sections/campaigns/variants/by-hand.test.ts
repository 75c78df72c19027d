import { afterEach, beforeEach, expect, test } from "vitest";
import { couponAction, EVERYBODY, makeGuests, promotion } from "../campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../pipeline.fixture.ts";

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline({ clock: { now: () => new Date("2026-11-20T12:00:00+09:00") } });
  await p.rules({ quiet_from: null, quiet_until: null, grace_above_count: null });
});
afterEach(() => p.close());

type Offered = { name: string; variant: string | null };

test("coupons of one action that a guest can be given by hand say their letters, and one that is the only one says none", async () => {
  await makeGuests(p.t.app, p.inn.accountId, { count: 6, mail: "guest" });
  const segment = { id: null, priority_seq: 1, target: EVERYBODY, benefits_to_reached: false };
  const variantCoupon = (variant: "A" | "B") => couponAction({ variant, share: 50, name: "紅葉の割引" });
  const compared = {
    ...variantCoupon("B"),
    seq: 1,
    other_coupons: [variantCoupon("A").coupon as NonNullable<ReturnType<typeof couponAction>["coupon"]>],
  };
  const id = await p.started(promotion({ segments: [{ ...segment, actions: [compared] }] }));
  const alone = { ...couponAction({ name: "春の割引" }), seq: 1 };
  await p.started(promotion({ segments: [{ ...segment, actions: [alone] }] }));
  await p.drain();
  const [later] = await makeGuests(p.t.app, p.inn.accountId, { count: 1, mail: "later" });
  const { to_give } = await p.call("GET", `/customers/${later}/coupons`);
  expect(to_give.map(({ name, variant: of }: Offered) => `${name} ${of}`).toSorted()).toEqual([
    "春の割引 null",
    "紅葉の割引 A",
    "紅葉の割引 B",
  ]);
  const { items } = await p.call("GET", `/campaigns/${id}/coupons`);
  expect(items.map(({ variant }: { variant: string }) => variant)).toEqual(["A", "B"]);
});
