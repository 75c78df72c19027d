import type { App } from "../app.ts";
import { refreshStatistics } from "../database/statistics.ts";
import type { JobHandler } from "../jobs/jobs.ts";
import { campaignSource } from "../sections/campaigns/delivery/campaign-source.ts";
import { TRIGGER_CAUSE } from "../sections/campaigns/triggers/trigger-cause.ts";
import { triggerJobs } from "../sections/campaigns/triggers/triggers.jobs.ts";
import type { Pace, PushEngine } from "../sections/pushes/ports.ts";
import { pushJobs } from "../sections/pushes/pushes.jobs.ts";
import { ACTION_KINDS } from "./action-kinds.ts";

/** What the jobs of pushes do, and of what starts them by itself. */
export function pushHandlers(app: App, pace?: Pace, kinds = ACTION_KINDS) {
  const engine = pushEngine(app, pace, kinds);
  const pushes = pushJobs(engine);
  const freeze: JobHandler<"snapshot-recipients"> = async (data, run) => {
    await pushes["snapshot-recipients"](data, run);
    // What a send wrote is asked at once: by the next one, by its deliveries and by its page.
    await refreshStatistics(app.database);
  };
  return {
    ...pushes,
    ...triggerJobs(engine, kinds),
    "snapshot-recipients": freeze,
  };
}

/** The engine of pushes: what sends, and what delivers for it. A new kind of sending is one more cause. */
export function pushEngine(app: App, pace?: Pace, kinds = ACTION_KINDS): PushEngine {
  const channels = Object.fromEntries(
    kinds.flatMap(({ type, delivery }) => (delivery ? [[type, delivery.channel(app, pace)]] : [])),
  );
  const sends = (["by_hand", "schedule"] as const).map((kind) => ({
    kind,
    source: campaignSource(kinds, kind),
    channels,
  }));
  const causes = [...sends, { ...TRIGGER_CAUSE, channels }];
  return { app, causes, turnSeconds: 30 };
}
