import { todayOf } from "../../clock.ts";
import type { Binder } from "../../http/binder.ts";
import { reportOverview } from "./report-overview.ts";

export function reportsRoutes(os: Binder) {
  return {
    overview: os.reports.overview.handler(({ input, context }) => {
      const at = { today: todayOf(context.app.clock), language: context.language };
      return context.inScope((tx) => reportOverview(tx, context.scope, input, at));
    }),
  };
}
