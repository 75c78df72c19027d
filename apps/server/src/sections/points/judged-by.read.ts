import { addDays, type CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";
import { tierNames } from "../ranks/ranks-as-of.read.ts";
import { groupNames } from "../rfms/rfms-as-of.read.ts";
import { dependOnDays, dependOnRanks, dependOnRfms, factsAsOfDays } from "./facts-as-of.ts";
import { hasRules, paidRules } from "./rule-versions.read.ts";

export type JudgedBy = {
  evening: CalendarDate;
  /** Null: not asked. */
  rank: { name: string | null } | null;
  rfm: {
    groups: string[];
    recency_score: number | null;
    frequency_score: number | null;
    monetary_score: number | null;
  } | null;
};

/** What the rules that pay a stay's day ask of the guest on the evening before; null where they ask for nothing of it. */
export async function judgedBy(
  tx: Tx,
  accountId: number,
  stay: { id: number; check_out_date: CalendarDate },
): Promise<JudgedBy | null> {
  if (!(await hasRules(tx, accountId))) return null;
  const day = stay.check_out_date;
  const rules = (await paidRules(tx, accountId)).filter(({ from, to }) => from <= day && day <= to);
  if (!dependOnDays(rules)) return null;
  const facts = (await factsAsOfDays(tx, accountId, [stay.id], rules))[stay.id] ?? {};
  const { rank_detail_id: rank, rfm_group_ids: groups = [] } = facts;
  return {
    evening: addDays(day, -1),
    rank: dependOnRanks(rules)
      ? { name: rank === undefined ? null : ((await tierNames(tx, accountId, [rank]))[0] ?? null) }
      : null,
    rfm: dependOnRfms(rules)
      ? {
          groups: await groupNames(tx, accountId, groups),
          recency_score: facts.rfm_recency_score ?? null,
          frequency_score: facts.rfm_frequency_score ?? null,
          monetary_score: facts.rfm_monetary_score ?? null,
        }
      : null,
  };
}
