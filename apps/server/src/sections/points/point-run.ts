import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";

/** For whom and on which day a command writes. `userId` null: the system itself. */
export type PointRun = { readonly accountId: number; readonly today: CalendarDate; readonly userId: number | null };

/** Locks the point accounts of these customers in id order, in a statement of its own: what follows sees their last commit. */
export async function lockPointAccounts(tx: Tx, accountId: number, customerIds: readonly number[]): Promise<void> {
  await tx.run`insert into point_accounts (account_id, customer_id)
    select ${accountId}, id from unnest(${customerIds}::bigint[]) id order by id on conflict do nothing`;
  await tx.run`select from point_accounts where account_id = ${accountId} and customer_id = any(${customerIds}::bigint[])
    order by customer_id for update`;
}
