import { CAMPAIGN_PURPOSES } from "@okaeri/domain/campaigns/delivery/purpose";
import { ACTION_TYPES, CAMPAIGN_STATUSES, CAMPAIGN_TYPES, PRESET_TYPES } from "@okaeri/domain/enumerations";
import { HOLDS } from "@okaeri/domain/pushes/next-steps";
import { z } from "zod";
import { pageActions, version } from "../paging.ts";
import { revoke } from "../revocations.ts";
import { answeredTarget } from "./audience/condition.ts";
import { push, stayPayment } from "./delivery/sends.ts";
import { campaignSegment, savedAction } from "./document.ts";
import { attributedFigures } from "./results/attributed.ts";
import { sendFigures } from "./results/figures.ts";
import { comingRun, missedRun, nextRun } from "./schedule/runs.ts";

// A campaign as lists and its page have it.
export const campaignItem = z.object({
  id: z.number().int(),
  name: z.string(),
  type: z.enum(CAMPAIGN_TYPES),
  /** The preset it was made from; null: from blank. */
  preset_type: z.enum(PRESET_TYPES).nullable(),
  status: z.enum(CAMPAIGN_STATUSES),
  campaign_start_dt: z.string().nullable(),
  campaign_end_dt: z.string().nullable(),
  purpose: z.enum(CAMPAIGN_PURPOSES),
  /** 1 counts first. */
  priority: z.number().int(),
  /** Percent of the guests meant who get nothing. */
  control_rate: z.number().int(),
  action_types: z.array(z.enum(ACTION_TYPES)),
  sending: z.boolean(),
  /** Why a send that is under way is on hold. */
  held: z.enum(HOLDS).nullable(),
  last_sent_at: z.string().nullable(),
  /** What came of all its sends; null before the first. */
  figures: sendFigures.nullable(),
  /** What it brought; null before the first send. */
  attributed: attributedFigures.nullable(),
  /** Guests who got points with their stays. */
  paid_guests: z.number().int(),
  /** What the ledger granted for it, whatever became of the points. */
  points_granted: z.number().int(),
  /** What of them was taken back: by hand, with the send, or because stays changed. */
  points_reversed: z.number().int(),
  /** What it does next by its schedules; null: nothing. */
  next_run: nextRun.nullable(),
  automatic: z.boolean(),
  updated_at: z.string(),
  page_actions: pageActions,
});

export const CAMPAIGN_PAGE_COMMANDS = [
  "edit",
  "delete",
  "activate",
  "stop",
  "resume",
  "approve",
  "refuse",
  "cancel",
  "pay_stays",
  "decide_unknown",
  "revoke",
  "copy",
] as const;

export const campaignDetail = campaignItem.extend({
  /** What the person may do with it right now: by permission, status and the sends under way. */
  commands: z.array(z.enum(CAMPAIGN_PAGE_COMMANDS)),
  /** Guests who are left out of it to be compared with, since its first send. */
  control_count: z.number().int(),
  segments: z.array(
    campaignSegment.extend({
      name: z.string(),
      benefits_to_reached: z.boolean(),
      ...answeredTarget,
      target_count: z.number().int().nullable(),
      actions: z.array(savedAction),
    }),
  ),
  /** The parts of the newest send, and of all others that go on. */
  pushes: z.array(push),
  /** Its next runs, the first of them first. */
  next_runs: z.array(comingRun),
  /** Runs to come that a person left out. */
  omitted_runs: z.array(nextRun),
  /** The newest runs that were missed, the newest first. */
  missed: z.array(missedRun),
  /** Totals of all sends, one row for each kind of action. */
  totals: z.array(
    push.pick({ type: true, targets: true, waiting: true, sent: true, skipped: true, failed: true, unknown: true }),
  ),
  /** One part of each send that can be taken back, the newest first. */
  returnable: z.array(z.object({ push_action_id: z.number().int(), sent_at: z.string() })),
  /** The newest payments for older stays, with figures as counted at the request. */
  stay_payments: z.array(stayPayment),
  /** The newest take-backs: sends whose points and coupons were taken back. */
  revocations: z.array(revoke),
  /**
   * Mails that still have the preset's own words in every text field; null: there are none. From 1,000 recipients on, the campaign starts
   * only when the words were changed or `confirmed`.
   */
  preset_text: z
    .object({
      /** Their places in the document: "segments.0.actions.1.mail". */
      paths: z.array(z.string()),
      /** Who decided to send them as they are; null: nobody yet. */
      confirmed: z.object({ by_name: z.string().nullable(), at: z.string() }).nullable(),
    })
    .nullable(),
  /** What still has to be filled in before it can be sent or switched on; `path` names the field. */
  missing: z.array(z.object({ path: z.string(), message: z.string() })),
  version,
});
