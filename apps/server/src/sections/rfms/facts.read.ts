import type { FactsWith } from "@okaeri/domain/segments/fields";
import { sql } from "kysely";
import { type Condition, comparedFigure, type FactSql, type SqlColumn } from "../../database/form-sql.ts";
import { isOwnRfm } from "./rfms.read.ts";

/** A guest has scores in several RFMs; a condition means those of the account's own. */
function score(column: SqlColumn): FactSql {
  const own = sql`customer_rfms customer_rfm
      join rfms rfm on rfm.account_id = customer_rfm.account_id
        and rfm.id = customer_rfm.rfm_id and ${isOwnRfm}
      where customer_rfm.account_id = customer.account_id and customer_rfm.customer_id = customer.id`;
  const exists = (condition: Condition) => sql<boolean>`exists (select from ${own} and ${condition})`;
  return {
    type: "int8",
    value: () => sql`(select ${column} from ${own})`,
    known: () => exists(sql<boolean>`${column} is not null`),
    test: (test) => exists(comparedFigure(column, test)),
  };
}

const grouped = (condition: Condition) => sql<boolean>`exists (select from customer_rfms customer_rfm
    where customer_rfm.account_id = customer.account_id and customer_rfm.customer_id = customer.id
      and ${condition})`;

/** What conditions ask of the scores and groups of a customer `customer`. */
export const RFM_FACTS: Record<FactsWith<{ owner: "rfms" }>, FactSql> = {
  rfm_group_id: {
    among: (values) => grouped(sql<boolean>`customer_rfm.rfm_group_id = any(${values}::bigint[])`),
    known: () => grouped(sql<boolean>`customer_rfm.rfm_group_id is not null`),
  },
  rfm_recency_score: score(sql`customer_rfm.recency_score`),
  rfm_frequency_score: score(sql`customer_rfm.frequency_score`),
  rfm_monetary_score: score(sql`customer_rfm.monetary_score`),
};
