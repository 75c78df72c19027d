import { type RawBuilder, sql } from "kysely";

/** SQL number over pushes `push`: who were left out of them and are kept as counts alone, among the guests of these facilities. */
export function endedOf(facilityIds: readonly number[] | null): RawBuilder<number> {
  const seen = facilityIds === null ? sql`true` : sql`left_out_count.facility_ids && ${facilityIds}::bigint[]`;
  return sql<number>`(select coalesce(sum(left_out_count.left_out), 0)
    from left_out_counts left_out_count
    where left_out_count.account_id = push.account_id and left_out_count.push_action_id = push.id and ${seen})`;
}
