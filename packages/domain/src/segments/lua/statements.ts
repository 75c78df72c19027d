import type {
  AssignmentStatement,
  Expression,
  FunctionDeclaration,
  IfStatement,
  LocalStatement,
  Node,
  ReturnStatement,
  Statement,
} from "luaparse";
import type { EvaluationTime } from "../as-of.ts";
import { givesTwo } from "./calls.ts";
import { nodeName, type Reports } from "./combine.ts";
import { Expressions } from "./expressions.ts";
import { type AnyForm, type Budget, FALSE, isFalse, isTrue, TRUE } from "./guards.ts";
import { LocalNames, type LuaScope, type Variable } from "./scope.ts";
import { type Alternative, always, falsityOf, gathered, type LuaOutcome, truthOf } from "./value.ts";

/** What running statements comes to: what is returned and where, where they end without a return, and where they fail. */
interface Flow {
  returned: readonly { when: AnyForm; outcome: LuaOutcome }[];
  ends: AnyForm;
  error: AnyForm;
}
type Held = Extract<Variable, { outcome: LuaOutcome }>;
/** A way through an `if` that goes on behind it, and what the local names hold then. */
type Way = { when: AnyForm; values: ReadonlyMap<Held, LuaOutcome> };

const OTHER_STATEMENTS: Readonly<Record<string, string>> = {
  WhileStatement: "while",
  RepeatStatement: "repeat",
  ForNumericStatement: "for",
  ForGenericStatement: "for",
  GotoStatement: "goto",
  LabelStatement: "::",
  BreakStatement: "break",
  DoStatement: "do",
  FunctionDeclaration: "function",
};

/** Follows the statements of a chunk, or of a function in count and sum, without running any: all ways through them at once. */
export class StatementReader {
  readonly expressions: Expressions;

  private readonly reports: Reports;

  constructor(reports: Reports, options: { judged: EvaluationTime | undefined; budget: Budget }) {
    this.reports = reports;
    this.expressions = new Expressions(reports, options, (node, scope, names) => this.body(node, scope, names));
  }

  /** What a chunk returns. */
  chunk(body: readonly Statement[], scope: LuaScope): LuaOutcome {
    return this.result(body, scope, new LocalNames(null));
  }

  private result(body: readonly Statement[], scope: LuaScope, names: LocalNames): LuaOutcome {
    const { guards } = scope;
    const { returned, ends, error } = this.block(body, scope, names);
    const alternatives = [...returned, { when: ends, outcome: always({ type: "nil" }) }].flatMap(({ when, outcome }) =>
      outcome.alternatives.map(
        (one): Alternative => ({
          when: guards.and(when, one.when),
          value: one.value.type === "bool" ? { ...one.value, is: guards.and(when, one.value.is) } : one.value,
        }),
      ),
    );
    return gathered(guards, { alternatives, error }, 3);
  }

  /** What a function of one parameter gives for an item. */
  private body(node: FunctionDeclaration, scope: LuaScope, outer: LocalNames): LuaOutcome {
    const [parameter, ...more] = node.parameters;
    if (more.length > 0 || parameter?.type === "VarargLiteral" || node.identifier !== null)
      return this.reports.refuse(node, { code: "lua_one_parameter" });
    const names = new LocalNames(outer);
    if (parameter && scope.list) names.declare(parameter.name, { scope, item: scope.list });
    return this.result(node.body, scope, names);
  }

  private block(body: readonly Statement[], scope: LuaScope, names: LocalNames): Flow {
    const { guards } = scope;
    const steps: { live: readonly AnyForm[]; flow: Flow }[] = [];
    let live: readonly AnyForm[] = [];
    guards.trying(() => {
      for (const statement of body) {
        const flow = this.reports.unreachedIf(live.some(isFalse), () => this.step(statement, scope, names));
        steps.push({ live, flow });
        if (isTrue(flow.ends)) continue;
        // The rest is only reached where this one ends, so that is taken to hold in it.
        live = [...live, flow.ends];
        guards.take(flow.ends, true);
      }
    });
    return {
      returned: steps.flatMap((step) =>
        step.flow.returned.map(({ when, outcome }) => ({ when: guards.and(...step.live, when), outcome })),
      ),
      ends: guards.and(...live),
      error: guards.or(
        ...steps.filter(({ flow }) => !isFalse(flow.error)).map((step) => guards.and(...step.live, step.flow.error)),
      ),
    };
  }

  private step(statement: Statement, scope: LuaScope, names: LocalNames): Flow {
    if (statement.type === "IfStatement") return this.branches(statement, scope, names);
    if (statement.type === "ReturnStatement") {
      const outcome = this.returnValue(statement, scope, names);
      return { returned: [{ when: TRUE, outcome }], ends: FALSE, error: outcome.error };
    }
    const error = this.simple(statement, scope, names);
    return { returned: [], ends: scope.guards.not(error), error };
  }

  private returnValue(statement: ReturnStatement, scope: LuaScope, names: LocalNames): LuaOutcome {
    const [value, ...more] = statement.arguments;
    if (more[0]) return this.reports.refuse(more[0], { code: "lua_one_value" });
    return value === undefined ? always({ type: "nil" }) : this.expressions.of(value, scope, names);
  }

