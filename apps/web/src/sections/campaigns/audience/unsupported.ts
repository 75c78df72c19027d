import type { FieldProblem } from "@okaeri/contract/problems/problems";
import { kindOf } from "../actions/kinds.ts";
import { isNoDay } from "../actions/typed-days.ts";
import { type Draft, draftDetailOf, wholeDraft } from "../editor/draft.ts";
import { unsupportedWhen } from "../schedule/draft-when.ts";
import { toTarget } from "./target-tree.ts";
import { unsupportedCondition } from "./unsupported-condition.ts";

/** What is typed where a figure or a day belongs and is none: it stays in its field, and nothing is saved without it. */
export function unread(typed: Draft): FieldProblem[] {
  const draft = wholeDraft(typed);
  const period = (["campaign_start_dt", "campaign_end_dt"] as const).filter((path) => isNoDay(draft[path]));
  return [
    ...period.map((path) => ({ path, code: "not_a_day" }) as const),
    ...(typeof draft.control_rate === "number" ? [] : [{ path: "control_rate", code: "not_a_figure" } as const]),
    ...(draft.type === "basic" ? [] : unsupportedWhen(draft.when).map((one) => ({ ...one, path: `when.${one.path}` }))),
    ...draft.segments.flatMap((segment, at) => [
      ...(segment.lua === undefined
        ? unsupportedCondition(toTarget(segment.target), `segments.${at}.target`, null)
        : []),
      ...segment.actions.flatMap((action, place) => {
        const path = `segments.${at}.actions.${place}`;
        const own = action.when && draft.type !== "basic" ? unsupportedWhen(action.when) : [];
        return [
          ...own.map((problem) => ({ ...problem, path: `${path}.${problem.path}` })),
          ...kindOf(action.type)
            .content.unread(draftDetailOf(action))
            .map((problem) => ({ ...problem, path: `${path}.${action.type}.${problem.path}` })),
          ...(kindOf(action.type).content.siblings?.unread(draftDetailOf(action)) ?? []).map((problem) => ({
            ...problem,
            path: `${path}.${problem.path}`,
          })),
        ];
      }),
    ]),
  ];
}
