import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import type { IntakeContext } from "../intake/intake-context.ts";
import type { PreparedReservation } from "../intake/prepare-row.ts";
import { saveRows } from "../intake/save-rows.ts";

/** Lines that are tried out: writers of the programme wait for them as for two batches of an import. */
export const TRIED_ROWS = 10_000;

/** What the first lines do to guests and points. */
export type TriedOut = {
  /** How many lines were looked at. */
  rows: number;
  guests_new: number;
  /** Customers of before whom a booking that is written names. */
  guests_joined: number;
  /** Of these bookings, whom a person has to decide about. */
  guests_waiting: number;
  /** What the ledger grants more for stays than before; less is below zero. */
  points: number;
};

/** Rolls back everything that was written. */
class RevokedBenefit extends Error {
  readonly found: Omit<TriedOut, "rows">;
  constructor(found: Omit<TriedOut, "rows">) {
    super("taken back");
    this.found = found;
  }
}

/**
 * A dry run: who a guest is and what stays earn follows from all stored rows, so only the import itself can tell. The lines are written as
 * an import writes them, in one transaction that looks at the outcome and is rolled back (docs/adr/0307).
 */
export async function tryOut(
  app: App,
  ctx: IntakeContext,
  batches: readonly (readonly PreparedReservation[])[],
): Promise<Omit<TriedOut, "rows">> {
  const { accountId } = ctx;
  try {
    return await app.database.inScope({ accountIds: [accountId] }, async (tx) => {
      await lockProgramme(tx, accountId);
      const { last } = await tx.one<{ last: number }>`
        select coalesce(max(id), 0) as last
        from grant_points
        where account_id = ${accountId}`;
      for (const lines of batches) await saveRows(tx, ctx, lines);
      throw new RevokedBenefit(await outcomeOf(tx, ctx, { lines: batches.flat(), after: last }));
    });
  } catch (error) {
    if (error instanceof RevokedBenefit) return error.found;
    throw error;
  }
}

type Written = { lines: readonly PreparedReservation[]; after: number };

function outcomeOf(tx: Tx, { accountId, facilityId, importBatchId }: IntakeContext, { lines, after }: Written) {
  const codes = [...new Set(lines.map(({ row }) => row.reservation_code))];
  return tx.one<Omit<TriedOut, "rows">>`with line as materialized (
      select ${accountId}::bigint as account_id, ${facilityId}::bigint as facility_account_id, code
      from unnest(${codes}::text[]) code
    ), written as materialized (
      select reservation.account_id, reservation.id, reservation.customer_id
      from line
      cross join lateral (
        select known_reservation.account_id, known_reservation.id, known_reservation.customer_id, known_reservation.import_batch_id
        from stay_reservations known_reservation
        where known_reservation.account_id = line.account_id
          and known_reservation.facility_account_id = line.facility_account_id
          and known_reservation.code_space = 'none' and known_reservation.original_reservation_code = line.code
        offset 0
      ) reservation
      where reservation.import_batch_id = ${importBatchId}
    ), registered as materialized (
      select customer.import_batch_id
      from (select distinct written.account_id, written.customer_id from written) w
      cross join lateral (
        select known_customer.import_batch_id
        from customers known_customer
        where known_customer.account_id = w.account_id and known_customer.id = w.customer_id
        offset 0
      ) customer
    )
    select
      (select count(*) from registered where import_batch_id = ${importBatchId})::int as guests_new,
      (select count(*) from registered where import_batch_id is distinct from ${importBatchId})::int as guests_joined,
      (select count(*)
        from written w
        join stay_reservation_customers guest on guest.account_id = ${accountId} and guest.stay_reservation_id = w.id
        where guest.customer_id is null and guest.active_status = 'active')::int as guests_waiting,
      (select coalesce(sum(point_grant.grant_point), 0)
        from grant_points point_grant
        where point_grant.account_id = ${accountId} and point_grant.id > ${after})::bigint as points`;
}
