import type {
  BinaryExpression,
  Expression,
  FunctionDeclaration,
  Identifier,
  LogicalExpression,
  UnaryExpression,
} from "luaparse";
import type { EvaluationTime } from "../as-of.ts";
import { isSegmentList } from "../lists.ts";
import { type Arithmetic, computed, joinedTexts, negated } from "./arithmetic.ts";
import { type BitOperator, bits } from "./bits.ts";
import { Calls } from "./calls.ts";
import { combined, comparedOutcome, nodeName, type Reports } from "./combine.ts";
import type { ComparisonOperator } from "./compare.ts";
import { factOutcome, guestOutcome } from "./facts.ts";
import { dayText, lengthOf, monthInt, one, stepOf } from "./functions.ts";
import { type AnyForm, type Budget, FALSE, type Guards, isFalse, TRUE } from "./guards.ts";
import { readNumeral, readString } from "./literals.ts";
import { FACT_LISTS, GLOBAL_NAMES, type LocalNames, type LuaScope, nearestName } from "./scope.ts";
import {
  type Alternative,
  always,
  boolOutcome,
  falsityOf,
  floatOf,
  gathered,
  intOf,
  type LuaOutcome,
  plainOutcome,
  textValueOf,
  truthOf,
} from "./value.ts";

const ARITHMETIC: ReadonlySet<string> = new Set(["+", "-", "*", "/", "//", "%", "^"]);
const COMPARISONS: Readonly<Record<string, { operator: ComparisonOperator; turned?: true; not?: true }>> = {
  "==": { operator: "==" },
  "~=": { operator: "==", not: true },
  "<": { operator: "<" },
  "<=": { operator: "<=" },
  ">": { operator: "<", turned: true },
  ">=": { operator: "<=", turned: true },
};
/** What other languages call what Lua calls otherwise. */
const FOREIGN_NAMES: ReadonlyMap<string, string> = new Map([
  ["null", "nil"],
  ["NULL", "nil"],
  ["None", "nil"],
  ["undefined", "nil"],
  ["True", "true"],
  ["TRUE", "true"],
  ["False", "false"],
  ["FALSE", "false"],
]);

/** What the expressions of a script come to. */
export class Expressions {
  private readonly calls: Calls;

  private readonly reports: Reports;
  private readonly options: { judged: EvaluationTime | undefined; budget: Budget };

  constructor(
    reports: Reports,
    options: { judged: EvaluationTime | undefined; budget: Budget },
    body: (node: FunctionDeclaration, scope: LuaScope, names: LocalNames) => LuaOutcome,
  ) {
    this.reports = reports;
    this.options = options;
    this.calls = new Calls(reports, options, (node, scope, names) => this.of(node, scope, names), body);
  }

  of(node: Expression, scope: LuaScope, names: LocalNames): LuaOutcome {
    switch (node.type) {
      case "NilLiteral":
        return always({ type: "nil" });
      case "BooleanLiteral":
        return always({ type: "bool", is: node.value ? TRUE : FALSE });
      case "NumericLiteral": {
        const read = readNumeral(node.raw);
        if (!read.ok) return this.reports.refuse(node, read.diagnostic);
        return always(read.value.type === "int" ? intOf(read.value.value) : floatOf(read.value.value));
      }
      case "StringLiteral": {
        const read = readString(node.raw);
        return read.ok ? always(textValueOf(read.value)) : this.reports.refuse(node, read.diagnostic);
      }
      case "Identifier":
        return this.name(node, scope, names);
      case "MemberExpression":
      case "IndexExpression":
        return this.member(node, scope, names);
      case "UnaryExpression":
        return this.unary(node, scope, names);
      case "LogicalExpression":
        return this.logical(node, scope, names);
      case "BinaryExpression":
        return this.binary(node, scope, names);
      case "CallExpression":
      case "StringCallExpression":
      case "TableCallExpression":
        return this.calls.of(node, scope, names);
      case "FunctionDeclaration":
        return this.reports.refuse(node, { code: "lua_function" });
      case "TableConstructorExpression":
        return this.reports.refuse(node, { code: "lua_table" });
      default:
        return this.reports.refuse(node, { code: "lua_varargs" });
    }
  }

