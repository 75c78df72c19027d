import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { payableWithPoints } from "@okaeri/domain/points/use-limits";
import type { Tx } from "../../database/connection.ts";

/** A booking that points are used for: by its facility and code, whether or not the reservation has arrived. */
export type PaidBooking = { facilityId: number; code: string };

export type Payable = {
  /** Points that may still be used for it; null: no price is known. */
  payable: number | null;
  /** The reservation of the code that arrived last. */
  reservationId: number | null;
  /** The last day of the stay, as it is stored. */
  checkOut: CalendarDate | null;
  cancelled: boolean;
};

type Row = {
  id: number | null;
  price: number | null;
  check_out_date: CalendarDate | null;
  cancelled: boolean;
  used: number;
  share: number;
};

/**
 * What is left of the bookings' prices for points, in their order (docs/adr/0293). All reports of one stay are one booking (docs/adr/0117),
 * and every use of it counts, whichever engine or person made it. The stored price is the settled stay's, else the reservation's; null
 * when neither was reported. `enginePrice`: the engine's price, in yen. Exact only between `lockBooking` and the end of the transaction.
 */
export async function payablesOf(
  tx: Tx,
  accountId: number,
  bookings: readonly PaidBooking[],
  enginePrice: number | null = null,
): Promise<Payable[]> {
  if (bookings.length === 0) return [];
  const rows = await tx.all<Row>`with booked as (
      select ${accountId}::bigint as account_id, b.*
      from rows
      from (jsonb_to_recordset(${JSON.stringify(bookings)}::jsonb) as ("facilityId" bigint, code text)) with ordinality
          as b ("facilityId", code, n)
    ), named as (
      select a.*,
        (select max(reservation.id)
          from stay_reservations reservation
          where reservation.account_id = a.account_id
            and reservation.facility_account_id = a."facilityId" and reservation.original_reservation_code = a.code
            and reservation.active_status = 'active') as id
      from booked a
    ), counting as (
      select n.*, coalesce(reservation.linked_to_id, reservation.id) as counts_id
      from named n
      left join stay_reservations reservation on reservation.account_id = n.account_id and reservation.id = n.id
    ), reports as (
      select c.account_id, c.n, reservation.id, reservation.facility_account_id, reservation.original_reservation_code as code
      from counting c
      join stay_reservations reservation on reservation.account_id = c.account_id
        and (reservation.id = c.counts_id or reservation.linked_to_id = c.counts_id)
        and reservation.active_status = 'active'
      union
      select c.account_id, c.n, null, c."facilityId", c.code
      from counting c
    ), uses as (
      select t.n, point_use.id, point_use.use_point
      from reports t
      join use_point_cases point_use on point_use.account_id = t.account_id
        and point_use.cancel_date is null and point_use.stay_reservation_id = t.id
      union
      select t.n, point_use.id, point_use.use_point
      from reports t
      join use_point_cases point_use on point_use.account_id = t.account_id and point_use.cancel_date is null
        and point_use.facility_account_id = t.facility_account_id and point_use.reservation_code = t.code
    )
    select c.id, coalesce(stay.use_price, reservation.reserved_price)::bigint as price, reservation.check_out_date,
      coalesce(reservation.cancel_date is not null, false) as cancelled,
      (select coalesce(sum(u.use_point), 0)::bigint from uses u where u.n = c.n) as used,
      coalesce((select setting.point_share_percent from account_settings setting where setting.account_id = c.account_id), 100) as share
    from counting c
    left join stay_reservations reservation on reservation.account_id = c.account_id and reservation.id = c.counts_id
    left join stay_transactions stay on stay.account_id = reservation.account_id and stay.stay_reservation_id = reservation.id
      and stay.reversed_at is null
    order by c.n`;
  return rows.map(({ id, price, used, share: sharePercent, check_out_date: checkOut, cancelled }) => ({
    payable: payableWithPoints([enginePrice, price], { sharePercent, used }),
    reservationId: id,
    checkOut,
    cancelled,
  }));
}

/** As above, of one. */
export async function payableFor(
  tx: Tx,
  accountId: number,
  booking: PaidBooking,
  enginePrice: number | null = null,
): Promise<Payable> {
  const [payable] = await payablesOf(tx, accountId, [booking], enginePrice);
  if (!payable) throw new Error("one booking gave no row");
  return payable;
}
