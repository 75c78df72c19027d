import type { Tx } from "../../database/connection.ts";

/** The account at the top of the provider's own; null before the first start has made it. */
export async function providerAccount(tx: Tx): Promise<number | null> {
  const row = await tx.maybe<{ id: number }>`select account.programme_account_id as id
    from companies company
    join accounts account on account.company_id = company.id
    where company.is_provider
    order by account.parent_id nulls first, account.id limit 1`;
  return row?.id ?? null;
}
