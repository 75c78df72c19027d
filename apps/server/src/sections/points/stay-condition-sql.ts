import { type AsOfField, isJudgedAsOf } from "@okaeri/domain/segments/as-of";
import type { ConditionGroup, ConditionRule } from "@okaeri/domain/segments/condition";
import { sql } from "kysely";
import { type Condition, compared, listed, treeSql } from "../../database/condition-tree.ts";

/**
 * The SQL condition over facts `f` that a tree of a basic campaign means, the same as `matches()` of the domain with the facts of
 * `factsAsOf`: judged for the evening of the stay's check-out. `f` has check_out_date, stay_count, stay_count_2y, use_price_total,
 * facility_ids, birth_month and gender. @throws Error for a field that cannot be judged as of a day.
 */
export function stayConditionSql(tree: ConditionGroup): Condition {
  return treeSql(tree, (rule) => {
    if (!isJudgedAsOf(rule.field)) throw new Error(`not judged as of a day: ${rule.field}`);
    return ruleSql(rule, rule.field);
  });
}

function ruleSql(rule: ConditionRule, field: AsOfField): Condition {
  switch (field) {
    case "last_stay_on":
      return compared(sql`f.check_out_date`, rule, "date");
    case "last_stay_days":
      return compared(sql`0::bigint`, rule, "int8");
    case "stay_count":
    case "stay_count_2y":
    case "use_price_total":
      return compared(sql.ref(`f.${field}`), rule, "int8");
    case "birthday_month":
      return listed(rule, (months) => {
        const named = months.filter((month) => typeof month === "number");
        const month = sql`extract(month from f.check_out_date)::int`;
        return sql<boolean>`(f.birth_month is not null and (f.birth_month = any(${named}::smallint[])
          or (${months.includes("this_month")} and f.birth_month = ${month})
          or (${months.includes("next_month")} and f.birth_month = ${month} % 12 + 1)))`;
      });
    case "gender":
      return listed(rule, (texts) => sql<boolean>`(f.gender is not null and f.gender = any(${texts}::text[]))`);
    case "facility_account_id":
      return listed(rule, (ids) => sql<boolean>`(f.facility_ids && ${ids}::bigint[])`);
  }
}
