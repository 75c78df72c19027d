import type { App } from "../app.ts";
import { campaignSource } from "../sections/campaigns/campaign-source.ts";
import { couponChannel } from "../sections/coupons/coupon-channel.ts";
import { type MailPace, mailChannel } from "../sections/messaging/mail-channel.ts";
import { pointChannel } from "../sections/points/point-channel.ts";
import type { PushEngine } from "../sections/pushes/ports.ts";
import { pushJobs } from "../sections/pushes/pushes.jobs.ts";

/** What the jobs of pushes do. */
export function pushHandlers(app: App, pace?: MailPace) {
  return pushJobs(pushEngine(app, pace));
}

/** The engine of pushes: what sends, and what delivers for it. Whatever else is to send is one more cause. */
export function pushEngine(app: App, pace?: MailPace): PushEngine {
  const channels = { point: pointChannel(app), coupon: couponChannel(app), mail: mailChannel(app, pace) };
  const byHand = { kind: campaignSource.kind, source: campaignSource, channels };
  return { app, causes: [byHand], turnSeconds: 30 };
}
