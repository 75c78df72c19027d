import { usableActions } from "@okaeri/domain/permissions/can";
import { todayOf } from "../../clock.ts";
import type { Binder } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { type AddressedCustomer, guestCalls, historyActions } from "../../http/guest-calls.ts";
import { withDenials } from "../../http/with-denials.ts";
import { bookableReservations } from "../points/bookable.read.ts";
import { usesToDecide } from "./attention.queries.ts";
import { couponsOfCampaign } from "./campaign-coupons.queries.ts";
import { acquiredOf, couponsToGive, usedOf } from "./coupon-histories.queries.ts";
import { cancelCouponByHand, giveByHand, judgedToUse, revokeByHand, useCouponByHand } from "./coupons-by-hand.ts";
import { quoteByHand } from "./try-coupon.ts";

export function couponsRoutes(os: Binder, addressedCustomer: AddressedCustomer) {
  const calls = os.coupons;
  const { ofGuest, write } = guestCalls(addressedCustomer);
  return {
    acquired: calls.acquired.handler(({ input, context }) =>
      ofGuest(context, input, async (tx, { scope, today }, filter) => {
        const { rows, total } = await acquiredOf(tx, scope, filter, today);
        const items = rows.map(({ own_use, ...row }) => ({
          ...row,
          page_actions: historyActions(context, row.state !== "revoked" && row.state !== "ended" && !own_use),
        }));
        return { items, total, page: input.page, size: input.size };
      }),
    ),

    used: calls.used.handler(({ input, context }) =>
      ofGuest(context, input, async (tx, { scope }, filter) => {
        const { rows, total } = await usedOf(tx, scope, filter);
        const items = rows.map(({ own, ...row }) => ({
          ...row,
          page_actions: historyActions(context, own && row.cancel_date === null),
        }));
        return { items, total, page: input.page, size: input.size };
      }),
    ),

    choices: calls.choices.handler(({ input, context }) =>
      ofGuest(context, input, async (tx, staff, { id, stay_reservation_id }) => ({
        to_give: await couponsToGive(tx, staff.scope, id, staff.today),
        to_use: await judgedToUse(tx, staff, { id, stay_reservation_id }, context.language),
        reservations: await bookableReservations(tx, staff.scope, id),
        today: staff.today,
        page_actions: usableActions(staff.scope.subject, "customers"),
      })),
    ),

    ofCampaign: calls.ofCampaign.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const items = await couponsOfCampaign(tx, context.scope.accountId, input.id);
        if (items === undefined) throw new CallError("NOT_FOUND");
        return { items };
      }),
    ),

    attention: calls.attention.handler(({ context }) =>
      context.inScope(async (tx) => ({
        open_uses: await usesToDecide(tx, context.scope, todayOf(context.app.clock)),
      })),
    ),

    quote: calls.quote.handler(({ input, context }) =>
      ofGuest(context, input, (tx, staff, filter) => quoteByHand(tx, staff, filter, context.language)),
    ),

    give: calls.give.handler(({ input, context }) => write(context, "give coupon", input, giveByHand)),
    use: calls.use.handler(({ input, context }) => write(context, "use coupon", input, useCouponByHand)),
    revoke: calls.revoke.handler(({ input, context }) =>
      withDenials(context, { entity: "customers/edit", entityId: input.id }, () =>
        write(context, "take coupon back", input, revokeByHand),
      ),
    ),
    cancelUse: calls.cancelUse.handler(({ input, context }) =>
      withDenials(context, { entity: "customers/edit", entityId: input.id }, () =>
        write(context, "cancel coupon use", input, cancelCouponByHand),
      ),
    ),
  };
}
