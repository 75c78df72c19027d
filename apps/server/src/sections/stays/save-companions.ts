import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { ReservationPlace } from "./known-reservations.ts";

export type Companion = {
  code: string;
  check_in_date: string;
  check_out_date: string;
  name: string;
  name_kana: string | null;
  email: string | null;
  tel: string | null;
  /** JSON (guest-of-line.ts). */
  details: string | null;
};

/**
 * Lines about companions: they are named with the reservation and never become members by themselves (product §4). Where the
 * representative's line has not come yet, an empty reservation is created, which that line fills.
 * @returns for each companion who was not named before, the id of the reservation.
 */
export async function saveCompanions(
  tx: Tx,
  run: ReservationPlace & { userId: number | null; importBatchId: number },
  companions: readonly Companion[],
): Promise<number[]> {
  if (companions.length === 0) return [];
  const given = sql`jsonb_to_recordset(${JSON.stringify(companions)}::jsonb)
    as n (code text, check_in_date date, check_out_date date, name text, name_kana text, email text, tel text, details text)`;
  const sameGuest = sql`(g.name, g.name_kana, g.email, g.tel) is not distinct from (n.name, n.name_kana, n.email, n.tel)`;
  await tx.run`
    insert into stay_reservations (account_id, facility_account_id, original_reservation_code, check_in_date, check_out_date,
      import_batch_id, created_by, updated_by)
    select ${run.accountId}::bigint, ${run.facilityId}::bigint, n.code, min(n.check_in_date), max(n.check_out_date),
      ${run.importBatchId}::bigint, ${run.userId}::bigint, ${run.userId}::bigint
    from ${given} group by n.code
    on conflict (account_id, facility_account_id, code_space, original_reservation_code) do nothing`;
  await tx.run`
    update stay_reservation_customers g set waiting_details = n.details::jsonb, updated_by = ${run.userId}, updated_at = now()
    from ${given}
    join stay_reservations r on r.account_id = ${run.accountId} and r.facility_account_id = ${run.facilityId}
      and r.code_space = 'none' and r.original_reservation_code = n.code
    where g.account_id = r.account_id and g.stay_reservation_id = r.id and g.guest_type = 'companion' and g.customer_id is null
      and ${sameGuest} and n.details is not null and g.waiting_details is distinct from n.details::jsonb`;
  const inserted = await tx.all<{ stay_reservation_id: number }>`
    insert into stay_reservation_customers (account_id, stay_reservation_id, guest_type, name, name_kana, email, tel,
      waiting_reason, waiting_details, created_by, updated_by)
    select distinct on (r.id, n.name, n.name_kana, n.email, n.tel) ${run.accountId}::bigint, r.id, 'companion', n.name, n.name_kana, n.email,
      n.tel, 'companion', n.details::jsonb, ${run.userId}::bigint, ${run.userId}::bigint
    from ${given}
    join stay_reservations r on r.account_id = ${run.accountId} and r.facility_account_id = ${run.facilityId}
      and r.code_space = 'none' and r.original_reservation_code = n.code
    where not exists (
      select from stay_reservation_customers g
      where g.account_id = r.account_id and g.stay_reservation_id = r.id and g.guest_type = 'companion'
        and ${sameGuest})
    returning stay_reservation_id`;
  return inserted.map((row) => row.stay_reservation_id);
}
