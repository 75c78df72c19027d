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
      select saved_view.account_id, saved_view.id, coalesce(says(saved_view.query ->> 'q', ${patterns}::text[]), false) as in_words,
        says(saved_view.name, ${patterns}::text[]) as in_name
      from saved_views saved_view where saved_view.account_id = ${accountId}
    )
    update saved_views saved_view set query = case when s.in_words then jsonb_set(saved_view.query, '{q}', 'null')
      else saved_view.query end,
      name = case when s.in_name then '(' || saved_view.id || ')' else saved_view.name end, version = saved_view.version + 1,
      updated_at = ${now}
    from said s where saved_view.account_id = s.account_id and saved_view.id = s.id and (s.in_words or s.in_name)`;
}
