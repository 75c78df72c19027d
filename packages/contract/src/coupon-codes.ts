import { MAX_CODES, MAX_MADE_CODES, MAX_PIECE } from "@okaeri/domain/coupons/pool";
import { z } from "zod";
import { call, needsAction, needsProgramme } from "./call.ts";
import { id } from "./paging.ts";

const figure = z.number().int();
const edit = needsProgramme("campaigns/edit");
const coupon = { id, coupon_id: id };
const left = z.object({ left: figure });

/** Codes of a coupon of which each guest gets one (docs/adr/0122). `id` is the campaign. */
export const couponCodes = {
  /**
   * Adds one chunk of a list, cut at the end of a line: one code a line; of a table the first column counts. Good codes are added, the
   * others named. `first_line`: the number of the chunk's first line in the whole list.
   */
  add: call(edit)
    .route({ method: "POST", path: "/campaigns/{id}/coupons/{coupon_id}/codes", summary: "お一人ずつのコードを追加" })
    .input(
      z.strictObject({
        ...coupon,
        text: z.string().min(1).max(MAX_PIECE),
        first_line: z
          .number()
          .int()
          .min(1)
          .max(MAX_CODES * 10)
          .default(1),
      }),
    )
    .output(
      left.extend({
        added: figure,
        refused_count: figure,
        /** The first of them. */
        refused: z.array(z.object({ line: figure, code: z.string(), message: z.string() })),
      }),
    ),
  /** `known`: the number of codes on the person's screen. Idempotency: a double click makes the codes once. */
  make: call(edit)
    .route({
      method: "POST",
      path: "/campaigns/{id}/coupons/{coupon_id}/codes/generation",
      summary: "お一人ずつのコードを作成",
    })
    .input(
      z.strictObject({
        ...coupon,
        count: z.number().int().min(1).max(MAX_MADE_CODES),
        known: z.number().int().min(0).max(MAX_CODES),
      }),
    )
    .output(left.extend({ added: figure })),
  /** Those that nobody has; the others stay with their guests. */
  remove: call(edit)
    .route({
      method: "POST",
      path: "/campaigns/{id}/coupons/{coupon_id}/codes/removal",
      summary: "まだ渡していないコードを削除",
    })
    .input(z.strictObject(coupon))
    .output(z.object({ removed: figure })),
  setAlarm: call(edit)
    .route({ method: "PUT", path: "/campaigns/{id}/coupons/{coupon_id}/codes/alarm", summary: "コードの残数の通知" })
    .input(z.strictObject({ ...coupon, alarm_at: z.number().int().min(0).max(MAX_CODES).nullable() }))
    .output(z.object({ alarm_at: figure.nullable() })),
  /** Coupons in use that run out of codes: no more are left than their alarm threshold. */
  runningLow: call(needsAction("campaigns/read"))
    .route({ method: "GET", path: "/campaigns/running-low", summary: "残り少ないコード" })
    .output(
      z.object({
        total: figure,
        /** Those with the fewest. */
        items: z.array(
          z.object({
            campaign_id: figure,
            campaign_name: z.string(),
            coupon_id: figure,
            name: z.string(),
            left: figure,
          }),
        ),
      }),
    ),
};
