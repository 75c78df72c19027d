import type { ActionType } from "../enumerations.ts";

/** A push that is neither over nor stopped, as far as it decides what comes next. */
export type OpenPush = { id: number; channel: ActionType; campaign_segment_id: number; frozen: boolean };
export type PushStep = { id: number; step: "freeze" | "deliver" };

/** Channels that tell the guest something; the others give something. */
const TELLS: readonly ActionType[] = ["line", "mail"];

/** Whether a message goes out through the channel. */
export function isMessage(channel: ActionType): boolean {
  return TELLS.includes(channel);
}

/**
 * What is to be done next of one campaign's open pushes, given in their order. First the recipients of all are fixed together; then what
 * a segment gives is given; then its messages go out, so that they can tell what was given.
 */
export function nextSteps(pushes: readonly OpenPush[]): PushStep[] {
  const unfrozen = pushes.find((push) => !push.frozen);
  if (unfrozen) return [{ id: unfrozen.id, step: "freeze" }];
  const giving = new Set(pushes.filter((push) => !isMessage(push.channel)).map((push) => push.campaign_segment_id));
  return pushes
    .filter((push) => !isMessage(push.channel) || !giving.has(push.campaign_segment_id))
    .map(({ id }) => ({ id, step: "deliver" }));
}
