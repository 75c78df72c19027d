import type {
  CallExpression,
  Expression,
  FunctionDeclaration,
  StringCallExpression,
  TableCallExpression,
} from "luaparse";
import type { EvaluationTime } from "../as-of.ts";
import type { FactArgument } from "../field-types.ts";
import { factOf, isSegmentField, type SEGMENT_FIELDS } from "../fields.ts";
import { isSegmentList, SEGMENT_LIST_NAMES, type SegmentList } from "../lists.ts";
import { combined, comparedOutcome, nodeName, type Reports } from "./combine.ts";
import { factOutcome, factRefusalOf } from "./facts.ts";
import { FUNCTIONS } from "./functions.ts";
import { type AnyForm, type AnyTerm, type Budget, FALSE, isFalse } from "./guards.ts";
import { readNumeral, readString } from "./literals.ts";
import type { Diagnostic } from "./problem.ts";
import { FACT_LISTS, GLOBAL_NAMES, type LocalNames, type LuaScope, nearestName, scopeOf } from "./scope.ts";
import { constantFloat, constantInt, gathered, type LuaOutcome, truthOf, type Value } from "./value.ts";

type Call = CallExpression | StringCallExpression | TableCallExpression;
/** Items that one guest may have in a list, to know that a sum stays within 64 bits. */
const MOST_ITEMS = 1_000_000n;
const CONTAINS = ["contains", "count", "sum"];
const FUNCTION_NAMES = [...Object.keys(FUNCTIONS), ...CONTAINS, ...GLOBAL_NAMES];
/** Functions of Lua's library whose use can be said otherwise. */
const OTHERWISE: Readonly<Record<string, string>> = {
  "string.match": "lua_use_find",
  "string.gmatch": "lua_use_find",
  "string.gsub": "lua_use_find",
  ipairs: "lua_use_count",
  pairs: "lua_use_count",
  "table.unpack": "lua_use_count",
  type: "lua_use_nil",
};

/** Calls: functions of texts and numbers, facts with arguments, and what looks into lists. */
export class Calls {
  private readonly reports: Reports;
  private readonly options: { judged: EvaluationTime | undefined; budget: Budget };
  private readonly outcomeOf: (node: Expression, scope: LuaScope, names: LocalNames) => LuaOutcome;
  private readonly bodyOf: (node: FunctionDeclaration, scope: LuaScope, names: LocalNames) => LuaOutcome;

  constructor(
    reports: Reports,
    options: { judged: EvaluationTime | undefined; budget: Budget },
    outcomeOf: (node: Expression, scope: LuaScope, names: LocalNames) => LuaOutcome,
    bodyOf: (node: FunctionDeclaration, scope: LuaScope, names: LocalNames) => LuaOutcome,
  ) {
    this.reports = reports;
    this.options = options;
    this.outcomeOf = outcomeOf;
    this.bodyOf = bodyOf;
  }

  of(node: Call, scope: LuaScope, names: LocalNames): LuaOutcome {
    const name = calledName(node.base, names);
    if (name === undefined) return this.reports.refuse(node, this.noFunction(node.base, names));
    if (node.type === "TableCallExpression") return this.reports.refuse(node.arguments, { code: "lua_table" });
    const args = node.type === "StringCallExpression" ? [node.argument] : node.arguments;
    if (name === "contains") return this.contains(node, args, scope, names);
    if (name === "count" || name === "sum") return this.counted(node, name, args, scope, names);
    if (isSegmentField(name)) return this.fact(node, name, args, scope);
    const called = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (called === undefined) return this.reports.refuse(node.base, unknownFunction(name));
    if (args.length < called.least || args.length > called.most)
      return this.reports.refuse(node, {
        code: "lua_argument_count",
        params: { name, least: called.least, most: called.most },
      });
    const last = args.at(-1);
    if (last !== undefined && givesTwo(last, names))
      return this.reports.refuse(last, { code: "lua_two_values", params: { name: nodeName(last) } });
    const parts = args.map((arg) => ({ node: arg, outcome: this.outcomeOf(arg, scope, names) }));
    return combined(scope, this.reports, node, parts, (values) => called.run(values, scope));
  }

  private noFunction(base: Expression, names: LocalNames): Diagnostic {
    if (base.type === "MemberExpression" && base.indexer === ":") {
      const name = `string.${base.identifier.name}`;
      return Object.hasOwn(FUNCTIONS, name) ? { code: "lua_method", params: { name } } : unknownFunction(name);
    }
    if (base.type === "Identifier" && names.find(base.name))
      return { code: "lua_no_function", params: { name: base.name } };
    return { code: "lua_no_function", params: { name: nodeName(base) } };
  }

