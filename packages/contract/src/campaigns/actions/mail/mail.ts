import { mailRule } from "@okaeri/domain/campaigns/actions/mail/mail";
import { CAMPAIGN_PURPOSES } from "@okaeri/domain/campaigns/delivery/purpose";
import { MAX_ACTIONS } from "@okaeri/domain/campaigns/review/readiness";
import { GRANT_BASES } from "@okaeri/domain/campaigns/schedule/grant-day";
import { LANGUAGE_CODES } from "@okaeri/domain/enumerations";
import { BLOCK_KINDS, BLOCK_LENGTHS, MAX_BLOCKS, MAX_PREHEADER_LENGTH } from "@okaeri/domain/messaging/mail-blocks";
import { PLACEHOLDERS } from "@okaeri/domain/messaging/placeholders";
import { MAX_GRANT_POINTS } from "@okaeri/domain/points/amount";
import { VARIANTS } from "@okaeri/domain/pushes/variants";
import { z } from "zod";
import { couponDetail } from "../../../coupons.ts";
import { date } from "../../../paging.ts";
import { conditionNode, orScript, segmentTarget } from "../../audience/condition.ts";
import { SAVED_TIMING } from "../../schedule/timing.ts";
import { occasions } from "../../triggers/occasions.ts";
import { defineKind } from "../kind.ts";
import { variantFields } from "../variants.ts";

/**
 * A part of a mail, in one order across all kinds. Fields that are not of its kind are empty (BLOCK_FIELDS of
 * `@okaeri/domain/messaging/mail-blocks`). `target`: only whom these conditions mean is told it; null: every guest.
 */
export const mailBlock = z.strictObject({
  seq: z.number().int().min(1).max(32_767),
  kind: z.enum(BLOCK_KINDS),
  text: z.string().max(BLOCK_LENGTHS.text).default(""),
  label: z.string().max(BLOCK_LENGTHS.label).default(""),
  url: z.string().max(BLOCK_LENGTHS.url).default(""),
  /** Hash of one of the programme's images. */
  image: z.string().max(BLOCK_LENGTHS.image).nullable().default(null),
  alt: z.string().max(BLOCK_LENGTHS.alt).default(""),
  target: conditionNode.nullable().default(null),
});

/**
 * What a mail of an action or a template says; a draft's may be empty. `body` is text with placeholders, which stands before the blocks; blank lines
 * separate paragraphs. `from_address` is the account's configured sender, or empty for it.
 */
export const mailText = z.strictObject({
  title: z.string().max(200),
  preheader: z.string().max(MAX_PREHEADER_LENGTH).default(""),
  body: z.string().max(20_000),
  signature: z.string().max(2_000),
  from_address: z.string().max(254),
  /** The template that it was made from. */
  mail_template_id: z.number().int().nullable().default(null),
  language: z.enum(LANGUAGE_CODES).default("ja"),
  blocks: z.array(mailBlock).max(MAX_BLOCKS).default([]),
});

/**
 * Mail of an action, which may have several (`@okaeri/domain/campaigns/variants`): in other languages, and to compare, by letters.
 */
export const mailDetail = mailText.extend(variantFields);
export type MailDetail = z.output<typeof mailDetail>;
export type MailDetailBlock = MailDetail["blocks"][number];

/** The mail as one guest of the target reads it. */
const preview = {
  input: orScript(
    z.strictObject({
      target: segmentTarget,
      occasions,
      mail: mailDetail,
      purpose: z.enum(CAMPAIGN_PURPOSES).default("marketing"),
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
          variant: true,
        })
        .extend({
          action_id: z.number().int().nullable(),
          /** When its action gives it, as it is typed; null: today. */
          timing: z
            .strictObject({
              schedule: SAVED_TIMING.schedule,
              trigger: SAVED_TIMING.trigger,
              campaign_start_dt: date.nullable(),
              campaign_end_dt: date.nullable(),
            })
            .nullable()
            .default(null),
        })
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
    /** The day from which an example's last day is counted, and what decides it; null where nothing is counted. */
    coupon_given: z.object({ on: date, because: z.enum(GRANT_BASES) }).nullable(),
    /** Lines that are not said to this guest, because nothing is known of what they tell. */
    omitted_lines: z.array(
      z.object({
        field: z.enum(["title", "preheader", "body", "blocks", "signature"]),
        /** Of a block: which. */
        seq: z.number().int().nullable(),
        line: z.number().int(),
        missing: z.array(z.enum(PLACEHOLDERS)),
      }),
    ),
    /** Blocks that this guest does not see: not meant for them, or without the fact that they are about. */
    omitted_blocks: z.array(z.object({ seq: z.number().int(), because: z.enum(["target", "fact"]) })),
    problems: z.array(z.object({ field: z.string(), message: z.string() })),
  }),
};

/** The same mail in other languages and by other letters: a guest gets one letter, in their own language. */
const other_mails = z.array(mailDetail).max(VARIANTS.length * LANGUAGE_CODES.length - 1);

export const mail = defineKind({
  detail: mailDetail,
  further: { other_mails },
  rule: mailRule,
  terms: (detail) => detail,
  preview,
});
