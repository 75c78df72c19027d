import { sql } from "kysely";
import { runPrepared, type Tx } from "../../database/connection.ts";
import { isOpenLot } from "./balances.read.ts";
import type { PointContext } from "./lots.ts";

export type PointUse = {
  customerId: number;
  facilityAccountId: number;
  stayReservationId: number | null;
  /** A booking engine's own code of the booking. */
  reservationCode?: string;
  /** Whole points, 1 or more. */
  points: number;
  remarks: string;
  /** Idempotency key: the same use asked for twice is made once. */
  idempotencyKey: string;
};
export type PointUseResult =
  | { ok: true; use_point_case_id: number }
  | { ok: false; code: "insufficient"; balance: number };

type Spent = { made: number | null; before: number | null; balance: number };

/**
 * One use: earliest expiry first, then the lowest grant id, fully allocated or refused (product §5). The account is locked already
 * (lockPointAccounts). One prepared statement: the lock on a popular guest's account is held as short as possible.
 */
export async function spendPoints(tx: Tx, ctx: PointContext, use: PointUse): Promise<PointUseResult> {
  const [spent] = await runPrepared<Spent>(
    tx,
    "spend-points",
    sql<Spent>`
      with request as (
        select ${ctx.accountId}::bigint as account_id, ${use.customerId}::bigint as customer_id, ${use.points}::bigint as points,
          ${ctx.today}::date as today, ${use.idempotencyKey}::text as key, ${ctx.userId}::bigint as user_id
      ), lots as materialized (
        select lot.account_id, lot.grant_point_id, lot.remaining,
          sum(lot.remaining) over (order by lot.expires_on nulls last, lot.grant_point_id) - lot.remaining as before
        from point_lots lot
        where lot.account_id = ${ctx.accountId} and lot.customer_id = ${use.customerId} and ${isOpenLot(ctx.today)}
      ), had as materialized (
        select (select coalesce(sum(remaining), 0)::bigint from lots) as balance,
          (select point_use.id
            from use_point_cases point_use
            where point_use.account_id = ${ctx.accountId} and point_use.idempotency_key = ${use.idempotencyKey}) as id
      ), made as (
        insert into use_point_cases (account_id, facility_account_id, customer_id, stay_reservation_id, use_date, use_point, remarks,
          idempotency_key, partner_key_id, reservation_code, created_by, updated_by)
        select a.account_id, ${use.facilityAccountId}::bigint, a.customer_id, ${use.stayReservationId}::bigint, a.today, a.points,
          ${use.remarks}::text, a.key, ${ctx.partnerKeyId ?? null}::bigint, ${use.reservationCode ?? null}::text, a.user_id, a.user_id
        from request a, had
        where had.id is null and had.balance >= a.points
        returning account_id, id, use_point
      ), taken as materialized (
        select m.account_id, m.id, lot.grant_point_id, least(lot.remaining, m.use_point - lot.before)::bigint as point
        from made m, lots lot
        where lot.before < m.use_point
      ), emptied as (
        update point_lots lot
        set remaining = lot.remaining - t.point, updated_at = now()
        from taken t
        where lot.account_id = t.account_id and lot.grant_point_id = t.grant_point_id
      ), allocated as (
        insert into use_points (account_id, use_point_case_id, grant_point_id, use_point, created_by, updated_by)
        select t.account_id, t.id, t.grant_point_id, t.point, a.user_id, a.user_id
        from taken t, request a
      ), lowered as (
        update point_accounts point_account
        set balance = point_account.balance - m.use_point, updated_at = now()
        from made m
        where point_account.account_id = ${ctx.accountId} and point_account.customer_id = ${use.customerId}
      )
      select (select id from made) as made, had.id as before, had.balance
      from had`,
  );
  const id = spent?.made ?? spent?.before ?? null;
  return id === null
    ? { ok: false, code: "insufficient", balance: spent?.balance ?? 0 }
    : { ok: true, use_point_case_id: id };
}
