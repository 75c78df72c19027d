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
    select n.id, jsonb_build_object('reservation', to_jsonb(r), 'guest', to_jsonb(g), 'room', to_jsonb(m), 'stay', to_jsonb(s),
      'stay_guest', to_jsonb(c), 'further_rooms', coalesce((select jsonb_agg(to_jsonb(f) order by f.seq) from stay_rooms f
        where f.account_id = n.account_id and f.stay_reservation_id = n.id and f.seq > 1), '[]')) as image
    from given n
    join stay_reservations r on r.account_id = n.account_id and r.id = n.id
    left join stay_reservation_customers g on g.account_id = n.account_id and g.stay_reservation_id = n.id and g.guest_type = ${FIRST_GUEST}
    left join stay_rooms m on m.account_id = n.account_id and m.stay_reservation_id = n.id and m.seq = 1
    left join stay_transactions s on s.account_id = n.account_id and s.stay_reservation_id = n.id
    left join stay_customers c on c.account_id = n.account_id and c.stay_transaction_id = s.id and c.guest_type = ${FIRST_GUEST}`;
  return new Map(found.map(({ id, image }) => [id, image]));
}