  private name(node: Identifier, scope: LuaScope, names: LocalNames): LuaOutcome {
    const variable = names.find(node.name);
    if (variable !== undefined) {
      if ("item" in variable) return this.reports.refuse(node, { code: "lua_item", params: { name: node.name } });
      return variable.scope === scope
        ? plainOutcome(scope.guards, variable.outcome)
        : guestOutcome(scope, plainOutcome(variable.scope.guards, variable.outcome));
    }
    if (node.name === "today") return always(dayText(0));
    if (node.name === "this_month") return always(monthInt(0));
    if (node.name === "next_month") return always(monthInt(1));
    return (
      factOutcome(node.name, [], scope, { judged: this.options.judged, ofItem: false }, (diagnostic) =>
        this.reports.refuse(node, diagnostic),
      ) ?? this.unknown(node)
    );
  }

  private unknown(node: Identifier): LuaOutcome {
    const { name } = node;
    if (isSegmentList(name) || FACT_LISTS.has(name))
      return this.reports.refuse(node, { code: "lua_list", params: { name } });
    const similar = FOREIGN_NAMES.get(name) ?? nearestName(name, GLOBAL_NAMES);
    return this.reports.refuse(
      node,
      similar === undefined || similar === name
        ? { code: "lua_unknown_name", params: { name } }
        : { code: "lua_similar_name", params: { name, similar } },
    );
  }

  /** `x.use_price`: a fact of the item that is looked at; nothing else has fields. */
  private member(
    node: Extract<Expression, { type: "MemberExpression" | "IndexExpression" }>,
    scope: LuaScope,
    names: LocalNames,
  ): LuaOutcome {
    const variable = node.base.type === "Identifier" ? names.find(node.base.name) : undefined;
    if (variable === undefined || !("item" in variable))
      return this.reports.refuse(node, { code: "lua_field", params: { name: nodeName(node) } });
    const key = node.type === "IndexExpression" ? node.index : node.identifier;
    const name =
      key.type === "Identifier" && node.type === "MemberExpression"
        ? key.name
        : key.type === "StringLiteral"
          ? readString(key.raw)
          : undefined;
    const field = typeof name === "object" ? (name.ok ? name.value : undefined) : name;
    if (field === undefined || (node.type === "MemberExpression" && node.indexer === ":"))
      return this.reports.refuse(node, { code: "lua_field", params: { name: nodeName(node) } });
    return (
      factOutcome(field, [], scope, { judged: this.options.judged, ofItem: true }, (diagnostic) =>
        this.reports.refuse(node, diagnostic),
      ) ?? this.reports.refuse(node, { code: "lua_unknown_item", params: { name: field, list: variable.item } })
    );
  }

  private unary(node: UnaryExpression, scope: LuaScope, names: LocalNames): LuaOutcome {
    const { argument } = node;
    if (
      node.operator === "#" &&
      argument.type === "Identifier" &&
      names.find(argument.name) === undefined &&
      isSegmentList(argument.name)
    )
      return this.reports.refuse(node, { code: "lua_use_count", params: { name: argument.name } });
    const outcome = this.of(argument, scope, names);
    const { guards } = scope;
    if (node.operator === "not") return boolOutcome(guards, falsityOf(guards, outcome), outcome.error);
    return combined(scope, this.reports, node, [{ node: argument, outcome }], ([value]) => {
      if (value === undefined) return "fails";
      if (node.operator === "-") return stepOf(negated(value));
      if (node.operator === "~") return stepOf(bits(value, "~", intOf(-1n)));
      return value.type === "text" ? one(lengthOf(value)) : "fails";
    });
  }

  /** a and b and c …: each is asked only where those before it hold (in "or": fail), and what is known of them is taken for granted. */
  private logical(node: LogicalExpression, scope: LuaScope, names: LocalNames): LuaOutcome {
    const { guards } = scope;
    const and = node.operator === "and";
    const operands: Expression[] = [];
    let left: Expression = node;
    while (left.type === "LogicalExpression" && left.operator === node.operator) {
      operands.unshift(left.right);
      left = left.left;
    }
    operands.unshift(left);
    let dead = false;
    const came = guards.trying(() =>
      operands.map((operand) => {
        const outcome = this.reports.unreachedIf(dead, () => this.of(operand, scope, names));
        const truth = truthOf(guards, outcome);
        guards.take(outcome.error, false);
        guards.take(truth, and);
        dead ||= truth.form === "constant" && truth.value !== and;
        return { outcome, truth };
      }),
    );
    return joinedOutcome(scope, and, came);
  }

