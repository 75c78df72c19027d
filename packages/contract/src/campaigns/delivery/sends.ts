import { ACTION_TYPES, PUSH_STATUSES } from "@okaeri/domain/enumerations";
import { HOLDS } from "@okaeri/domain/pushes/next-steps";
import { MESSAGE_ROUTES } from "@okaeri/domain/pushes/routes";
import { z } from "zod";

/** One action of one send, and what came of it. */
export const push = z.object({
  id: z.number().int(),
  campaign_action_id: z.number().int(),
  type: z.enum(ACTION_TYPES),
  priority_seq: z.number().int(),
  push_status: z.enum(PUSH_STATUSES),
  stop_requested: z.boolean(),
  /** A sentence where no person stopped it. */
  stop_reason: z.string().nullable(),
  push_scheduled_time: z.string().nullable(),
  push_sent_time: z.string().nullable(),
  /** MessageRoute by which its messages left; null before the first one and for pushes without messages. */
  mail_api_id: z.enum(MESSAGE_ROUTES).nullable(),
  targets: z.number().int(),
  waiting: z.number().int(),
  sent: z.number().int(),
  skipped: z.number().int(),
  failed: z.number().int(),
  unknown: z.number().int(),
  points_granted: z.number().int(),
  points_reversed: z.number().int(),
  /** Why it is on hold; `until` is null where a person decides. */
  held: z.object({ for: z.enum(HOLDS), until: z.string().nullable() }).nullable(),
  /** The first one percent of a large send; the rest waits for what comes of it. */
  is_canary: z.boolean(),
  /** Guests may still have what it gave, and nothing of its send goes out any more. */
  is_revocable: z.boolean(),
  /** Where a second person has to approve: who did. `void`: what goes out has changed since. */
  approval: z.object({ by_name: z.string().nullable(), at: z.string().nullable(), void: z.boolean() }).nullable(),
  /** Ended by a person; with the reason where it was not approved. */
  called_off: z.object({ by_name: z.string(), at: z.string(), refusal: z.string().nullable() }).nullable(),
});

export const stayPayment = z.object({
  id: z.number().int(),
  from: z.string(),
  to: z.string(),
  state: z.enum(["waiting", "running", "done", "refused"]),
  /** A sentence when it was refused. */
  refused_because: z.string().nullable(),
  stays: z.number().int(),
  points: z.number().int(),
  created_by_name: z.string(),
  created_at: z.string(),
});
