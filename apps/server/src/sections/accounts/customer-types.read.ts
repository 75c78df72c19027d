import type { CodeSpace } from "@okaeri/domain/enumerations";
import type { Tx } from "../../database/connection.ts";

/** What one feed calls a type: two feeds may mean different things by one word. No word holds the unit separator. */
export const wordOfFeed = (space: CodeSpace, word: string) => `${space}\u001f${word.toLowerCase()}`;

/** The account's types of customers by code, by name, by what a feed or a file calls them, in lower case, and by feed and word together. */
export async function customerTypeIds(tx: Tx, accountId: number): Promise<Map<string, number>> {
  const found = await tx.all<{ word: string; id: number; feed: CodeSpace | null }>`
    select word, id, feed
    from (
      select customer_type_link.external_code as word, account_customer_type.id, 1 as place, customer_type_link.feed_channel as feed
      from account_customer_types account_customer_type
      join account_customer_type_linkages customer_type_link on customer_type_link.account_id = account_customer_type.account_id
        and customer_type_link.account_customer_type_id = account_customer_type.id and customer_type_link.active_status = 'active'
      where account_customer_type.account_id = ${accountId} and account_customer_type.active_status = 'active'
      union all
      select source_value.word_key, account_customer_type.id, 1, source_value.code_space
      from account_customer_types account_customer_type
      join source_values source_value on source_value.account_id = account_customer_type.account_id
        and source_value.account_customer_type_id = account_customer_type.id
      where account_customer_type.account_id = ${accountId} and account_customer_type.active_status = 'active'
      union all
      select account_customer_type.name, account_customer_type.id, 2, null
      from account_customer_types account_customer_type
      where account_customer_type.account_id = ${accountId} and account_customer_type.active_status = 'active'
      union all
      select account_customer_type.code, account_customer_type.id, 3, null
      from account_customer_types account_customer_type
      where account_customer_type.account_id = ${accountId} and account_customer_type.active_status = 'active'
    ) w
    order by place, id desc`;
  return new Map(
    found.flatMap(({ word, id, feed }): [string, number][] => [
      [word.toLowerCase(), id],
      ...(feed === null ? [] : [[wordOfFeed(feed, word), id] as [string, number]]),
    ]),
  );
}
