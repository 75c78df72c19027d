import { RANK_DEFINITIONS } from "@okaeri/domain/enumerations";
import { z } from "zod";
import { call, needsAction, needsProgramme } from "./call.ts";
import { customerRanks } from "./customer-ranks.ts";
import { accountWork } from "./jobs.ts";
import { date, id, listOf, pageActions, pageNumber, sizeOf, version } from "./paging.ts";
import { filledLine } from "./text.ts";

const figure = z.number().int();
const definition = z.enum(RANK_DEFINITIONS);
const threshold = (most: number) => z.number().int().min(0).max(most).nullable().default(null);
const points = z.number().int().min(0).max(1_000_000_000).nullable().default(null);

/** A tier; `id` keeps the tier it is, null makes a new one. The threshold of the rank's definition counts, 0 asks for nothing. */
const tier = z.strictObject({
  id: id.nullable().default(null),
  name: filledLine(40),
  total_stay: threshold(100_000),
  total_use_price: threshold(1_000_000_000_000),
  total_get_point: threshold(1_000_000_000_000),
  /** 1 is the best. */
  priority: z.number().int().min(1).max(1_000),
  min_use_point: points,
  /** Null: no upper limit. */
  max_use_point: points,
});

/** A definition to try or to save. `valid_from`: from which day it counts; today by default. */
const rankEdit = {
  definition,
  use_point_unit: z.number().int().min(1).max(1_000_000),
  active_month: z.number().int().min(1).max(120),
  base_month: z.number().int().min(1).max(120),
  base_date: z.number().int().min(1).max(31),
  details: z
    .array(tier)
    .min(1)
    .max(20)
    .meta({
      examples: [
        [
          { name: "ゴールド", priority: 1, total_stay: 3 },
          { name: "レギュラー", priority: 2, total_stay: 0 },
        ],
      ],
    }),
  valid_from: date.optional(),
};

const storedTier = z.object({
  id: figure,
  name: z.string(),
  total_stay: figure.nullable(),
  total_use_price: figure.nullable(),
  total_get_point: figure.nullable(),
  priority: figure,
  min_use_point: figure.nullable(),
  max_use_point: figure.nullable(),
});
const stored = {
  definition,
  use_point_unit: figure,
  active_month: figure,
  base_month: figure,
  base_date: figure,
  valid_from: z.string(),
};

/** One rank definition with its thresholds and how many customers hold each rank today. */
export const rank = z.object({
  id: figure,
  account_id: figure,
  account_name: z.string(),
  ...stored,
  details: z.array(storedTier.extend({ count: figure, manual_count: figure })),
  customers_without_rank: figure,
  /** The day up to which everybody is judged; null before the first time. */
  evaluated_on: z.string().nullable(),
  /** What becomes of judging everybody. */
  evaluation: accountWork,
  /** A changed definition that counts from a later day. */
  coming: z.object({ ...stored, details: z.array(storedTier) }).nullable(),
  version,
  page_actions: pageActions,
});

const tierName = z.string().nullable();
/** What a definition would change, nothing saved. Names are null for "no rank". */
const preview = z.object({
  valid_from: z.string(),
  customers: figure,
  /** `before`: held that day as things stand; `after`: with the new definition; `finally`: when the ranks held now have run out. */
  tiers: z.array(z.object({ name: tierName, before: figure, after: figure, finally: figure })),
  up: figure,
  /** Whose rank falls that day, because their tier is no more. */
  down: figure,
  /** Whose rank holds until its last day and falls then. */
  down_later: figure,
  moves: z.array(
    z.object({ from: tierName, to: tierName, way: z.enum(["up", "down"]), later: z.boolean(), count: figure }),
  ),
  /** Who moves, the best first; empty for somebody who may not read customers. */
  guests: listOf(
    z.object({
      id: figure,
      name: z.string(),
      from: tierName,
      to: tierName,
      way: z.enum(["up", "down"]),
      on: z.string(),
    }),
  ),
});
const paging = { page: pageNumber, size: sizeOf };

export const ranks = {
  list: call(needsAction("ranks/read"))
    .route({ method: "GET", path: "/ranks", summary: "ランクの定義と分布" })
    .output(listOf(rank)),
  get: call(needsAction("ranks/read"))
    .route({ method: "GET", path: "/ranks/{id}", summary: "ランクの定義" })
    .input(z.object({ id }))
    .output(rank),
  /** Tiers that fit the account's own guests, for a definition that does not exist yet. `own`: false where there are too few guests. */
  suggest: call(needsProgramme("ranks/create"))
    .route({ method: "POST", path: "/ranks/suggest", summary: "お客様の実績からランクを提案" })
    .input(z.object({ definition, base_month: rankEdit.base_month }))
    .output(
      z.object({
        own: z.boolean(),
        customers: figure,
        tiers: z.array(
          z.object({
            threshold: figure,
            priority: figure,
            min_use_point: figure,
            max_use_point: figure,
            count: figure,
          }),
        ),
      }),
    ),
  create: call(needsProgramme("ranks/create"))
    .route({ method: "POST", path: "/ranks", summary: "ランクを作成" })
    .input(z.strictObject(rankEdit))
    .output(rank),
  previewNew: call(needsProgramme("ranks/create"))
    .route({ method: "POST", path: "/ranks/preview", summary: "作成した場合の人数(保存しない)" })
    .input(z.strictObject({ ...rankEdit, ...paging }))
    .output(preview),
  update: call(needsProgramme("ranks/edit"))
    .route({ method: "PUT", path: "/ranks/{id}", summary: "ランクを変更" })
    .input(z.strictObject({ id, version, ...rankEdit }))
    .output(rank),
  preview: call(needsProgramme("ranks/edit"))
    .route({ method: "POST", path: "/ranks/{id}/preview", summary: "変更した場合の人数(保存しない)" })
    .input(z.strictObject({ id, version: version.optional(), ...rankEdit, ...paging }))
    .output(preview),
  /** Everybody is judged by a job, as at night. Nothing is added while one waits. */
  evaluate: call(needsProgramme("ranks/edit"))
    .route({ method: "POST", path: "/ranks/{id}/evaluate", summary: "ランクを判定し直す" })
    .input(z.strictObject({ id }))
    .output(rank),
  /** Refused while guests hold a rank, unless `lose_ranks` says that their loss is meant. */
  remove: call(needsProgramme("ranks/delete"))
    .route({ method: "DELETE", path: "/ranks/{id}", summary: "ランクを削除" })
    .input(z.strictObject({ id, version, lose_ranks: z.boolean().default(false) }))
    .output(z.object({ id: figure })),
  /** How many guests of the whole programme held each tier on the evening of each month's last day, the last two years. */
  months: call(needsAction("ranks/read"))
    .route({ method: "GET", path: "/ranks/{id}/months", summary: "月末ごとのランク別の人数" })
    .input(z.object({ id }))
    .output(
      z.object({
        tiers: z.array(z.object({ id: figure, name: z.string() })),
        months: z.array(
          z.object({
            month_end: z.string(),
            counts: z.array(z.object({ rank_detail_id: figure, count: figure })),
          }),
        ),
      }),
    ),
  ...customerRanks,
};
