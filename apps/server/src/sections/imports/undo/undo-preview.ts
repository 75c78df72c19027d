import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import { KEPT_REASONS, type KeptReason, type Left, writtenBy } from "./import-rows.queries.ts";
import type { UndoResult } from "./undo-state.queries.ts";
import {
  CHANGED_CUSTOMER_KEPT,
  CUSTOMER_KEPT,
  companionKept,
  REPORTED_LATER,
  reservationKept,
} from "./undo-verdicts.ts";

export type KeptRow = {
  kind: Left;
  id: number;
  name: string;
  customer_id: number | null;
  reason: KeptReason;
};
const SHOWN = 100;

/** What undoing would do, by the same rules and without touching anything. */
export async function foreseeUndo(
  tx: Tx,
  accountId: number,
  importId: number,
): Promise<{ result: UndoResult; rows: KeptRow[] }> {
  const place = { accountId, importId };
  await tx.run`create temp table undo_stays on commit drop as with ${writtenBy(place, "reservation")}
    select i.account_id, i.entity_id as id, i.fate, ${reservationKept(place)} as reason, ${REPORTED_LATER} as told_later, r.customer_id, r.original_reservation_code as name
    from i join stay_reservations r on r.account_id = i.account_id and r.id = i.entity_id where i.fate <> 'unchanged'`;
  await tx.run`create index on undo_stays (id)`;
  await tx.run`analyze undo_stays`;
  // A guest stays with any reservation that stays.
  await tx.run`create temp table undo_people on commit drop as with ${writtenBy(place, "customer")}
    select i.entity_id as id, i.fate, i.before ? 'version'
      or exists (select from unnest(array['keys', 'types', 'consents']) said where jsonb_array_length(i.after -> said) > 0) as told, c.name, case when i.fate = 'new' then coalesce(${CUSTOMER_KEPT},
      case when exists (select from stay_reservations r where r.account_id = c.account_id and r.customer_id = c.id
          and not exists (select from undo_stays u where u.id = r.id and u.reason is null and u.fate = 'new'))
        or exists (select from stay_reservation_customers g where g.account_id = c.account_id and g.customer_id = c.id
          and g.guest_type = 'companion') then 'later_import' end) else ${CHANGED_CUSTOMER_KEPT} end as reason, ${REPORTED_LATER} as told_later
    from i join customers c on c.account_id = i.account_id and c.id = i.entity_id
    where i.fate <> 'unchanged'`;
  // Companions of a reservation that goes are not looked at by themselves.
  await tx.run`create temp table undo_companions on commit drop as with ${writtenBy(place, "companion")}
    select i.entity_id as id, g.name, g.customer_id, ${companionKept(place)} as reason, ${REPORTED_LATER} as told_later
    from i join stay_reservation_customers g on g.account_id = i.account_id and g.id = i.entity_id and g.guest_type = 'companion'
    join stay_reservations r on r.account_id = g.account_id and r.id = g.stay_reservation_id
    where i.fate <> 'unchanged' and not exists (select from undo_stays u where u.id = r.id and u.reason is null and u.fate = 'new')`;
  const counts = await tx.one<Omit<UndoResult, "kept">>`select
    (select count(*) from undo_stays where reason is null and fate = 'new') as reservations_removed,
    (select count(*) from undo_stays where reason is null and fate = 'changed') as reservations_restored,
    (select count(*) from undo_people where reason is null and fate = 'new') as customers_removed,
    (select count(*) from undo_people where reason is null and fate = 'changed' and told) as customers_restored,
    (select count(*) from undo_companions where reason is null and customer_id is null) as companions_removed,
    (select count(*) from (select reason, told_later from undo_stays union all select reason, told_later from undo_people
      union all select reason, told_later from undo_companions) k where reason = 'later_import' and told_later) as handed_on,
    coalesce(sum(p.points), 0)::bigint as points_taken, coalesce(sum(p.short), 0)::bigint as points_short,
    count(*) filter (where p.short > 0) as guests_short
    from (select g.points, greatest(0, g.points - g.ended - coalesce(a.balance, 0)) as short from (
      select u.account_id, u.customer_id, sum(g.grant_point)::bigint as points,
        -- What has ended is taken back from nobody.
        coalesce(sum((select sum(case j.kind when 'expired' then j.point else -j.point end) from point_adjustments j
          where j.account_id = g.account_id and j.grant_point_id = g.id and j.kind in ('expired', 'revived'))), 0)::bigint as ended from undo_stays u
      join grant_points g on g.account_id = u.account_id and g.stay_reservation_id = u.id
      where u.reason is null and u.fate = 'new' group by u.account_id, u.customer_id) g
      left join point_accounts a on a.account_id = g.account_id and a.customer_id = g.customer_id where g.points > 0) p`;
  const kept = await tx.all<{ reason: KeptReason; count: number }>`select reason, count(*)::int as count
    from (select reason from undo_stays union all select reason from undo_people union all select reason from undo_companions) k where reason is not null group by reason`;
  const rows = await tx.all<KeptRow>`
    select 'reservation' as kind, id, name, customer_id, reason from undo_stays where reason is not null
    union all select 'customer', id, name, id, reason from undo_people where reason is not null
    union all select 'companion', id, name, customer_id, reason from undo_companions where reason is not null order by 1 desc, 2 limit ${SHOWN}`;
  const countOf = (reason: KeptReason) => kept.find((one) => one.reason === reason)?.count ?? 0;
  await tx.run`drop table undo_stays, undo_people, undo_companions`;
  return { result: { ...counts, kept: byReason(countOf) }, rows };
}

const byReason = (countOf: (reason: KeptReason) => number) =>
  Object.fromEntries(KEPT_REASONS.map((reason) => [reason, countOf(reason)])) as Record<KeptReason, number>;

/** What an undone import left as it was, and why. */
export async function keptRows(tx: Tx, accountId: number, importId: number): Promise<KeptRow[]> {
  return tx.all<KeptRow>`select i.entity as kind, i.entity_id as id, coalesce(r.original_reservation_code, c.name, g.name) as name,
      coalesce(r.customer_id, c.id, g.customer_id) as customer_id, i.undone as reason
    from import_rows i
    left join stay_reservations r on i.entity = 'reservation' and r.account_id = i.account_id and r.id = i.entity_id
    left join customers c on i.entity = 'customer' and c.account_id = i.account_id and c.id = i.entity_id
    left join stay_reservation_customers g on i.entity = 'companion' and g.account_id = i.account_id and g.id = i.entity_id
    where i.account_id = ${accountId} and i.import_batch_id = ${importId} and i.entity in ('reservation', 'customer', 'companion')
      and i.undone in ${sql.raw("('later_import', 'by_hand', 'in_use')")} order by 1 desc, 2 limit ${SHOWN}`;
}
