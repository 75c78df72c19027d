import type { CodeSpace } from "@okaeri/domain/enumerations";
import type { Tx } from "../../database/connection.ts";

/** What one feed calls a type: two feeds may mean different things by one word. No word holds the unit separator. */
export const wordOfFeed = (space: CodeSpace, word: string) => `${space}\u001f${word.toLowerCase()}`;

/** The account's types of customers by code, by name, by what a feed or a file calls them, in lower case, and by feed and word together. */
export async function customerTypeIds(tx: Tx, accountId: number): Promise<Map<string, number>> {
  const found = await tx.all<{ word: string; id: number; feed: CodeSpace | null }>`
    select word, id, feed from (
      select l.external_code as word, t.id, 1 as place, l.feed_channel as feed from account_customer_types t
      join account_customer_type_linkages l on l.account_id = t.account_id and l.account_customer_type_id = t.id and l.active_status = 'active'
      where t.account_id = ${accountId} and t.active_status = 'active'
      union all select w.word_key, t.id, 1, w.code_space from account_customer_types t
      join told_words w on w.account_id = t.account_id and w.account_customer_type_id = t.id
      where t.account_id = ${accountId} and t.active_status = 'active'
      union all select t.name, t.id, 2, null from account_customer_types t where t.account_id = ${accountId} and t.active_status = 'active'
      union all select t.code, t.id, 3, null from account_customer_types t where t.account_id = ${accountId} and t.active_status = 'active'
    ) w order by place, id desc`;
  return new Map(
    found.flatMap(({ word, id, feed }): [string, number][] => [
      [word.toLowerCase(), id],
      ...(feed === null ? [] : [[wordOfFeed(feed, word), id] as [string, number]]),
    ]),
  );
}
