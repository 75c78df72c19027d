import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

/** SQL over definitions `rfm`: the account's own one, by which a guest's page, the list and score conditions go. */
export const isOwnRfm = sql<boolean>`(rfm.group_id is null and rfm.active_status = 'active')`;

/** The id of the account's own RFM, as a value in a statement. */
export function ownRfm(accountId: number): RawBuilder<number> {
  return sql<number>`(select rfm.id from rfms rfm where rfm.account_id = ${accountId} and ${isOwnRfm})`;
}

/** SQL: whether guests have M scores of the account's own RFM. */
export function hasMonetaryScores(accountId: number): RawBuilder<boolean> {
  return sql<boolean>`exists (select from customer_rfms customer_rfm
    where customer_rfm.account_id = ${accountId} and customer_rfm.rfm_id = ${ownRfm(accountId)}
      and customer_rfm.monetary_score is not null)`;
}

/** The programme's active RFM definitions. */
export async function activeRfmIds(tx: Tx, accountId: number): Promise<number[]> {
  const rows = await tx.all<{
    id: number;
  }>`select id from rfms where account_id = ${accountId} and active_status = 'active' order by id`;
  return rows.map((row) => row.id);
}
