import type { ConditionGroup } from "../condition.ts";
import type { Form } from "../form.ts";
import { compileLua } from "./compile.ts";
import { treeOfForm } from "./tree-of-form.ts";

/** What conditions can say of a script: all of it, or some of the parts that it joins. `script`: what they cannot. */
export type SaidPart =
  | { tree: ConditionGroup }
  | { combinator: "and" | "or"; parts: readonly SaidPart[] }
  | { script: true };

/** What conditions can say of a script; undefined where that is nothing at all. */
export function saidParts(script: string): SaidPart | undefined {
  const compiled = compileLua(script);
  if (!compiled.ok) return undefined;
  const description = compiled.tree ? { tree: compiled.tree } : saidOf(compiled.form);
  return "script" in description ? undefined : description;
}

function saidOf(form: Form): SaidPart {
  const tree = treeOfForm(form);
  if (tree !== null) return { tree };
  if (form.form !== "and" && form.form !== "or") return { script: true };
  const parts = form.of.map(saidOf);
  return parts.every((part) => "script" in part) ? { script: true } : { combinator: form.form, parts };
}
