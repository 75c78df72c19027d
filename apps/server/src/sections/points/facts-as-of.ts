import type { RfmFacts } from "@okaeri/domain/points/stay-points";
import { asksFor, RFM_FIELDS } from "@okaeri/domain/segments/as-of";
import type { SegmentField } from "@okaeri/domain/segments/fields";
import type { Tx } from "../../database/connection.ts";
import { ranksBeforeStays } from "../ranks/ranks-as-of.read.ts";
import { rfmsBeforeStays } from "../rfms/rfms-as-of.read.ts";
import type { Rules } from "./rule-versions.read.ts";

/** What rules ask of the evening before a stay's check-out, by the stay's id. */
export type FactsAsOf = Record<number, Partial<RfmFacts & { rank_detail_id: number }>>;

const anyAsks = (rules: Rules, fields: readonly SegmentField[]) =>
  rules.some(({ version }) => version.segments.some(({ form }) => form !== null && asksFor(form, fields)));

/** Whether what a stay earns depends on the rank its guest held. */
export const dependOnRanks = (rules: Rules): boolean => anyAsks(rules, ["rank_detail_id"]);
/** Whether it depends on the guest's RFM groups or scores. */
export const dependOnRfms = (rules: Rules): boolean => anyAsks(rules, RFM_FIELDS);

/** Whether anything of the evening before is asked. */
export const dependOnDays = (rules: Rules): boolean => dependOnRanks(rules) || dependOnRfms(rules);

/** Nothing is read that no rule asks for. */
export async function factsAsOfDays(
  tx: Tx,
  accountId: number,
  stayIds: readonly number[],
  rules: Rules,
): Promise<FactsAsOf> {
  const facts: FactsAsOf = {};
  if (dependOnRanks(rules))
    for (const [id, rank_detail_id] of Object.entries(await ranksBeforeStays(tx, accountId, stayIds)))
      facts[Number(id)] = { rank_detail_id };
  if (dependOnRfms(rules))
    for (const [id, rfm] of await rfmsBeforeStays(tx, accountId, stayIds)) facts[id] = { ...facts[id], ...rfm };
  return facts;
}
