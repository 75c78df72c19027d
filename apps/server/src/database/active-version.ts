import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { PLAN, type PlanPart } from "@okaeri/domain/permissions/plan-options";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "./connection.ts";

// What of an account is in force on a day. A period without start or end is open on that side; its first and last day belong to it.

/** SQL over accounts `account`: the day lies in the contract's period. For what a page says of a contract; who may act asks `inForce`. */
export function inContract(today: CalendarDate): RawBuilder<boolean> {
  return contractOf("account", today);
}

/** SQL over options `account_option` of accounts: the option runs on that day. */
export function optionRuns(today: CalendarDate): RawBuilder<boolean> {
  return sql<boolean>`(account_option.active_status = 'active' and account_option.option_started_at <= ${today}::date
    and (account_option.option_ended_at is null or account_option.option_ended_at >= ${today}::date))`;
}

/**
 * SQL over accounts `account`: it may act on that day, whoever acts for it (its people, its keys, its jobs). The account and its programme's
 * headquarters are in use and in their contracts, and so are their companies.
 */
export function inForce(today: CalendarDate): RawBuilder<boolean> {
  return sql<boolean>`(${isActive("account", today)}
    and (account.programme_account_id = account.id
      or exists (select from accounts programme_account
        where programme_account.id = account.programme_account_id
          and ${isActive("programme_account", today)})))`;
}

/** SQL over accounts `account`: an option that opens it runs on that day for the account or its programme (product §1). */
export function planIncludes(part: PlanPart, today: CalendarDate): RawBuilder<boolean> {
  return sql<boolean>`exists (select from account_options account_option
    where account_option.account_id in (account.id, account.programme_account_id)
      and account_option.option_type = any(${PLAN[part]}::text[]) and ${optionRuns(today)})`;
}

/** SQL over programmes `account`: an option that opens it runs on that day for one of its accounts. */
export function somewhereIncludes(part: PlanPart, today: CalendarDate): RawBuilder<boolean> {
  return sql<boolean>`exists (select from account_options account_option
    join accounts facility_account on facility_account.id = account_option.account_id
    where facility_account.programme_account_id = account.id
      and account_option.option_type = any(${PLAN[part]}::text[]) and ${optionRuns(today)})`;
}

/** Whether the account may act today. */
export async function isActiveOn(tx: Tx, accountId: number, today: CalendarDate): Promise<boolean> {
  const found = await tx.maybe<{
    in_force: boolean;
  }>`select ${inForce(today)} as in_force from accounts account where account.id = ${accountId}`;
  return found?.in_force ?? false;
}

function contractOf(alias: "account" | "programme_account", today: CalendarDate) {
  const of = sql.ref(alias);
  return sql<boolean>`((${of}.contract_started_at is null or ${of}.contract_started_at <= ${today}::date)
    and (${of}.contract_ended_at is null or ${of}.contract_ended_at >= ${today}::date))`;
}

function isActive(alias: "account" | "programme_account", today: CalendarDate) {
  const of = sql.ref(alias);
  return sql<boolean>`(${of}.active_status = 'active' and ${contractOf(alias, today)}
    and exists (select from companies company where company.id = ${of}.company_id and company.active_status = 'active'))`;
}
