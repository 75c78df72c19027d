import type { Payment } from "@okaeri/contract/billing";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type RawBuilder, sql } from "kysely";
import { optionRuns } from "../../database/active-version.ts";
import type { Tx } from "../../database/connection.ts";

/** The columns of a payment `payment`. */
export const PAYMENT_COLUMNS = sql`payment.company_name, payment.company_name_kana, payment.post_code, payment.address,
  payment.department_name, payment.contact_name, payment.contact_tel, payment.contact_email, payment.discount_amount,
  payment.discount_started_at, payment.discount_ended_at`;

/** Whom the provider bills for each account of the company, by account; one for whom nothing is registered is not in it. */
export async function billingPaymentsOf(tx: Tx, companyId: number): Promise<Map<number, Payment>> {
  const found = await tx.all<Payment & { id: number }>`select account.id, ${PAYMENT_COLUMNS}
    from accounts account
    join payments payment on payment.id = account.payment_id
    where account.company_id = ${companyId}`;
  return new Map(found.map(({ id, ...payment }) => [id, payment]));
}

/** Each account with the options that run on that day, and their types: `account_id`, `options`, `types`. */
export function runningOptions(today: CalendarDate): RawBuilder<unknown> {
  return sql`select account_option.account_id, array_agg(distinct account_option.option_type) as types,
      json_agg(json_build_object('option_type', account_option.option_type, 'option_item', account_option.option_item)
        order by account_option.option_type, account_option.id) as options
    from account_options account_option
    where ${optionRuns(today)}
    group by account_option.account_id`;
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
