import type { ConditionNode } from "@okaeri/contract/campaigns/condition";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import { kindOf } from "../actions/kinds.ts";
import { isNoDay } from "../actions/typed-days.ts";
import { type Draft, detailOf } from "./draft.ts";
import { toTarget, typeOf } from "./target-tree.ts";

/** What is typed where a figure or a day belongs and is none: it stays in its field, and nothing is saved without it. */
export function unread(draft: Draft): FieldProblem[] {
  const period = (["campaign_start_dt", "campaign_end_dt"] as const).filter((path) => isNoDay(draft[path]));
  return [
    ...period.map((path) => ({ path, code: "not_a_day" }) as const),
    ...draft.segments.flatMap((segment, at) => [
      ...(segment.lua === undefined ? ofCondition(toTarget(segment.target), `segments.${at}.target`) : []),
      ...segment.actions.flatMap((action, place) =>
        kindOf(action.type)
          .unread(detailOf(action))
          .map((problem) => ({ ...problem, path: `segments.${at}.actions.${place}.${action.type}.${problem.path}` })),
      ),
    ]),
  ];
}

function ofCondition(node: ConditionNode, path: string): FieldProblem[] {
  if ("rules" in node) return node.rules.flatMap((rule, at) => ofCondition(rule, `${path}.rules.${at}`));
  if ("of" in node) return ofCondition(node.where, `${path}.where`);
  const typed: unknown[] = Array.isArray(node.value) ? node.value : [node.value];
  const kind = typeOf(node.field)?.type;
  if (kind === "number" && typed.some((one) => typeof one === "string"))
    return [{ path: `${path}.value`, code: "not_a_figure" }];
  return kind === "date" && typed.some(isNoDay) ? [{ path: `${path}.value`, code: "not_a_day" }] : [];
}
