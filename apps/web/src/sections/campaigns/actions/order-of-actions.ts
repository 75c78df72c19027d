import type { DraftAction } from "../editor/draft.ts";
import { kindOf } from "./kinds.ts";

export const ACTION_GROUPS = ["gives", "tells"] as const;
export type Group = (typeof ACTION_GROUPS)[number];

/** What gives goes out before what tells, whatever the order of a segment's actions: that is an order within each. */
export const groupOf = ({ type }: DraftAction): Group => (kindOf(type).gives ? "gives" : "tells");

/** The actions of a group with their places in the segment. */
export function groupedActions(actions: readonly DraftAction[], group: Group): { action: DraftAction; at: number }[] {
  return actions.flatMap((action, at) => (groupOf(action) === group ? [{ action, at }] : []));
}

/** An action in the place of another one of its group; the other group keeps its places. */
export function movedWithin(actions: readonly DraftAction[], key: string, overKey: string): DraftAction[] {
  const moving = actions.find((one) => one.key === key);
  const over = actions.find((one) => one.key === overKey);
  if (moving === undefined || over === undefined || groupOf(moving) !== groupOf(over)) return [...actions];
  const group = groupedActions(actions, groupOf(moving)).map(({ action }) => action);
  const [from, to] = [group.indexOf(moving), group.indexOf(over)];
  const ordered = group.toSpliced(from, 1).toSpliced(to, 0, moving);
  return actions.map((one) => (groupOf(one) === groupOf(moving) ? (ordered.shift() ?? one) : one));
}
