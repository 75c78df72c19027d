import { ACTION_TYPES } from "@okaeri/domain/enumerations";
import { z } from "zod";
import { call, needsAction } from "../../call.ts";
import { date, id, listOf, pageNumber, sizeOf } from "../../paging.ts";
import { RESULT_DIMENSIONS, RESULT_FIGURES } from "./result-figures.ts";

const count = z.number().int();
/** Null: a row of this kind has no such figure, as coupons are not opened. */
const figure = count.nullable();

/** RESULT_FIGURES. */
export const resultFigures = z.object({
  sent: figure,
  delivered: figure,
  opened: figure,
  machine_opened: figure,
  clicked: figure,
  unsubscribed: figure,
  clicks: figure,
  reserved: figure,
  reserved_price: figure,
  transacted: figure,
  use_price: figure,
  points: figure,
  points_used: figure,
  coupons_given: figure,
  coupons_used: figure,
  cost: figure,
});

/** Days in Japan, both included; without them from the first send to today. */
export const resultPeriod = { from: date.optional(), to: date.optional() };
export const resultQuestion = { ...resultPeriod, by: z.enum(RESULT_DIMENSIONS).default("action") };

/** What one day, segment, action, variant or facility counts; rows without any figure are absent. */
export const resultRow = resultFigures.extend({
  /** A day, YYYY-MM-DD, or an id; of a variant the id of its action and its letter, as in `12-B`. */
  key: z.union([z.string(), count]),
  /** Name of the facility, or the message's subject, or the coupon; null: it needs none. */
  name: z.string().nullable(),
  /** Of an action or a variant. */
  type: z.enum(ACTION_TYPES).nullable(),
  /** Of a segment or what stands below it, its place; 0: it is gone. */
  priority_seq: count.nullable(),
  variant: z.string().nullable(),
});

const share = z.number();
/**
 * Guests who stayed, by bookings made within the window after a send of the campaign, among those it was sent to and among those who were
 * left out to be compared with. Shares are 0 to 1, the interval one of 95 percent.
 */
const lift = z.object({
  treated: count,
  treated_stayed: count,
  control: count,
  control_stayed: count,
  /** Null, as all down to `needed`: one of the groups is empty. */
  difference: share.nullable(),
  low: share.nullable(),
  high: share.nullable(),
  /** What the difference and its interval mean among those it was sent to. */
  guests: count.nullable(),
  guests_low: count.nullable(),
  guests_high: count.nullable(),
  /**
   * How many more guests, in both groups together, it takes to tell; null: the interval leaves out 0. 0: a difference of one point would
   * show already. MOST_NEEDED: as many or more.
   */
  needed: count.nullable(),
  /** Stays and their yen. */
  treated_stays: count,
  treated_use_price: count,
  control_stays: count,
  control_use_price: count,
});

/** Over all sends of the campaign. */
export const campaignLift = z.object({
  /** Against the campaign's own control group; null: nobody was left out for it. */
  lift: lift.nullable(),
  /** Against those who are left out of everything that advertises. */
  standing_lift: lift.nullable(),
});

export const campaignResults = z.object({
  from: z.string(),
  to: z.string(),
  /** How many sends the period has, and when: marks on the days. */
  sends: z.array(z.object({ at: z.string(), sent: count })),
  rows: z.array(resultRow),
  /** Over all, which the rows add up to where each thing has one row. */
  total: resultFigures,
  /** Null too where it was not asked for. */
  ...campaignLift.shape,
});

/** What stands behind one figure: a guest, or one of their bookings, uses, … */
export const resultGuest = z.object({
  /** Null, with the name: a code that an engine redeemed for no member, what is kept as a sum alone, or a guest of other facilities. */
  customer_id: count.nullable(),
  customer_name: z.string().nullable(),
  /** When it happened, or on which day. */
  at: z.string().nullable(),
  /** What it adds to the figure. */
  amount: count,
  /** Of a booking or stay. */
  reservation_id: count.nullable(),
});

const read = needsAction("campaigns/read");

export const resultCalls = {
  /** What came of a campaign in a period, at the person's facilities. */
  results: call(read)
    .route({ method: "GET", path: "/campaigns/{id}/results", summary: "キャンペーンの結果(内訳ごと)" })
    .input(
      z.object({
        id,
        ...resultQuestion,
        /** It is the same for all days and rows, and takes longer than these: who asks for several of them asks for it once. */
        lift: z.enum(["true", "false"]).default("true"),
      }),
    )
    .output(campaignResults),
  /** What one figure of a row counts, or of the total where no row is named; the newest first. The amounts of all pages are the figure. */
  resultGuests: call(read)
    .route({ method: "GET", path: "/campaigns/{id}/results/guests", summary: "結果の1つの数字に数えたお客様" })
    .input(
      z.object({
        id,
        ...resultQuestion,
        /** `key` of the row. */
        key: z
          .string()
          .regex(/^[0-9]{1,15}(-[A-Z]|-[0-9]{2}-[0-9]{2})?$/)
          .optional(),
        figure: z.enum(RESULT_FIGURES),
        page: pageNumber,
        size: sizeOf,
      }),
    )
    .output(listOf(resultGuest)),
  /** What it brought beside not sending it, at the person's facilities. Takes seconds for hundreds of thousands of guests. */
  lift: call(read)
    .route({ method: "GET", path: "/campaigns/{id}/lift", summary: "キャンペーンの配信した効果(比較グループとの差)" })
    .input(z.object({ id }))
    .output(campaignLift),
};
