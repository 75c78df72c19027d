import { FAILURE_REASONS, PUSH_STATUSES } from "@okaeri/domain/enumerations";
import { MESSAGE_CHANNELS } from "@okaeri/domain/pushes/next-steps";
import { VARIANTS } from "@okaeri/domain/pushes/variants";
import { z } from "zod";
import { id } from "../../paging.ts";

// Tests of a message: it goes to oneself and a few colleagues, with a real guest's facts (docs/adr/0478).

/** People of one test. */
export const MAX_TEST_RECIPIENTS = 6;

const number = z.number().int();

export const testQuestion = z.strictObject({
  id,
  /** The saved action whose message it is. */
  action_id: number,
  /** Which of its texts, where it has several; null: the first. */
  variant: z.enum(VARIANTS).nullable().default(null),
  /** Whose facts stand in it; null: an invented guest's. */
  customer_id: number.nullable(),
  /** Who gets it, perhaps oneself; null: oneself alone. */
  to: z.array(number).min(1).max(MAX_TEST_RECIPIENTS).nullable(),
});

/** One test on its way to one person. */
export const messageTest = z.object({
  id: number,
  channel: z.enum(MESSAGE_CHANNELS),
  user_id: number,
  name: z.string(),
  /** Of the saved mail; null: it is gone. */
  mail_id: number.nullable(),
  /** What to look for in the log of the server that sent it; null: no try yet. */
  message_id: z.string().nullable(),
  push_status: z.enum(PUSH_STATUSES),
  failure_reason: z.enum(FAILURE_REASONS).nullable(),
  /** Why it did not arrive, or what it waits for. */
  message: z.string().nullable(),
  push_scheduled_time: z.string(),
  push_sent_time: z.string().nullable(),
});

/** Who can be sent a test: oneself first. */
export const testRecipients = z.object({
  items: z.array(z.object({ user_id: number, name: z.string(), is_me: z.boolean() })),
});
