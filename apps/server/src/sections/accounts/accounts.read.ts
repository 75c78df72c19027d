import type { Payment } from "@okaeri/contract/billing";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { optionRuns } from "../../database/in-force.ts";

/** The columns of a payment `p`. */
export const PAYMENT_COLUMNS = sql`p.company_name, p.company_name_kana, p.post_code, p.address, p.department_name, p.contact_name,
  p.contact_tel, p.contact_email, p.discount_amount, p.discount_started_at, p.discount_ended_at`;

/** Whom the provider bills for each account of the company, by account; one for whom nothing is registered is not in it. */
export async function paymentsOf(tx: Tx, companyId: number): Promise<Map<number, Payment>> {
  const found = await tx.all<Payment & { id: number }>`select a.id, ${PAYMENT_COLUMNS}
    from accounts a join payments p on p.id = a.payment_id where a.company_id = ${companyId}`;
  return new Map(found.map(({ id, ...payment }) => [id, payment]));
}

/** Each account with the options that run on that day, and their types: `account_id`, `options`, `types`. */
export function runningOptions(today: CalendarDate): RawBuilder<unknown> {
  return sql`select o.account_id, array_agg(distinct o.option_type) as types,
      json_agg(json_build_object('option_type', o.option_type, 'option_item', o.option_item) order by o.option_type, o.id) as options
    from account_options o where ${optionRuns(today)} group by o.account_id`;
}

/** Every account of the company, inactive ones too: the scope of a change that may move them or their people. */
export async function accountIdsOfCompany(tx: Tx, companyId: number): Promise<number[]> {
  const found = await tx.all<{ id: number }>`select id from accounts where company_id = ${companyId}`;
  return found.map((row) => row.id);
}

/** Names of accounts by id, for people who see all of them. */
export async function accountNames(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const found = await tx.all<{
    id: number;
    name: string;
  }>`select id, name from accounts where id = any(${ids}::bigint[])`;
  return new Map(found.map(({ id, name }) => [id, name]));
}
