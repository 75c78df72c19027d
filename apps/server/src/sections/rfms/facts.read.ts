import type { FactsWith } from "@okaeri/domain/segments/fields";
import { sql } from "kysely";
import { type Column, compared, type FactSql, valuesOf } from "../../database/form-sql.ts";
import { isOwnRfm } from "./rfms.read.ts";

/** A guest has scores in several RFMs; a condition means those of the account's own. */
const score =
  (column: Column): FactSql =>
  (test) =>
    sql<boolean>`exists (select from customer_rfms r join rfms o on o.account_id = r.account_id and o.id = r.rfm_id and ${isOwnRfm}
      where r.account_id = c.account_id and r.customer_id = c.id and ${compared(column, test, "int8")})`;

/** What conditions ask of the scores and groups of a customer `c`. */
export const RFM_FACTS: Record<FactsWith<{ owner: "rfms" }>, FactSql> = {
  rfm_group_id: (test) => sql<boolean>`exists (select from customer_rfms r
    where r.account_id = c.account_id and r.customer_id = c.id and r.rfm_group_id = any(${valuesOf(test)}::bigint[]))`,
  rfm_recency_score: score(sql`r.recency_score`),
  rfm_frequency_score: score(sql`r.frequency_score`),
  rfm_monetary_score: score(sql`r.monetary_score`),
};
