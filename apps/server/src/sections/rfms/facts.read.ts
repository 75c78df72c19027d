import type { FactsWith } from "@okaeri/domain/segments/fields";
import { sql } from "kysely";
import { type Column, compared, type FactSql, valuesOf } from "../../database/form-sql.ts";
import { isOwnRfm } from "./rfms.read.ts";

/** A guest has scores in several RFMs; a condition means those of the account's own. */
const score =
  (column: Column): FactSql =>
  (test) =>
    sql<boolean>`exists (select from customer_rfms customer_rfm
      join rfms rfm on rfm.account_id = customer_rfm.account_id
        and rfm.id = customer_rfm.rfm_id and ${isOwnRfm}
      where customer_rfm.account_id = customer.account_id and customer_rfm.customer_id = customer.id
        and ${compared(column, test, "int8")})`;

/** What conditions ask of the scores and groups of a customer `customer`. */
export const RFM_FACTS: Record<FactsWith<{ owner: "rfms" }>, FactSql> = {
  rfm_group_id: (test) => sql<boolean>`exists (select from customer_rfms customer_rfm
    where customer_rfm.account_id = customer.account_id and customer_rfm.customer_id = customer.id
      and customer_rfm.rfm_group_id = any(${valuesOf(test)}::bigint[]))`,
  rfm_recency_score: score(sql`customer_rfm.recency_score`),
  rfm_frequency_score: score(sql`customer_rfm.frequency_score`),
  rfm_monetary_score: score(sql`customer_rfm.monetary_score`),
};
