import { todayOf } from "../../clock.ts";
import type { Binder } from "../../http/binder.ts";
import { guestCalls } from "../../http/guest-calls.ts";
import { customerAudit } from "./customer-audit.ts";
import { customerData } from "./customer-data.queries.ts";
import { addressedCustomer } from "./customers.read.ts";
import { type EraseElsewhere, eraseCustomer, erasureOf } from "./erase-customer.ts";
import { timelineOf } from "./timeline.queries.ts";

/** Everything that happened with a guest, and what a guest may ask for. */
export function customerRequestRoutes(os: Binder, eraseElsewhere: EraseElsewhere) {
  const calls = os.customers;
  const { ofGuest } = guestCalls(addressedCustomer);
  return {
    timeline: calls.timeline.handler(({ input: asked, context }) =>
      ofGuest(context, asked, async (tx, _staff, input) => {
        const { rows, total } = await timelineOf(tx, context.scope, input, todayOf(context.app.clock));
        return { items: rows, total, page: input.page, size: input.size };
      }),
    ),

    data: calls.data.handler(({ input: asked, context }) =>
      ofGuest(context, asked, async (tx, _staff, input) => {
        await customerAudit(tx, context, "export", input.id, { file: "disclosure" });
        return customerData(tx, context.scope, input.id);
      }),
    ),

    erasure: calls.erasure.handler(({ input, context }) => context.inScope((tx) => erasureOf(tx, context, input.id))),

    erase: calls.erase.handler(({ input, context }) =>
      context.inScope((tx) => eraseCustomer(tx, context, input, eraseElsewhere)),
    ),
  };
}
