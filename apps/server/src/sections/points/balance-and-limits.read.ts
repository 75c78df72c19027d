import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type RawBuilder, sql } from "kysely";
import { runPrepared, type Tx } from "../../database/connection.ts";
import { balancesOn } from "./balances.read.ts";

/** The table of held ranks (ranks/held-ranks.read.ts), passed in by the callers, because points may not import ranks. */
export type HeldRanks = (today: CalendarDate) => RawBuilder<unknown>;

/** Judges the guest's rank anew by the points that are there now (ranks/settle-ranks.ts), handed in as well. */
export type JudgeByPoints = (
  tx: Tx,
  ctx: { accountId: number; today: CalendarDate },
  customerIds: readonly number[],
) => Promise<void>;

export type BalanceAndLimits = {
  balance: number;
  debt: number;
  overdue: number;
  rank_name: string | null;
  use_point_unit: number;
  min_use_point: number | null;
  max_use_point: number | null;
};

/**
 * Balance, debt and what the held rank allows in one use; without a rank any number (product §5, §7). A prepared statement: planning took
 * several times as long as running.
 */
export async function balanceAndLimits(
  tx: Tx,
  scope: { accountId: number },
  customerId: number,
  { today, heldRanks }: { today: CalendarDate; heldRanks: HeldRanks },
): Promise<BalanceAndLimits> {
  const [found] = await runPrepared<BalanceAndLimits>(
    tx,
    "balance-and-limits",
    sql<BalanceAndLimits>`
      select coalesce(b.balance, 0)::bigint as balance, coalesce(b.debt, 0)::bigint as debt, coalesce(b.overdue, 0)::bigint as overdue,
        k.name as rank_name, greatest(1, coalesce(rank.use_point_unit, 1)) as use_point_unit, tier.min_use_point, tier.max_use_point
      from (select ${scope.accountId}::bigint as account_id, ${customerId}::bigint as customer_id) c
      left join ${balancesOn(today, "row")} b on b.account_id = c.account_id and b.customer_id = c.customer_id
      left join ${heldRanks(today)} k on k.account_id = c.account_id and k.customer_id = c.customer_id
      left join rank_details tier on tier.account_id = k.account_id and tier.id = k.rank_detail_id
      left join ranks rank on rank.account_id = tier.account_id and rank.id = tier.rank_id`,
  );
  if (!found) throw new Error("one row of constants gave no row");
  return found;
}
