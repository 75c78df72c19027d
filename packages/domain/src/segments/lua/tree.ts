import type { Expression, FunctionDeclaration, LogicalExpression } from "luaparse";
import {
  type ConditionGroup,
  type ConditionNode,
  type ConditionRule,
  type ConditionValue,
  type CountedRule,
  type ItemGroup,
  parseCondition,
} from "../condition.ts";
import { type FactEntry, factOf, isSegmentField, type Operator, type RelativeDate } from "../fields.ts";
import { type ItemField, isSegmentList, itemOf, type SegmentList } from "../lists.ts";
import { calledName } from "./calls.ts";
import { readNumeral, readString } from "./literals.ts";
import { FACT_LISTS, LocalNames } from "./scope.ts";

// Reads the text that a tree gives back into that tree, by its shape alone. Whether the tree then says the same is for the caller to ask.

type Node = ConditionNode | { combinator: "and" | "or"; not?: boolean; rules: readonly Node[] };
type Rule = ConditionRule<string> | CountedRule;
type Constant = number | string | boolean | RelativeDate;
/** What a rule asks of, as the text names it. */
type Subject =
  | { field: string; args?: readonly (number | string)[]; asked: FactEntry }
  | { counted: Pick<CountedRule, "of" | "where" | "sum"> };

const NO_NAMES = new LocalNames(null);
const OPERATORS: Readonly<Record<string, Operator>> = {
  "==": "=",
  "~=": "!=",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
};

/** The tree that an expression says, as far as its shape is one of a tree's; null otherwise. */
export function treeOf(expression: Expression): ConditionGroup | null {
  const node = new TreeReader(null, null).node(expression);
  if (node === null) return null;
  const group = "rules" in node ? node : { combinator: "and" as const, rules: [node] };
  const parsed = parseCondition(group);
  return parsed.ok ? parsed.tree : null;
}

class TreeReader {
  private readonly list: SegmentList | null;
  private readonly item: string | null;

  constructor(list: SegmentList | null, item: string | null) {
    this.list = list;
    this.item = item;
  }

  node(node: Expression): Node | null {
    const rule = this.rule(node) as Node | null;
    if (rule !== null) return rule;
    if (node.type === "BooleanLiteral" && node.value) return { combinator: "and", rules: [] };
    if (node.type === "UnaryExpression" && node.operator === "not") {
      const of = this.node(node.argument);
      if (of === null) return null;
      return "rules" in of && !of.not ? { ...of, not: true } : { combinator: "and", not: true, rules: [of] };
    }
    if (node.type !== "LogicalExpression") return null;
    const rules = operandsOf(node).map((operand) => this.node(operand));
    return rules.every((one) => one !== null) ? { combinator: node.operator, rules } : null;
  }

  private rule(node: Expression): Rule | null {
    return (
      this.compared(node) ??
      this.known(node) ??
      this.yesNo(node) ??
      this.guarded(node) ??
      this.listed(node) ??
      this.notListed(node)
    );
  }

  /** `stay_count >= 2`, of what every guest has; and `stay_days == 2`. */
  private compared(node: Expression): Rule | null {
    const read = this.comparison(node);
    if (read === null) return null;
    const { subject, operator, value } = read;
    if ("counted" in subject) return { ...subject.counted, operator, value } as CountedRule;
    const { asked } = subject;
    if (operator === "=" || operator === "!=") {
      if (asked.type === "boolean") return operator === "=" ? ruleOf(subject, "=", value) : null;
      if (asked.type !== "number" && asked.type !== "date")
        return ruleOf(subject, operator === "=" ? "in" : "notIn", [value as number]);
      return ruleOf(subject, operator, value);
    }
    return asked.always ? ruleOf(subject, operator, value) : null;
  }

  private known(node: Expression): Rule | null {
    if (node.type !== "BinaryExpression" || node.right.type !== "NilLiteral") return null;
    const subject = this.subject(node.left);
    if (subject === null || "counted" in subject || (node.operator !== "==" && node.operator !== "~=")) return null;
    return ruleOf(subject, node.operator === "==" ? "null" : "notNull", null);
  }

  private yesNo(node: Expression): Rule | null {
    const negated = node.type === "UnaryExpression" && node.operator === "not";
    const subject = this.subject(negated ? node.argument : node);
    if (subject === null || "counted" in subject || subject.asked.type !== "boolean") return null;
    return negated && !subject.asked.always ? null : ruleOf(subject, "=", !negated);
  }

