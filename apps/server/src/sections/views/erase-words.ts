import type { Tx } from "../../database/connection.ts";

/**
 * Saved views of any list that name a guest who is erased keep their other conditions. A condition that names the guest becomes null, which
 * no list accepts: the person who opens the view sees that a condition is missing. A view named after the guest gets its number as name.
 */
export async function eraseWordsOfViews(
  tx: Tx,
  accountId: number,
  { patterns }: { patterns: readonly string[] },
  now: Date,
): Promise<void> {
  await tx.run`
    with said as (
      select saved_view.account_id, saved_view.id, says(saved_view.name, ${patterns}::text[]) as in_name,
        condition.query, condition.query <> saved_view.query as in_query
      from saved_views saved_view
      cross join lateral (select coalesce(jsonb_object_agg(p.name,
          case when says(p.value #>> '{}', ${patterns}::text[]) then 'null' else p.value end), '{}') as query
        from jsonb_each(saved_view.query) p (name, value)) condition
      where saved_view.account_id = ${accountId}
    )
    update saved_views saved_view set query = s.query,
      name = case when s.in_name then '(' || saved_view.id || ')' else saved_view.name end, version = saved_view.version + 1,
      updated_at = ${now}
    from said s where saved_view.account_id = s.account_id and saved_view.id = s.id and (s.in_query or s.in_name)`;
}
