import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import {
  type ImportKey,
  type Left,
  RETAINED_ROW_REASONS,
  type RetainedReason,
  writtenBy,
} from "./import-rows.queries.ts";
import type { UndoResult } from "./undo-state.queries.ts";
import {
  CHANGED_CUSTOMER_RETAINED,
  CUSTOMER_RETAINED,
  companionRetained,
  REPORTED_LATER,
  reservationRetained,
} from "./undo-verdicts.ts";

export type RetainedRow = {
  kind: Left;
  id: number;
  name: string;
  customer_id: number | null;
  reason: RetainedReason;
};
const SHOWN = 100;

/**
 * What undoing would do, by the same rules and without touching anything: a verdict on each row that the import wrote, in temporary
 * tables that are gone at the end. Reservations come first: a guest stays with any of his that stays, and a companion goes with his.
 */
export async function foreseeUndo(
  tx: Tx,
  accountId: number,
  importId: number,
): Promise<{ result: UndoResult; rows: RetainedRow[] }> {
  const place = { accountId, importId };
  await judgeReservations(tx, place);
  await judgeCustomers(tx, place);
  await judgeCompanions(tx, place);
  const taken = await countTaken(tx);
  const retained = await countRetained(tx);
  const rows = await firstRetained(tx);
  await tx.run`drop table undo_reservations, undo_people, undo_companions`;
  return { result: { ...taken, retained }, rows };
}

/**
 * undo_reservations: one row a reservation, why it stays (null: it goes), whether a later source has told it too, whether it is another
 * guest's again when it is put back (`moves`), and whose (`moves_to`; restore-images.ts).
 */
async function judgeReservations(tx: Tx, place: ImportKey): Promise<void> {
  await tx.run`create temp table undo_reservations on commit drop as
    with ${writtenBy(place, "reservation")}
    select import_row.account_id, import_row.entity_id as id, import_row.row_outcome, ${reservationRetained(place)} as reason,
      ${REPORTED_LATER} as reported_later, reservation.customer_id, reservation.original_reservation_code as name,
      import_row.row_outcome = 'changed' and owner.was is distinct from (import_row.after ->> 'customer_id')::bigint as moves,
      case when import_row.row_outcome = 'changed' and owner.was is distinct from (import_row.after ->> 'customer_id')::bigint
        then coalesce(other_customer.merged_into, other_customer.id) end as moves_to
    from import_row
    join stay_reservations reservation on reservation.account_id = import_row.account_id and reservation.id = import_row.entity_id
    cross join lateral (select (import_row.before -> 'reservation' ->> 'customer_id')::bigint as was) owner
    left join customers other_customer on other_customer.account_id = import_row.account_id and other_customer.id = owner.was
    where import_row.row_outcome <> 'unchanged'`;
  await tx.run`create index on undo_reservations (id)`;
  await tx.run`analyze undo_reservations`;
}

/** SQL over reservations `reservation`: the import made it, and undoing takes it away. */
const GOES = sql`exists (select from undo_reservations judged
  where judged.id = reservation.id and judged.reason is null and judged.row_outcome = 'new')`;

/** SQL over reservations `reservation`: put back, it is another guest's. */
const MOVES = sql`exists (select from undo_reservations judged
  where judged.id = reservation.id and judged.reason is null and judged.moves)`;

/** SQL over customers `customer`: a reservation that stays is his or will be again, or names him beside its guest. */
const STILL_NAMED = sql`(exists (select from stay_reservations reservation
  where reservation.account_id = customer.account_id and reservation.customer_id = customer.id and not ${GOES} and not ${MOVES})
  or customer.id in (select judged.moves_to from undo_reservations judged where judged.reason is null and judged.moves_to is not null)
  or exists (select from stay_reservation_customers guest
    join stay_reservations reservation on reservation.account_id = guest.account_id and reservation.id = guest.stay_reservation_id
    where guest.account_id = customer.account_id and guest.customer_id = customer.id and guest.guest_type = 'companion' and not ${GOES}))`;

/** undo_people: as undo_reservations; `told`: the import says more of him than when he was first at the facility. */
async function judgeCustomers(tx: Tx, place: ImportKey): Promise<void> {
  await tx.run`create temp table undo_people on commit drop as
    with ${writtenBy(place, "customer")}
    select import_row.entity_id as id, import_row.row_outcome, customer.name, ${REPORTED_LATER} as reported_later,
      import_row.before ? 'version'
        or exists (select from unnest(array['keys', 'types', 'consents']) said
          where jsonb_array_length(import_row.after -> said) > 0) as told,
      case when import_row.row_outcome = 'new' then coalesce(${CUSTOMER_RETAINED}, case when ${STILL_NAMED} then 'later_import' end)
        else ${CHANGED_CUSTOMER_RETAINED} end as reason
    from import_row
    join customers customer on customer.account_id = import_row.account_id and customer.id = import_row.entity_id
    where import_row.row_outcome <> 'unchanged'`;
}

