import { RANK_DEFINITIONS, RANK_TYPES } from "@okaeri/domain/enumerations";
import { z } from "zod";
import { call, needsAction } from "./call.ts";
import { date, id, pageActions } from "./paging.ts";
import { filledLine } from "./text.ts";

const figure = z.number().int();
/** Optimistic locking: the number of the last change by hand to the guest's rank; 0 before the first. */
const version = figure.min(0);

const cause = z.enum([
  "stay",
  "points",
  "evaluation",
  "expiry",
  "manual",
  "manual_end",
  "manual_undo",
  "reversal",
  "definition",
  "merge",
]);

/** A guest's rank: what is held, what staff gave, what is earned beneath it, and how it came about. Names are null for "no rank". */
const guestRank = z.object({
  held: z
    .object({
      rank_detail_id: figure,
      name: z.string(),
      priority: figure,
      rank_type: z.enum(RANK_TYPES),
      expiration_date: z.string().nullable(),
    })
    .nullable(),
  /** Given by hand and holding. */
  given: z
    .object({
      rank_detail_id: figure,
      name: z.string(),
      since_date: z.string(),
      expiration_date: z.string().nullable(),
      remarks: z.string(),
      given_by: z.string().nullable(),
    })
    .nullable(),
  /** What the guest would hold without the one given by hand. */
  earned: z.object({ rank_detail_id: figure, name: z.string(), expiration_date: z.string().nullable() }).nullable(),
  /**
   * Progress by what is earned; null where the programme has no definition. `until`: the last day on which this amount is enough; null: any
   * day.
   */
  progress: z
    .object({
      definition: z.enum(RANK_DEFINITIONS),
      base_month: figure,
      /** What counts today, in the unit of the definition. */
      measure: figure,
      held: z.string().nullable(),
      /** The next better tier; null at the top. */
      next: z.object({ name: z.string(), amount: figure, until: z.string().nullable() }).nullable(),
      /** What prolongs the tier that is held; null where nothing is missing. */
      keep: z.object({ amount: figure, until: z.string().nullable() }).nullable(),
      /** If nothing else happens: its last day, and what comes then. */
      falls: z.object({ last_day: z.string(), to: z.string().nullable() }).nullable(),
    })
    .nullable(),
  /** What can be given, the best first. */
  tiers: z.array(
    z.object({
      id: figure,
      name: z.string(),
      priority: figure,
      use_point_unit: figure,
      min_use_point: figure.nullable(),
      max_use_point: figure.nullable(),
    }),
  ),
  /** The newest changes; the timeline has all of them. */
  history: z.array(
    z.object({
      id: figure,
      changed_on: z.string(),
      cause,
      rank_type: z.enum(RANK_TYPES),
      name: z.string().nullable(),
      previous_name: z.string().nullable(),
      expiration_date: z.string().nullable(),
      remarks: z.string(),
      changed_by: z.string().nullable(),
    }),
  ),
  history_total: figure,
  version,
  /** Whether the last act on the rank by hand is one of today's and can be taken back. */
  undoable: z.boolean(),
  /** `edit`: a rank can be given. */
  page_actions: pageActions,
});

const edit = needsAction("customers/edit");
const remarks = filledLine(200);

/** One guest's rank. Writing calls answer 412 where somebody else acted meanwhile, and take an `Idempotency-Key`. */
export const customerRanks = {
  ofGuest: call(needsAction("customers/read"))
    .route({ method: "GET", path: "/customers/{id}/rank", summary: "お客様のランク" })
    .input(z.object({ id }))
    .output(guestRank),
  /** Holds until its last day, whatever is earned meanwhile; null: until it is ended. In place of one given before. */
  give: call(edit)
    .route({ method: "POST", path: "/customers/{id}/rank", summary: "ランクを手動で付ける" })
    .input(z.strictObject({ id, version, rank_detail_id: id, expiration_date: date.nullable(), remarks }))
    .output(guestRank),
  endGiven: call(edit)
    .route({ method: "POST", path: "/customers/{id}/rank/end", summary: "手動のランクを終える" })
    .input(z.strictObject({ id, version, remarks }))
    .output(guestRank),
  undoGiven: call(edit)
    .route({ method: "POST", path: "/customers/{id}/rank/undo", summary: "手動のランクの操作を元に戻す" })
    .input(z.strictObject({ id, version }))
    .output(guestRank),
};
