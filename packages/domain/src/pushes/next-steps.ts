import type { ActionType } from "../enumerations.ts";
import { type QuietHours, quietUntil } from "./quiet-hours.ts";

/** Why a push whose recipients are fixed is not delivered yet. */
export const HOLDS = ["approval", "grace", "canary", "variant", "quiet_hours"] as const;
export type Hold = (typeof HOLDS)[number];

/**
 * The recipients of a push in the order in which they get it: one percent of a large send, all others, and those outside every variant's
 * share, who wait until a person has chosen a variant.
 */
export const WAVES = ["canary", "main", "remaining"] as const;
export type Wave = (typeof WAVES)[number];

/** A push that is neither over nor stopped, as far as it decides what comes next. */
export type OpenPush = {
  id: number;
  channel: ActionType;
  campaign_segment_id: number;
  frozen: boolean;
  /** A second person has approved what goes out now, or nobody needs to. */
  approved: boolean;
  /** The wave that is sent next. */
  wave: Wave;
  /** Guests of it wait, and nobody has chosen yet. */
  undecided: boolean;
  /** Before the canary: until then the send can be called off. Before the main wave: until then a person can check the canary and stop. */
  grace_until: Date | null;
};
export type PushStep =
  | { id: number; step: "freeze" | "deliver" }
  /** `until`: goes on by itself then; null: a person decides. */
  | { id: number; step: "hold"; hold: Hold; until: Date | null };

/** Channels that send the guest a message; the others give points or coupons. */
export const MESSAGE_CHANNELS = ["mail", "line"] as const satisfies readonly ActionType[];
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** Channels whose figure a message mentions: a guest who did not get it gets no message that mentions it. */
export const REPORTED_FIGURES: readonly ActionType[] = ["point"];

/** Whether a message goes out through the channel. */
export function isMessage<Channel extends ActionType>(channel: Channel): channel is Extract<Channel, MessageChannel> {
  return MESSAGE_CHANNELS.some((one) => one === channel);
}

/**
 * The next steps of one campaign's open pushes, given in the order of their actions (`seq`). First the recipients of all are fixed
 * together; then they wait for approval and for the end of the grace period; then the segment's benefits are given, one push after the
 * other; then its messages are sent in their order, outside the quiet hours, so that they can mention what was given (product §8). A large
 * send does so for its canary, benefits and messages of all segments, before anybody of the rest gets anything. Where texts are
 * compared, a segment does so for the guests in the shares; the others get all of theirs once a person has chosen.
 */
export function nextSteps(
  pushes: readonly OpenPush[],
  { now, quiet }: { now: Date; quiet: QuietHours | null },
): PushStep[] {
  const unfrozen = pushes.find((push) => !push.frozen);
  if (unfrozen) return [{ id: unfrozen.id, step: "freeze" }];
  const canary = pushes.filter(({ wave }) => wave === "canary");
  const beforeChoice = new Set(pushes.flatMap((push) => (push.wave !== "remaining" ? [push.campaign_segment_id] : [])));
  const turn =
    canary.length > 0
      ? canary
      : pushes.filter((push) => push.wave !== "remaining" || !beforeChoice.has(push.campaign_segment_id));
  const undecided = new Set(pushes.flatMap((push) => (push.undecided ? [push.campaign_segment_id] : [])));
  const inTurn = new Map<number, OpenPush>();
  for (const push of [...turn].sort((a, b) => Number(isMessage(a.channel)) - Number(isMessage(b.channel))))
    if (!inTurn.has(push.campaign_segment_id)) inTurn.set(push.campaign_segment_id, push);
  const night = quietUntil(quiet, now);
  return pushes.flatMap((push): PushStep[] => {
    const { id, channel } = push;
    if (!push.approved) return [{ id, step: "hold", hold: "approval", until: null }];
    if (push.grace_until !== null && push.grace_until > now)
      return [{ id, step: "hold", hold: push.wave === "canary" ? "grace" : "canary", until: push.grace_until }];
    if (push.wave === "remaining" && turn.includes(push) && undecided.has(push.campaign_segment_id))
      return [{ id, step: "hold", hold: "variant", until: null }];
    const rests: PushStep[] = night === null ? [] : [{ id, step: "hold", hold: "quiet_hours", until: night }];
    const next = inTurn.get(push.campaign_segment_id);
    if (next === push) return night === null || !isMessage(channel) ? [{ id, step: "deliver" }] : rests;
    // What waits for messages alone rests with them.
    const awaited = next !== undefined && turn.includes(push) ? [next] : [...inTurn.values()];
    return awaited.every((one) => isMessage(one.channel)) ? rests : [];
  });
}
