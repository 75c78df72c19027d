import type { FactsWith } from "@okaeri/domain/segments/fields";
import { sql } from "kysely";
import type { EvaluationDay } from "../../database/evaluation-day.ts";
import { type Condition, comparedFigure, type FactSql, testValuesOf } from "../../database/form-sql.ts";
import { heldRankOfOne, heldRanks } from "./held-ranks.read.ts";

/** What conditions ask of the rank that a customer `customer` holds. */
export const RANK_FACTS: Record<FactsWith<{ owner: "ranks" }>, FactSql> = {
  rank_detail_id: {
    type: "int8",
    value: ({ today }) => sql`(select k.rank_detail_id
      from customer_totals total
      cross join lateral ${heldRankOfOne(today)} k
      where total.account_id = customer.account_id and total.customer_id = customer.id)`,
    known: ({ today }) => held(today, sql<boolean>`true`),
    test: (test, { today }) => held(today, sql<boolean>`k.rank_detail_id = any(${testValuesOf(test)}::bigint[])`),
  },
  rank_expires_in_days: {
    type: "int8",
    value: ({ today }) => sql`(select (k.expiration_date - ${today}::date)::int8
      from customer_totals total
      cross join lateral ${heldRankOfOne(today)} k
      where total.account_id = customer.account_id and total.customer_id = customer.id)`,
    known: ({ today }) => held(today, sql<boolean>`k.expiration_date is not null`),
    test: (test, { today }) => held(today, comparedFigure(sql`(k.expiration_date - ${today}::date)`, test)),
  },
};

const held = (today: EvaluationDay, condition: Condition) => sql<boolean>`exists (select from ${heldRanks(today)} k
    where k.account_id = customer.account_id and k.customer_id = customer.id and ${condition})`;
