import { todayOf } from "../../clock.ts";
import type { Binder } from "../../http/binder.ts";
import { ranksWithDistribution } from "./ranks.queries.ts";

export function ranksRoutes(os: Binder) {
  return {
    list: os.ranks.list.handler(async ({ context }) => {
      const today = todayOf(context.app.clock);
      const items = await context.inScope((tx) => ranksWithDistribution(tx, context.scope, today));
      return { items, total: items.length, page: 1, size: Math.max(items.length, 20) };
    }),
  };
}
