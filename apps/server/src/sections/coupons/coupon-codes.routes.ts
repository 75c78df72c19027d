import { todayOf } from "../../clock.ts";
import type { Binder } from "../../http/binder.ts";
import { addCodes, makeCodes, removeCodes, setCodesAlarm } from "./coupon-codes.ts";
import { runningLow } from "./running-low.queries.ts";

export function couponCodesRoutes(os: Binder) {
  const calls = os.couponCodes;
  return {
    add: calls.add.handler(({ input, context }) =>
      context.inScope((tx) => addCodes(tx, context, input, context.language)),
    ),
    make: calls.make.handler(({ input, context }) => context.inScope((tx) => makeCodes(tx, context, input))),
    remove: calls.remove.handler(({ input, context }) => context.inScope((tx) => removeCodes(tx, context, input))),
    setAlarm: calls.setAlarm.handler(({ input, context }) =>
      context.inScope((tx) => setCodesAlarm(tx, context, input)),
    ),
    runningLow: calls.runningLow.handler(({ context }) =>
      context.inScope((tx) => runningLow(tx, context.scope.accountId, todayOf(context.app.clock))),
    ),
  };
}
