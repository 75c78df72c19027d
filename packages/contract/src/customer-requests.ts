import { z } from "zod";
import { call, needsAction, needsExport, needsProgramme } from "./call.ts";
import { id, listOf, pageNumber, sizeOf, version } from "./paging.ts";

/** Events of one day are sorted in this order: points expire at midnight, and a reversal follows what it reverses. */
const kind = z.enum([
  "reservation",
  "cancellation",
  "stay",
  "points_expired",
  "points_granted",
  "points_used",
  "points_use_cancelled",
  "points_taken",
  "points_deducted",
  "coupon_got",
  "coupon_revoked",
  "coupon_used",
  "coupon_use_cancelled",
  "message",
  "message_opened",
  "message_clicked",
  "message_unsubscribed",
  "message_bounced",
  "message_complained",
  "consent",
  "rank",
  "rank_given",
  "rank_given_over",
  "note",
  "edit",
]);
export const TIMELINE_KINDS = kind.options;
export type TimelineKind = z.output<typeof kind>;

/** One thing that happened; `title` and `detail` are names and numbers as they are stored, worded by the screen for its kind. */
const event = z.object({
  key: z.string(),
  kind,
  /** The day in Tokyo. */
  day: z.string(),
  title: z.string().nullable(),
  detail: z.string().nullable(),
  amount: z.number().nullable(),
});

/** What a guest may ask for, and everything that happened with one. */
export const customerRequests = {
  timeline: call(needsAction("customers/read"))
    .route({ method: "GET", path: "/customers/{id}/timeline", summary: "顧客のできごと" })
    .input(
      z.object({
        id,
        kinds: z
          .string()
          .max(600)
          .transform((text) => text.split(","))
          .pipe(z.array(kind))
          .optional(),
        page: pageNumber,
        size: sizeOf,
      }),
    )
    .output(listOf(event)),
  /** Everything kept about one guest, with Japanese labels: for a request under the law on personal information. */
  data: call(needsExport(needsAction("customers/read")))
    .route({ method: "GET", path: "/customers/{id}/data", summary: "顧客の開示用データ" })
    .input(z.object({ id }))
    .output(z.record(z.string(), z.unknown())),
  /** What erasing would take away, and what stays until when. */
  erasure: call(needsProgramme("customers/delete"))
    .route({ method: "GET", path: "/customers/{id}/erasure", summary: "消去の前の確認" })
    .input(z.object({ id }))
    .output(
      z.object({
        version,
        /** The last day on which the guest register must be kept; null: nothing has to stay. */
        register_until: z.string().nullable(),
        upcoming_reservations: z.number().int(),
        point_balance: z.number().int(),
        notes: z.number().int(),
      }),
    ),
  erase: call(needsProgramme("customers/delete"))
    .route({ method: "POST", path: "/customers/{id}/erasure", summary: "顧客を消去する" })
    .input(z.strictObject({ id, version }))
    .output(z.object({ register_until: z.string().nullable() })),
};
