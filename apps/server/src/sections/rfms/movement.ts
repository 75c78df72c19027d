import type { Problem } from "@okaeri/contract/problems/problems";
import { type CalendarDate, calendarDate } from "@okaeri/domain/calendar-date";
import { endOfLastQuarter } from "@okaeri/domain/rfms/flow";
import { sql } from "kysely";
import { changeDays } from "../../audit/change-days.ts";
import type { Tx } from "../../database/connection.ts";
import { CallError, fieldError } from "../../http/errors.ts";
import type { Scope } from "../../session/scope.ts";
import { heldOnBoth, scoredBefore } from "./movement.read.ts";
import type { RfmGuestsSql } from "./rfms.queries.ts";

type Days = { from: CalendarDate; to: CalendarDate };
type MovementQuery = { id: number; from?: string | undefined; to?: string | undefined };
type GroupRow = { id: number; name: string; gone: boolean };
type FlowRow = { was: string; is: string; count: number };

/** Who was where on two evenings; 404 for an RFM of somebody else, 400 that names the day at fault. */
export async function movementOf(
  tx: Tx,
  scope: Scope,
  { isUnlisted, withinFacilities }: RfmGuestsSql,
  query: MovementQuery,
  today: CalendarDate,
) {
  const { accountId } = scope;
  const known = await tx.maybe<{ first_day: string | null }>`select least((select min(held_since)
        from customer_rfms
        where account_id = ${accountId} and rfm_id = ${query.id}),
      (select min(held_since) from customer_rfm_histories where account_id = ${accountId} and rfm_id = ${query.id})) as first_day
    from rfms
    where account_id = ${accountId} and id = ${query.id} and active_status = 'active'`;
  if (!known) throw new CallError("NOT_FOUND");
  const firstDay = known.first_day === null ? null : calendarDate(known.first_day);
  const days = daysOf(query, firstDay, today);
  const span = { accountId, rfmId: query.id, ...days };
  const rows = await tx.all<GroupRow>`select id, name, active_status <> 'active' as gone
    from rfm_groups
    where account_id = ${accountId} and rfm_id = ${query.id}
    order by active_status, priority, id desc`;
  const flows = await tx.all<FlowRow>`select was, "is", count(*)::int as count
    from (
      select case when m.was_scored then coalesce(m.was_group::text, 'none') when ${scoredBefore(span)} then 'unscored' else 'new' end
          as was,
        case when m.is_scored then coalesce(m.is_group::text, 'none') else 'unscored' end as "is"
      from (${heldOnBoth(span)}) m
      where not ${isUnlisted(accountId, sql`m.customer_id`)}
        and ${withinFacilities(scope, sql`m.customer_id`)}
    ) p
    group by 1, 2`;
  return {
    ...days,
    first_day: firstDay,
    changed_on: await changeDays(tx, { accountId, entity: "rfms", id: query.id }, days),
    ...byName(rows, flows),
  };
}

function daysOf(query: MovementQuery, firstDay: CalendarDate | null, today: CalendarDate): Days {
  const to = calendarDate(query.to ?? today);
  if (to > today) throw fieldError("to", { code: "in_future" } satisfies Problem);
  const quarter = endOfLastQuarter(to);
  const usual = firstDay !== null && firstDay > quarter && firstDay <= to ? firstDay : quarter;
  const from = calendarDate(query.from ?? usual);
  if (from > today) throw fieldError("from", { code: "in_future" });
  if (from > to) throw fieldError("to", { code: "before_start" });
  for (const [name, day] of [
    ["from", query.from],
    ["to", query.to],
  ] as const)
    if (day !== undefined && firstDay !== null && day < firstDay)
      throw fieldError(name, { code: "before_first_scores", day: firstDay });
  return { from, to };
}

/** Rows of one name are one group, named by the first of them. */
function byName(rows: readonly GroupRow[], flows: readonly FlowRow[]) {
  const first = new Map<string, GroupRow>();
  for (const row of rows) if (!first.has(row.name)) first.set(row.name, row);
  const names = new Map(rows.map((row) => [String(row.id), row.name]));
  const place = (text: string) => String(first.get(names.get(text) ?? "")?.id ?? text);
  const sums = new Map<string, FlowRow>();
  for (const { was, is, count } of flows) {
    const flow = { was: place(was), is: place(is), count };
    const key = `${flow.was}/${flow.is}`;
    sums.set(key, { ...flow, count: count + (sums.get(key)?.count ?? 0) });
  }
  const found = [...sums.values()];
  const named = new Set(found.flatMap(({ was, is }) => [was, is]));
  const groups = [...first.values()].filter(({ id, gone }) => !gone || named.has(String(id)));
  const order = [...groups.map(({ id }) => String(id)), "none", "unscored", "new"];
  const at = (text: string) => order.indexOf(text);
  return { groups, flows: found.sort((a, b) => at(a.was) - at(b.was) || at(a.is) - at(b.is)) };
}
