import type { ListConditions } from "@okaeri/contract/lists/list";
import type { usePointList } from "@okaeri/contract/lists/points";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { conditionsOf, type Paging, pageOf } from "../../database/list-page.ts";
import type { Scope } from "../../session/scope.ts";
import {
  codeFromEngine,
  keyName,
  ownFacility,
  places,
  reservationOfUse,
  stayCancelledOn,
  useInState,
  writer,
} from "./bookable.read.ts";
import { nameOfMerged, ofGuest } from "./merged-customers.read.ts";
import { newestFirst, runningBalance } from "./running-balance.queries.ts";

export type UseRow = {
  id: number;
  use_date: string;
  use_point: number;
  balance_after: number;
  lapsed: number;
  cancel_date: string | null;
  cancel_remarks: string | null;
  facility_name: string | null;
  original_reservation_code: string | null;
  reservation_cancel_date: string | null;
  remarks: string | null;
  created_by: string | null;
  created_at: string;
  of_merged: string | null;
  parts: { grant_point_id: number; grant_date: string; grant_point: number; use_point: number }[];
  own: boolean;
};

export type UseFilter = Paging & ListConditions<typeof usePointList> & { id: number };

/** Uses of a guest, newest first, each with the grants that paid it; a cancelled one keeps its row. */
export function pointUsesOf(tx: Tx, scope: Scope, filter: UseFilter, today: CalendarDate) {
  const { accountId } = scope;
  const { id, page, size, ...conditions } = filter;
  const narrowed = conditionsOf<ListConditions<typeof usePointList>>(conditions, {
    state: (value) => useInState(scope, value),
    use_date_from: (day) => sql`history.use_date >= ${day}::date`,
    use_date_to: (day) => sql`history.use_date <= ${day}::date`,
  });
  return pageOf<UseRow>(
    tx,
    { page, size },
    {
      from: sql`use_point_cases history where ${ofGuest(accountId, id, narrowed)}`,
      order: newestFirst(accountId, id, sql`history.use_date`),
      rows: (cut) => sql<UseRow>`with ${runningBalance(accountId, id, today)}, shown as (select history.* ${cut})
        select history.id, history.use_date, history.use_point, move.after as balance_after, history.cancel_date,
          nullif(history.cancel_remarks, '') as cancel_remarks, account.name as facility_name,
          coalesce(reservation.original_reservation_code, ${codeFromEngine(scope)}) as original_reservation_code,
          nullif(history.remarks, '') as remarks, coalesce(person.name, ${keyName}) as created_by,
          ${stayCancelledOn} as reservation_cancel_date,
          to_char(history.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at, ${nameOfMerged(id)} as of_merged,
          ${ownFacility(scope, "history")} as own, ${paidBy} as parts, ${lapsed} as lapsed
        from shown history
        join moves move on move.kind = 'use' and move.id = history.id
        ${places(scope, reservationOfUse)} ${writer(scope)}
        order by move.place desc`,
    },
  );
}

/** SQL over uses `history`: the grants that paid it, the one that ends first before the others. */
const paidBy = sql`(select coalesce(json_agg(json_build_object('grant_point_id', used_point.grant_point_id, 'grant_date',
    point_grant.grant_date, 'grant_point', point_grant.grant_point, 'use_point', used_point.use_point)
    order by point_grant.expiration_date nulls last, used_point.grant_point_id),
    '[]')
  from use_points used_point
  join grant_points point_grant on point_grant.account_id = used_point.account_id and point_grant.id = used_point.grant_point_id
  where used_point.account_id = history.account_id and used_point.use_point_case_id = history.id)`;

/** SQL over uses `history`: points that its cancel could not give back. It notes them in its own transaction, at one and the same time. */
const lapsed = sql`(select coalesce(sum(used_point.use_point), 0)::bigint
  from use_points used_point
  where history.cancel_date is not null and used_point.account_id = history.account_id and used_point.use_point_case_id = history.id
    and exists (select from point_adjustments adjustment
      where adjustment.account_id = used_point.account_id and adjustment.grant_point_id = used_point.grant_point_id
        and adjustment.kind = 'expired' and adjustment.point = used_point.use_point
        and adjustment.created_at = history.updated_at))`;
