import { z } from "zod";

const guests = z.number().int();

/** What came of sends (figure-words.ts). `sends`: how many they are; `reached`: by a message, or by what they give where none goes out. */
export const sendFigures = z.object({
  sends: z.number().int(),
  targets: guests,
  reached: guests,
  /** Got points or a coupon and no message. */
  benefits_only: guests,
  /** Got neither, by the rules. */
  omitted: guests,
  failed: guests,
  unknown: guests,
  waiting: guests,
  /** Recipients who still waited when the send was called off or its campaign ended. */
  called_off: guests,
  /** Of the messages: who opened them, … (REACTIONS). */
  opened: guests,
  machine_opened: guests,
  clicked: guests,
  unsubscribed: guests,
  bounced: guests,
  complained: guests,
});
