import { type RawBuilder, sql } from "kysely";

/**
 * SQL over customers `customer`: whether nobody has changed the customer by hand from one version to another. Merges and their undoing move
 * a customer on by a version each, at the versions they found, and leave what was there once they are undone; of merges that were undone
 * before the version was kept, both count where the merge began. Whose merge stands is for the caller to ask.
 */
export const isSameVersion = (
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`${from} + (select count(*)::int
  from customer_merges customer_merge
  cross join lateral (select case customer.id
      when customer_merge.survivor_customer_id then (customer_merge.survivor_before ->> 'version')::int
      when customer_merge.source_customer_id then (customer_merge.moved ->> 'sourceVersion')::int end as began_at,
    (customer_merge.moved -> 'undoneVersions' ->> customer.id::text)::int as ended_at) m
  cross join lateral (values (m.began_at),
    (case when customer_merge.undone_at is not null then coalesce(m.ended_at, m.began_at) end)) step (version)
  where customer_merge.account_id = customer.account_id
    and customer.id in (customer_merge.survivor_customer_id, customer_merge.source_customer_id)
    and step.version >= ${from} and step.version < ${to}) = ${to}`;
