import {
  type ConditionGroup,
  type ConditionNode,
  type ConditionRule,
  isGroup,
} from "@okaeri/domain/segments/condition";
import { RELATIVE_MONTHS, SEGMENT_FIELDS, type SegmentField } from "@okaeri/domain/segments/fields";
import { formOf } from "@okaeri/domain/segments/form";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { withoutLoops } from "../../database/without-loops.ts";
import type { Scope } from "../../session/scope.ts";
import type { Moment } from "../pushes/ports.ts";
import { type Reach, withinReach } from "./audience-sets.ts";
import { conditionNames } from "./condition-names.read.ts";
import { conditionSql } from "./condition-sql.ts";

/** With more rules than these only rules are counted: each group holds its rules again, and the statement would grow with the depth. */
const MOST_WITH_GROUPS = 50;

/** How many guests each of these means by itself. One statement, set by set. */
async function countEach(tx: Tx, reach: Reach, nodes: readonly ConditionNode[], moment: Moment): Promise<number[]> {
  if (nodes.length === 0) return [];
  const parts = nodes.map(
    (node, place) => sql`select ${place}::int as place, count(*)::int as guests
      from customers customer
      where ${withinReach(reach)} and (${conditionSql(formOf(node), moment)})`,
  );
  const rows = await withoutLoops(
    tx,
    () => tx.all<{ place: number; guests: number }>`${sql.join(parts, sql` union all `)}`,
  );
  const guests = new Map(rows.map((row) => [row.place, row.guests]));
  return nodes.map((_, place) => guests.get(place) ?? 0);
}

/** How many guests each rule, and each group below the top, keeps by itself, by path ("rules.0.rules.2"). Alike ones are counted once. */
export async function ruleCounts(
  tx: Tx,
  reach: Reach,
  tree: ConditionGroup,
  moment: Moment,
): Promise<Record<string, number>> {
  const nodes = nodesBelow(tree, "");
  const rules = nodes.filter(({ node }) => !isGroup(node));
  const asked = rules.length > MOST_WITH_GROUPS ? rules : nodes;
  const distinct = new Map(asked.map(({ node }) => [JSON.stringify(node), node]));
  const guests = await countEach(tx, reach, [...distinct.values()], moment);
  const byText = new Map([...distinct.keys()].map((text, place) => [text, guests[place] ?? 0]));
  return Object.fromEntries(asked.map(({ path, node }) => [path, byText.get(JSON.stringify(node)) ?? 0]));
}

/** Every rule and group of a group, by its path. */
export function nodesBelow(group: ConditionGroup, path: string): { path: string; node: ConditionNode }[] {
  return group.rules.flatMap((node, at) => {
    const place = `${path === "" ? "" : `${path}.`}rules.${at}`;
    return [{ path: place, node }, ...(isGroup(node) ? nodesBelow(node, place) : [])];
  });
}

export type ValueCount = { value: number | string | boolean; count: number };

/** How many guests have each value of a fact that is chosen from several. */
export async function valueCounts(tx: Tx, scope: Scope, field: SegmentField, moment: Moment): Promise<ValueCount[]> {
  const values = await valuesOf(tx, scope, field);
  const nodes = values.map(
    (value): ConditionRule =>
      typeof value === "boolean" ? { field, operator: "=", value } : { field, operator: "in", value: [value] },
  );
  const guests = await countEach(tx, scope, nodes, moment);
  return values.map((value, place) => ({ value, count: guests[place] ?? 0 }));
}

async function valuesOf(tx: Tx, scope: Scope, field: SegmentField): Promise<ValueCount["value"][]> {
  const type = SEGMENT_FIELDS[field];
  switch (type.type) {
    case "boolean":
      return [true, false];
    case "choice":
      return [...type.choices];
    case "weekday":
      return [0, 1, 2, 3, 4, 5, 6];
    case "month":
      return [...RELATIVE_MONTHS, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    case "reference": {
      const names = await conditionNames(tx, scope);
      return names.filter(({ kind }) => kind === type.reference).map(({ id }) => id);
    }
    default:
      return [];
  }
}
