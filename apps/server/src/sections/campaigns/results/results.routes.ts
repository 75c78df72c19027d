import { todayOf } from "../../../clock.ts";
import type { Tx } from "../../../database/connection.ts";
import type { Binder, CallContext } from "../../../http/binder.ts";
import { CallError } from "../../../http/errors.ts";
import { liftsOf } from "../../conversions/lift.read.ts";
import type { ActionKinds } from "../actions/action-kind.ts";
import { readResultGuests, readResults } from "./read-results.ts";
import { isCampaign } from "./results.queries.ts";

export function resultsRoutes(os: Binder, kinds: ActionKinds) {
  const reading = <Answer>(context: CallContext, id: number, read: (tx: Tx) => Promise<Answer>) =>
    context.reading(async (tx) => {
      if (!(await isCampaign(tx, context.scope.accountId, id))) throw new CallError("NOT_FOUND");
      return read(tx);
    });
  // In a transaction: how it is to be planned is said beside the statement.
  const liftsIn = (context: CallContext, id: number) =>
    context.inScope(async (tx) => {
      if (!(await isCampaign(tx, context.scope.accountId, id))) throw new CallError("NOT_FOUND");
      return liftsOf(tx, context.scope, id);
    });
  return {
    results: os.campaigns.results.handler(async ({ input, context }) => {
      const today = todayOf(context.app.clock);
      const results = await reading(context, input.id, (tx) => readResults(tx, kinds, context.scope, input, today));
      const lifts = input.lift === "true" ? await liftsIn(context, input.id) : { lift: null, standing_lift: null };
      return { ...results, ...lifts };
    }),
    resultGuests: os.campaigns.resultGuests.handler(({ input, context }) =>
      reading(context, input.id, (tx) => readResultGuests(tx, kinds, context.scope, input)),
    ),
    lift: os.campaigns.lift.handler(({ input, context }) => liftsIn(context, input.id)),
  };
}
