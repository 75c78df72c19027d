import { type EvaluationTime, type NotAskable, notAskable } from "./as-of.ts";
import { type ConditionGroup, type ConditionProblem, parseCondition } from "./condition.ts";
import { type Form, formOf } from "./form.ts";
import { compileLua, type LuaProblem } from "./lua/compile.ts";
import { luaText, toLua } from "./lua.ts";

/** A target as it is kept: conditions, or a script. */
export type StoredTarget = ConditionGroup | { lua: string };

/** Whom a segment means, read. `tree`: as the builder shows it; `lua`: its text, as it is shown and stored. */
export type Target = { form: Form; tree: ConditionGroup | null; lua: string; stored: StoredTarget };

/** What is wrong in a script, and where. */
type ScriptProblem = {
  code: "lua_refused";
  diagnostic: Pick<LuaProblem, "code" | "params">;
  at: { line: number; character: number };
};
export type TargetProblem = (ConditionProblem | Pick<NotAskable, "code"> | ScriptProblem) & { path: string };
export type ParsedTarget = { ok: true; target: Target } | { ok: false; errors: TargetProblem[] };

/** Reads any JSON value as a target, or tells every fault; `judged`: what it may ask then, not said, anything. */
export function parseTarget(value: unknown, judged?: EvaluationTime): ParsedTarget {
  if (isScript(value)) return parseScript(value, judged);
  const parsed = parseCondition(value);
  if (!parsed.ok) return parsed;
  const { tree } = parsed;
  const errors = notAskable(tree, judged);
  if (errors.length > 0) return { ok: false, errors };
  const form = formOf(tree);
  return { ok: true, target: { form, tree, lua: luaText(form), stored: tree } };
}

const isScript = (value: unknown): value is { lua: string } =>
  typeof value === "object" && value !== null && "lua" in value && typeof value.lua === "string";

function parseScript({ lua }: { lua: string }, judged: EvaluationTime | undefined): ParsedTarget {
  const compiled = compileLua(lua, judged);
  if (compiled.ok) return { ok: true, target: { form: compiled.form, tree: compiled.tree, lua, stored: { lua } } };
  const errors = compiled.problems.map(
    ({ code, params, line, column }): TargetProblem => ({
      path: "",
      code: "lua_refused",
      diagnostic: { code, params },
      at: { line, character: column },
    }),
  );
  return { ok: false, errors };
}

/** Every fault of a target that is judged then; empty = usable. */
export function targetErrors(value: unknown, judged?: EvaluationTime): TargetProblem[] {
  const parsed = parseTarget(value, judged);
  return parsed.ok ? [] : parsed.errors;
}

/** A target that was checked before. @throws Error for another one. */
export function checkedTarget(value: unknown): Target {
  const parsed = parseTarget(value);
  if (!parsed.ok) throw new Error("the target is not usable");
  return parsed.target;
}

/** A checked target as a campaign keeps it: conditions and the text that is made of them are one target, however it was told. */
export function targetToKeep(value: unknown): Pick<Target, "stored" | "lua"> {
  const { stored, lua, tree } = checkedTarget(value);
  return { stored: tree !== null && toLua(tree) === lua ? tree : stored, lua };
}

/** The tree of a target, null where only its script says it, and that script. What can no longer be read is answered as it is kept. */
export function describeTarget(stored: unknown): { target: ConditionGroup | null; lua_script: string } {
  const parsed = parseTarget(stored);
  if (parsed.ok) return { target: parsed.target.tree, lua_script: parsed.target.lua };
  return isScript(stored)
    ? { target: null, lua_script: stored.lua }
    : { target: stored as ConditionGroup, lua_script: "" };
}

/** Whether the script says what the conditions say in words of its own: not as they are put into Lua. */
export function isOwnText(target: unknown, script: string): boolean {
  const parsedTarget = parseTarget(target);
  if (!parsedTarget.ok || parsedTarget.target.lua === script) return false;
  const own = parseTarget({ lua: script });
  return own.ok && own.target.tree !== null && toLua(own.target.tree) === parsedTarget.target.lua;
}