  /** A fact with arguments. */
  private fact(
    node: Call,
    name: keyof typeof SEGMENT_FIELDS,
    args: readonly Expression[],
    scope: LuaScope,
  ): LuaOutcome {
    const wanted = factOf(name).args ?? [];
    if (wanted.length === 0) return this.reports.refuse(node.base, { code: "lua_no_function", params: { name } });
    if (args.length !== wanted.length)
      return this.reports.refuse(node, {
        code: "lua_argument_count",
        params: { name, least: wanted.length, most: wanted.length },
      });
    const given: (number | string)[] = [];
    for (const [at, arg] of args.entries()) {
      const value = argumentOf(arg, wanted[at] as FactArgument);
      if (typeof value === "object") return this.reports.refuse(arg, value);
      given.push(value);
    }
    const refuse = (diagnostic: Diagnostic) => this.reports.refuse(node, diagnostic);
    return (
      factOutcome(name, given, scope, { judged: this.options.judged, ofItem: false }, refuse) ??
      refuse(unknownFunction(name))
    );
  }

  /** Whether a guest has one of several. */
  private contains(node: Call, args: readonly Expression[], scope: LuaScope, names: LocalNames): LuaOutcome {
    const [list, wanted] = args;
    if (args.length !== 2 || list === undefined || wanted === undefined)
      return this.reports.refuse(node, { code: "lua_argument_count", params: { name: "contains", least: 2, most: 2 } });
    const fact =
      list.type === "Identifier" && names.find(list.name) === undefined ? FACT_LISTS.get(list.name) : undefined;
    if (fact === undefined) return this.containsNone(list, wanted, scope, names);
    const refusal = factRefusalOf(fact, this.options.judged);
    if (refusal) return this.reports.refuse(list, { code: refusal, params: { name: nodeName(list) } });
    const outcome = this.outcomeOf(wanted, scope, names);
    return comparedOutcome(scope, this.reports, node, [{ node: wanted, outcome }], (value) => {
      const id = idOf(value);
      if (typeof id === "object") return id;
      const has: AnyForm = id === undefined ? FALSE : { form: "test", fact, test: { operator: "in", values: [id] } };
      return { is: scope.outer === null ? has : scope.guards.guest(has) };
    });
  }

  /** Nil has nothing in it, and asking fails as it does in Lua; anything else is no list. */
  private containsNone(list: Expression, wanted: Expression, scope: LuaScope, names: LocalNames): LuaOutcome {
    const noList: Diagnostic = { code: "lua_contains_list", params: { names: [...FACT_LISTS.keys()].join(", ") } };
    if (list.type === "Identifier" && names.find(list.name) === undefined && isSegmentList(list.name))
      return this.reports.refuse(list, noList);
    const parts = [list, wanted].map((part) => ({ node: part, outcome: this.outcomeOf(part, scope, names) }));
    return comparedOutcome(scope, this.reports, list, parts, ({ type }) => (type === "nil" ? "fails" : noList));
  }

  private counted(
    node: Call,
    name: "count" | "sum",
    args: readonly Expression[],
    scope: LuaScope,
    names: LocalNames,
  ): LuaOutcome {
    const [list, body] = args;
    if (args.length !== 2 || list === undefined || body === undefined)
      return this.reports.refuse(node, { code: "lua_argument_count", params: { name, least: 2, most: 2 } });
    if (list.type !== "Identifier" || names.find(list.name) !== undefined || !isSegmentList(list.name))
      return this.reports.refuse(list, {
        code: "lua_counted_list",
        params: { name, names: SEGMENT_LIST_NAMES.join(", ") },
      });
    if (body.type !== "FunctionDeclaration")
      return this.reports.refuse(body, { code: "lua_counted_function", params: { name } });
    if (scope.outer !== null) return this.reports.refuse(node, { code: "lua_counted_within", params: { name } });
    if (this.options.judged === "evening")
      return this.reports.refuse(list, { code: "lua_not_judged", params: { name: list.name } });
    const inner = scopeOf(list.name, scope, this.options.budget);
    const outcome = this.bodyOf(body, inner, names);
    const figure = name === "count" ? countOf(list.name, outcome, inner) : this.sumOf(body, list.name, outcome, inner);
    const { guards } = scope;
    const fails = isFalse(figure.fails)
      ? FALSE
      : ({
          form: "counted",
          list: list.name,
          where: figure.fails,
          sum: null,
          test: { operator: ">=", value: 1 },
        } as AnyForm);
    return { alternatives: [{ when: guards.not(fails), value: figure.value }], error: fails };
  }

