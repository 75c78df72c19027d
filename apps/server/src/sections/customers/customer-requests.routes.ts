import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import type { Binder, CallContext } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { customerAudit } from "./customer-audit.ts";
import { customerData } from "./customer-data.queries.ts";
import { customerExists } from "./customers.read.ts";
import { eraseCustomer, erasureOf, type ForgetElsewhere } from "./erase-customer.ts";
import { timelineOf } from "./timeline.queries.ts";

/** Everything that happened with a guest, and what a guest may ask for. */
export function customerRequestRoutes(os: Binder, forgetElsewhere: ForgetElsewhere) {
  const calls = os.customers;
  return {
    timeline: calls.timeline.handler(({ input, context }) =>
      ofGuest(context, input.id, async (tx) => {
        const { rows, total } = await timelineOf(tx, context.scope, input, todayOf(context.app.clock));
        return { items: rows, total, page: input.page, size: input.size };
      }),
    ),

    data: calls.data.handler(({ input, context }) =>
      ofGuest(context, input.id, async (tx) => {
        await customerAudit(tx, context, "export", input.id, { file: "disclosure" });
        return customerData(tx, context.scope, input.id);
      }),
    ),

    erasure: calls.erasure.handler(({ input, context }) => context.inScope((tx) => erasureOf(tx, context, input.id))),

    erase: calls.erase.handler(({ input, context }) =>
      context.inScope((tx) => eraseCustomer(tx, context, input, forgetElsewhere)),
    ),
  };
}

function ofGuest<T>(context: CallContext, id: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  return context.inScope(async (tx) => {
    if (!(await customerExists(tx, context.scope, id))) throw new CallError("NOT_FOUND");
    return work(tx);
  });
}