/** undo_companions: as undo_reservations. Those of a reservation that goes are not looked at by themselves. */
async function judgeCompanions(tx: Tx, place: ImportKey): Promise<void> {
  await tx.run`create temp table undo_companions on commit drop as
    with ${writtenBy(place, "companion")}
    select import_row.entity_id as id, guest.name, guest.customer_id, ${companionRetained(place)} as reason,
      ${REPORTED_LATER} as reported_later
    from import_row
    join stay_reservation_customers guest on guest.account_id = import_row.account_id and guest.id = import_row.entity_id
      and guest.guest_type = 'companion'
    join stay_reservations reservation on reservation.account_id = guest.account_id and reservation.id = guest.stay_reservation_id
    where import_row.row_outcome <> 'unchanged' and not ${GOES}`;
}

/**
 * SQL, one row a guest whose reservations go: the `points` of their stays, and how many are `short` of that in his balance. What has
 * ended is taken back from nobody.
 */
const POINTS_TAKEN = sql`select gone.points, greatest(0, gone.points - gone.ended - coalesce(point_account.balance, 0)) as short
  from (
    select judged.account_id, judged.customer_id, sum(point_grant.grant_point)::bigint as points,
      coalesce(sum((select sum(case adjustment.kind when 'expired' then adjustment.point else -adjustment.point end)
        from point_adjustments adjustment
        where adjustment.account_id = point_grant.account_id and adjustment.grant_point_id = point_grant.id
          and adjustment.kind in ('expired', 'revived'))), 0)::bigint as ended
    from undo_reservations judged
    join grant_points point_grant on point_grant.account_id = judged.account_id and point_grant.stay_reservation_id = judged.id
    where judged.reason is null and judged.row_outcome = 'new'
    group by judged.account_id, judged.customer_id
  ) gone
  left join point_accounts point_account on point_account.account_id = gone.account_id and point_account.customer_id = gone.customer_id
  where gone.points > 0`;

/** SQL: all that was judged. */
const JUDGED = sql`(select reason, reported_later from undo_reservations
  union all select reason, reported_later from undo_people
  union all select reason, reported_later from undo_companions) judged`;

function countTaken(tx: Tx): Promise<Omit<UndoResult, "retained">> {
  return tx.one<Omit<UndoResult, "retained">>`
    select (select count(*) from undo_reservations where reason is null and row_outcome = 'new') as reservations_removed,
      (select count(*) from undo_reservations where reason is null and row_outcome = 'changed') as reservations_restored,
      (select count(*) from undo_people where reason is null and row_outcome = 'new') as customers_removed,
      (select count(*) from undo_people where reason is null and row_outcome = 'changed' and told) as customers_restored,
      (select count(*) from undo_companions where reason is null and customer_id is null) as companions_removed,
      (select count(*) from ${JUDGED} where reason = 'later_import' and reported_later) as handed_on,
      coalesce(sum(taken.points), 0)::bigint as points_taken, coalesce(sum(taken.short), 0)::bigint as points_short,
      count(*) filter (where taken.short > 0) as guests_short
    from (${POINTS_TAKEN}) taken`;
}

async function countRetained(tx: Tx): Promise<UndoResult["retained"]> {
  const retained = await tx.all<{ reason: RetainedReason; count: number }>`select reason, count(*)::int as count
    from ${JUDGED}
    where reason is not null
    group by reason`;
  const countOf = (reason: RetainedReason) => retained.find((one) => one.reason === reason)?.count ?? 0;
  return Object.fromEntries(RETAINED_ROW_REASONS.map((reason) => [reason, countOf(reason)])) as UndoResult["retained"];
}

/** Reservations, then customers, then companions, each by number. */
function firstRetained(tx: Tx): Promise<RetainedRow[]> {
  return tx.all<RetainedRow>`
    select 'reservation' as kind, id, name, customer_id, reason from undo_reservations where reason is not null
    union all select 'customer', id, name, id, reason from undo_people where reason is not null
    union all select 'companion', id, name, customer_id, reason from undo_companions where reason is not null
    order by 1 desc, 2 limit ${SHOWN}`;
}

/** What an undone import left as it was, and why. */
export async function retainedRows(tx: Tx, accountId: number, importId: number): Promise<RetainedRow[]> {
  return tx.all<RetainedRow>`select import_row.entity as kind, import_row.entity_id as id,
      coalesce(reservation.original_reservation_code, customer.name, guest.name) as name,
      coalesce(reservation.customer_id, customer.id, guest.customer_id) as customer_id, import_row.undone as reason
    from import_rows import_row
    left join stay_reservations reservation on import_row.entity = 'reservation' and reservation.account_id = import_row.account_id
      and reservation.id = import_row.entity_id
    left join customers customer on import_row.entity = 'customer' and customer.account_id = import_row.account_id
      and customer.id = import_row.entity_id
    left join stay_reservation_customers guest on import_row.entity = 'companion' and guest.account_id = import_row.account_id
      and guest.id = import_row.entity_id
    where import_row.account_id = ${accountId} and import_row.import_batch_id = ${importId}
      and import_row.entity in ('reservation', 'customer', 'companion')
      and import_row.undone in ${sql.raw("('later_import', 'by_hand', 'in_use')")}
    order by 1 desc, 2 limit ${SHOWN}`;
}