  /** A statement that only sets local names; where it fails. */
  private simple(statement: Statement, scope: LuaScope, names: LocalNames): AnyForm {
    if (statement.type === "LocalStatement") return this.local(statement, scope, names);
    if (statement.type === "AssignmentStatement") return this.assignment(statement, scope, names);
    if (statement.type === "CallStatement") this.reports.refuse(statement, { code: "lua_call_statement" });
    else
      this.reports.refuse(statement, {
        code: "lua_statement",
        params: { word: OTHER_STATEMENTS[statement.type] ?? "…" },
      });
    return FALSE;
  }

  private local(statement: LocalStatement, scope: LuaScope, names: LocalNames): AnyForm {
    const { outcomes, error } = this.values(statement, statement.init, statement.variables.length, scope, names);
    for (const [at, { name }] of statement.variables.entries())
      names.declare(name, { scope, outcome: outcomes[at] ?? always({ type: "nil" }) });
    return error;
  }

  private assignment(statement: AssignmentStatement, scope: LuaScope, names: LocalNames): AnyForm {
    const targets = statement.variables.map((variable) => {
      const held = variable.type === "Identifier" ? names.find(variable.name) : undefined;
      return held !== undefined && "outcome" in held && held.scope === scope ? held : undefined;
    });
    const unknown = statement.variables.find((_, at) => targets[at] === undefined);
    if (unknown !== undefined) {
      this.reports.refuse(unknown, { code: "lua_assignment", params: { name: nodeName(unknown) } });
      return FALSE;
    }
    const { outcomes, error } = this.values(statement, statement.init, targets.length, scope, names);
    // From the last to the first, as Lua does: of a name that is there twice, the first stays.
    for (const [at, held] of [...targets.entries()].reverse())
      if (held) held.outcome = outcomes[at] ?? always({ type: "nil" });
    return error;
  }

  /** The values behind "=": as many as there are names, the others only worked out. */
  private values(node: Node, init: readonly Expression[], wanted: number, scope: LuaScope, names: LocalNames) {
    const last = init.at(-1);
    if (last !== undefined && wanted > init.length && givesTwo(last, names))
      this.reports.refuse(node, { code: "lua_two_values", params: { name: nodeName(last) } });
    const all = init.map((one) => this.expressions.of(one, scope, names));
    const error = scope.guards.or(...all.map((one) => one.error));
    return { outcomes: all.slice(0, wanted).map((one) => ({ ...one, error: FALSE })), error };
  }

  private branches(statement: IfStatement, scope: LuaScope, names: LocalNames): Flow {
    const { guards } = scope;
    const before = new Map(
      names
        .all()
        .flatMap((variable) =>
          "outcome" in variable && variable.scope === scope ? [[variable, variable.outcome] as const] : [],
        ),
    );
    const found: {
      pending: readonly AnyForm[];
      truth: AnyForm;
      error: AnyForm;
      flow: Flow;
      values: ReadonlyMap<Held, LuaOutcome>;
    }[] = [];
    guards.trying(() => {
      const pending: AnyForm[] = [];
      let dead = false;
      for (const clause of statement.clauses) {
        const condition =
          clause.type === "ElseClause"
            ? always({ type: "bool", is: TRUE })
            : this.reports.unreachedIf(dead, () => this.expressions.of(clause.condition, scope, names));
        const truth = truthOf(guards, condition);
        const flow = guards.trying(() => {
          guards.take(truth, true);
          return this.reports.unreachedIf(dead || isFalse(truth), () =>
            this.block(clause.body, scope, new LocalNames(names)),
          );
        });
        const values = new Map([...before.keys()].map((variable) => [variable, variable.outcome]));
        for (const [variable, outcome] of before) variable.outcome = outcome;
        found.push({ pending: [...pending], truth, error: condition.error, flow, values });
        const falsity = falsityOf(guards, condition);
        pending.push(falsity);
        guards.take(falsity, true);
        dead ||= isFalse(falsity);
      }
      found.push({
        pending,
        truth: TRUE,
        error: FALSE,
        flow: { returned: [], ends: TRUE, error: FALSE },
        values: before,
      });
    });
    const returned: { when: AnyForm; outcome: LuaOutcome }[] = [];
    const errors: AnyForm[] = [];
    const ways: Way[] = [];
    for (const { pending, truth, error, flow, values } of found) {
      const entered = guards.and(...pending, truth);
      if (!isFalse(error)) errors.push(guards.and(...pending, error));
      for (const { when, outcome } of flow.returned) returned.push({ when: guards.and(entered, when), outcome });
      if (!isFalse(flow.error)) errors.push(guards.and(entered, flow.error));
      const when = guards.and(entered, flow.ends);
      if (!isFalse(when)) ways.push({ when, values });
    }
    for (const variable of before.keys()) variable.outcome = metAgain(scope, variable, ways);
    return { returned, ends: guards.or(...ways.map(({ when }) => when)), error: guards.or(...errors) };
  }
}

/** What a local name holds where several ways meet again. */
function metAgain({ guards }: LuaScope, variable: Held, ways: readonly Way[]): LuaOutcome {
  const outcomes = ways.map(({ when, values }) => ({ when, outcome: values.get(variable) ?? variable.outcome }));
  const [first] = outcomes;
  if (first === undefined || outcomes.every(({ outcome }) => outcome === first.outcome))
    return first?.outcome ?? variable.outcome;
  const alternatives = outcomes.flatMap(({ when, outcome }) =>
    outcome.alternatives.map(
      (one): Alternative => ({
        when: guards.and(when, one.when),
        value: one.value.type === "bool" ? { ...one.value, is: guards.and(when, one.value.is) } : one.value,
      }),
    ),
  );
  return gathered(guards, { alternatives, error: FALSE }, 1);
}
