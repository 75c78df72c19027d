import type { ConditionNode } from "@okaeri/contract/campaigns";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import { parseDate } from "@okaeri/domain/calendar-date";
import { unreadCoupon } from "./coupon-draft.ts";
import type { Draft, DraftFigure, DraftPoint } from "./draft.ts";
import { toTarget, typeOf } from "./target-tree.ts";

const FIGURES = {
  grant_absolute: ({ grant_type }) => grant_type === "absolute",
  grant_rate: ({ grant_type }) => grant_type === "rate",
  grant_condition: () => true,
  expiration_days_from_grant: ({ expiration_type }) => expiration_type === "days_from_grant",
  expiration_days_from_last_stay: ({ expiration_type }) => expiration_type === "days_from_last_stay",
} satisfies Record<DraftFigure, (point: DraftPoint) => boolean>;

const isNoDay = (typed: unknown) => typeof typed === "string" && typed !== "" && parseDate(typed) === undefined;

/** What is typed where a figure or a day belongs and is none: it stays in its field, and nothing is saved without it. */
export function unread(draft: Draft): FieldProblem[] {
  const period = (["campaign_start_dt", "campaign_end_dt"] as const).filter((path) => isNoDay(draft[path]));
  return [
    ...period.map((path) => ({ path, code: "not_a_day" }) as const),
    ...draft.segments.flatMap((segment, at) => [
      ...ofCondition(toTarget(segment.target), `segments.${at}.target`),
      ...segment.actions.flatMap(({ point, coupon }, place) => [
        ...(point === null ? [] : ofPoint(point, `segments.${at}.actions.${place}.point`)),
        ...(coupon === null ? [] : unreadCoupon(coupon, `segments.${at}.actions.${place}.coupon`)),
      ]),
    ]),
  ];
}

function ofPoint(point: DraftPoint, path: string): FieldProblem[] {
  const figures = (Object.keys(FIGURES) as DraftFigure[]).filter(
    (name) => typeof point[name] === "string" && FIGURES[name](point),
  );
  const noDay = point.expiration_type === "date" && isNoDay(point.expiration_date);
  return [
    ...figures.map((name) => ({ path: `${path}.${name}`, code: "not_a_figure" }) as const),
    ...(noDay ? [{ path: `${path}.expiration_date`, code: "not_a_day" } as const] : []),
  ];
}

function ofCondition(node: ConditionNode, path: string): FieldProblem[] {
  if ("rules" in node) return node.rules.flatMap((rule, at) => ofCondition(rule, `${path}.rules.${at}`));
  const typed: unknown[] = Array.isArray(node.value) ? node.value : [node.value];
  const kind = typeOf(node.field)?.type;
  if (kind === "number" && typed.some((one) => typeof one === "string"))
    return [{ path: `${path}.value`, code: "not_a_figure" }];
  return kind === "date" && typed.some(isNoDay) ? [{ path: `${path}.value`, code: "not_a_day" }] : [];
}