  private sumOf(body: FunctionDeclaration, list: SegmentList, outcome: LuaOutcome, inner: LuaScope): Figure {
    const { guards } = inner;
    const nothing: Figure = { value: figureValue(list, FALSE, null, 0n, 0n), fails: FALSE };
    const fails: AnyForm[] = [outcome.error];
    for (const { when, value } of outcome.alternatives) {
      if (value.type === "nil" || value.type === "bool") {
        fails.push(when);
        this.reports.warn(body, { code: "lua_may_sum_nil" });
      } else if (value.type !== "int" || value.named) {
        this.reports.refuse(body, { code: "lua_sum_whole" });
        return nothing;
      }
    }
    const summed = outcome.alternatives.filter(({ value }) => value.type === "int" && constantInt(value) !== 0n);
    const [all] = gathered(guards, { alternatives: summed, error: FALSE }, 1).alternatives;
    if (all === undefined || all.value.type !== "int") return { ...nothing, fails: guards.or(...fails) };
    const { low, high, term } = all.value;
    const [least, most] = [low < 0n ? low * MOST_ITEMS : 0n, high > 0n ? high * MOST_ITEMS : 0n];
    if (least < -(2n ** 63n) || most >= 2n ** 63n) {
      this.reports.refuse(body, { code: "lua_overflow" });
      return nothing;
    }
    return { value: figureValue(list, all.when, term, least, most), fails: guards.or(...fails) };
  }
}

type Figure = { value: Value; fails: AnyForm };

function figureValue(list: SegmentList, where: AnyForm, sum: AnyTerm | null, low: bigint, high: bigint): Value {
  return { type: "int", term: { term: "counted", list, where, sum } as AnyTerm, low, high };
}

function countOf(list: SegmentList, outcome: LuaOutcome, { guards }: LuaScope): Figure {
  return { value: figureValue(list, truthOf(guards, outcome), null, 0n, MOST_ITEMS), fails: outcome.error };
}

/** A global function by its name; undefined for what a script made itself. */
export function calledName(base: Expression, names: LocalNames): string | undefined {
  if (base.type === "Identifier") return names.find(base.name) === undefined ? base.name : undefined;
  const library =
    base.type === "MemberExpression" && base.indexer === "." && base.base.type === "Identifier"
      ? base.base.name
      : undefined;
  if (library === undefined || base.type !== "MemberExpression" || names.find(library) !== undefined) return undefined;
  return `${library}.${base.identifier.name}`;
}

export function givesTwo(node: Expression, names: LocalNames): boolean {
  if (node.type !== "CallExpression" && node.type !== "StringCallExpression") return false;
  const name = calledName(node.base, names);
  return name !== undefined && Object.hasOwn(FUNCTIONS, name) && FUNCTIONS[name]?.twoValues === true;
}

function unknownFunction(name: string): Diagnostic {
  const otherwise = Object.hasOwn(OTHERWISE, name) ? OTHERWISE[name] : undefined;
  if (otherwise !== undefined) return { code: otherwise, params: { name } };
  const similar = nearestName(name, FUNCTION_NAMES);
  return similar === undefined || similar === name
    ? { code: "lua_unknown_function", params: { name } }
    : { code: "lua_similar_name", params: { name, similar } };
}

/** Which record a value names: undefined for what names none. */
function idOf(value: Value): number | undefined | Diagnostic {
  if (value.type !== "int" && value.type !== "float") return undefined;
  const constant = value.type === "int" ? constantInt(value) : constantFloat(value);
  if (constant === undefined) return { code: "lua_constant_argument" };
  const id = Number(constant);
  return Number.isSafeInteger(id) && id >= 1 ? id : undefined;
}

function argumentOf(arg: Expression, wanted: FactArgument): number | string | Diagnostic {
  if ("choices" in wanted) {
    const read = arg.type === "StringLiteral" ? readString(arg.raw) : undefined;
    return read?.ok && wanted.choices.includes(read.value)
      ? read.value
      : { code: "lua_argument_choice", params: { choices: wanted.choices.map((choice) => `"${choice}"`).join(", ") } };
  }
  const read = arg.type === "NumericLiteral" ? readNumeral(arg.raw) : undefined;
  const value = read?.ok && read.value.type === "int" ? Number(read.value.value) : undefined;
  return value !== undefined && value >= wanted.min && value <= wanted.max
    ? value
    : { code: "lua_argument_range", params: { min: wanted.min, max: wanted.max } };
}
