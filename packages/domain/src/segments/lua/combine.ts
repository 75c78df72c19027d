import type { Node } from "luaparse";
import { type AnyForm, FALSE, isFalse } from "./guards.ts";
import { type Diagnostic, type LuaProblem, problemAt, spanOf } from "./problem.ts";
import type { LuaScope } from "./scope.ts";
import { type Alternative, boolOutcome, gathered, type LuaOutcome, NOTHING, type Value } from "./value.ts";

/** What values come to: one or several alternatives and where that fails after all, that it always fails, or why it is refused. */
export type CombineResult = { alternatives: readonly Alternative[]; fails: AnyForm } | "fails" | Diagnostic;

/** What was refused, and what can go wrong for some guests. */
/** Problems, and warnings, of one script that are shown. */
const MOST_SHOWN = 20;
/** So many problems are known that no more are looked for. */
export class Enough extends Error {}

export class Reports {
  readonly problems: LuaProblem[] = [];
  readonly warnings: LuaProblem[] = [];
  private readonly reportedKeys = new Set<string>();
  private unreached = 0;

  private readonly shift: number;

  constructor(shift: number) {
    this.shift = shift;
  }

  refuse(node: Node, diagnostic: Diagnostic): LuaOutcome {
    this.add(this.problems, node, diagnostic);
    return NOTHING;
  }

  warn(node: Node, diagnostic: Diagnostic): void {
    if (this.unreached === 0) this.add(this.warnings, node, diagnostic);
  }

  /** Reads what nobody reaches: it may be refused, but nothing can go wrong in it. */
  unreachedIf<T>(dead: boolean, read: () => T): T {
    this.unreached += dead ? 1 : 0;
    const came = read();
    this.unreached -= dead ? 1 : 0;
    return came;
  }

  /** Every place says the same once. With the last problem that is shown, reading ends. @throws Enough */
  private add(to: LuaProblem[], node: Node, diagnostic: Diagnostic): void {
    const problem = problemAt(spanOf(node, this.shift), diagnostic);
    const key = JSON.stringify(problem);
    if (this.reportedKeys.has(key) || to.length >= MOST_SHOWN) return;
    this.reportedKeys.add(key);
    to.push(problem);
    if (to === this.problems && to.length === MOST_SHOWN) throw new Enough();
  }
}

/** Kept apart until there are more: what they are compared with can then still be told at once. */
const MAX_SEPARATE = 4;

/** What a step makes of every combination of what its parts may be. It fails where a part does. */
export function combined(
  scope: LuaScope,
  reports: Reports,
  node: Node,
  parts: readonly { node: Node; outcome: LuaOutcome }[],
  step: (values: readonly Value[]) => CombineResult,
): LuaOutcome {
  const { guards } = scope;
  const alternatives: Alternative[] = [];
  const errors: AnyForm[] = parts.map(({ outcome }) => outcome.error);
  const walk = (at: number, when: AnyForm, values: readonly Value[]): void => {
    const part = parts[at];
    if (part !== undefined) {
      for (const one of part.outcome.alternatives) {
        const both = at === 0 ? one.when : guards.and(when, one.when);
        if (!isFalse(both)) walk(at + 1, both, [...values, one.value]);
      }
      return;
    }
    const came = step(values);
    if (came !== "fails" && "code" in came) {
      reports.refuse(node, came);
      return;
    }
    const fails = came === "fails" ? when : guards.and(when, came.fails);
    if (!isFalse(fails)) {
      errors.push(fails);
      reports.warn(...warningOf(node, parts, values, came !== "fails"));
    }
    if (came === "fails") return;
    const holds = guards.and(when, guards.not(came.fails));
    for (const one of came.alternatives) {
      if ("term" in one.value) guards.measured(one.value.term);
      alternatives.push(within(scope, holds, one));
    }
  };
  walk(0, { form: "constant", value: true }, []);
  return gathered(guards, { alternatives, error: guards.or(...errors) }, MAX_SEPARATE);
}

const within = ({ guards }: LuaScope, holds: AnyForm, { when, value }: Alternative): Alternative => ({
  when: guards.and(holds, when),
  value: value.type === "bool" ? { ...value, is: guards.and(holds, value.is) } : value,
});

function warningOf(
  node: Node,
  parts: readonly { node: Node; outcome: LuaOutcome }[],
  values: readonly Value[],
  byZero: boolean,
): [Node, Diagnostic] {
  if (byZero) return [node, { code: "lua_may_divide_by_zero" }];
  const missing = parts[values.findIndex(({ type }) => type === "nil")];
  if (missing === undefined) return [node, { code: "lua_may_fail" }];
  return [missing.node, { code: "lua_may_be_nil", params: { name: nodeName(missing.node) } }];
}

/** How a person would call what stands there; no more than the end of a long chain. */
export function nodeName(node: Node, links = 4): string {
  if (links === 0) return "…";
  switch (node.type) {
    case "Identifier":
      return node.name;
    case "MemberExpression":
      return `${nodeName(node.base, links - 1)}${node.indexer}${node.identifier.name}`;
    case "CallExpression":
    case "StringCallExpression":
    case "TableCallExpression":
      return `${nodeName(node.base, links - 1)}(…)`;
    case "NilLiteral":
      return "nil";
    default:
      return "…";
  }
}

/** A comparison: true or false wherever it does not fail. */
export function comparedOutcome(
  scope: LuaScope,
  reports: Reports,
  node: Node,
  parts: readonly { node: Node; outcome: LuaOutcome }[],
  compare: (left: Value, right: Value) => { is: AnyForm } | "fails" | Diagnostic,
): LuaOutcome {
  const { guards } = scope;
  const outcome = combined(scope, reports, node, parts, ([left, right]) => {
    const came = compare(left as Value, right as Value);
    if (came === "fails" || "code" in came) return came;
    return {
      alternatives: [{ when: { form: "constant", value: true }, value: { type: "bool", is: came.is } }],
      fails: FALSE,
    };
  });
  const is = guards.or(...outcome.alternatives.map(({ value }) => (value.type === "bool" ? value.is : FALSE)));
  return boolOutcome(guards, is, outcome.error);
}
