import { todayOf } from "../../clock.ts";
import type { Binder } from "../../http/binder.ts";
import { reportOverview } from "./report-overview.ts";

export function reportsRoutes(os: Binder) {
  return {
    overview: os.reports.overview.handler(({ input, context }) =>
      context.reading((tx) => reportOverview(tx, context.scope, input, todayOf(context.app.clock))),
    ),
  };
}
