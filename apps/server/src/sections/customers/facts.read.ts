import type { FactsWith } from "@okaeri/domain/segments/fields";
import { sql } from "kysely";
import { type Column, everybody, type FactSql, trueOrFalse, valuesOf } from "../../database/form-sql.ts";
import { lineReachable, mailReachable } from "./reachable.read.ts";

const text = (column: Column): FactSql => ({
  type: "text",
  value: () => column,
  known: () => sql<boolean>`${column} is not null`,
});

/** What conditions ask of a customer `customer` itself. */
export const CUSTOMER_FACTS: Record<FactsWith<{ owner: "customers" }>, FactSql> = {
  birthday_month: {
    type: "int8",
    value: () => sql`customer.birth_month`,
    known: () => sql<boolean>`customer.birth_month is not null`,
  },
  gender: text(sql`customer.gender`),
  language: { type: "text", value: () => sql`customer.language`, known: everybody },
  customer_type_id: {
    among: (values) => sql<boolean>`exists (select from customer_types customer_type
    where customer_type.account_id = customer.account_id and customer_type.customer_id = customer.id
      and customer_type.account_customer_type_id = any(${values}::bigint[]))`,
  },
  mail_reachable: trueOrFalse(({ shape }) => mailReachable(shape)),
  line_reachable: trueOrFalse(({ shape }) => lineReachable(shape)),
  has_member_number: trueOrFalse(() => sql<boolean>`(customer.member_number is not null)`),
  customer_id: {
    type: "int8",
    value: () => sql`customer.id`,
    known: everybody,
    // Whoever was merged since is looked for as who lives on.
    test: (test) => sql<boolean>`exists (select from customers merged_customer
    where merged_customer.account_id = customer.account_id and merged_customer.id = any(${valuesOf(test)}::bigint[])
      and coalesce(merged_customer.merged_into, merged_customer.id) = customer.id)`,
  },
};
