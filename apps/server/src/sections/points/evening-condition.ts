import { type AsOfField, isJudgedAsOf } from "@okaeri/domain/segments/as-of";
import type { ConditionGroup } from "@okaeri/domain/segments/condition";
import { type FactTest, formOf } from "@okaeri/domain/segments/form";
import { sql } from "kysely";
import { type Column, type Condition, compared, comparedIfKnown, formSql, valuesOf } from "../../database/form-sql.ts";

/**
 * The SQL condition over facts `f` of a basic campaign's condition tree, the same as `matches()` of the domain with the facts of
 * `factsAsOf`: judged for the evening of the stay's check-out. `f` has check_in_date, check_out_date, stay_count, stay_count_2y,
 * use_price_total, facility_ids, birth_month, gender and, where a rule asks for them, those of EveningFacts. @throws Error for a fact that
 * is not known for an evening.
 */
export function eveningCondition(tree: ConditionGroup): Condition {
  return formSql(formOf(tree), (fact, test) => {
    if (!isJudgedAsOf(fact)) throw new Error(`not judged as of a day: ${fact}`);
    return EVENING_FACTS[fact](test);
  });
}

const number = (column: Column) => (test: FactTest) => compared(column, test, "int8");
const score = (column: Column) => (test: FactTest) => comparedIfKnown(column, test, "int8");
const weekday = (day: Column) => (test: FactTest) =>
  sql<boolean>`(extract(dow from ${day})::int = any(${valuesOf(test)}::int[]))`;

const EVENING_FACTS: Record<AsOfField, (test: FactTest) => Condition> = {
  last_stay_on: (test) => compared(sql`f.check_out_date`, test, "date"),
  last_stay_days: number(sql`0::bigint`),
  stay_count: number(sql`f.stay_count`),
  stay_count_2y: number(sql`f.stay_count_2y`),
  use_price_total: number(sql`f.use_price_total`),
  stay_check_in_day: weekday(sql`f.check_in_date`),
  stay_check_out_day: weekday(sql`f.check_out_date`),
  stay_days: number(sql`(f.check_out_date - f.check_in_date)`),
  birthday_month: (test) => {
    const months = valuesOf(test);
    const named = months.filter((month) => typeof month === "number");
    const month = sql`extract(month from f.check_out_date)::int`;
    return sql<boolean>`(f.birth_month is not null
      and (f.birth_month = any(${named}::smallint[]) or (${months.includes("this_month")} and f.birth_month = ${month})
        or (${months.includes("next_month")} and f.birth_month = ${month} % 12 + 1)))`;
  },
  gender: (test) => sql<boolean>`(f.gender is not null and f.gender = any(${valuesOf(test)}::text[]))`,
  rank_detail_id: score(sql`f.rank_detail_id`),
  rfm_group_id: (test) => sql<boolean>`coalesce(f.rfm_group_ids && ${valuesOf(test)}::bigint[], false)`,
  rfm_recency_score: score(sql`f.rfm_recency_score`),
  rfm_frequency_score: score(sql`f.rfm_frequency_score`),
  rfm_monetary_score: score(sql`f.rfm_monetary_score`),
  facility_account_id: (test) => sql<boolean>`(f.facility_ids && ${valuesOf(test)}::bigint[])`,
};
