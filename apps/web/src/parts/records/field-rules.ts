import { contractFields } from "virtual:contract-fields";
import { FORM_PROBLEMS } from "@okaeri/contract/form-problems";
import type { Problem } from "@okaeri/contract/problems/problems";
import { parseDate } from "@okaeri/domain/calendar-date";
import { excess, fitsForm, normaliseTyped } from "@okaeri/domain/typed-text";
import type { FieldRule } from "../../ui/fields/field-props.ts";
import { figureProblem } from "../../ui/fields/figure-problem.ts";

export type FieldRules = Readonly<Record<string, FieldRule>>;

/** What the fields of a call take, as the contract says it; rows' fields by their path without the rows' numbers. */
export function rulesOf(call: string): FieldRules {
  const rules = contractFields[call];
  if (rules === undefined) throw new Error(`${call} is no write of the contract`);
  return rules;
}

export function ruleAt(rules: FieldRules, path: string): FieldRule | undefined {
  return rules[path.replaceAll(/\.\d+/g, "")];
}

/** What the contract would refuse, by path. */
export function ruleProblems(values: object, fields: readonly string[], rules: FieldRules) {
  const found: Record<string, Problem> = {};
  const look = (path: string, value: unknown) => {
    const problem = problemOf(value, ruleAt(rules, path) ?? {});
    if (problem !== undefined) found[path] = problem;
  };
  for (const field of fields) {
    const value = (values as Record<string, unknown>)[field];
    if (!Array.isArray(value)) look(field, value);
    else if (value.length === 0 && ruleAt(rules, field)?.required) found[field] = { code: "too_few", min: 1 };
    else
      value.forEach((row: unknown, index) => {
        if (typeof row !== "object" || row === null) return;
        for (const [key, inside] of Object.entries(row)) look(`${field}.${index}.${key}`, inside);
      });
  }
  return found;
}

function problemOf(value: unknown, rule: FieldRule): Problem | undefined {
  if (typeof value === "number") return figureProblem(value, rule);
  if (typeof value !== "string") return undefined;
  const form = rule.form === "date" ? undefined : rule.form;
  const text = normaliseTyped(value, form);
  if (text === "") return rule.required ? { code: "required" } : undefined;
  if (rule.form === "date") return parseDate(text) === undefined ? { code: "not_a_day" } : undefined;
  if (rule.to !== undefined) return { code: "not_a_figure" };
  const over = rule.max === undefined ? 0 : excess(text, rule.max);
  if (rule.max !== undefined && over > 0) return { code: "too_long", max: rule.max, over };
  return form === undefined || fitsForm(text, form) ? undefined : { code: FORM_PROBLEMS[form] };
}