  /** `(x ~= nil and x >= 1 and x <= 5)`, and what comes out of it for what every guest has. */
  private guarded(node: Expression): Rule | null {
    if (node.type !== "LogicalExpression" || node.operator !== "and") return null;
    const operands = operandsOf(node);
    const known = this.known(operands[0] as Expression);
    const guard = known !== null && "field" in known && known.operator === "notNull" ? known : null;
    const read = operands.slice(guard === null ? 0 : 1).map((operand) => this.comparison(operand));
    const [first, last, ...more] = read;
    if (!first || more.length > 0 || last === null) return null;
    const { subject } = first;
    if (guard !== null && ("counted" in subject || subject.asked.always || !sameFact(subject, guard))) return null;
    if (guard === null && !("counted" in subject) && !subject.asked.always) return null;
    if (last === undefined)
      return guard !== null && !("counted" in subject) && first.operator !== "=" && first.operator !== "!="
        ? ruleOf(subject, first.operator, first.value)
        : null;
    if (first.operator !== ">=" || last.operator !== "<=" || JSON.stringify(subject) !== JSON.stringify(last.subject))
      return null;
    const value = [first.value, last.value] as readonly [number, number];
    return "counted" in subject
      ? ({ ...subject.counted, operator: "between", value } as CountedRule)
      : ruleOf(subject, "between", value);
  }

  /** `(x == 1 or x == 2)`, `contains(list, 1)`. */
  private listed(node: Expression): ConditionRule<string> | null {
    const operands = node.type === "LogicalExpression" && node.operator === "or" ? operandsOf(node) : [node];
    const read = operands.map((operand) => this.contained(operand) ?? this.comparison(operand));
    const values: ConditionValue[] = [];
    for (const one of read) {
      const first = read[0];
      if (!one || !first || "counted" in one.subject || one.operator !== "=") return null;
      const { type } = one.subject.asked;
      if (type === "number" || type === "date" || type === "boolean") return null;
      if (JSON.stringify(one.subject) !== JSON.stringify(first.subject)) return null;
      values.push(one.value);
    }
    const subject = read[0]?.subject;
    return subject && "field" in subject ? ruleOf(subject, "in", values as readonly (number | string)[]) : null;
  }

  private notListed(node: Expression): Rule | null {
    if (node.type !== "UnaryExpression" || node.operator !== "not") return null;
    const rule = this.listed(node.argument);
    return rule && { ...rule, operator: "notIn" };
  }

  private contained(node: Expression) {
    if (node.type !== "CallExpression" || calledName(node.base, NO_NAMES) !== "contains" || this.list !== null)
      return null;
    const [list, wanted, ...more] = node.arguments;
    const field = list?.type === "Identifier" ? FACT_LISTS.get(list.name) : undefined;
    const value = wanted && constantOf(wanted);
    if (field === undefined || value === undefined || more.length > 0) return null;
    return { subject: { field, asked: factOf(field) } as Subject, operator: "=" as Operator, value };
  }

  private comparison(node: Expression): { subject: Subject; operator: Operator; value: Constant } | null {
    if (node.type !== "BinaryExpression") return null;
    const operator = OPERATORS[node.operator];
    const subject = this.subject(node.left);
    const value = constantOf(node.right);
    return operator === undefined || subject === null || value === undefined ? null : { subject, operator, value };
  }

  private subject(node: Expression): Subject | null {
    if (this.list !== null) return this.itemFact(node, this.list);
    if (node.type === "Identifier") {
      if (!isSegmentField(node.name)) return null;
      const asked = factOf(node.name);
      return asked.luaList === undefined && asked.args === undefined ? { field: node.name, asked } : null;
    }
    if (node.type !== "CallExpression") return null;
    const name = calledName(node.base, NO_NAMES);
    if (name === "count" || name === "sum") return this.countedSubject(name, node.arguments);
    if (name === undefined || !isSegmentField(name)) return null;
    const args = node.arguments.map(constantOf);
    const given = args.filter((arg) => typeof arg === "number" || typeof arg === "string");
    return given.length === args.length ? { field: name, args: given, asked: factOf(name) } : null;
  }

  private itemFact(node: Expression, list: SegmentList): Subject | null {
    if (
      node.type !== "MemberExpression" ||
      node.indexer !== "." ||
      node.base.type !== "Identifier" ||
      node.base.name !== this.item
    )
      return null;
    const asked = itemOf(list, node.identifier.name);
    return asked === undefined ? null : { field: node.identifier.name, asked };
  }

