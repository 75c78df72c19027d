import type { rank } from "@okaeri/contract/ranks";
import type { z } from "zod";
import { api } from "../../api/client.ts";

export type Rank = z.output<typeof rank>;
export type RankDetail = Rank["details"][number];

/** The programme's rank definitions with how many customers hold each rank today. */
export function rankListQuery() {
  return api.ranks.list.queryOptions({});
}
