import { FAILURE_REASONS, PUSH_STATUSES } from "@okaeri/domain/enumerations";
import { z } from "zod";
import { id } from "../paging.ts";

// Tests of a message: it goes to oneself and a few colleagues, with a real guest's facts (docs/adr/0478).

/** Colleagues of one test, beside oneself. */
export const MAX_COLLEAGUES = 5;

const number = z.number().int();

export const testQuestion = z.strictObject({
  id,
  /** The saved action whose message it is. */
  campaign_action_id: number,
  /** Whose facts stand in it; null: an invented guest's. */
  customer_id: number.nullable(),
  to_me: z.boolean().default(true),
  /** Colleagues who get it too. */
  user_ids: z.array(number).max(MAX_COLLEAGUES).default([]),
});

/** One test on its way to one person. */
export const messageTest = z.object({
  id: number,
  user_id: number,
  name: z.string(),
  /** Of the saved mail; null: it is gone. */
  mail_id: number.nullable(),
  /** What to look for in the mail server's log; null: no try yet. */
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
