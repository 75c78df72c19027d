import type { CalendarDate } from "../calendar-date.ts";
import { monthOf } from "../calendar-date.ts";
import type { Gender, LanguageCode } from "../enumerations.ts";
import { recencyDays } from "../rfms/score.ts";
import type { ConditionGroup, ConditionRule } from "./condition.ts";
import { isGroup } from "./condition.ts";
import type { RelativeMonth } from "./fields.ts";

/** What is known of one customer on the day of evaluation. Null = not known or does not apply. */
export interface CustomerFacts {
  customer_id: number | null;
  /** One in each RFM that the guest has scores in and falls into a group of. */
  rfm_group_ids: readonly number[];
  rfm_recency_score: number | null;
  rfm_frequency_score: number | null;
  rfm_monetary_score: number | null;
  /** Check-out day of the last stay. */
  last_stay_on: CalendarDate | null;
  stay_count: number;
  /** Stays whose check-out lies within the past two years (aggregationStart(today, 2) or later). */
  stay_count_2y: number;
  /** Yen. */
  use_price_total: number;
  /** Weekdays of check-in and check-out of the last stay, 0 = Sunday, and its nights. */
  stay_check_in_day: number | null;
  stay_check_out_day: number | null;
  stay_days: number | null;
  point_balance: number;
  /** 1 to 12. */
  birthday_month: number | null;
  gender: Gender | null;
  language: LanguageCode | null;
  customer_type_ids: readonly number[];
  rank_detail_id: number | null;
  /** Facilities where the guest really stayed: a booking that was cancelled, not kept or not used yet is no stay. */
  facility_account_ids: readonly number[];
  /** Facilities where the guest booked, whatever became of the booking; walking in is no booking. */
  reserved_facility_account_ids: readonly number[];
  mail_reachable: boolean;
  line_reachable: boolean;
  has_member_number: boolean;
}

type Fact = number | string | boolean | null | readonly number[];

/** The month 1 to 12 a relative month means on `today`. */
export function resolveMonth(month: number | RelativeMonth, today: CalendarDate): number {
  if (typeof month === "number") return month;
  return month === "this_month" ? monthOf(today) : (monthOf(today) % 12) + 1;
}

function factOf(rule: ConditionRule, facts: CustomerFacts, today: CalendarDate): Fact {
  switch (rule.field) {
    case "last_stay_days":
      return facts.last_stay_on === null ? null : recencyDays(facts.last_stay_on, today);
    case "rfm_group_id":
      return facts.rfm_group_ids;
    case "customer_type_id":
      return facts.customer_type_ids;
    case "facility_account_id":
      return facts.facility_account_ids;
    case "reserved_facility_account_id":
      return facts.reserved_facility_account_ids;
    default:
      return facts[rule.field];
  }
}

function isIn(fact: Fact, rule: ConditionRule, today: CalendarDate): boolean {
  const wanted = (rule.value as readonly (number | string)[]).map((item) =>
    rule.field === "birthday_month" ? resolveMonth(item as number | RelativeMonth, today) : item,
  );
  if (fact === null) return false;
  return Array.isArray(fact) ? fact.some((id) => wanted.includes(id)) : wanted.includes(fact as number | string);
}

function compare(fact: Fact, rule: ConditionRule): boolean {
  if (fact === null) return false;
  const value = rule.value as number | string | boolean;
  switch (rule.operator) {
    case "=":
      return fact === value;
    case "<":
      return fact < value;
    case "<=":
      return fact <= value;
    case ">":
      return fact > value;
    case ">=":
      return fact >= value;
    case "between": {
      const [low, high] = rule.value as readonly [number | string, number | string];
      return fact >= low && fact <= high;
    }
    default:
      return false;
  }
}

function ruleMatches(rule: ConditionRule, facts: CustomerFacts, today: CalendarDate): boolean {
  const fact = factOf(rule, facts, today);
  // Two-valued throughout: what is not known matches nothing, and != and notIn are plain negations, true for unknown.
  if (rule.operator === "in") return isIn(fact, rule, today);
  if (rule.operator === "notIn") return !isIn(fact, rule, today);
  if (rule.operator === "!=") return !compare(fact, { ...rule, operator: "=" });
  return compare(fact, rule);
}

/**
 * Whether a customer is in the target. `tree` must have passed parseCondition. The server compiles the same tree to SQL
 * and a test compares both. An empty group matches everybody, whatever its combinator.
 */
export function matches(tree: ConditionGroup, facts: CustomerFacts, today: CalendarDate): boolean {
  const one = (node: ConditionGroup["rules"][number]) =>
    isGroup(node) ? matches(node, facts, today) : ruleMatches(node, facts, today);
  const met = tree.combinator === "or" && tree.rules.length > 0 ? tree.rules.some(one) : tree.rules.every(one);
  return tree.not === true ? !met : met;
}
