import type { FactsWith, RelativeMonth } from "@okaeri/domain/segments/fields";
import { resolveMonth } from "@okaeri/domain/segments/matches";
import { sql } from "kysely";
import { type FactSql, trueOrFalse, valuesOf } from "../../database/form-sql.ts";
import { lineReachable, mailReachable } from "./reachable.read.ts";

/** What conditions ask of a customer `customer` itself. */
export const CUSTOMER_FACTS: Record<FactsWith<{ owner: "customers" }>, FactSql> = {
  birthday_month: (test, { today }) => {
    const months = valuesOf(test).map((month) => resolveMonth(month as number | RelativeMonth, today));
    return sql<boolean>`(customer.birth_month is not null and customer.birth_month = any(${months}::smallint[]))`;
  },
  gender: (test) => sql<boolean>`(customer.gender is not null and customer.gender = any(${valuesOf(test)}::text[]))`,
  language: (test) => sql<boolean>`customer.language = any(${valuesOf(test)}::text[])`,
  customer_type_id: (test) => sql<boolean>`exists (select from customer_types customer_type
    where customer_type.account_id = customer.account_id and customer_type.customer_id = customer.id
      and customer_type.account_customer_type_id = any(${valuesOf(test)}::bigint[]))`,
  mail_reachable: (test, { shape }) => trueOrFalse(mailReachable(shape), test),
  line_reachable: (test, { shape }) => trueOrFalse(lineReachable(shape), test),
  has_member_number: (test) => trueOrFalse(sql<boolean>`(customer.member_number is not null)`, test),
  // Whoever was merged since is looked for as who lives on.
  customer_id: (test) => sql<boolean>`exists (select from customers merged_customer
    where merged_customer.account_id = customer.account_id and merged_customer.id = any(${valuesOf(test)}::bigint[])
      and coalesce(merged_customer.merged_into, merged_customer.id) = customer.id)`,
};
