import type { Statement } from "luaparse";
import type { EvaluationTime } from "../as-of.ts";
import type { ConditionGroup } from "../condition.ts";
import { type Form, formOf } from "../form.ts";
import { toLua } from "../lua.ts";
import { Enough, Reports } from "./combine.ts";
import { type AnyForm, Budget, FALSE, TooLarge } from "./guards.ts";
import { checkSize, plainForm } from "./plain-form.ts";
import { type LuaProblem, linePositionOf, problemAt, type Span } from "./problem.ts";
import { MAX_LUA_BYTES, readScript, type Script } from "./read.ts";
import { LocalNames, scopeOf } from "./scope.ts";
import { StatementReader } from "./statements.ts";
import { treeOf } from "./tree.ts";
import { treeOfForm } from "./tree-of-form.ts";
import { truthOf } from "./value.ts";

export type { LuaProblem } from "./problem.ts";
export type CompiledLua =
  | { ok: true; form: Form; tree: ConditionGroup | null; warnings: LuaProblem[] }
  | { ok: false; problems: LuaProblem[] };

/**
 * The one condition that a script means, or what is refused in it. Nothing is ever run: all ways through the script are followed at once,
 * and each expression becomes what it may be, with what must hold for it (docs/adr/0430). `judged`: what it may ask then; not said, anything.
 */
export function compileLua(script: string, judged?: EvaluationTime): CompiledLua {
  const key = `${judged ?? ""}\n${script}`;
  const known = recent.get(key);
  if (known !== undefined) return known;
  const result = compileScript(script, judged);
  if (recent.size >= MOST_RECENT) recent.delete(recent.keys().next().value ?? "");
  // What is longer than any script is refused at once and not worth its place.
  if (script.length <= MAX_LUA_BYTES) recent.set(key, result);
  return result;
}

/** Results of the scripts compiled last: one request reads the same script several times, to check it, to store it and to count its guests. */
const recent = new Map<string, CompiledLua>();
const MOST_RECENT = 100;

function compileScript(script: string, judged?: EvaluationTime): CompiledLua {
  const read = readScript(script);
  if (!read.ok) return { ok: false, problems: [read.problem] };
  const reports = new Reports(read.script.shift);
  try {
    const form = compiled(read.script, reports, judged);
    if (!canOnlyReturn(read.script)) reports.problems.push(problemAt(lastPlace(script), { code: "lua_no_return" }));
    if (reports.problems.length > 0) return { ok: false, problems: reports.problems };
    const tree = read.script.hasComments ? null : treeSaying(form, script, read.script, judged);
    return { ok: true, form: tree ? formOf(tree) : (form as Form), tree, warnings: reports.warnings };
  } catch (error) {
    if (error instanceof Enough) return { ok: false, problems: reports.problems };
    if (!(error instanceof TooLarge)) throw error;
    return { ok: false, problems: [...reports.problems, problemAt(wholeOf(script), { code: "lua_too_large" })] };
  }
}

function compiled({ body, expression }: Script, reports: Reports, judged: EvaluationTime | undefined): AnyForm {
  const budget = new Budget();
  const scope = scopeOf(null, null, budget);
  const statements = new StatementReader(reports, { judged, budget });
  const outcome = expression
    ? statements.expressions.of(expression, scope, new LocalNames(null))
    : statements.chunk(body, scope);
  if (reports.problems.length > 0) return FALSE;
  const form = plainForm(truthOf(scope.guards, outcome));
  checkSize(form);
  return form;
}

/** The tree that says the same: its own text comes to the same form. First by the text's shape, which keeps what says a thing twice. */
function treeSaying(
  form: AnyForm,
  script: string,
  { expression }: Script,
  judged: EvaluationTime | undefined,
): ConditionGroup | null {
  const key = keyOf(form);
  const saysIt = (tree: ConditionGroup | null): tree is ConditionGroup => {
    if (tree === null) return false;
    const text = toLua(tree);
    if (text === script.trim()) return true;
    const read = readScript(text);
    return read.ok && keyOf(compiled(read.script, new Reports(read.script.shift), judged)) === key;
  };
  const byShape = expression && treeOf(expression);
  if (saysIt(byShape)) return byShape;
  const byForm = treeOfForm(form);
  return saysIt(byForm) ? byForm : null;
}

const keyOf = (form: AnyForm): string =>
  JSON.stringify(form, (_, value) => (typeof value === "bigint" ? `${value}n` : value));

const canOnlyReturn = ({ body, expression }: Script): boolean => expression !== null || alwaysReturns(body);

function alwaysReturns(body: readonly Statement[]): boolean {
  const last = body.at(-1);
  if (last?.type === "ReturnStatement") return true;
  if (last?.type !== "IfStatement") return false;
  return last.clauses.at(-1)?.type === "ElseClause" && last.clauses.every((clause) => alwaysReturns(clause.body));
}

function lastPlace(script: string): Span {
  const { line, column } = linePositionOf(script, script.trimEnd().length);
  return { line, column: Math.max(column - 1, 1), endLine: line, endColumn: column };
}

function wholeOf(script: string): Span {
  const { line, column } = linePositionOf(script, script.length);
  return { line: 1, column: 1, endLine: line, endColumn: column };
}
