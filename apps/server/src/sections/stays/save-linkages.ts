import type { FeedChannel } from "@okaeri/domain/enumerations";
import type { Tx } from "../../database/connection.ts";
import type { SaveContext } from "./stage-reservations.ts";

/** Without a code: the reservation is called nothing there any more. */
export type Linkage = { reservation_id: number; feed_channel: FeedChannel; reservation_code: string };

/** The names that other channels have for these reservations, as their own system says. */
export async function saveLinkages(tx: Tx, ctx: SaveContext, of: readonly Linkage[]): Promise<void> {
  if (of.length === 0) return;
  const given = JSON.stringify(of);
  await tx.run`delete from stay_reservation_linkages reservation_link
    using jsonb_to_recordset(${given}::jsonb) as n (reservation_id bigint, feed_channel text, reservation_code text)
    where reservation_link.account_id = ${ctx.accountId} and reservation_link.stay_reservation_id = n.reservation_id
      and reservation_link.feed_channel = n.feed_channel and n.reservation_code = ''`;
  await tx.run`insert into stay_reservation_linkages as reservation_link
      (account_id, facility_account_id, stay_reservation_id, feed_channel, reservation_code, created_by, updated_by)
    select ${ctx.accountId}::bigint, ${ctx.facilityId}::bigint, n.reservation_id, n.feed_channel, n.reservation_code, ${ctx.userId}::bigint,
      ${ctx.userId}::bigint
    from jsonb_to_recordset(${given}::jsonb) as n (reservation_id bigint, feed_channel text, reservation_code text)
    where n.reservation_code <> ''
    on conflict (account_id, stay_reservation_id, feed_channel) do update
    set reservation_code = excluded.reservation_code, updated_by = excluded.updated_by, updated_at = now()
    where reservation_link.reservation_code <> excluded.reservation_code`;
}
