import {
  asksOfGuest,
  type CountedForm,
  type FactTest,
  type Form,
  type ValueTerm,
  zeroMeets,
} from "@okaeri/domain/segments/form";
import type { ItemField, SegmentList } from "@okaeri/domain/segments/lists";
import { type RawBuilder, sql } from "kysely";
import type { EvaluationDay } from "./evaluation-day.ts";
import {
  type Condition,
  comparedFigure,
  type FactType,
  factTestSql,
  formSql,
  not,
  type ScalarSql,
  type Shape,
  type SqlColumn,
} from "./form-sql.ts";
import { compareSql, type TermSql, type TermSubject, termSql } from "./term-sql.ts";

export type ListOptions = { today: EvaluationDay };
/** What the items' conditions ask of the guest `customer` whose they are. */
export type GuestSubject = { holds: (form: Form) => Condition; term: (term: ValueTerm) => TermSql };
type WithGuest = ListOptions & { guest: GuestSubject };

/** How a list of a guest's records is known in SQL. */
export type ListSql<L extends SegmentList = SegmentList> = {
  /** Tables and joins, each naming its account. */
  from: RawBuilder<unknown>;
  /** Which of the rows are items. */
  where: Condition;
  accountId: SqlColumn;
  /** Whose an item is: the living customer. */
  customerId: SqlColumn;
  /** Whether the item is customer `customer`'s, as an index finds it. */
  ofCustomer: Condition;
  items: { [I in ItemField<L>]: ScalarSql<ListOptions> };
};

/** A fact of an item that one of its columns says. */
export const perItem = (type: FactType, column: SqlColumn): ScalarSql<ListOptions> => ({ type, value: () => column });

/** Rows of all guests: where they are, which count, and whose each is. */
type Rows = Pick<ListSql, "from" | "where" | "accountId" | "customerId">;

/**
 * A test of a figure over the rows of each customer, for a whole account. Grouped once and joined (measured at stay_count_2y: 154 ms
 * against 429 ms); the keys are grouped, so the account's own condition reaches them.
 */
export function groupedTest(rows: Rows, figure: SqlColumn, test: FactTest): Condition {
  const meets = comparedFigure(figure, test);
  const exists = (condition: Condition) => groupExists(rows, condition);
  // Who has no row is in no group: where 0 will do, the groups that fail are what is looked for.
  return zeroMeets(test) ? not(exists(not(meets))) : exists(meets);
}

/**
 * Whether the customer has such rows, and together they meet the condition. `in`, not `exists`: below "not" and "or" PostgreSQL joins
 * neither, and of `exists` it may look the group of every single guest up (measured: 14,000 guests, past the time limit).
 */
export const groupExists = ({ from, where, accountId, customerId }: Rows, condition: Condition): Condition =>
  sql<boolean>`((customer.account_id, customer.id) in (
    select ${accountId}, ${customerId}
    from ${from}
    where ${where}
    group by 1, 2
    having ${condition}
  ))`;

/** How many items of the list, or what one of their facts sums up to, of customer `customer`: a test of that, never null. */
export function countedSql(list: ListSql, counted: CountedForm, options: WithGuest & { shape: Shape }): Condition {
  if (options.shape === "row") return comparedFigure(figureOfOne(list, counted, options), counted.test);
  const where = sql<boolean>`${list.where} and ${whereOf(list, counted, options)}`;
  const from = asksOfGuest(counted.where) ? withGuests(list) : list.from;
  return groupedTest({ ...list, from, where }, figure(list, counted, options), counted.test);
}

/** The rows, each beside its guest: within the groups it is this one that conditions call `customer`. */
const withGuests = ({ from, accountId, customerId }: ListSql) =>
  sql`${from}
    join customers customer on customer.account_id = ${accountId} and customer.id = ${customerId}`;

/** The count or sum of customer `customer`, as a scalar. */
export function figureOfOne(
  list: ListSql,
  { where, sum }: Pick<CountedForm, "where"> & { sum: ItemField | ValueTerm<ItemField> | null },
  options: WithGuest,
): SqlColumn {
  const rows = sql`from ${list.from}
    where ${list.ofCustomer} and ${list.where} and ${whereOf(list, { where }, options)}`;
  if (sum === null || typeof sum === "string") return sql`(select ${figure(list, { sum }, options)} ${rows})`;
  // A sum of what is the guest's alone would be taken for one over the guests.
  return sql`(select coalesce(sum(summed.value), 0)::int8
    from (select ${termSql(sum, itemTerms(list, options)).column} as value ${rows}) summed)`;
}

function figure(list: ListSql, { sum }: Pick<CountedForm, "sum">, options: ListOptions): SqlColumn {
  if (sum === null) return sql`count(*)`;
  return sql`coalesce(sum(${list.items[sum].value(options)}), 0)::int8`;
}

const whereOf = (list: ListSql, { where }: Pick<CountedForm, "where">, options: WithGuest): Condition =>
  sql<boolean>`(${itemFormSql(list, where, options)})`;

const itemFormSql = (list: ListSql, form: Form<ItemField>, options: WithGuest): Condition =>
  formSql<ItemField>(form, {
    test: (item, test) => factTestSql(list.items[item], test, options, sql`${options.today}::date`),
    counted: noLists,
    compare: (comparison) => compareSql(comparison, itemTerms(list, options)),
    guest: options.guest.holds,
  });

const itemTerms = (list: ListSql, options: WithGuest): TermSubject<ItemField> => ({
  value: (item) => ({ type: list.items[item].type, column: list.items[item].value(options) }),
  holds: (form) => itemFormSql(list, form, options),
  guest: options.guest.term,
  counted: noLists,
  day: sql`${options.today}::date`,
});

function noLists(): never {
  throw new Error("an item has no lists");
}
