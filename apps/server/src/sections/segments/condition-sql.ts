import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { ConditionGroup } from "@okaeri/domain/segments/condition";
import type { SegmentField } from "@okaeri/domain/segments/fields";
import { formOf } from "@okaeri/domain/segments/form";
import { type Condition, type FactSql, formSql, type Shape } from "../../database/form-sql.ts";
import { CUSTOMER_FACTS } from "../customers/facts.read.ts";
import { POINT_FACTS } from "../points/facts.read.ts";
import { RANK_FACTS } from "../ranks/facts.read.ts";
import { RFM_FACTS } from "../rfms/facts.read.ts";
import { STAY_FACTS } from "../stays/facts.read.ts";

/** Every fact, as who owns it knows it. */
const FACTS: Record<SegmentField, FactSql> = {
  ...CUSTOMER_FACTS,
  ...STAY_FACTS,
  ...POINT_FACTS,
  ...RANK_FACTS,
  ...RFM_FACTS,
};

export type ConditionOptions = {
  /** The day of evaluation, Asia/Tokyo. */
  today: CalendarDate;
  /** `set`, the default. */
  shape?: Shape;
};

/**
 * The one SQL condition over customers `customer` that a tree means, the same as `matches()` of the domain: two-valued, what is not
 * known matches nothing, `!=` and `notIn` are plain negations. `tree` must have passed `parseCondition`. The caller narrows
 * `customer` to its account and to active customers.
 */
export function conditionSql(tree: ConditionGroup, { today, shape = "set" }: ConditionOptions): Condition {
  return formSql(formOf(tree), (fact, test) => FACTS[fact](test, { today, shape }));
}
