import type { App } from "../app.ts";
import { campaignSource } from "../sections/campaigns/campaign-source.ts";
import type { Pace, PushEngine } from "../sections/pushes/ports.ts";
import { pushJobs } from "../sections/pushes/pushes.jobs.ts";
import { ACTION_KINDS } from "./action-kinds.ts";

/** What the jobs of pushes do. */
export function pushHandlers(app: App, pace?: Pace) {
  return pushJobs(pushEngine(app, pace));
}

/** The engine of pushes: what sends, and what delivers for it. Whatever else is to send is one more cause. */
export function pushEngine(app: App, pace?: Pace): PushEngine {
  const channels = Object.fromEntries(ACTION_KINDS.map((kind) => [kind.type, kind.channel(app, pace)]));
  const source = campaignSource(ACTION_KINDS);
  return { app, causes: [{ kind: source.kind, source, channels }], turnSeconds: 30 };
}
