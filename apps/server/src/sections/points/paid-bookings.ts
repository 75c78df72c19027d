import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { payableWithPoints } from "@okaeri/domain/points/use-limits";
import { sql } from "kysely";
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
 * What is left of a booking's price for points (docs/adr/0293). All tellings of one stay are one booking (docs/adr/0117), and every use of
 * it counts, by whichever engine or person. The stored price is the settled stay's, else the reservation's; 0 says that none was told.
 * `toldPrice`: what an engine says, in yen. Exact between `lockBooking` and the end of the transaction.
 */
export async function payableFor(
  tx: Tx,
  accountId: number,
  { facilityId, code }: PaidBooking,
  toldPrice: number | null = null,
): Promise<Payable> {
  const row = await tx.one<Row>`with named as (
      select max(r.id) as id from stay_reservations r
      where r.account_id = ${accountId} and r.facility_account_id = ${facilityId} and r.original_reservation_code = ${code}
        and r.active_status = 'active'
    ), counting as (
      select coalesce(r.linked_to_id, r.id) as id from named n join stay_reservations r on r.account_id = ${accountId} and r.id = n.id
    ), tellings as (
      select r.id, r.facility_account_id, r.original_reservation_code as code from counting c
      join stay_reservations r on r.account_id = ${accountId} and (r.id = c.id or r.linked_to_id = c.id) and r.active_status = 'active'
    )
    select n.id, ${storedPrice} as price, r.check_out_date, r.cancel_date is not null as cancelled,
      (select coalesce(sum(u.use_point), 0)::bigint from use_point_cases u where u.account_id = ${accountId} and u.cancel_date is null and (
        u.stay_reservation_id in (select id from tellings)
        or (u.facility_account_id, u.reservation_code) in (select facility_account_id, code from tellings)
        or (u.facility_account_id = ${facilityId} and u.reservation_code = ${code}))) as used,
      coalesce((select s.point_share_percent from account_settings s where s.account_id = ${accountId}), 100) as share
    from named n left join counting c on true
    left join stay_reservations r on r.account_id = ${accountId} and r.id = c.id
    left join stay_transactions t on t.account_id = r.account_id and t.stay_reservation_id = r.id and t.reversed_at is null`;
  const { price, used, share: sharePercent } = row;
  return {
    payable: payableWithPoints([toldPrice, price], { sharePercent, used }),
    reservationId: row.id,
    checkOut: row.check_out_date,
    cancelled: row.cancelled,
  };
}

/** SQL over reservations `r` with their stay `t`: yen, or null where nobody told a price. */
const storedPrice = sql<number | null>`coalesce(t.use_price, nullif(r.reserved_price, 0))::bigint`;