  private binary(node: BinaryExpression, scope: LuaScope, names: LocalNames): LuaOutcome {
    const steps: BinaryExpression[] = [];
    let left: Expression = node;
    while (left.type === "BinaryExpression") {
      steps.unshift(left);
      left = left.left;
    }
    let outcome = this.of(left, scope, names);
    for (const step of steps) {
      const right = { node: step.right as Expression, outcome: this.of(step.right, scope, names) };
      outcome = this.step(step, { node: step.left, outcome }, right, scope);
    }
    return outcome;
  }

  private step(node: BinaryExpression, left: Part, right: Part, scope: LuaScope): LuaOutcome {
    const { guards } = scope;
    const comparison = COMPARISONS[node.operator];
    if (comparison) {
      const parts = [left, right];
      const is = comparedOutcome(scope, this.reports, node, parts, (a, b) =>
        comparison.turned
          ? scope.comparing.values(b, comparison.operator, a)
          : scope.comparing.values(a, comparison.operator, b),
      );
      return comparison.not ? boolOutcome(guards, falsityOf(guards, is), is.error) : is;
    }
    if (node.operator === "..")
      return combined(scope, this.reports, node, [left, right], ([a, b]) =>
        a && b ? stepOf(joinedTexts(a, b)) : "fails",
      );
    return combined(scope, this.reports, node, [left, right], ([a, b]) => {
      if (!a || !b) return "fails";
      return stepOf(
        ARITHMETIC.has(node.operator)
          ? computed(a, node.operator as Arithmetic, b)
          : bits(a, node.operator as BitOperator, b),
      );
    });
  }
}

type Part = { node: Expression; outcome: LuaOutcome };

type Operand = { outcome: LuaOutcome; truth: AnyForm };

function joinedOutcome({ guards }: LuaScope, and: boolean, operands: readonly Operand[]): LuaOutcome {
  const errors: AnyForm[] = [];
  const truths: AnyForm[] = [];
  const notFailed: AnyForm[] = [];
  const alternatives: Alternative[] = [];
  const bools = operands.every(({ outcome }) => outcome.alternatives.every(({ value }) => value.type === "bool"));
  for (const [at, { outcome, truth }] of operands.entries()) {
    // Where this operand is reached: asked only where it matters, since it grows with each of them.
    const reached = () =>
      guards.and(
        ...notFailed,
        ...operands.slice(0, at).map((before) => (and ? before.truth : guards.not(before.truth))),
      );
    if (!bools) alternatives.push(...leaving(guards, outcome, and, at === operands.length - 1, reached()));
    truths.push(and ? truth : guards.and(...notFailed, truth));
    if (isFalse(outcome.error)) continue;
    const error = guards.and(reached(), outcome.error);
    errors.push(error);
    if (!and) notFailed.push(guards.not(error));
  }
  const truth = and ? guards.and(...truths) : guards.or(...truths);
  const error = guards.or(...errors);
  return bools ? boolOutcome(guards, truth, error) : gathered(guards, { alternatives, error }, 3);
}

/** With which values an operand ends the chain: `and` ends with what is nil or false, `or` with what is not, and the last with any. */
function leaving(
  guards: Guards,
  { alternatives }: LuaOutcome,
  and: boolean,
  last: boolean,
  reached: AnyForm,
): readonly Alternative[] {
  return alternatives.flatMap(({ when, value }): Alternative[] => {
    if (value.type === "bool") {
      const is = guards.and(reached, value.is);
      const isNot = guards.and(reached, when, guards.not(value.is));
      if (last) return [{ when: guards.and(reached, when), value: { type: "bool", is } }];
      return and ? [{ when: isNot, value: { type: "bool", is: FALSE } }] : [{ when: is, value: { type: "bool", is } }];
    }
    return last || (value.type === "nil") === and ? [{ when: guards.and(reached, when), value }] : [];
  });
}
