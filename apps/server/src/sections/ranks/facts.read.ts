import type { FactsWith } from "@okaeri/domain/segments/fields";
import { sql } from "kysely";
import { type FactSql, valuesOf } from "../../database/form-sql.ts";
import { heldRankOfOne, heldRanks } from "./held-ranks.read.ts";

/** What conditions ask of the rank that a customer `customer` holds. */
export const RANK_FACTS: Record<FactsWith<{ owner: "ranks" }>, FactSql> = {
  rank_detail_id: {
    type: "int8",
    value: ({ today }) => sql`(select k.rank_detail_id
      from customer_totals total
      cross join lateral ${heldRankOfOne(today)} k
      where total.account_id = customer.account_id and total.customer_id = customer.id)`,
    known: ({ today }) => sql<boolean>`exists (select from ${heldRanks(today)} k
    where k.account_id = customer.account_id and k.customer_id = customer.id)`,
    test: (test, { today }) => sql<boolean>`exists (select from ${heldRanks(today)} k
    where k.account_id = customer.account_id and k.customer_id = customer.id and k.rank_detail_id = any(${valuesOf(test)}::bigint[]))`,
  },
};
