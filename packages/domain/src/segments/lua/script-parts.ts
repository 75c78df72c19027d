import type { ConditionGroup } from "../condition.ts";
import type { Form } from "../form.ts";
import { compileLua } from "./compile.ts";
import { treeOfForm } from "./tree-of-form.ts";

/** What conditions can say of a script: all of it, or some of the parts that it joins. `script`: what they cannot. */
export type ScriptPart =
  | { tree: ConditionGroup }
  | { combinator: "and" | "or"; parts: readonly ScriptPart[] }
  | { script: true };

/** What conditions can say of a script; undefined where that is nothing at all. */
export function scriptParts(script: string): ScriptPart | undefined {
  const compiled = compileLua(script);
  if (!compiled.ok) return undefined;
  const description = compiled.tree ? { tree: compiled.tree } : consentStatementOf(compiled.form);
  return "script" in description ? undefined : description;
}

function consentStatementOf(form: Form): ScriptPart {
  const tree = treeOfForm(form);
  if (tree !== null) return { tree };
  if (form.form !== "and" && form.form !== "or") return { script: true };
  const parts = form.of.map(consentStatementOf);
  return parts.every((part) => "script" in part) ? { script: true } : { combinator: form.form, parts };
}
