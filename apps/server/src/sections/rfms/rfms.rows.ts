import { SCORES } from "@okaeri/domain/rfms/score";
import { type ScoringJob, workState } from "../../jobs/account-work.ts";
import type { RfmCell, RfmRow } from "./rfms.queries.ts";

/** A definition with its heat map and the sizes of its groups. */
export function rfmItem(
  { scored_at, ...row }: RfmRow,
  { cells, customers, jobs }: { cells: readonly RfmCell[]; customers: number; jobs: readonly ScoringJob[] },
  page_actions: string[],
) {
  const own = cells.filter((cell) => cell.rfm_id === row.id);
  const scored = total(own);
  const ofEachScore = (axis: "recency_score" | "frequency_score" | "monetary_score") =>
    SCORES.map((score) => ({ score, count: total(own.filter((cell) => cell[axis] === score)) }));
  return {
    ...row,
    customers_scored: scored,
    customers_without_stay: Math.max(0, customers - scored),
    groups: row.groups.map((group) => ({
      ...group,
      count: total(own.filter((cell) => cell.rfm_group_id === group.id)),
    })),
    scores: {
      recency: ofEachScore("recency_score"),
      frequency: ofEachScore("frequency_score"),
      monetary: ofEachScore("monetary_score"),
    },
    heatmap: SCORES.flatMap((recency_score) =>
      SCORES.map((frequency_score) => {
        const inCell = own.filter((c) => c.recency_score === recency_score && c.frequency_score === frequency_score);
        const count = total(inCell);
        const sum = inCell.reduce((all, cell) => all + cell.monetary_score * cell.count, 0);
        return {
          recency_score,
          frequency_score,
          count,
          monetary_score: count === 0 ? null : Math.round((sum * 10) / count) / 10,
          use_price: inCell.reduce((all, cell) => all + cell.use_price, 0),
        };
      }),
    ),
    scoring: workState(
      jobs.filter((job) => job.rfm_id === row.id),
      scored_at,
    ),
    page_actions,
  };
}

function total(cells: readonly RfmCell[]): number {
  return cells.reduce((all, cell) => all + cell.count, 0);
}
