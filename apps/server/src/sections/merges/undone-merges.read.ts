import { type RawBuilder, sql } from "kysely";

/**
 * SQL over customers `customer`: whether nobody has changed the customer by hand from one version to another. Merges that began in between
 * and were undone have moved it on, by two versions each, and left what was there.
 */
export const isSameVersion = (
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`${from} + (select 2 * count(*)::int
  from customer_merges customer_merge
  cross join lateral (select case customer.id
    when customer_merge.survivor_customer_id then (customer_merge.survivor_before ->> 'version')::int
    when customer_merge.source_customer_id then (customer_merge.moved ->> 'sourceVersion')::int end as began_at) m
  where customer_merge.account_id = customer.account_id and customer_merge.undone_at is not null
    and customer.id in (customer_merge.survivor_customer_id, customer_merge.source_customer_id)
    and m.began_at >= ${from} and m.began_at < ${to}) = ${to}`;
