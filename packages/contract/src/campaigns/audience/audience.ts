import { MAX_ACTIONS } from "@okaeri/domain/campaigns/review/readiness";
import { MESSAGE_CLASSES } from "@okaeri/domain/customers/consent";
import { CAMPAIGN_TYPES } from "@okaeri/domain/enumerations";
import { VARIANTS } from "@okaeri/domain/pushes/variants";
import { z } from "zod";
import { id } from "../../paging.ts";
import { countedCoupon } from "../actions/coupon/coupon.ts";
import { KIND_NAMES } from "../actions/kinds.ts";
import { occasions } from "../triggers/occasions.ts";
import { AUDIENCE_STEPS, OMISSION_REASONS } from "./audience-steps.ts";
import { orScript, segmentTarget } from "./condition.ts";

// Whom a campaign means while it is being made: how many are left after each step, who they are, and why one guest is or is not among them
// (docs/adr/0440).

/** A segment as it is typed, in the order of priority. */
export const audienceSegment = orScript(
  z.strictObject({
    target: segmentTarget,
    types: z.array(z.enum(KIND_NAMES)),
    /** The message mentions a coupon, perhaps with its code: one that the segment gives, or else one that the guest has. */
    tells_of: z.enum(["coupon", "code"]).nullable().default(null),
    coupons: z
      .array(countedCoupon)
      .max(MAX_ACTIONS * VARIANTS.length)
      .default([]),
    /** Points and coupons go to those alone whom the segment's message reaches. */
    benefits_to_reached: z.boolean().default(true),
    occasions,
  }),
);
export type AudienceSegment = z.output<typeof audienceSegment>;
export const audienceSegments = z.array(audienceSegment).min(1).max(20);

/** What of the campaign decides who is left out, beside its segments; nothing of it said: a new one that advertises and compares nobody. */
export const audienceTerms = {
  campaign_id: id.nullable().default(null),
  type: z.enum(CAMPAIGN_TYPES).default("repeat_promotion"),
  purpose: z.enum(["marketing", "service"]).default("marketing"),
  priority: z.number().int().min(1).max(9).default(5),
  /** Class of its messages; null: as its type says, around stays or news. */
  message_class: z.enum(MESSAGE_CLASSES).nullable().default(null),
  control_rate: z.number().int().min(0).max(50).default(0),
};

export type AudienceTerms = z.output<z.ZodObject<typeof audienceTerms>>;

const people = z.number().int();

/** How many are left after each step. What a step takes away is the sum of its reasons. */
const steps = z.object({
  /** Who meets the conditions of a segment; of all segments together, whoever meets those of two is counted twice. */
  matched: people,
  /** Each guest once, in the first segment that fits. */
  not_earlier: people,
  consented: people,
  reachable: people,
  not_capped: people,
  /** Who is not left out to be compared with. */
  not_control: people,
  will_receive: people,
  /** Guests whom an earlier segment has, by its place. */
  taken_by: z.array(z.object({ segment: people, count: people })),
  reasons: z.object({
    /** Nothing is sent in the segment: no message, perhaps points or a coupon. */
    no_message: people,
    /** Of a coming run: the schedule meets a guest only so often, and has met this one. */
    once_per: people,
    no_consent: people,
    no_address: people,
    bounced: people,
    opted_out: people,
    /** Wants no messages of this kind: news, birthday, around stays. */
    class_refused: people,
    /** Wants none for a while. */
    paused: people,
    capped: people,
    /** In the group that gets nothing that advertises, and so can be compared with. */
    standing_control: people,
    /** In the group that gets nothing of this campaign. */
    control_group: people,
    /** The message mentions a coupon, and the guest has none that can be used. */
    no_coupon: people,
  }),
  /** Of `no_coupon`: the segment's own do not suffice, and who comes too late is known only when they are given. */
  short: people,
  /** Guests for whom the points and coupons of the segment are. */
  benefits_for: people,
  /** Of them, those who get points or a coupon and no message. */
  points_only: people,
});

export const audienceCount = z.object({
  segments: z.array(
    steps.extend({
      examples: z.array(z.object({ id: z.number().int(), name: z.string() })),
      /** How many guests get a coupon which they do not have yet; null where none is given. */
      coupons: people.nullable(),
      /** How many guests who do not have it yet get none, because there are not enough. */
      coupons_lacking: people,
    }),
  ),
  /** All segments together. */
  all: steps,
  milliseconds: z.number().int(),
});

/** Guests of one step: those who are left after it, or those whom it took away. Ten at most, by their number. */
export const audienceNamesQuestion = z.strictObject({
  ...audienceTerms,
  segments: audienceSegments,
  /** Its place; null: all together. */
  segment: z.number().int().min(0).max(19).nullable(),
  step: z.enum(AUDIENCE_STEPS),
  who: z.enum(["remaining", "left"]),
});
export const audienceNames = z.object({
  items: z.array(
    z.object({
      customer_id: z.number().int(),
      name: z.string(),
      segment: people,
      reason: z.enum(OMISSION_REASONS).nullable(),
      /** The earlier segment that has the guest. */
      taken_by: people.nullable(),
    }),
  ),
  total: people,
});

export const audienceExplanationQuestion = z.strictObject({
  ...audienceTerms,
  segments: audienceSegments,
  customer_id: id,
});
/** One guest: what becomes of them, and why. */
export const audienceExplanation = z.object({
  /** Who lives on, where somebody was asked for who was merged. */
  customer: z.object({ id: z.number().int(), name: z.string(), member_number: z.string().nullable() }),
  verdict: z.enum(["message", "benefits_only", "nothing"]),
  /** The first segment that means the guest. */
  segment: people.nullable(),
  reason: z.enum(OMISSION_REASONS).nullable(),
  /** The segment gives something of which there may not be enough. */
  limited: z.boolean(),
  segments: z.array(
    z.object({
      matches: z.boolean(),
      /** Each rule of the target by its path: "rules.0.rules.2". */
      rules: z.record(z.string(), z.boolean()),
    }),
  ),
  /** What the message asks of the guest, in the order of the steps; none where the segment sends nothing or means somebody else. */
  checks: z.array(
    z.object({
      step: z.enum(AUDIENCE_STEPS),
      /** Null: it holds. */
      reason: z.enum(OMISSION_REASONS).nullable(),
      /** Days of Tokyo: of the consent; of the messages that count for the cap. */
      days: z.array(z.string()),
      /** From this day it holds again by itself. */
      free_on: z.string().nullable(),
    }),
  ),
});
export type AudienceExplanation = z.output<typeof audienceExplanation>;
export type AudienceCheck = AudienceExplanation["checks"][number];
