import { type Form, isWorkedOutByGuest } from "@okaeri/domain/segments/form";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Condition } from "../../database/form-sql.ts";
import { withoutLoops } from "../../database/without-loops.ts";
import type { Moment } from "../pushes/ports.ts";
import { isGuest } from "../stays/guests.read.ts";
import { conditionSql } from "./condition-sql.ts";
import { isOnOccasions, meets, type TargetOnOccasions } from "./occasions.ts";
import { type Reach, withinReach } from "./reach.ts";

/** Up to so many guests are asked one by one: some look-ups for each cost less than to read what there is of everybody. */
const FEW = 2_000;

/** Whom targets mean: SQL over customers `customer`, one for each, and whether it looks things up guest by guest. */
export type MatchingGuests = { conditions: readonly Condition[]; byGuest: boolean };

/**
 * Where what a customer's own row says leaves few, the rest is asked of these alone (200,000 customers, six conditions: 2.4 times the hand-written
 * statement instead of 6.7 times). Of several targets all are asked in one statement, so that one of many guests decides for them all. Who has an
 * occasion soon are few by themselves.
 */
export async function matchingGuests(
  tx: Tx,
  reach: Reach,
  asked: readonly TargetOnOccasions[],
  moment: Moment,
): Promise<MatchingGuests> {
  const few = new Map<TargetOnOccasions, number[]>();
  const others = asked.filter((one) => !isOnOccasions(one));
  for (const one of others) {
    const left = await fewLeft(tx, reach, one.form, moment);
    if (left === null) break;
    few.set(one, left);
  }
  const allFew = few.size === others.length;
  const conditions = asked.map((one) => sql<boolean>`(${withinReach(reach)} and ${matchedBy(one)})`);
  return { conditions, byGuest: allFew || asked.some((one) => isOnOccasions(one) || isWorkedOutByGuest(one.form)) };

  function matchedBy(one: TargetOnOccasions): Condition {
    const left = few.get(one);
    if (!allFew || left === undefined) return sql<boolean>`(${meets(one, moment)})`;
    return sql<boolean>`customer.id = any(${left}::bigint[]) and (${conditionSql(one.form, { ...moment, shape: "row" })})`;
  }
}

/** Whom those conditions leave that must all hold and read nothing but the customer's row; null where they are many or there is none. */
async function fewLeft(tx: Tx, reach: Reach, form: Form, moment: Moment): Promise<number[] | null> {
  const all = form.form === "and" ? form.of : [form];
  const ofOwnRow = all.map((part) => conditionSql(part, moment)).filter((part) => readsOwnRow(tx, part));
  if (ofOwnRow.length === 0) return null;
  const found = await tx.all<{ id: number }>`select customer.id
    from customers customer
    where customer.account_id = ${reach.accountId} and ${isGuest} and ${sql.join(ofOwnRow, sql` and `)}
    limit ${FEW + 1}`;
  return found.length > FEW ? null : found.map(({ id }) => id);
}

const readsOwnRow = (tx: Tx, condition: Condition): boolean => !/\bselect\b/.test(condition.compile(tx.db).sql);

/**
 * Asks for guests of an account, set joined to set. What is looked up guest by guest keeps nested loops: its subquery joins a few rows of
 * one guest, and a hash join would read the whole account for each of them (measured: 2 to 6 s became more than the time limit).
 */
export const setBySet = <T>(tx: Tx, byGuest: boolean, ask: () => Promise<T>): Promise<T> =>
  byGuest ? ask() : withoutLoops(tx, ask);
