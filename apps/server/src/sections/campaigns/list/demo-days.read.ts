import type { Tx } from "../../../database/connection.ts";

/** When the first campaign of any programme is due by itself after a moment (docs/adr/0521); null: none is. */
export async function nextByItself(tx: Tx, accountIds: readonly number[], after: Date): Promise<Date | null> {
  const { at } = await tx.one<{ at: Date | null }>`select min(m.at) as at
    from (
      select schedule.next_run_at as at
      from schedules schedule
      where schedule.account_id = any(${accountIds}::bigint[]) and schedule.next_run_at > ${after}
      union all
      select (d.day + trigger.time) at time zone 'Asia/Tokyo'
      from triggers trigger
      cross join lateral (
        select (${after}::timestamptz at time zone 'Asia/Tokyo')::date + n as day
        from generate_series(0, 1) n
      ) d
      where trigger.account_id = any(${accountIds}::bigint[]) and (d.day + trigger.time) at time zone 'Asia/Tokyo' > ${after}
    ) m`;
  return at;
}
