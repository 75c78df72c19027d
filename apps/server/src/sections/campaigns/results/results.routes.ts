import { todayOf } from "../../../clock.ts";
import type { Tx } from "../../../database/connection.ts";
import type { Binder, CallContext } from "../../../http/binder.ts";
import { CallError } from "../../../http/errors.ts";
import type { ActionKinds } from "../../actions/action-kind.ts";
import { liftsOf } from "../../conversions/lift.read.ts";
import { readResultGuests, readResults } from "./read-results.ts";
import { isCampaign } from "./results.queries.ts";

export function resultsRoutes(os: Binder, kinds: ActionKinds) {
  const reading = <Answer>(context: CallContext, id: number, read: (tx: Tx) => Promise<Answer>) =>
    context.reading(async (tx) => {
      if (!(await isCampaign(tx, context.scope.accountId, id))) throw new CallError("NOT_FOUND");
      return read(tx);
    });
  return {
    results: os.campaigns.results.handler(({ input, context }) =>
      reading(context, input.id, (tx) => readResults(tx, kinds, context.scope, input, todayOf(context.app.clock))),
    ),
    resultGuests: os.campaigns.resultGuests.handler(({ input, context }) =>
      reading(context, input.id, (tx) => readResultGuests(tx, kinds, context.scope, input)),
    ),
    // In a transaction: how it is to be planned is said beside the statement.
    lift: os.campaigns.lift.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        if (!(await isCampaign(tx, context.scope.accountId, input.id))) throw new CallError("NOT_FOUND");
        return liftsOf(tx, context.scope, input.id);
      }),
    ),
  };
}
