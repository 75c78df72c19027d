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
 * and every use of it counts, whichever engine or person made it. The stored price is the settled stay's, else the reservation's; 0 means
 * that none was given. `toldPrice`: the engine's price, in yen. Exact only between `lockBooking` and the end of the transaction.
 */
export async function payablesOf(
  tx: Tx,
  accountId: number,
  bookings: readonly PaidBooking[],
  enginePrice: number | null = null,
): Promise<Payable[]> {
  if (bookings.length === 0) return [];
  const rows = await tx.all<Row>`with asked as (
      select ${accountId}::bigint as account_id, b.* from rows from (jsonb_to_recordset(${JSON.stringify(bookings)}::jsonb)
        as ("facilityId" bigint, code text)) with ordinality as b ("facilityId", code, n)
    ), named as (
      select a.*, (select max(r.id) from stay_reservations r where r.account_id = a.account_id and r.facility_account_id = a."facilityId"
        and r.original_reservation_code = a.code and r.active_status = 'active') as id
      from asked a
    ), counting as (
      select n.*, coalesce(r.linked_to_id, r.id) as counts_id from named n
      left join stay_reservations r on r.account_id = n.account_id and r.id = n.id
    ), tellings as (
      select c.account_id, c.n, r.id, r.facility_account_id, r.original_reservation_code as code from counting c
      join stay_reservations r on r.account_id = c.account_id and (r.id = c.counts_id or r.linked_to_id = c.counts_id)
        and r.active_status = 'active'
      union select c.account_id, c.n, null, c."facilityId", c.code from counting c
    ), uses as (
      select t.n, u.id, u.use_point from tellings t join use_point_cases u on u.account_id = t.account_id and u.cancel_date is null
        and u.stay_reservation_id = t.id
      union select t.n, u.id, u.use_point from tellings t join use_point_cases u on u.account_id = t.account_id and u.cancel_date is null
        and u.facility_account_id = t.facility_account_id and u.reservation_code = t.code
    )
    select c.id, coalesce(t.use_price, nullif(r.reserved_price, 0))::bigint as price, r.check_out_date,
      coalesce(r.cancel_date is not null, false) as cancelled,
      (select coalesce(sum(u.use_point), 0)::bigint from uses u where u.n = c.n) as used,
      coalesce((select s.point_share_percent from account_settings s where s.account_id = c.account_id), 100) as share
    from counting c
    left join stay_reservations r on r.account_id = c.account_id and r.id = c.counts_id
    left join stay_transactions t on t.account_id = r.account_id and t.stay_reservation_id = r.id and t.reversed_at is null
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
  if (!payable) throw new Error("one booking asked gave no row");
  return payable;
}
