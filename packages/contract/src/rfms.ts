import { z } from "zod";
import { call, needsAction, needsProgramme } from "./call.ts";
import { accountWork } from "./jobs.ts";
import { date, id, listOf, pageActions, version } from "./paging.ts";

const score = z.number().int().min(1).max(5);
const scoreOrAny = score.nullable();

/** Lower bounds of one score: a value x has the score when lower ≤ x < the next score's lower bound. */
export const rfmDetail = z.object({
  score,
  /** Days since the last check-out, upper-inclusive side is the older one; smaller is better. */
  recency: z.number().int().min(0).max(36_500),
  /** Stays within `frequency_aggregation_years`. */
  frequency: z.number().int().min(0).max(100_000),
  /** Yen within `monetary_aggregation_years`. */
  monetary: z.number().int().min(0).max(1_000_000_000_000),
  /** Position of the score, the best one first: 6 − score. Derived, never sent. */
  priority: z.number().int().min(1).max(5),
});
/** What is chosen of it. */
const rfmDetailEdit = z.strictObject(rfmDetail.omit({ priority: true }).shape);

export const rfmGroup = z.object({
  id: z.number().int().nullable(),
  name: z.string().min(1).max(40),
  recency_score: scoreOrAny,
  frequency_score: scoreOrAny,
  monetary_score: scoreOrAny,
  priority: z.number().int().min(1).max(125),
});

const countsOfScore = z.array(z.object({ score, count: z.number().int() }));
const scoreCounts = z.object({ recency: countsOfScore, frequency: countsOfScore, monetary: countsOfScore });

export const rfm = z.object({
  id: z.number().int(),
  account_id: z.number().int(),
  account_name: z.string(),
  group_id: z.number().int().nullable(),
  /** The account group that shares it, and those of its accounts in the viewer's reach; null and empty for an account's own. */
  group_name: z.string().nullable(),
  group_accounts: z.array(z.string()),
  frequency_aggregation_years: z.number().int(),
  monetary_aggregation_years: z.number().int(),
  scored_on: z.string().nullable(),
  /** What becomes of scoring it anew. */
  scoring: accountWork,
  customers_scored: z.number().int(),
  customers_without_stay: z.number().int(),
  details: z.array(rfmDetail),
  groups: z.array(rfmGroup.extend({ count: z.number().int() })),
  /** Guests of each score, by axis. */
  scores: scoreCounts,
  /** 25 cells; `monetary_score` is the mean M score of the cell, one decimal. */
  heatmap: z.array(
    z.object({
      recency_score: score,
      frequency_score: score,
      count: z.number().int(),
      monetary_score: z.number().nullable(),
      use_price: z.number().int(),
    }),
  ),
  version,
  page_actions: pageActions,
});

/** What the edit screen sends; rows of one name are one group. Thresholds must rise or fall strictly from score to score. */
export const rfmEdit = z.object({
  frequency_aggregation_years: z.number().int().min(1).max(20),
  monetary_aggregation_years: z.number().int().min(1).max(20),
  details: z
    .array(rfmDetailEdit)
    .length(5)
    .meta({
      examples: [
        [
          { score: 1, recency: 730, frequency: 1, monetary: 0 },
          { score: 2, recency: 365, frequency: 2, monetary: 30_000 },
          { score: 3, recency: 180, frequency: 3, monetary: 60_000 },
          { score: 4, recency: 90, frequency: 5, monetary: 100_000 },
          { score: 5, recency: 0, frequency: 8, monetary: 200_000 },
        ],
      ],
    }),
  groups: z.array(rfmGroup).max(125),
});

const tie = z.object({ value: z.number().int(), customers: z.number().int() }).nullable();

const distribution = scoreCounts.extend({
  groups: z.array(z.object({ index: z.number().int().nullable(), count: z.number().int() })),
});

