import { type RawBuilder, sql } from "kysely";

/** SQL number over pushes `push`: who were left out of them and are kept as counts alone, among the guests of these facilities. */
export function endedOf(facilityIds: readonly number[] | null): RawBuilder<number> {
  const seen = facilityIds === null ? sql`true` : sql`omitted_count.facility_ids && ${facilityIds}::bigint[]`;
  return sql<number>`(select coalesce(sum(omitted_count.omitted), 0)
    from omitted_counts omitted_count
    where omitted_count.account_id = push.account_id and omitted_count.push_action_id = push.id and ${seen})`;
}
