import { POSTCODE_RUNS } from "@okaeri/domain/customers/prefecture";
import type { FactsWith } from "@okaeri/domain/segments/fields";
import { sql } from "kysely";
import { ageOnSql } from "../../database/day-sql.ts";
import { everybody, type FactSql, type SqlColumn, testValuesOf, trueOrFalse } from "../../database/form-sql.ts";
import { consented, lineReachable, mailReachable } from "./reachable.read.ts";

const text = (column: SqlColumn): FactSql => ({
  type: "text",
  value: () => column,
  known: () => sql<boolean>`${column} is not null`,
});

// Worked out of the postcode wherever it is asked (domain/customers/prefecture): a column would have to follow every writer of postcodes.
const PREFECTURE = sql`(case when customer.postcode ~ '^[0-9]{3}-?[0-9]{4}$'
    then nullif((${POSTCODE_RUNS.map(([, prefecture]) => prefecture)}::int8[])[width_bucket(replace(customer.postcode, '-', '')::int,
      ${POSTCODE_RUNS.map(([from]) => from)}::int[])], 0) end)`;

/** What conditions ask of a customer `customer` itself. */
export const CUSTOMER_FACTS: Record<FactsWith<{ owner: "customers" }>, FactSql> = {
  birthday_month: {
    type: "int8",
    value: () => sql`customer.birth_month`,
    known: () => sql<boolean>`customer.birth_month is not null`,
  },
  gender: text(sql`customer.gender`),
  age: {
    type: "int8",
    value: ({ today }) => ageOnSql(sql`customer.birthday`, sql`${today}::date`),
  },
  prefecture: { type: "int8", value: () => PREFECTURE },
  nationality: text(sql`nullif(customer.nationality, '')`),
  registered_on: {
    type: "date",
    value: () => sql`(customer.created_at at time zone 'Asia/Tokyo')::date`,
    known: everybody,
  },
  consent: trueOrFalse(({ shape, args: [channel, purpose] }) =>
    consented(channel as "mail", purpose as "marketing", shape),
  ),
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
    where merged_customer.account_id = customer.account_id and merged_customer.id = any(${testValuesOf(test)}::bigint[])
      and coalesce(merged_customer.merged_into, merged_customer.id) = customer.id)`,
  },
};
