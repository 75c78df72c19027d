import type { FactsWith, RelativeMonth } from "@okaeri/domain/segments/fields";
import { resolveMonth } from "@okaeri/domain/segments/matches";
import { sql } from "kysely";
import { type FactSql, trueOrFalse, valuesOf } from "../../database/form-sql.ts";
import { lineReachable, mailReachable } from "./reachable.read.ts";

/** What conditions ask of a customer `c` itself. */
export const CUSTOMER_FACTS: Record<FactsWith<{ owner: "customers" }>, FactSql> = {
  birthday_month: (test, { today }) => {
    const months = valuesOf(test).map((month) => resolveMonth(month as number | RelativeMonth, today));
    return sql<boolean>`(c.birth_month is not null and c.birth_month = any(${months}::smallint[]))`;
  },
  gender: (test) => sql<boolean>`(c.gender is not null and c.gender = any(${valuesOf(test)}::text[]))`,
  language: (test) => sql<boolean>`c.language = any(${valuesOf(test)}::text[])`,
  customer_type_id: (test) => sql<boolean>`exists (select from customer_types y
    where y.account_id = c.account_id and y.customer_id = c.id and y.account_customer_type_id = any(${valuesOf(test)}::bigint[]))`,
  mail_reachable: (test, { shape }) => trueOrFalse(mailReachable(shape), test),
  line_reachable: (test, { shape }) => trueOrFalse(lineReachable(shape), test),
  has_member_number: (test) => trueOrFalse(sql<boolean>`(c.member_number is not null)`, test),
  // Whoever was merged since is looked for as who lives on.
  customer_id: (test) => sql<boolean>`exists (select from customers o
    where o.account_id = c.account_id and o.id = any(${valuesOf(test)}::bigint[]) and coalesce(o.merged_into, o.id) = c.id)`,
};
