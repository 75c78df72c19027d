import type { Tx } from "../../database/connection.ts";

/**
 * Saved views that search for a guest who is erased keep their other conditions. The words become null, which no list takes: whoever
 * opens the view is told that a condition went. A view that is called after the guest gets another name.
 */
export async function forgetWordsOfViews(
  tx: Tx,
  accountId: number,
  { patterns }: { patterns: readonly string[] },
  now: Date,
): Promise<void> {
  await tx.run`
    with said as (
      select v.account_id, v.id, coalesce(says(v.query ->> 'q', ${patterns}::text[]), false) as in_words,
        says(v.name, ${patterns}::text[]) as in_name
      from saved_views v where v.account_id = ${accountId}
    )
    update saved_views v set query = case when s.in_words then jsonb_set(v.query, '{q}', 'null') else v.query end,
      name = case when s.in_name then '(' || v.id || ')' else v.name end, version = v.version + 1, updated_at = ${now}
    from said s where v.account_id = s.account_id and v.id = s.id and (s.in_words or s.in_name)`;
}
