import type { Binder, CallContext } from "../../../http/binder.ts";
import { CallError } from "../../../http/errors.ts";
import { addressedCustomer } from "../customers.read.ts";
import { liftSuppression } from "./lift-suppression.ts";
import { currentSuppression, suppressionLines } from "./suppressions.queries.ts";

/** Why mail does not go to a guest; of one who was merged, the survivor's. */
export function suppressionRoutes(os: Binder) {
  const calls = os.customers;
  const asked = (context: CallContext, input: { id: number; reason?: string }) =>
    context.inScope(async (tx) => {
      const { accountId } = context.scope;
      const id = await addressedCustomer(tx, context.scope, input.id);
      if (id === undefined) throw new CallError("NOT_FOUND");
      if (input.reason !== undefined) await liftSuppression(tx, context, { id, reason: input.reason });
      return {
        current: await currentSuppression(tx, accountId, id),
        items: await suppressionLines(tx, accountId, id),
      };
    });
  return {
    suppressions: calls.suppressions.handler(({ input, context }) => asked(context, input)),
    liftSuppression: calls.liftSuppression.handler(({ input, context }) => asked(context, input)),
  };
}
