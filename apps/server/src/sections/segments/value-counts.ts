import type { FactEntry } from "@okaeri/domain/segments/field-types";
import {
  factOf,
  isReservationField,
  isSegmentField,
  RELATIVE_MONTHS,
  reservationItem,
  type SegmentField,
} from "@okaeri/domain/segments/fields";
import { formOf } from "@okaeri/domain/segments/form";
import { type ItemField, itemOf, type SegmentList } from "@okaeri/domain/segments/lists";
import { resolveMonth } from "@okaeri/domain/segments/matches";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { ListSql } from "../../database/list-sql.ts";
import { withoutLoops } from "../../database/without-loops.ts";
import { fieldError } from "../../http/errors.ts";
import type { Scope } from "../../session/scope.ts";
import type { Moment } from "../pushes/ports.ts";
import { conditionNames } from "./condition-names.read.ts";
import { FACTS, LIST_SQL } from "./condition-sql.ts";
import { countEach } from "./counts.ts";
import { withinReach } from "./reach.ts";

export type ValueCount = { value: number | string | boolean; count: number };

/** Values that are counted; facts that are figures or days have too many to choose from. */
const isChosen = ({ type }: FactEntry) => type !== "number" && type !== "date" && type !== "people";
/** Most values of one fact. */
const MAX_VALUES = 1_000;

/**
 * How many guests have each value of a fact; with a list, how many have an item of it with that value. Only values that somebody has, and
 * those that can be named. @throws CallError INVALID_INPUT for what is no fact.
 */
export async function valueCounts(
  tx: Tx,
  scope: Scope,
  { field, list }: { field: string; list?: SegmentList | undefined },
  moment: Moment,
): Promise<ValueCount[]> {
  if (list !== undefined) {
    const fact = itemOf(list, field);
    if (fact === undefined) throw fieldError("field", { code: "unknown_field" });
    return isChosen(fact) ? ofItems(tx, scope, list, field as ItemField, moment) : [];
  }
  if (!isSegmentField(field)) throw fieldError("field", { code: "unknown_field" });
  const fact = factOf(field);
  if (!isChosen(fact) || fact.args !== undefined) return [];
  if (isReservationField(field)) {
    const item = reservationItem(field);
    // Of which reservation is said by the campaign: here those of any time count.
    return item === "card_status" ? [] : ofItems(tx, scope, "reservations", item, moment);
  }
  const known = FACTS[field];
  if (fact.type === "reference" || known.value === undefined) return ofRecords(tx, scope, field, fact, moment);
  const value = known.value({ today: moment.today, shape: "set", args: [] });
  const counted = await counts(
    tx,
    sql`select ${value} as value, count(*)::int as count
    from customers customer
    where ${withinReach(scope)}
    group by 1`,
  );
  return fact.type === "month" ? withRelativeMonths(counted, moment) : counted;
}

/** Records that can be named are counted each by its own condition: a guest can have several. */
async function ofRecords(
  tx: Tx,
  scope: Scope,
  field: SegmentField,
  fact: FactEntry,
  moment: Moment,
): Promise<ValueCount[]> {
  if (fact.type !== "reference") return [];
  const ids = (await conditionNames(tx, scope)).filter(({ kind }) => kind === fact.reference).map(({ id }) => id);
  const each = ids.map((id) => ({ form: formOf({ field, operator: "in", value: [id] }) }));
  const guests = await countEach(tx, scope, each, moment);
  return ids.map((value, place) => ({ value, count: guests[place] ?? 0 }));
}

async function ofItems(
  tx: Tx,
  scope: Scope,
  list: SegmentList,
  item: ItemField,
  { today }: Moment,
): Promise<ValueCount[]> {
  const { from, where, accountId, customerId, items } = LIST_SQL[list] as ListSql;
  return counts(
    tx,
    sql`select had.value, count(*)::int as count
    from (
      select distinct ${customerId} as customer_id, ${items[item].value({ today })} as value
      from ${from}
      where ${accountId} = ${scope.accountId} and ${where}
    ) had
    join customers customer on customer.account_id = ${scope.accountId} and customer.id = had.customer_id
    where ${withinReach(scope)}
    group by 1`,
  );
}

async function counts(tx: Tx, counted: RawBuilder<unknown>): Promise<ValueCount[]> {
  // Of columns of many tables, some of which may be null: an expression, of which only the type is known.
  return withoutLoops(
    tx,
    () => tx.all<ValueCount>`select coalesce(c.value) as value, c.count
      from (${counted}) c
      where c.value is not null
      order by c.count desc, c.value
      limit ${MAX_VALUES}`,
  );
}

function withRelativeMonths(counted: readonly ValueCount[], { today }: Moment): ValueCount[] {
  const relative = RELATIVE_MONTHS.map((value) => {
    const month = resolveMonth(value, today);
    return { value, count: counted.find((one) => one.value === month)?.count ?? 0 };
  });
  return [...relative, ...counted];
}
