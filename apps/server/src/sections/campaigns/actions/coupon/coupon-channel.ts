import type { NotDelivered } from "@okaeri/contract/problems/stored-reasons";
import { sharesOf } from "@okaeri/domain/campaigns/variants/variants";
import { hasPool, isGiven } from "@okaeri/domain/coupons/pool";
import { sql } from "kysely";
import type { App } from "../../../../app.ts";
import { todayOf } from "../../../../clock.ts";
import type { Tx } from "../../../../database/connection.ts";
import { type Coupon, couponHasEnded, couponsOfAction, lockCoupon, ONCE } from "../../../coupons/coupons.read.ts";
import { type CouponGiveResult, giveCoupon } from "../../../coupons/give-coupon.ts";
import { occasionsOfPushes } from "../../../pushes/occasions.read.ts";
import {
  type Channel,
  campaignOf,
  type DeliveredInside,
  type PushedAction,
  type Recipient,
  recipientOf,
} from "../../../pushes/ports.ts";
import { awaitsMessage } from "../../../pushes/pushes.read.ts";
import { currentVariant } from "../../../pushes/variants.ts";

/**
 * Everybody is eligible until the coupon has ended. A guest who has it gets no second one. A coupon with one code for all is everybody's
 * from the send on; from a pool each guest gets a code, as long as there are any. Of several coupons of the action a guest gets the one of their letter.
 */
export function couponChannel(app: Pick<App, "clock">): Channel {
  const everybody = { joins: sql``, reason: sql<null>`null::text` };
  return {
    eligibility: async () => () => everybody,
    async shares(tx, push) {
      const shares = sharesOf((await couponsOf(tx, push)).map(({ terms }) => terms));
      return shares.length > 1 ? shares : [];
    },
    open: async (opening, push) => {
      const { accountId } = push;
      const coupons = await couponsOf(opening, push);
      if (coupons.length === 0) throw new Error("the push has no coupon");
      const ids = coupons.map(({ id }) => id);
      await opening.run`update coupons
        set issued_at = coalesce(issued_at, ${app.clock.now()})
        where account_id = ${accountId} and id = any(${ids}::bigint[])`;
      const assignedVariant = currentVariant(sharesOf(coupons.map(({ terms }) => terms)), {
        accountId,
        campaignActionId: campaignOf(push).campaignActionId,
        chosen: push.chosen,
      });
      return {
        kind: "inside",
        size: 500,
        // When there is not enough for all, guests who also get the message come first.
        ...(coupons.some(isLimited) ? { first: awaitsMessage(push) } : {}),
        refused: "coupon_refused",
        assignedVariant,
        recheckAtSend: () => ({ ...everybody, columns: sql`null as nothing_else` }),
        async deliver(tx, recipients) {
          const outcomes: DeliveredInside[] = [];
          // In the order of their ids, as locks are taken.
          for (const coupon of coupons.toSorted((a, b) => a.id - b.id)) {
            const own = recipients.filter(({ variant }) => variant === null || variant === coupon.terms.variant);
            if (own.length > 0) outcomes.push(...(await giveTo(tx, app, accountId, coupon, own.map(recipientOf))));
          }
          return outcomes;
        },
      };
    },
  };
}

const couponsOf = (tx: Tx, push: PushedAction) =>
  couponsOfAction(tx, push.accountId, campaignOf(push).campaignActionId);

const isLimited = ({ terms }: Coupon) =>
  hasPool(terms) || (terms.acquire_amount_limit !== null && !terms.taken_by_guest);

/** Gives guests a coupon, who wait for none of another letter. */
async function giveTo(
  tx: Tx,
  app: Pick<App, "clock">,
  accountId: number,
  coupon: Coupon,
  guests: readonly Recipient[],
): Promise<DeliveredInside[]> {
  const today = todayOf(app.clock);
  // Its last day can pass while the send waits or is running.
  if (await couponHasEnded(tx, accountId, coupon.id, today)) return guests.map((one) => skipped(one, "coupon_ended"));
  // What guests take themselves is offered by being told of.
  if (!isGiven(coupon.terms) || coupon.terms.taken_by_guest) return guests.map((one) => reached(one));
  const locked = await lockCoupon(tx, accountId, coupon.id);
  if (locked === undefined) throw new Error(`coupon ${coupon.id} is gone`);
  const ctx = { accountId, today, userId: null };
  const none = hasPool(locked.terms) ? "coupon_no_code" : "coupon_exhausted";
  const occasions = await occasionsOfPushes(
    tx,
    accountId,
    guests.map(({ pushActionId }) => pushActionId),
  );
  const outcomes: DeliveredInside[] = [];
  for (const round of onceEach(guests)) {
    const receivers = round.map((one) => {
      const { key: occasion, day: occasionOn } = occasions.get(one.pushActionId) ?? { key: ONCE, day: null };
      return { ...one, key: `push:${one.pushActionId}`, occasion, occasionOn };
    });
    // What the round before it gave is no longer there.
    const now = outcomes.length === 0 ? locked : ((await lockCoupon(tx, accountId, coupon.id)) ?? locked);
    const given = await giveCoupon(tx, ctx, now, { couponId: coupon.id, remarks: "" }, receivers);
    const results = new Map(given.map((one) => [one.customer_id, one.result]));
    outcomes.push(...round.map((one) => outcomeOf(one, results.get(one.customerId), none)));
  }
  return outcomes;
}

/** The recipients in rounds in which each guest comes once: events of several stays may mean the same one. */
function onceEach(guests: readonly Recipient[]): Recipient[][] {
  const seen = new Map<number, number>();
  const round = ({ customerId }: Recipient) => {
    const before = seen.get(customerId) ?? 0;
    seen.set(customerId, before + 1);
    return before;
  };
  return [...Map.groupBy(guests, round).values()];
}

const reached = (guest: Recipient): DeliveredInside => ({
  ...guest,
  outcome: "sent",
  reason: null,
  grantedPoints: null,
});

const skipped = (guest: Recipient, reason: NotDelivered): DeliveredInside => ({
  ...guest,
  outcome: "skipped",
  reason,
  grantedPoints: null,
});

function outcomeOf(
  guest: Recipient,
  result: CouponGiveResult["result"] | undefined,
  none: NotDelivered,
): DeliveredInside {
  if (result === "given") return reached(guest);
  return skipped(guest, result === "held" ? "coupon_held" : none);
}