const movement = z.object({
  from: z.string(),
  to: z.string(),
  /** The first day of which scores are known; null while nobody is scored. */
  first_day: z.string().nullable(),
  /** Days after `from`, up to `to`, on which thresholds or groups were saved: from then on guests are where the new ones put them. */
  changed_on: z.array(z.string()),
  /** Groups in their order, those that are gone after them; a flow also names `none`, `unscored` and `new` (domain/rfms/flow). */
  groups: z.array(z.object({ id: z.number().int(), name: z.string(), gone: z.boolean() })),
  flows: z.array(z.object({ was: z.string(), is: z.string(), count: z.number().int() })),
});

const candidate = z.object({
  group_id: z.number().int(),
  name: z.string(),
  accounts: z.array(z.string()),
  /** Why no RFM can be made for it, in the person's language; null when it can. */
  refusal: z.string().nullable(),
});

const read = needsAction("rfms/read");
const create = needsProgramme("rfms/create");
const edit = needsProgramme("rfms/edit");

export const rfms = {
  list: call(read).route({ method: "GET", path: "/rfms", summary: "RFMの一覧とヒートマップ" }).output(listOf(rfm)),
  /** Account groups with accounts of this programme that have no RFM of their own yet. */
  candidates: call(create)
    .route({ method: "GET", path: "/rfms/candidates", summary: "RFMを作成できるアカウントグループ" })
    .output(z.object({ items: z.array(candidate) })),
  /** One RFM that an account group shares; `rfms/create` is asked on all its programme accounts. */
  create: call(create)
    .route({ method: "POST", path: "/rfms", summary: "アカウントグループのRFMを作成" })
    .input(z.strictObject({ group_id: id }))
    .output(rfm),
  get: call(read)
    .route({ method: "GET", path: "/rfms/{id}", summary: "RFMの設定と分布" })
    .input(z.object({ id }))
    .output(rfm),
  /** Guests by the group they were in on one evening and on another; without days, since the end of the last quarter. */
  movement: call(read)
    .route({ method: "GET", path: "/rfms/{id}/movement", summary: "2つの日の間のグループの移動" })
    .input(
      z.object({
        id,
        from: date.optional(),
        to: date
          .optional()
          .describe("Last day, today at the latest.")
          .meta({ examples: ["2026-11-19"] }),
      }),
    )
    .output(movement),
  /** Counts that the edited thresholds would give, nothing saved. */
  preview: call(edit)
    .route({ method: "POST", path: "/rfms/{id}/preview", summary: "変更後の人数(保存しない)" })
    .input(rfmEdit.extend({ id }))
    .output(distribution),
  /** Thresholds that part the customers as evenly as ties allow; `ties`: the value that more than a fifth of them share. */
  suggest: call(edit)
    .route({ method: "POST", path: "/rfms/{id}/suggest", summary: "データからしきい値を提案" })
    .input(
      z.object({
        id,
        frequency_aggregation_years: z.number().int().min(1).max(20),
        monetary_aggregation_years: z.number().int().min(1).max(20),
      }),
    )
    .output(
      z.object({ details: z.array(rfmDetailEdit), ties: z.object({ recency: tie, frequency: tie, monetary: tie }) }),
    ),
  update: call(edit)
    .route({ method: "PUT", path: "/rfms/{id}", summary: "RFMの設定を保存して再計算" })
    .input(rfmEdit.extend({ id, version }))
    .output(rfm),
  /** Everybody is scored anew by a job; with what an account group shares, in all its accounts. Nothing is added while one waits. */
  score: call(edit)
    .route({ method: "POST", path: "/rfms/{id}/score", summary: "RFMのスコアを計算し直す" })
    .input(z.strictObject({ id }))
    .output(rfm),
  /** Only what an account group shares: the account's own stays. */
  remove: call(needsProgramme("rfms/delete"))
    .route({ method: "DELETE", path: "/rfms/{id}", summary: "アカウントグループのRFMを削除" })
    .input(z.strictObject({ id, version }))
    .output(z.object({ id: z.number().int() })),
};
