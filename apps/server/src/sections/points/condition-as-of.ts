import { type AsOfField, isJudgedAsOf } from "@okaeri/domain/segments/as-of";
import type { SegmentField } from "@okaeri/domain/segments/fields";
import type { Form } from "@okaeri/domain/segments/form";
import { sql } from "kysely";
import { ageOnSql, hasMonthSql, isHolidayEveSql, weekdayOf } from "../../database/day-sql.ts";
import {
  type Condition,
  everybody,
  type FactSql,
  type FactType,
  factTestSql,
  formSql,
  type SqlColumn,
} from "../../database/form-sql.ts";
import { compareSql, type TermSubject, termSql } from "../../database/term-sql.ts";

/**
 * The SQL condition over facts `f` of a basic campaign's condition, the same as `holds()` of the domain with the facts of
 * `factsAsOf`: judged for the evening of the stay's check-out. `f` has check_in_date, check_out_date, stay_count, stay_count_2y,
 * use_price_total, facility_ids, birthday, birth_month, gender, what the stay and its booking say, and, where a rule asks for them, those of FactsAsOf. @throws Error for a fact that
 * is not known for an evening.
 */
export function conditionAsOf(form: Form): Condition {
  return formSql<SegmentField>(form, {
    test: (fact, test) => factTestSql<undefined>(factOf(fact), test, undefined, EVENING),
    counted: ({ list }) => notJudged(list),
    compare: (comparison) => compareSql(comparison, TERMS),
    guest: conditionAsOf,
  });
}

function factOf(fact: SegmentField): SqlAsOf {
  return isJudgedAsOf(fact) ? EVENING_FACTS[fact] : notJudged(fact);
}

function notJudged(what: string): never {
  throw new Error(`not judged as of a day: ${what}`);
}

/** The day of evaluation. */
export const EVENING: SqlColumn = sql`f.check_out_date`;

type SqlAsOf = FactSql<undefined>;

/** Known of every stay. */
const always = (type: FactType, column: SqlColumn): SqlAsOf => ({ type, value: () => column, known: everybody });
const maybe = (type: FactType, column: SqlColumn): SqlAsOf => ({
  type,
  value: () => column,
  known: () => sql<boolean>`(${column}) is not null`,
});

/** What is known of a guest and a stay `f` on the evening of its check-out. */
export const EVENING_FACTS: Record<AsOfField, SqlAsOf> = {
  last_stay_on: always("date", EVENING),
  last_stay_days: always("int8", sql`0::int8`),
  stay_count: always("int8", sql`f.stay_count`),
  stay_count_2y: always("int8", sql`f.stay_count_2y`),
  use_price_total: always("int8", sql`f.use_price_total`),
  stay_check_in_day: always("int8", weekdayOf(sql`f.check_in_date`)),
  stay_check_out_day: always("int8", weekdayOf(EVENING)),
  stay_days: always("int8", sql`(f.check_out_date - f.check_in_date)::int8`),
  stay_use_price: always("int8", sql`f.use_price`),
  stay_plan_code: maybe("text", sql`nullif(f.plan_code, '')`),
  stay_booking_channel_id: maybe("int8", sql`f.account_booking_channel_id`),
  stay_holiday_eve: always("bool", isHolidayEveSql(sql`f.check_in_date`)),
  stay_is_online_check_in: always("bool", sql`f.is_online_check_in`),
  stay_is_online_check_out: always("bool", sql`f.is_online_check_out`),
  stay_number: always("int8", sql`f.stay_count`),
  stay_number_2y: always("int8", sql`f.stay_count_2y`),
  stay_in_birthday_month: maybe("bool", hasMonthSql(sql`f.check_in_date`, EVENING, sql`f.birth_month`)),
  age: maybe("int8", ageOnSql(sql`f.birthday`, EVENING)),
  birthday_month: maybe("int8", sql`f.birth_month`),
  gender: maybe("text", sql`f.gender`),
  rank_detail_id: maybe("int8", sql`f.rank_detail_id`),
  rfm_group_id: {
    among: (values) => sql<boolean>`coalesce(f.rfm_group_ids && ${values}::bigint[], false)`,
    known: () => sql<boolean>`coalesce(cardinality(f.rfm_group_ids) > 0, false)`,
  },
  rfm_recency_score: maybe("int8", sql`f.rfm_recency_score`),
  rfm_frequency_score: maybe("int8", sql`f.rfm_frequency_score`),
  rfm_monetary_score: maybe("int8", sql`f.rfm_monetary_score`),
  facility_account_id: { among: (values) => sql<boolean>`(f.facility_ids && ${values}::bigint[])` },
};

const TERMS: TermSubject<SegmentField> = {
  value: (fact) => {
    const known = factOf(fact);
    return known.value === undefined ? notJudged(fact) : { type: known.type, column: known.value(undefined) };
  },
  holds: conditionAsOf,
  guest: (term) => termSql(term, TERMS),
  counted: ({ list }) => notJudged(list),
  day: EVENING,
};
