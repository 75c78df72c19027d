import { ACTION_TYPES } from "@okaeri/domain/enumerations";
import { REACTIONS } from "@okaeri/domain/pushes/reactions";
import { VARIANTS } from "@okaeri/domain/pushes/variants";
import { z } from "zod";
import { OUTCOMES } from "../../lists/recipients.ts";

/** One guest of one send, and what became of it. */
export const recipient = z.object({
  push_action_id: z.number().int(),
  customer_id: z.number().int(),
  customer_name: z.string(),
  type: z.enum(ACTION_TYPES),
  /** Which of several texts is theirs; null: there is one, they get none, or it is to be chosen yet. */
  variant: z.enum(VARIANTS).nullable(),
  outcome: z.enum(OUTCOMES),
  /** What became of the message once it had left. */
  reactions: z.array(z.enum(REACTIONS)),
  reason: z.string().nullable(),
  address: z.string().nullable(),
  at: z.string().nullable(),
  /** Of a message with an unknown outcome: what to look for in the log of the server that sent it. */
  message_id: z.string().nullable(),
  /** Under which number the messages of the guest have it; null: there is none, or it is older than they are kept. */
  guest_message_id: z.number().int().nullable(),
});
