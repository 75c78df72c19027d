import type { Tx } from "../../database/connection.ts";

/** Renames coupons whose name holds the name of a guest who is erased: they are called by their number. */
export async function eraseNamesOfCoupons(
  tx: Tx,
  accountId: number,
  { patterns }: { patterns: readonly string[] },
): Promise<void> {
  await tx.run`update coupons
    set name = '(' || id || ')', updated_at = now()
    where account_id = ${accountId} and says(name, ${patterns}::text[])`;
}
