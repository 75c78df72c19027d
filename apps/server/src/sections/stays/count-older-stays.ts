import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";
import { factsAsOfDays } from "../points/facts-as-of.ts";
import { changesOfStays } from "../points/owed-by-stays.ts";
import { paidRules, type Rules } from "../points/rule-versions.read.ts";
import { nextStays } from "./settle-stays.ts";

export type OlderStays = { campaignId: number; from: CalendarDate; to: CalendarDate };
export type PaidStays = { stays: number; customers: number; points: number };

/** What paying these days' stays by the campaign's rules as they stand would grant. Nothing is written. */
export async function countOlderStays(tx: Tx, accountId: number, filter: OlderStays): Promise<PaidStays> {
  const rules = await paidRules(tx, accountId, { ...filter, pays: true });
  const total: PaidStays = { stays: 0, customers: 0, points: 0 };
  for (let after = 0; ; ) {
    const next = await nextStays(tx, accountId, filter, after);
    if (!next) return total;
    const part = await owedMore(tx, accountId, next.stayIds, rules);
    total.stays += part.stays;
    total.customers += part.customers;
    total.points += part.points;
    after = next.last;
  }
}

async function owedMore(tx: Tx, accountId: number, stayIds: readonly number[], rules: Rules): Promise<PaidStays> {
  const evenings = await factsAsOfDays(tx, accountId, stayIds, rules);
  return tx.one<PaidStays>`with ${changesOfStays(accountId, stayIds, rules, evenings)}
    select count(distinct stay_id)::int as stays, count(distinct customer_id)::int as customers, coalesce(sum(points), 0)::bigint as points
    from change
    where points > 0`;
}
