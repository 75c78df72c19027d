import { mailRule } from "@okaeri/domain/campaigns/actions/mail";
import { MAX_ACTIONS } from "@okaeri/domain/campaigns/readiness";
import { PLACEHOLDERS } from "@okaeri/domain/messaging/placeholders";
import { MAX_GRANT_POINTS } from "@okaeri/domain/points/amount";
import { z } from "zod";
import { couponDetail } from "../../coupons.ts";
import { orScript, segmentTarget } from "../condition.ts";
import { occasions } from "../occasions.ts";
import { kindOf } from "./kind.ts";

/**
 * Mail of an action; a draft's may be empty. `body` is text with placeholders; blank lines separate paragraphs. `from_address` is the
 * account's configured sender, or empty for it.
 */
export const mailDetail = z.strictObject({
  title: z.string().max(200),
  body: z.string().max(20_000),
  signature: z.string().max(2_000),
  from_address: z.string().max(254),
});

export type MailDetail = z.output<typeof mailDetail>;

/** The mail as one guest of the target reads it. */
const preview = {
  input: orScript(
    z.strictObject({
      target: segmentTarget,
      occasions,
      mail: mailDetail,
      points: z
        .number()
        .int()
        .min(0)
        .max(MAX_ACTIONS * MAX_GRANT_POINTS)
        .nullable(),
      /**
       * The coupon that the mail's segment gives, as it is typed. A guest who does not have it yet is shown it as an example, with the
       * code that would be given next.
       */
      coupon: couponDetail
        .pick({
          type: true,
          name: true,
          description: true,
          code: true,
          reservation_end_date: true,
          stay_end_date: true,
          valid_days_from_acquire: true,
          valid_months_from_acquire: true,
        })
        .extend({ action_id: z.number().int().nullable() })
        .nullable()
        .default(null),
      customer_id: z.number().int().nullable(),
    }),
  ),
  output: z.object({
    customer: z.object({ id: z.number().int(), name: z.string(), email: z.string().nullable() }).nullable(),
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    from: z.string(),
    /** The coupon is an example: this guest does not have it yet. */
    coupon_is_example: z.boolean(),
    /** Lines that are not said to this guest, because nothing is known of what they tell. */
    left_out_lines: z.array(
      z.object({
        field: z.enum(["title", "body", "signature"]),
        line: z.number().int(),
        missing: z.array(z.enum(PLACEHOLDERS)),
      }),
    ),
    problems: z.array(z.object({ field: z.string(), message: z.string() })),
  }),
};

export const mail = kindOf({ detail: mailDetail, rule: mailRule, terms: (detail) => detail, preview });
