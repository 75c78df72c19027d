import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

/**
 * Gives the stays of undo_images (restore-images.ts) the codes they had. A folio that another stay has meanwhile is shared with it: the
 * first by reservation code has the folio's code, the others have it with their own reservation code behind it
 * (intake/reservation-work.ts). Whoever has a code and is behind gives it up before it is given on: a code stands once.
 */
export async function restoreCodes(tx: Tx): Promise<void> {
  await findFormerCodes(tx);
  await giveUpCodes(tx);
  await takeCodes(tx);
  await tx.run`drop table undo_codes`;
}

/** undo_codes: of each stay that stands again the code it had, and its reservation's own. */
async function findFormerCodes(tx: Tx): Promise<void> {
  await tx.run`create temp table undo_codes on commit drop as
    select stay.account_id, stay.id, stay.facility_account_id, stay.code_space, reservation.original_reservation_code as own,
      undone.image -> 'stay' ->> 'transaction_code' as code
    from undo_images undone
    join stay_reservations reservation on reservation.account_id = undone.account_id and reservation.id = undone.id
    join stay_transactions stay on stay.account_id = undone.account_id and stay.stay_reservation_id = undone.id
    where undone.image ->> 'stay' is not null`;
}

/** SQL: the stay that has a code now, with its reservation. */
const HOLDER = sql`stay_transactions holding_stay
  join stay_reservations reservation on reservation.account_id = holding_stay.account_id
    and reservation.id = holding_stay.stay_reservation_id`;
/** SQL over the holder and `former` (undo_codes): it has the code that the other one had. */
const HOLDS = sql`holding_stay.account_id = former.account_id and holding_stay.facility_account_id = former.facility_account_id
  and holding_stay.code_space = former.code_space and holding_stay.transaction_code = former.code`;

/** Holders behind one that comes back, by reservation code. */
async function giveUpCodes(tx: Tx): Promise<void> {
  await tx.run`update stay_transactions stay
    set transaction_code = concat(stay.transaction_code, '/', behind.own), updated_at = now()
    from (select holding_stay.account_id, holding_stay.id, reservation.original_reservation_code as own
      from ${HOLDER}
      join undo_codes former on ${HOLDS}
      where former.own collate "C" < reservation.original_reservation_code) behind
    where stay.account_id = behind.account_id and stay.id = behind.id`;
}

/** The first by reservation code of those that come back, where nobody holds the code still; the others share it. */
async function takeCodes(tx: Tx): Promise<void> {
  await tx.run`update stay_transactions stay
    set transaction_code = given.code
    from (select former.account_id, former.id,
        case when former.own = min(former.own collate "C") over (partition by former.code_space, former.code)
            and not exists (select from ${HOLDER} where ${HOLDS}) then former.code
          else concat(former.code, '/', former.own) end as code
      from undo_codes former) given
    where stay.account_id = given.account_id and stay.id = given.id`;
}

/** Gives stays that had to share a folio its code back, where it is free: the first of them by reservation code. */
export async function giveCodesBack(
  tx: Tx,
  accountId: number,
  stays: readonly { reservationId: number; code: string }[],
): Promise<void> {
  if (stays.length === 0) return;
  await tx.run`update stay_transactions stay
    set transaction_code = freed.code
    from (
      select distinct on (stay.facility_account_id, stay.code_space, wanted.code) stay.account_id, stay.id, wanted.code
      from unnest(${stays.map((one) => one.reservationId)}::bigint[], ${stays.map((one) => one.code)}::text[]) wanted (reservation_id, code)
      join stay_reservations reservation on reservation.account_id = ${accountId} and reservation.id = wanted.reservation_id
      join stay_transactions stay on stay.account_id = reservation.account_id and stay.stay_reservation_id = reservation.id
      where stay.transaction_code = concat(wanted.code, '/', reservation.original_reservation_code)
        and not exists (select from stay_transactions holding_stay
          where holding_stay.account_id = stay.account_id and holding_stay.facility_account_id = stay.facility_account_id
            and holding_stay.code_space = stay.code_space and holding_stay.transaction_code = wanted.code)
      order by stay.facility_account_id, stay.code_space, wanted.code, reservation.original_reservation_code collate "C"
    ) freed
    where stay.account_id = freed.account_id and stay.id = freed.id`;
}
