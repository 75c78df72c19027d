import { SCORES } from "@okaeri/domain/rfms/score";
import type { Rfm } from "./rfms.api.ts";

/** All cells of a heat map, each with so many guests of this mean M. */
export const cellsOf = (count: (recency: number) => number, monetary = 2): Rfm["heatmap"] =>
  SCORES.flatMap((recency_score) =>
    SCORES.map((frequency_score) => ({
      recency_score,
      frequency_score,
      count: count(recency_score),
      use_price: 0,
      monetary_score: count(recency_score) > 0 ? monetary : null,
    })),
  );

/** An RFM of one's own as the server answers it; what a test does not say is that of one without groups. */
export const rfmOf = (overrides: Partial<Rfm> = {}): Rfm => ({
  id: 4,
  account_id: 1,
  account_name: "本館",
  group_id: null,
  group_name: null,
  group_accounts: [],
  version: 1,
  frequency_aggregation_years: 2,
  monetary_aggregation_years: 2,
  scored_on: "2026-11-19",
  scoring: { state: "idle", since: null },
  groups: [],
  customers_scored: 25,
  customers_without_stay: 1,
  scores: { recency: [], frequency: [], monetary: [] },
  heatmap: cellsOf(() => 1),
  details: SCORES.map((score) => ({
    score,
    priority: 6 - score,
    recency: [730, 365, 180, 90, 0][score - 1] ?? 0,
    frequency: score - 1,
    monetary: (score - 1) * 10_000,
  })),
  page_actions: ["read", "edit"],
  ...overrides,
});
