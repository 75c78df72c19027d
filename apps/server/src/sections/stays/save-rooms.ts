import type { FeedRoom } from "@okaeri/domain/stays/feed-row";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { ReservationWork, SaveContext } from "./stage-reservations.ts";
import { columnList, ROOM_COLUMNS, setAs } from "./stay-columns.ts";

type Rooms = Pick<ReservationWork, "reservation_id" | "stay_id" | "has_stay" | "check_in_date" | "check_out_date"> & {
  rooms: readonly FeedRoom[];
};

/** SQL after an insert of rooms `room` (an upsert): a known room takes the new values, and is left alone where they are the same. */
export const roomReportedAgain = sql`on conflict (account_id, stay_reservation_id, seq) do update
  set ${setAs(ROOM_COLUMNS, "excluded")}, updated_by = excluded.updated_by, updated_at = now()
  where (${columnList(ROOM_COLUMNS, "room")}) is distinct from (${columnList(ROOM_COLUMNS, "excluded")})`;

/** Rooms after the first are used on the days and in the stay of the reservation, also where it is told without them. */
export async function followFirstRoom(tx: Tx, userId: number | null): Promise<void> {
  await tx.run`update stay_rooms room
    set stay_transaction_id = case when work.has_stay then work.stay_id end, stay_start_date = work.check_in_date,
      stay_end_date = work.check_out_date, updated_by = ${userId}, updated_at = now()
    from import_work work
    where room.account_id = work.account_id and room.stay_reservation_id = work.reservation_id and room.seq > 1 and not work.is_new
      and (room.stay_transaction_id, room.stay_start_date, room.stay_end_date) is distinct from
      (case when work.has_stay then work.stay_id end, work.check_in_date, work.check_out_date)`;
}

/** Sets the further rooms of these reservations: these and no others. The first room is stored with the reservation itself. */
export async function saveFurtherRooms(tx: Tx, ctx: SaveContext, of: readonly Rooms[]): Promise<void> {
  if (of.length === 0) return;
  const counts = of.map(({ reservation_id, rooms }) => ({ id: reservation_id, rooms: rooms.length + 1 }));
  await tx.run`delete from stay_rooms room
    using jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as n (id bigint, rooms int)
    where room.account_id = ${ctx.accountId} and room.stay_reservation_id = n.id and room.seq > n.rooms`;
  const rooms = of.flatMap(({ reservation_id, stay_id, has_stay, check_in_date, check_out_date, rooms }) =>
    rooms.map((room, index) => ({
      id: reservation_id,
      stay: has_stay ? stay_id : null,
      seq: index + 2,
      from_day: check_in_date,
      to_day: check_out_date,
      adults: room.adult_count,
      children: room.child_count,
      room_type: room.room_type ?? "",
      room_code: room.room_code ?? "",
    })),
  );
  if (rooms.length === 0) return;
  await tx.run`insert into stay_rooms as room (account_id, stay_reservation_id, stay_transaction_id, seq, stay_start_date, stay_end_date,
      adult_count, child_count, room_type, room_code, created_by, updated_by)
    select ${ctx.accountId}::bigint, n.id, n.stay, n.seq, n.from_day, n.to_day, n.adults, n.children, n.room_type, n.room_code,
      ${ctx.userId}::bigint, ${ctx.userId}::bigint
    from jsonb_to_recordset(${JSON.stringify(rooms)}::jsonb) as n
      (id bigint, stay bigint, seq int, from_day date, to_day date, adults int, children int, room_type text, room_code text)
    ${roomReportedAgain}`;
}
