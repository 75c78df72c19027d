import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { PLAN, type PlanPart } from "@okaeri/domain/permissions/plan-options";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "./connection.ts";

// What of an account is in force on a day. A period without start or end is open on that side; its first and last day belong to it.

/** SQL over accounts `a`: the day lies in the contract's period. For what a page says of a contract; who may act asks `inForce`. */
export function inContract(today: CalendarDate): RawBuilder<boolean> {
  return contractOf("a", today);
}

/** SQL over options `o` of accounts: the option runs on that day. */
export function optionRuns(today: CalendarDate): RawBuilder<boolean> {
  return sql<boolean>`(o.active_status = 'active' and o.option_started_at <= ${today}::date
    and (o.option_ended_at is null or o.option_ended_at >= ${today}::date))`;
}

/**
 * SQL over accounts `a`: it may act on that day, whoever acts for it (its people, its keys, its jobs). The account and its programme's
 * headquarters are in use and in their contracts, and so are their companies.
 */
export function inForce(today: CalendarDate): RawBuilder<boolean> {
  return sql<boolean>`(${isActive("a", today)} and (a.programme_account_id = a.id
    or exists (select from accounts p where p.id = a.programme_account_id and ${isActive("p", today)})))`;
}

/** SQL over accounts `a`: an option that opens it runs on that day for the account or its programme (product §1). */
export function planIncludes(part: PlanPart, today: CalendarDate): RawBuilder<boolean> {
  return sql<boolean>`exists (select from account_options o where o.account_id in (a.id, a.programme_account_id)
    and o.option_type = any(${PLAN[part]}::text[]) and ${optionRuns(today)})`;
}

/** SQL over programmes `a`: an option that opens it runs on that day for one of its accounts. */
export function somewhereIncludes(part: PlanPart, today: CalendarDate): RawBuilder<boolean> {
  return sql<boolean>`exists (select from account_options o join accounts f on f.id = o.account_id where f.programme_account_id = a.id
    and o.option_type = any(${PLAN[part]}::text[]) and ${optionRuns(today)})`;
}

/** Whether the account may act today. */
export async function isInForce(tx: Tx, accountId: number, today: CalendarDate): Promise<boolean> {
  const found = await tx.maybe<{
    in_force: boolean;
  }>`select ${inForce(today)} as in_force from accounts a where a.id = ${accountId}`;
  return found?.in_force ?? false;
}

function contractOf(alias: "a" | "p", today: CalendarDate) {
  const of = sql.ref(alias);
  return sql<boolean>`((${of}.contract_started_at is null or ${of}.contract_started_at <= ${today}::date)
    and (${of}.contract_ended_at is null or ${of}.contract_ended_at >= ${today}::date))`;
}

function isActive(alias: "a" | "p", today: CalendarDate) {
  const of = sql.ref(alias);
  return sql<boolean>`(${of}.active_status = 'active' and ${contractOf(alias, today)}
    and exists (select from companies f where f.id = ${of}.company_id and f.active_status = 'active'))`;
}
