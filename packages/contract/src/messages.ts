import { MESSAGE_CHANNELS } from "@okaeri/domain/pushes/next-steps";
import { z } from "zod";
import { call, needsAction } from "./call.ts";
import { id, listOf, pageNumber, sizeOf } from "./paging.ts";

const moment = z.string().nullable();

/** A message that went out to a guest, or was to, as it stands now. */
const item = z.object({
  id: z.number().int(),
  channel: z.enum(MESSAGE_CHANNELS),
  campaign_id: z.number().int().nullable(),
  campaign_name: z.string().nullable(),
  /** Of an erased guest's without what it said of them. */
  subject: z.string(),
  sent_at: z.string(),
  status: z.enum(["sent", "failed", "unknown"]),
  /** A sentence. */
  reason: z.string().nullable(),
  /** By people; opens by machines that check messages are counted apart. */
  opened_at: moment,
  machine_opened_at: moment,
  clicked_at: moment,
  unsubscribed_at: moment,
  bounced_at: moment,
  complained_at: moment,
});
export type GuestMessage = z.output<typeof item>;

/** Null: the guest was erased. Its addresses lead nowhere. */
const detail = item.extend({ html: z.string().nullable(), text: z.string().nullable() });

const read = needsAction("customers/read");

/** What was sent to a guest (docs/adr/0550). */
export const messages = {
  list: call(read)
    .route({ method: "GET", path: "/customers/{id}/messages", summary: "お客様に送ったメッセージ" })
    .input(z.object({ id, page: pageNumber, size: sizeOf }))
    .output(listOf(item)),
  get: call(read)
    .route({ method: "GET", path: "/customers/{id}/messages/{message_id}", summary: "お客様に送ったメッセージの本文" })
    .input(z.object({ id, message_id: id }))
    .output(detail),
};
