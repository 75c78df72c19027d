import type { FeedChannel } from "@okaeri/domain/enumerations";
import type { Tx } from "../../database/connection.ts";
import type { SaveRun } from "./save-reservations.ts";

export type Linkage = { reservation_id: number; feed_channel: FeedChannel; reservation_code: string };

/** The names that other channels have for these reservations. Such a name stands for one reservation: the last one that said it. */
export async function saveLinkages(tx: Tx, run: SaveRun, of: readonly Linkage[]): Promise<void> {
  // Of two rows of a batch that say the same name, the later one.
  const last = new Map(of.map((one) => [`${one.feed_channel}/${one.reservation_code}`, one]));
  if (last.size === 0) return;
  await tx.run`insert into stay_reservation_linkages as k (account_id, facility_account_id, stay_reservation_id, feed_channel,
      reservation_code, created_by, updated_by)
    select ${run.accountId}::bigint, ${run.facilityId}::bigint, n.reservation_id, n.feed_channel, n.reservation_code,
      ${run.userId}::bigint, ${run.userId}::bigint
    from jsonb_to_recordset(${JSON.stringify([...last.values()])}::jsonb) as n (reservation_id bigint, feed_channel text, reservation_code text)
    on conflict (account_id, facility_account_id, feed_channel, reservation_code) do update
    set stay_reservation_id = excluded.stay_reservation_id, updated_by = excluded.updated_by, updated_at = now()
    where k.stay_reservation_id <> excluded.stay_reservation_id`;
}
