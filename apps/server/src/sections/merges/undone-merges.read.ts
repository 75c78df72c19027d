import { type RawBuilder, sql } from "kysely";

/**
 * SQL over customers `customer`: by how many versions merges that began after the version `since` and were undone have moved the customer. What
 * they left is what was there, so nobody has changed the customer by hand.
 */
export const versionsOfUndoneMerges = (
  since: RawBuilder<unknown>,
): RawBuilder<number> => sql<number>`(select 2 * count(*)::int
  from customer_merges customer_merge
  where customer_merge.account_id = customer.account_id and customer_merge.undone_at is not null
    and ((customer_merge.survivor_customer_id = customer.id and (customer_merge.survivor_before ->> 'version')::int >= ${since})
      or (customer_merge.source_customer_id = customer.id and (customer_merge.moved ->> 'sourceVersion')::int >= ${since})))`;