  private countedSubject(name: "count" | "sum", args: readonly Expression[]): Subject | null {
    const [list, body, ...more] = args;
    if (
      list?.type !== "Identifier" ||
      !isSegmentList(list.name) ||
      body?.type !== "FunctionDeclaration" ||
      more.length > 0
    )
      return null;
    const [parameter] = body.parameters;
    if (parameter?.type !== "Identifier" || body.parameters.length !== 1) return null;
    const reader = new TreeReader(list.name, parameter.name);
    const read = name === "count" ? countedWhere(reader, body) : summedWhere(reader, body, parameter.name);
    return read && { counted: { of: list.name, ...read } };
  }
}

type Where = Pick<CountedRule, "where" | "sum">;

function countedWhere(reader: TreeReader, { body }: FunctionDeclaration): Where | null {
  const [statement] = body;
  const value = statement?.type === "ReturnStatement" && body.length === 1 ? statement.arguments[0] : undefined;
  const where = value && groupOf(reader.node(value));
  return where ? { where } : null;
}

/** `if <condition> then return x.use_price end return 0`, or the fact alone; `or 0` where an item may lack it. */
function summedWhere(reader: TreeReader, { body }: FunctionDeclaration, item: string): Where | null {
  const summed = (expression: Expression | undefined): ItemField | null => {
    const fact =
      expression?.type === "LogicalExpression" && expression.operator === "or" ? expression.left : expression;
    const named = fact?.type === "MemberExpression" && fact.base.type === "Identifier" && fact.base.name === item;
    return named ? (fact.identifier.name as ItemField) : null;
  };
  const [first, last] = body;
  if (first?.type === "ReturnStatement") {
    const sum = summed(first.arguments[0]);
    return sum && { where: { combinator: "and", rules: [] }, sum };
  }
  if (first?.type !== "IfStatement" || first.clauses.length !== 1 || last?.type !== "ReturnStatement") return null;
  const [clause] = first.clauses;
  const returned = clause?.body[0];
  if (clause?.type !== "IfClause" || returned?.type !== "ReturnStatement") return null;
  const where = groupOf(reader.node(clause.condition));
  const sum = summed(returned.arguments[0]);
  return where && sum ? { where, sum } : null;
}

const groupOf = (node: Node | null): ItemGroup | null =>
  node === null ? null : (("rules" in node ? node : { combinator: "and", rules: [node] }) as ItemGroup);

function ruleOf(
  subject: Extract<Subject, { field: string }>,
  operator: Operator,
  value: ConditionValue,
): ConditionRule<string> {
  const { field, args } = subject;
  return { field, ...(args && { args }), operator, value };
}

const sameFact = (subject: Subject, rule: Rule): boolean =>
  "field" in subject &&
  "field" in rule &&
  subject.field === rule.field &&
  JSON.stringify(subject.args) === JSON.stringify(rule.args);

/** a and b and c: what stands in brackets is a group of its own, which its place tells. */
function operandsOf(node: LogicalExpression): readonly Expression[] {
  const operands: Expression[] = [];
  let left: Expression = node;
  let outer: Expression = node;
  while (left.type === "LogicalExpression" && left.operator === node.operator && startsAlike(left, outer)) {
    operands.unshift(left.right);
    outer = left;
    left = left.left;
  }
  return [left, ...operands];
}

/** An operand in brackets begins behind them, what it is part of before them. */
function startsAlike(one: Expression, other: Expression): boolean {
  return (
    one === other ||
    (one.loc?.start.line === other.loc?.start.line && one.loc?.start.column === other.loc?.start.column)
  );
}

function constantOf(node: Expression): Constant | undefined {
  switch (node.type) {
    case "NumericLiteral": {
      const read = readNumeral(node.raw);
      return read.ok && read.value.type === "int" ? Number(read.value.value) : undefined;
    }
    case "StringLiteral": {
      const read = readString(node.raw);
      return read.ok ? read.value : undefined;
    }
    case "BooleanLiteral":
      return node.value;
    case "UnaryExpression": {
      const value = node.operator === "-" ? constantOf(node.argument) : undefined;
      return typeof value === "number" ? -value : undefined;
    }
    case "Identifier":
      return node.name === "this_month" || node.name === "next_month"
        ? node.name
        : node.name === "today"
          ? { days_ago: 0 }
          : undefined;
    case "CallExpression":
      return dayOf(node.base, node.arguments);
    default:
      return undefined;
  }
}

function dayOf(base: Expression, args: readonly Expression[]): RelativeDate | undefined {
  const name = calledName(base, NO_NAMES);
  const days = args.length === 1 ? constantOf(args[0] as Expression) : undefined;
  if (typeof days !== "number") return undefined;
  if (name === "days_ago") return { days_ago: days };
  return name === "days_ahead" ? { days_ahead: days } : undefined;
}
