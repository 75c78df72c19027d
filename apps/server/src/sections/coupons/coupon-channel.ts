import { sql } from "kysely";
import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import type { Channel, DeliveredInside } from "../pushes/ports.ts";
import { couponsWhere, lockCoupon } from "./coupons.read.ts";
import { type Given, giveCoupon } from "./give-coupon.ts";

/** Everybody is eligible. Who has the coupon gets no second one; a coupon with a code is everybody's from the send on. */
export function couponChannel(app: Pick<App, "clock">): Channel {
  const everybody = { joins: sql``, reason: sql<null>`null::text` };
  return {
    standing: async () => everybody,
    open: async (opening, { accountId, campaignActionId, pushActionId }) => {
      const own = sql`k.campaign_action_id = ${campaignActionId}`;
      const [coupon] = await couponsWhere(opening, accountId, own);
      if (coupon === undefined) throw new Error(`action ${campaignActionId} has no coupon`);
      await opening.run`update coupons set issued_at = coalesce(issued_at, ${app.clock.now()})
        where account_id = ${accountId} and id = ${coupon.id}`;
      return {
        kind: "inside",
        statementName: "coupon",
        size: 2_000,
        refused: "coupon_refused",
        lastMoment: () => ({ ...everybody, columns: sql`null as nothing_else` }),
        async deliver(tx, recipients) {
          const customerIds = recipients.map((one) => one.customer_id);
          if (coupon.terms.type === "code") return customerIds.map((customerId) => reached(customerId));
          const locked = await lockCoupon(tx, accountId, coupon.id);
          if (locked === undefined) throw new Error(`coupon ${coupon.id} is gone`);
          const run = { accountId, today: todayOf(app.clock), userId: null };
          const giving = { couponId: coupon.id, pushActionId, remarks: "", key: `push:${pushActionId}` };
          return (await giveCoupon(tx, run, locked, giving, customerIds)).map(outcomeOf);
        },
      };
    },
  };
}

const reached = (customerId: number): DeliveredInside => ({
  customerId,
  outcome: "sent",
  reason: null,
  grantedPoints: null,
});

function outcomeOf({ customer_id: customerId, result }: Given): DeliveredInside {
  if (result === "given") return reached(customerId);
  const reason = result === "held" ? "coupon_held" : "coupon_exhausted";
  return { customerId, outcome: "skipped", reason, grantedPoints: null };
}
