import type { NotDelivered } from "@okaeri/contract/problems/stored-reasons";
import { hasPool, isGiven } from "@okaeri/domain/coupons/pool";
import { sql } from "kysely";
import type { App } from "../../../app.ts";
import { todayOf } from "../../../clock.ts";
import { occasionsOfPushes } from "../../pushes/occasions.read.ts";
import { type Channel, campaignOf, type DeliveredInside, type Recipient, recipientOf } from "../../pushes/ports.ts";
import { awaitsMessage } from "../../pushes/pushes.read.ts";
import { couponsWhere, hasEnded, lockCoupon, ONCE } from "../coupons.read.ts";
import { type Given, giveCoupon } from "../give-coupon.ts";

/**
 * Everybody is eligible until the coupon has ended. A guest who has it gets no second one. A coupon with one code for all is everybody's
 * from the send on; from a pool each guest gets a code, as long as there are any.
 */
export function couponChannel(app: Pick<App, "clock">): Channel {
  const everybody = { joins: sql``, reason: sql<null>`null::text` };
  return {
    eligibility: async () => everybody,
    open: async (opening, push) => {
      const { accountId } = push;
      const { campaignActionId } = campaignOf(push);
      const own = sql`coupon.campaign_action_id = ${campaignActionId}`;
      const [coupon] = await couponsWhere(opening, accountId, own);
      if (coupon === undefined) throw new Error(`action ${campaignActionId} has no coupon`);
      await opening.run`update coupons
        set issued_at = coalesce(issued_at, ${app.clock.now()})
        where account_id = ${accountId} and id = ${coupon.id}`;
      const { acquire_amount_limit: limit, taken_by_guest: isOffered } = coupon.terms;
      const limited = hasPool(coupon.terms) || (limit !== null && !isOffered);
      return {
        kind: "inside",
        size: 500,
        // When there is not enough for all, guests who also get the message come first.
        ...(limited ? { first: awaitsMessage(push) } : {}),
        refused: "coupon_refused",
        lastMoment: () => ({ ...everybody, columns: sql`null as nothing_else` }),
        async deliver(tx, recipients) {
          const guests = recipients.map(recipientOf);
          const today = todayOf(app.clock);
          // Its last day can pass while the send waits or is running.
          if (await hasEnded(tx, accountId, coupon.id, today)) return guests.map((one) => skipped(one, "coupon_ended"));
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
        },
      };
    },
  };
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

function outcomeOf(guest: Recipient, result: Given["result"] | undefined, none: NotDelivered): DeliveredInside {
  if (result === "given") return reached(guest);
  return skipped(guest, result === "held" ? "coupon_held" : none);
}
