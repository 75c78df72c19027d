import type { App } from "../app.ts";
import { campaignSource } from "../sections/campaigns/campaign-source.ts";
import type { Pace, PushEngine } from "../sections/pushes/ports.ts";
import { pushJobs } from "../sections/pushes/pushes.jobs.ts";
import { ACTION_KINDS } from "./action-kinds.ts";

/** What the jobs of pushes do. */
export function pushHandlers(app: App, pace?: Pace, kinds = ACTION_KINDS) {
  return pushJobs(pushEngine(app, pace, kinds));
}

/** The engine of pushes: what sends, and what delivers for it. A new kind of sending is one more cause. */
export function pushEngine(app: App, pace?: Pace, kinds = ACTION_KINDS): PushEngine {
  const channels = Object.fromEntries(kinds.map((kind) => [kind.type, kind.channel(app, pace)]));
  const causes = (["by_hand", "schedule"] as const).map((kind) => ({
    kind,
    source: campaignSource(kinds, kind),
    channels,
  }));
  return { app, causes, turnSeconds: 30 };
}
