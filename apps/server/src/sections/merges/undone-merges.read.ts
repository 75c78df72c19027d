import { type RawBuilder, sql } from "kysely";

/**
 * SQL over customers `c`: by how many versions merges that began after the version `since` and were undone have moved the customer. What
 * they left is what was there, so nobody has changed the customer by hand.
 */
export const versionsOfUndoneMerges = (since: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  select 2 * count(*)::int from customer_merges m where m.account_id = c.account_id and m.undone_at is not null and (
    (m.survivor_customer_id = c.id and (m.survivor_before ->> 'version')::int >= ${since})
    or (m.source_customer_id = c.id and (m.moved ->> 'sourceVersion')::int >= ${since})))`;
