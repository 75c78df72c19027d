import type { SegmentField } from "@okaeri/domain/segments/fields";
import type { Form } from "@okaeri/domain/segments/form";
import type { SegmentList } from "@okaeri/domain/segments/lists";
import { sql } from "kysely";
import type { EvaluationDay } from "../../database/evaluation-day.ts";
import { type Condition, type FactSql, factTestSql, formSql, type Shape } from "../../database/form-sql.ts";
import { countedSql, figureOfOne, type GuestSubject, type ListSql } from "../../database/list-sql.ts";
import { compareSql, type TermSubject, termSql } from "../../database/term-sql.ts";
import { COUPON_LISTS } from "../coupons/lists.read.ts";
import { CUSTOMER_FACTS } from "../customers/facts.read.ts";
import { POINT_FACTS } from "../points/facts.read.ts";
import { POINT_LISTS } from "../points/lists.read.ts";
import { PUSH_LISTS } from "../pushes/lists.read.ts";
import { RANK_FACTS } from "../ranks/facts.read.ts";
import { RFM_FACTS } from "../rfms/facts.read.ts";
import { STAY_FACTS } from "../stays/facts.read.ts";
import { STAY_LISTS } from "../stays/lists.read.ts";

/** Every fact, as who owns it knows it. */
export const FACTS: Record<SegmentField, FactSql> = {
  ...CUSTOMER_FACTS,
  ...STAY_FACTS,
  ...POINT_FACTS,
  ...RANK_FACTS,
  ...RFM_FACTS,
};

/** Every list that is counted or summed, likewise. */
export const LIST_SQL: { [L in SegmentList]: ListSql<L> } = {
  ...STAY_LISTS,
  ...PUSH_LISTS,
  ...COUPON_LISTS,
  ...POINT_LISTS,
};

export type ConditionOptions = {
  today: EvaluationDay;
  /** `set`, the default. */
  shape?: Shape;
  /** A reservation `stay_reservation` stands beside `customer`, and its facts are asked; else those of the guest's next one. */
  occasion?: boolean;
};

/**
 * The one SQL condition over customers `customer` that a form means, the same as `holds()` of the domain: two-valued, what is not
 * known matches nothing, `!=` and `notIn` are plain negations. The caller narrows `customer` to its account and to active customers.
 */
export const conditionSql = (form: Form, options: ConditionOptions): Condition =>
  conditionOver({ facts: FACTS, lists: LIST_SQL }, form, options);

/** What a condition may ask, and how it is known. */
type Known = { facts: Record<SegmentField, FactSql>; lists: { [L in SegmentList]: ListSql<L> } };

/** The same, whatever tells the facts and lists. */
export function conditionOver(
  { facts, lists }: Known,
  form: Form,
  { today, shape = "set", occasion = false }: ConditionOptions,
): Condition {
  const day = sql`${today}::date`;
  const holds = (asked: Form): Condition =>
    formSql<SegmentField>(asked, {
      test: (fact, test, args) => factTestSql(facts[fact], test, { today, shape, args, occasion }, day),
      counted: (counted) => countedSql(lists[counted.list] as ListSql, counted, { today, shape, guest }),
      compare: (comparison) => compareSql(comparison, terms),
      guest: holds,
    });
  const terms: TermSubject<SegmentField> = {
    value: (fact, args) => {
      const known = facts[fact];
      if (known.value === undefined) throw new Error(`not one value: ${fact}`);
      return { type: known.type, column: known.value({ today, shape, args, occasion }) };
    },
    holds,
    guest: (term) => termSql(term, terms),
    counted: ({ list, ...counted }) => figureOfOne(lists[list] as ListSql, counted, { today, guest }),
    day,
  };
  const guest: GuestSubject = { holds, term: terms.guest };
  return holds(form);
}
