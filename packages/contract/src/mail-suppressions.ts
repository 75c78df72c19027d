import { z } from "zod";
import { call, needsAction } from "./call.ts";
import { id } from "./paging.ts";
import { filledLine } from "./text.ts";

/** Why nothing is sent to the guest's present address. */
const current = z.object({
  reason: z.enum(["bounced", "complained", "opted_out", "blocked"]),
  /** Null: from before this was kept. */
  since: z.string().nullable(),
  /** A bounce; never the guest's own refusal or complaint. */
  can_lift: z.boolean(),
});
export type CurrentSuppression = z.output<typeof current>;

/** What came back about one of the guest's addresses, or who lifted a stop. */
const line = z.object({
  id: z.number().int(),
  /** hard: the address takes no mail; soft: not this time; five of them within 30 days stop it, too. */
  kind: z.enum(["hard", "soft", "complaint", "refusal", "lift"]),
  source: z.enum(["send", "report", "sendgrid", "staff"]),
  address: z.string(),
  /** As RFC 3463 has it, such as 5.1.1; empty where nothing said it. */
  status_code: z.string(),
  /** What the other side said, in its own words. */
  detail: z.string(),
  remarks: z.string(),
  happened_at: z.string(),
  entered_by: z.string().nullable(),
});
export type SuppressionLine = z.output<typeof line>;

const suppressions = z.object({ current: current.nullable(), items: z.array(line) });

/** Why mail does not go to a guest, and lifting what a bounce stopped. */
export const mailSuppressions = {
  suppressions: call(needsAction("customers/read"))
    .route({ method: "GET", path: "/customers/{id}/suppressions", summary: "届かなかったメールの記録" })
    .input(z.object({ id }))
    .output(suppressions),
  liftSuppression: call(needsAction("customers/edit"))
    .route({ method: "POST", path: "/customers/{id}/mail-suppression/lift", summary: "メールの不達を解除" })
    .input(z.strictObject({ id, reason: filledLine(200) }))
    .output(suppressions),
};
