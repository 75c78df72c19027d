import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";

/** For whom and on which day a command writes. `userId` null: the system itself. */
export type PointRun = { readonly accountId: number; readonly today: CalendarDate; readonly userId: number | null };

// Any number that no other advisory lock of the product uses.
const LOCK_CLASS = 7_041;

/**
 * Makes the writers that touch many customers of one programme (imports, applied stays, grants to a list, expiry) wait for each
 * other until commit: two of them at once could create one guest twice or lock customers in crossing order. A single use of
 * points does not come here; it locks its one row.
 */
export async function lockProgramme(tx: Tx, accountId: number): Promise<void> {
  await tx.run`select pg_advisory_xact_lock(${LOCK_CLASS}, ${accountId % 2_147_483_647}::int)`;
}

/** Locks the point accounts of these customers in id order, in a statement of its own: what follows sees their last commit. */
export async function lockPointAccounts(tx: Tx, accountId: number, customerIds: readonly number[]): Promise<void> {
  await tx.run`insert into point_accounts (account_id, customer_id)
    select ${accountId}, id from unnest(${customerIds}::bigint[]) id order by id on conflict do nothing`;
  await tx.run`select from point_accounts where account_id = ${accountId} and customer_id = any(${customerIds}::bigint[])
    order by customer_id for update`;
}
