import { z } from "zod";
import { call, needsAction } from "./call.ts";
import { listOf } from "./paging.ts";

/** One rank definition with its thresholds and how many customers hold each rank today. */
export const rank = z.object({
  id: z.number().int(),
  account_id: z.number().int(),
  account_name: z.string(),
  definition: z.enum(["stay", "use_price", "get_point"]),
  use_point_unit: z.number().int(),
  active_month: z.number().int(),
  base_month: z.number().int(),
  base_date: z.number().int(),
  details: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      total_stay: z.number().int().nullable(),
      total_use_price: z.number().int().nullable(),
      total_get_point: z.number().int().nullable(),
      priority: z.number().int(),
      min_use_point: z.number().int().nullable(),
      max_use_point: z.number().int().nullable(),
      count: z.number().int(),
      manual_count: z.number().int(),
    }),
  ),
  customers_without_rank: z.number().int(),
});

export const ranks = {
  list: call(needsAction("ranks/read"))
    .route({ method: "GET", path: "/ranks", summary: "ランクの定義と分布" })
    .output(listOf(rank)),
};
