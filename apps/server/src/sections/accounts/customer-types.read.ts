import type { Tx } from "../../database/connection.ts";

/** The account's types of customers by code, by name and by what a feed calls them, in lower case. */
export async function customerTypeIds(tx: Tx, accountId: number): Promise<Map<string, number>> {
  const found = await tx.all<{ word: string; id: number }>`
    select word, id from (
      select l.external_code as word, t.id, 1 as place from account_customer_types t
      join account_customer_type_linkages l on l.account_id = t.account_id and l.account_customer_type_id = t.id and l.active_status = 'active'
      where t.account_id = ${accountId} and t.active_status = 'active'
      union all select t.name, t.id, 2 from account_customer_types t where t.account_id = ${accountId} and t.active_status = 'active'
      union all select t.code, t.id, 3 from account_customer_types t where t.account_id = ${accountId} and t.active_status = 'active'
    ) w order by place, id desc`;
  return new Map(found.map(({ word, id }) => [word.toLowerCase(), id]));
}
