import type { Tx } from "../../database/connection.ts";
import { isOpenLot } from "./balances.read.ts";
import { lockPointAccounts, type PointRun } from "./lots.ts";

export type PointUse = {
  customerId: number;
  facilityAccountId: number;
  stayReservationId: number | null;
  /** A booking engine's own code of the booking. */
  reservationCode?: string;
  /** Whole points, 1 or more. */
  points: number;
  remarks: string;
  /** The same use asked for twice is made once. */
  idempotencyKey: string;
};
export type PointUseResult =
  | { ok: true; use_point_case_id: number }
  | { ok: false; code: "insufficient"; balance: number };

/** One use: earliest expiry first, then the lowest grant id, fully allocated or refused (product §5). */
export async function usePoints(tx: Tx, run: PointRun, use: PointUse): Promise<PointUseResult> {
  await lockPointAccounts(tx, run.accountId, [use.customerId]);
  const before = await tx.one<{ id: number | null; balance: number }>`
    select (select c.id from use_point_cases c where c.account_id = ${run.accountId} and c.idempotency_key = ${use.idempotencyKey}),
      (select coalesce(sum(l.remaining), 0)::bigint from point_lots l where l.account_id = ${run.accountId}
        and l.customer_id = ${use.customerId} and ${isOpenLot(run.today)}) as balance`;
  const { id, balance } = before;
  if (id !== null) return { ok: true, use_point_case_id: id };
  if (balance < use.points) return { ok: false, code: "insufficient", balance };
  const made = await tx.one<{ id: number }>`
    with made as (
      insert into use_point_cases (account_id, facility_account_id, customer_id, stay_reservation_id, use_date, use_point, remarks,
        idempotency_key, partner_key_id, reservation_code, created_by, updated_by)
      values (${run.accountId}, ${use.facilityAccountId}, ${use.customerId}, ${use.stayReservationId}, ${run.today}::date,
        ${use.points}, ${use.remarks}, ${use.idempotencyKey}, ${run.partnerKeyId ?? null}, ${use.reservationCode ?? null}, ${run.userId}, ${run.userId})
      returning id
    ), lots as (
      select l.grant_point_id, l.remaining, sum(l.remaining) over (order by l.expires_on nulls last, l.grant_point_id) - l.remaining as before
      from point_lots l where l.account_id = ${run.accountId} and l.customer_id = ${use.customerId} and ${isOpenLot(run.today)}
    ), taken as (
      select grant_point_id, least(remaining, ${use.points}::bigint - before)::bigint as point from lots where before < ${use.points}::bigint
    ), emptied as (
      update point_lots l set remaining = l.remaining - t.point, updated_at = now() from taken t
      where l.account_id = ${run.accountId} and l.grant_point_id = t.grant_point_id
    ), allocated as (
      insert into use_points (account_id, use_point_case_id, grant_point_id, use_point, created_by, updated_by)
      select ${run.accountId}, made.id, t.grant_point_id, t.point, ${run.userId}, ${run.userId} from taken t, made
    ), lowered as (
      update point_accounts set balance = balance - ${use.points}::bigint, updated_at = now()
      where account_id = ${run.accountId} and customer_id = ${use.customerId}
    )
    select id from made`;
  return { ok: true, use_point_case_id: made.id };
}
