import type { ConditionInput } from "@okaeri/contract/campaigns/audience/condition";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import { askedFact, type FactSubject } from "../../../parts/campaigns/conditions/asked-fact.ts";
import { isNoDay } from "../actions/typed-days.ts";
import { knownList } from "./target-tree.ts";

/** What of conditions is typed where a figure or a day belongs and is none. */
export function unsupportedCondition(node: ConditionInput, path: string, place: FactSubject): FieldProblem[] {
  if ("rules" in node)
    return node.rules.flatMap((rule, at) => unsupportedCondition(rule, `${path}.rules.${at}`, place));
  const counts = "of" in node;
  const inner = counts && knownList(node.of) ? unsupportedCondition(node.where, `${path}.where`, node.of) : [];
  const kind = counts ? "number" : askedFact(place, node.field)?.type;
  const typed: unknown[] = Array.isArray(node.value) ? node.value : [node.value];
  const own: FieldProblem[] = [];
  if (kind === "number" && typed.some(isText)) own.push({ path: `${path}.value`, code: "not_a_figure" });
  if (kind === "date") {
    const days = typed.filter((one) => typeof one === "object" && one !== null);
    if (days.some((one) => Object.values(one as object).some(isText)))
      own.push({ path: `${path}.value`, code: "not_a_figure" });
    else if (typed.some((one) => typeof one !== "object" && isNoDay(one)))
      own.push({ path: `${path}.value`, code: "not_a_day" });
  }
  return [...own, ...inner];
}

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
