import type { FieldProblem } from "@okaeri/contract/problems/problems";
import { detailsOf } from "@okaeri/domain/campaigns/actions/further-details";
import { purposeProblems } from "@okaeri/domain/campaigns/delivery/purpose";
import { timingProblems } from "@okaeri/domain/campaigns/schedule/timing";
import { judgedIn } from "@okaeri/domain/campaigns/triggers/occasions";
import { targetErrors } from "@okaeri/domain/segments/target";
import { kindOf } from "../actions/kinds.ts";
import { unfinishedPaths } from "../audience/rule-state.ts";
import { toTarget } from "../audience/target-tree.ts";
import { unread } from "../audience/unsupported.ts";
import { campaignDocumentOf, type Draft, draftDetailOf } from "./draft.ts";

/**
 * Problems with which the server refuses a draft, found by the same rules as there. Such a draft stays in the browser, so that no request is
 * sent that must fail. The server alone knows the others, such as a code that is taken.
 */
export function refusedInDraft(draft: Draft): FieldProblem[] {
  const typed = unread(draft);
  // What cannot be read is left out of the document, which then says something else.
  if (typed.length > 0) return typed;
  const edit = campaignDocumentOf(draft);
  const { campaign_start_dt: start, campaign_end_dt: end } = edit;
  const judged = judgedIn(edit);
  return [
    ...(start && end && end < start ? [{ path: "end", code: "before_start" } as const] : []),
    ...purposeProblems(edit, (type) => kindOf(type).rule),
    ...edit.segments.flatMap(({ target, actions }, at) => [
      ...below(`segments.${at}.target`, targetErrors(target, judged)),
      ...actions.flatMap((action, place) => {
        const path = `segments.${at}.actions.${place}`;
        const { refused, conditions } = kindOf(action.type).content;
        return below(path, [
          ...timingProblems(action, edit.type),
          ...detailsOf(action).flatMap((held) => [
            ...below(held.path, refused?.(held.detail as never) ?? []),
            ...(conditions?.(held.detail as never) ?? []).flatMap((one) =>
              below(`${held.path}.${one.path}`, targetErrors(one.target, judged)),
            ),
          ]),
        ]);
      }),
    ]),
  ];
}

function below(path: string, problems: readonly { path: string }[]): FieldProblem[] {
  return problems.map((one) => ({ ...one, path: one.path === "" ? path : `${path}.${one.path}` }) as FieldProblem);
}

/** Whether all that keeps the draft from being saved are conditions that still lack something. */
export function lacksOnlyConditions(draft: Draft, problems: readonly FieldProblem[]): boolean {
  const lacking = draft.segments.flatMap(({ target, lua, actions }, at) => [
    ...(lua === undefined ? unfinishedPaths(toTarget(target)).map((path) => `segments.${at}.target.${path}`) : []),
    ...actions.flatMap((action, place) =>
      (kindOf(action.type).content.conditions?.(draftDetailOf(action) as never) ?? []).flatMap((one) =>
        unfinishedPaths(one.target).map((path) => `segments.${at}.actions.${place}.${action.type}.${one.path}.${path}`),
      ),
    ),
  ]);
  return problems.length > 0 && problems.every(({ path }) => lacking.some((one) => path.startsWith(one)));
}
