import type { QuietHours } from "./quiet-hours.ts";

/** What an account asks of its sends. Null: it does not ask it. */
export type SendRules = {
  /** More recipients than this need a second person's approval. */
  approvalAbove: number | null;
  /** A send to more recipients than this waits first, and then goes to one percent before the rest. */
  carefulAbove: number | null;
  graceSeconds: number;
  quiet: QuietHours | null;
  /** How long after its moment a run or an occasion that was missed is still made up. */
  missedRunHours: number;
};

/** What holds while an account has saved nothing. */
export const DEFAULT_SEND_RULES: SendRules = {
  approvalAbove: null,
  carefulAbove: 1_000,
  graceSeconds: 60,
  quiet: { from: "21:00", until: "08:00" },
  missedRunHours: 6,
};

export function needsApproval({ approvalAbove }: SendRules, recipients: number): boolean {
  return approvalAbove !== null && recipients > approvalAbove;
}

/** Whether a send is large enough to be begun carefully. */
export function isLarge({ carefulAbove }: SendRules, recipients: number): boolean {
  return carefulAbove !== null && recipients > carefulAbove;
}

/** Number of recipients in the canary of a send: one percent, at least one. */
export function canarySize(recipients: number): number {
  return Math.max(1, Math.ceil(recipients / 100));
}
