import { type ConditionGroup, type ConditionNode, isGroup } from "@okaeri/domain/segments/condition";
import { formOf } from "@okaeri/domain/segments/form";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Moment } from "../pushes/ports.ts";
import { setBySet } from "./matching-guests.ts";
import { isOnOccasions, meets, type TargetOnOccasions } from "./occasions.ts";
import { type Reach, withinReach } from "./reach.ts";

/** How many guests each of these means by itself. One statement, set by set. */
export async function countEach(
  tx: Tx,
  reach: Reach,
  each: readonly TargetOnOccasions[],
  moment: Moment,
): Promise<number[]> {
  if (each.length === 0) return [];
  const parts = each.map(
    (asked, place) => sql`select ${place}::int as place, count(*)::int as guests
      from customers customer
      where ${withinReach(reach)} and (${meets(asked, moment)})`,
  );
  const rows = await setBySet(
    tx,
    each.some(isOnOccasions),
    () => tx.all<{ place: number; guests: number }>`${sql.join(parts, sql` union all `)}`,
  );
  const guests = new Map(rows.map((row) => [row.place, row.guests]));
  return each.map((_, place) => guests.get(place) ?? 0);
}

/** How many guests the whole target (""), each group and each rule keeps by itself, by path ("rules.0.rules.2"). Alike ones are counted once. */
export async function ruleCounts(
  tx: Tx,
  reach: Reach,
  { tree, occasions }: { tree: ConditionGroup; occasions: TargetOnOccasions["occasions"] },
  moment: Moment,
): Promise<Record<string, number>> {
  const asked = tree.rules.length === 0 ? [] : [{ path: "", node: tree }, ...nodesBelow(tree, "")];
  const distinct = new Map(asked.map(({ node }) => [JSON.stringify(node), node]));
  const each = [...distinct.values()].map((node) => ({ form: formOf(node), occasions }));
  const guests = await countEach(tx, reach, each, moment);
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
