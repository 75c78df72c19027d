import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { RankDefinition } from "@okaeri/domain/enumerations";
import { proposeTiers } from "@okaeri/domain/ranks/propose";
import type { Tx } from "../../database/connection.ts";
import { withoutLoops } from "../../database/without-loops.ts";
import { measureSql } from "./rank-decisions.ts";

/** Tiers that fit the programme's own guests, each with how many would hold it today. */
export async function proposeRanks(
  tx: Tx,
  accountId: number,
  terms: { definition: RankDefinition; base_month: number },
  today: CalendarDate,
) {
  const rows = await withoutLoops(
    tx,
    () => tx.all<{ value: number; guests: number }>`
      select greatest(0, coalesce(m.value, 0))::bigint as value, count(*)::int as guests
      from customer_totals total
      left join ${measureSql(accountId, terms, today)} m on m.customer_id = total.customer_id
      where total.account_id = ${accountId} and total.is_listed
      group by 1
      order by 1`,
  );
  const { tiers, own } = proposeTiers(
    terms.definition,
    rows.filter(({ value }) => value > 0),
  );
  const atLeast = (threshold: number) =>
    rows.reduce((sum, { value, guests }) => sum + (value >= threshold ? guests : 0), 0);
  const customers = atLeast(0);
  let above = 0;
  return {
    own,
    customers,
    tiers: tiers.map((tier) => {
      const count = atLeast(tier.threshold) - above;
      above += count;
      return { ...tier, count };
    }),
  };
}
