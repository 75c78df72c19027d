import type { ConditionInput } from "@okaeri/contract/campaigns/audience/condition";
import type { EvaluationTime } from "@okaeri/domain/segments/as-of";
import type { FactEntry } from "@okaeri/domain/segments/field-types";
import type { SegmentUnit } from "@okaeri/domain/segments/fields";
import { itemOf, SEGMENT_LISTS } from "@okaeri/domain/segments/lists";
import { parseTarget } from "@okaeri/domain/segments/target";
import { askedFact, type FactSubject } from "../../../parts/campaigns/conditions/asked-fact.ts";
import { knownList } from "./target-tree.ts";

type Rule = Exclude<ConditionInput, { rules: unknown }>;

/** What an unfinished rule still lacks; what is typed and wrong is another matter, and says so itself. */
export type MissingRulePart =
  | { lack: "figure"; unit: SegmentUnit; operator: string }
  | { lack: "day"; operator: string }
  | { lack: "days" }
  | { lack: "choice" }
  | { lack: "argument"; unit: "days" };

/** Whether the rule or group can be counted by itself: complete, and without faults. */
export function isCountable(node: ConditionInput, judged: EvaluationTime): boolean {
  return parseTarget({ combinator: "and", rules: [node] }, judged).ok;
}

/** What the rule lacks; of a counted one what stands in its sentence, not its inner conditions. */
export function lackOf(rule: Rule, place: FactSubject): MissingRulePart | undefined {
  const { operator, value } = rule;
  if ("of" in rule) {
    if (!knownList(rule.of)) return undefined;
    const fact = rule.sum === undefined ? undefined : itemOf(rule.of, rule.sum);
    const unit = fact?.type === "number" ? fact.unit : SEGMENT_LISTS[rule.of].unit;
    return isMissing(value, operator, isNoFigure) ? { lack: "figure", unit, operator } : undefined;
  }
  const fact = askedFact(place, rule.field);
  if (fact === undefined) return undefined;
  if (rule.args?.some(isNoFigure)) return { lack: "argument", unit: "days" };
  if (operator === "null" || operator === "notNull") return undefined;
  return lackOfValue(fact, operator, value);
}

function lackOfValue(fact: FactEntry, operator: string, value: unknown): MissingRulePart | undefined {
  switch (fact.type) {
    case "boolean":
      return undefined;
    case "number":
      return isMissing(value, operator, isNoFigure) ? { lack: "figure", unit: fact.unit, operator } : undefined;
    case "date":
      if (isMissing(value, operator, (one) => isNoFigure(one))) return { lack: "day", operator };
      return isMissing(value, operator, isNoDistance) ? { lack: "days" } : undefined;
    default:
      return Array.isArray(value) && value.length > 0 ? undefined : { lack: "choice" };
  }
}

const isNoFigure = (value: unknown): boolean => value === null || value === undefined || value === "";
/** A day counted from today whose number of days is open. */
const isNoDistance = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.values(value).some(isNoFigure);

function isMissing(value: unknown, operator: string, isNone: (value: unknown) => boolean): boolean {
  if (operator !== "between") return isNone(Array.isArray(value) ? value[0] : value);
  return !Array.isArray(value) || isNone(value[0]) || isNone(value[1]);
}

/** The rules and groups of a target that can be counted, lifted out of those that cannot: a target of its own, for one question. */
export function countableParts(target: ConditionInput, judged: EvaluationTime): ConditionInput[] {
  if (!("rules" in target)) return isCountable(target, judged) ? [target] : [];
  return target.rules.flatMap((node) => {
    if (isCountable(node, judged)) return [node];
    return "rules" in node ? countableParts(node, judged) : [];
  });
}

/** The unfinished rules of a target, by their paths below it: "rules.1", "rules.0.where.rules.2". Groups without a rule count too. */
export function unfinishedPaths(node: ConditionInput, path = "", place: FactSubject = null): string[] {
  if ("rules" in node) {
    if (node.rules.length === 0 && path !== "" && !path.endsWith("where")) return [path];
    return node.rules.flatMap((rule, at) =>
      unfinishedPaths(rule, `${path === "" ? "" : `${path}.`}rules.${at}`, place),
    );
  }
  const own = lackOf(node, place) === undefined ? [] : [path];
  if (!("of" in node) || !knownList(node.of)) return own;
  return [...own, ...unfinishedPaths(node.where, `${path}.where`, node.of)];
}
