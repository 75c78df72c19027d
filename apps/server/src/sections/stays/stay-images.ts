import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";

/** A reservation with its first guest, its rooms and stay, as the rows stood. */
export type StayImage = {
  reservation: { version: number; customer_id: number | null };
  guest: object | null;
  room: object | null;
  /** Rooms after the first; images of an earlier version have none, and leave them as they are. */
  further_rooms?: object[];
  stay: object | null;
  stay_guest: object | null;
};

const FIRST_GUEST = sql`'representative'`;

export async function imagesOfReservations(
  tx: Tx,
  accountId: number,
  ids: readonly number[],
): Promise<Map<number, StayImage>> {
  if (ids.length === 0) return new Map();
  const found = await tx.all<{ id: number; image: StayImage }>`with ${givenIds(accountId, ids)}
    select given.id,
      jsonb_build_object('reservation', to_jsonb(reservation), 'guest', to_jsonb(guest), 'room', to_jsonb(room), 'stay', to_jsonb(stay),
        'stay_guest', to_jsonb(stay_guest),
        'further_rooms', coalesce((select jsonb_agg(to_jsonb(further_room) order by further_room.seq)
          from stay_rooms further_room
          where further_room.account_id = given.account_id and further_room.stay_reservation_id = given.id and further_room.seq > 1),
          '[]')) as image
    from given
    join stay_reservations reservation on reservation.account_id = given.account_id and reservation.id = given.id
    left join stay_reservation_customers guest on guest.account_id = given.account_id and guest.stay_reservation_id = given.id
      and guest.guest_type = ${FIRST_GUEST}
    left join stay_rooms room on room.account_id = given.account_id and room.stay_reservation_id = given.id and room.seq = 1
    left join stay_transactions stay on stay.account_id = given.account_id and stay.stay_reservation_id = given.id
    left join stay_customers stay_guest on stay_guest.account_id = given.account_id and stay_guest.stay_transaction_id = stay.id
      and stay_guest.guest_type = ${FIRST_GUEST}`;
  return new Map(found.map(({ id, image }) => [id, image]));
}
