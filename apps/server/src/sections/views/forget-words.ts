import type { Tx } from "../../database/connection.ts";
import type { ErasedGuest } from "../customers/erased-guest.ts";

/**
 * Saved views that search for a guest who is erased keep their other conditions. The words become null, which no list takes: whoever
 * opens the view is told that a condition went. A view that is called after the guest gets another name.
 */
export async function forgetWordsOfViews(tx: Tx, accountId: number, guest: ErasedGuest, now: Date): Promise<void> {
  const words = [...guest.names, ...guest.addresses, ...guest.memberNumbers].map((word) =>
    word.normalize("NFKC").replace(/\s/g, "").toLowerCase(),
  );
  await tx.run`
    with said as (
      select v.account_id, v.id,
        exists (select from unnest(${words}::text[]) w where strpos(p.query, w) > 0)
          or exists (select from unnest(${guest.tels}::text[]) d where strpos(regexp_replace(p.query, '\\D', '', 'g'), d) > 0) as in_words,
        exists (select from unnest(${words}::text[]) w where strpos(p.name, w) > 0)
          or exists (select from unnest(${guest.tels}::text[]) d where strpos(regexp_replace(p.name, '\\D', '', 'g'), d) > 0) as in_name
      from saved_views v cross join lateral (select
        lower(regexp_replace(normalize(coalesce(v.query ->> 'q', ''), nfkc), '\\s', '', 'g')) as query,
        lower(regexp_replace(normalize(v.name, nfkc), '\\s', '', 'g')) as name) p
      where v.account_id = ${accountId}
    )
    update saved_views v set query = case when s.in_words then jsonb_set(v.query, '{q}', 'null') else v.query end,
      name = case when s.in_name then '(' || v.id || ')' else v.name end, version = v.version + 1, updated_at = ${now}
    from said s where v.account_id = s.account_id and v.id = s.id and (s.in_words or s.in_name)`;
}
