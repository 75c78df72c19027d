import { calendarDate } from "@okaeri/domain/calendar-date";
import { periodPosition } from "@okaeri/domain/campaigns/schedule/period";
import { ACTION_TYPES } from "@okaeri/domain/enumerations";
import { tokyoDay } from "../../ui/format.ts";
import type { TagKind } from "../../ui/Tag.tsx";
import type { CampaignDetail, CampaignItem, Push } from "./campaigns.api.ts";

export type CampaignState =
  | "draft"
  | "sending"
  | NonNullable<CampaignItem["held"]>
  | "sent"
  | "upcoming"
  | "running"
  | "automatic"
  | "over"
  | "stopped"
  | "paused";

export const STATE_KINDS: Record<CampaignState, TagKind> = {
  draft: "neutral",
  sending: "info",
  approval: "warning",
  grace: "info",
  canary: "info",
  variant: "warning",
  quiet_hours: "info",
  sent: "success",
  upcoming: "warning",
  running: "success",
  automatic: "success",
  over: "neutral",
  stopped: "warning",
  paused: "warning",
};

/** A day of the campaign's period as YYYY-MM-DD, whether it comes as a day or as a moment. */
export function periodDay(value: string | null): string | null {
  if (value === null) return null;
  return value.length > 10 ? tokyoDay(value) : value;
}

/** What a person calls the state: the stored one together with period and sends. */
export function campaignState(campaign: CampaignItem, today: string | undefined): CampaignState {
  if (campaign.sending) return campaign.held ?? "sending";
  const { automatic } = campaign;
  // A send comes to rest when it is over, and what runs by itself when nothing can come any more.
  if (campaign.status === "inactive" && campaign.last_sent_at) return automatic ? "over" : "sent";
  if (campaign.status === "inactive") return "draft";
  if (campaign.status === "stopped") return automatic ? "paused" : "stopped";
  const runs = automatic ? "automatic" : "running";
  if (today === undefined || (campaign.type !== "basic" && !automatic)) return runs;
  const [start, end] = [periodDay(campaign.campaign_start_dt), periodDay(campaign.campaign_end_dt)];
  const position = periodPosition(
    { start: start === null ? null : calendarDate(start), end: end === null ? null : calendarDate(end) },
    calendarDate(today),
  );
  return position === "within" ? runs : position;
}

/**
 * What went out stays as it went out: it is used again as a copy. What goes on with each stay may be changed while it rests, what comes by
 * itself while it is stopped.
 */
export function isEditable(
  campaign: Pick<CampaignDetail, "commands" | "sending" | "status" | "type" | "last_sent_at" | "segments">,
): boolean {
  const { commands, sending, status, type, last_sent_at: sent, segments } = campaign;
  const comesByItself = segments.some(({ actions }) => actions.some((action) => action.schedule ?? action.trigger));
  const goesOn = type === "basic" || (status === "stopped" && comesByItself);
  return commands.includes("edit") && !sending && (goesOn || sent === null);
}

/** Whether it ever sent: by hand, by a schedule or by a trigger. `pushes` holds no sends of triggers once they are over. */
export const hasSent = ({ totals }: Pick<CampaignDetail, "totals">): boolean => totals.length > 0;

export type SendCounts = Pick<Push, "targets" | "waiting" | "sent" | "skipped" | "failed" | "unknown">;

/** Several sends together. Counts of recipients, once per action. */
export function totalCounts(pushes: readonly SendCounts[]): SendCounts {
  const sum = (key: keyof SendCounts) => pushes.reduce((total, push) => total + push[key], 0);
  return {
    targets: sum("targets"),
    waiting: sum("waiting"),
    sent: sum("sent"),
    skipped: sum("skipped"),
    failed: sum("failed"),
    unknown: sum("unknown"),
  };
}

/** The parts of each send, the newest first: all actions of one press of the button, or of one run, are planned for the same moment. */
export function sendsOf(pushes: readonly Push[]): Push[][] {
  const sends = Map.groupBy(pushes, ({ push_scheduled_time: at }) => at ?? "");
  return [...sends.entries()].sort(([a], [b]) => (a < b ? 1 : -1)).map(([, send]) => send);
}

/** The parts of the newest send. */
export function newestSend(pushes: readonly Push[]): Push[] {
  return sendsOf(pushes)[0] ?? [];
}

/** Why nothing of a send goes out now. */
export function holdOf(send: readonly Push[]): Push["held"] {
  const moving = send.filter(isMoving);
  return moving.every(({ held }) => held !== null) ? (moving[0]?.held ?? null) : null;
}

/** What a send gives and says, each once, in the order in which it goes out. */
export function kindsOf(send: readonly Push[]): Push["type"][] {
  return ACTION_TYPES.filter((type) => send.some((push) => push.type === type));
}

/** How far a send is: all it gives and says. Whoever is left out on purpose does not count. */
export function sendProgress(send: readonly Push[]): SendCounts & { done: number; total: number } {
  const counts = totalCounts(send);
  const { sent, failed, unknown, targets, skipped } = counts;
  return { ...counts, done: sent + failed + unknown, total: targets - skipped };
}

/** Whether a part of a send has recipients still to come. */
export function isPushOpen(push: Push): boolean {
  return push.push_status === "standby" || push.push_status === "doing";
}

/** Whether these recipients get it without anybody doing more. */
export function isMoving(push: Push): boolean {
  return isPushOpen(push) && !push.stop_requested;
}
