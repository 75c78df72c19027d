import type { Expression, Node, NumericLiteral } from "luaparse";
import { type FactEntry, SEGMENT_FIELD_NAMES, SEGMENT_FIELDS, type SegmentReference } from "../fields.ts";
import { isSegmentList, itemOf, type SegmentList } from "../lists.ts";
import { type Span, spanOf } from "./problem.ts";
import { readScript } from "./read.ts";

/** Where a script asks for a group, a rank, a type or a facility, and each id that it compares one with. */
export type NamedRecord = Span & { kind: SegmentReference; id: number | null };

/** Every fact of a record that a script asks for and every id it names, so that a deleted one can be told where it is written. */
export function recordsNamed(script: string): NamedRecord[] {
  const read = readScript(script);
  if (!read.ok) return [];
  const { body, shift } = read.script;
  const nodes = nodesIn(body);
  const names = new Names();
  for (const node of nodes) names.learn(node);
  const facts = nodes.flatMap((node) =>
    node.type === "Identifier"
      ? names.kindsOf(node, true).map((kind) => ({ kind, id: null, ...spanOf(node, shift) }))
      : [],
  );
  const ids = nodes.flatMap((node) =>
    comparisonsOf(node).flatMap(([fact, value]) =>
      names
        .kindsOf(fact)
        .flatMap((kind) =>
          names.figuresOf(value).map((figure) => ({ kind, id: figure.value, ...spanOf(figure, shift) })),
        ),
    ),
  );
  const keyOf = ({ kind, line, column }: NamedRecord) => `${kind} ${line} ${column}`;
  return [...new Map([...facts, ...ids].map((record) => [keyOf(record), record])).values()];
}

/** The pairs of which one may be a fact and the other an id. */
function comparisonsOf(node: Node): [Expression, Expression][] {
  if (node.type === "BinaryExpression" && /^(?:[=~<>]=|[<>])$/.test(node.operator))
    return [
      [node.left, node.right],
      [node.right, node.left],
    ];
  if (node.type !== "CallExpression" || !isNamed(node.base, "contains")) return [];
  const [list, value] = node.arguments;
  return list && value ? [[list, value]] : [];
}

/** What the names of a script stand for, as far as ids go. */
class Names {
  private readonly locals = new Map<string, Expression[]>();
  private readonly items = new Map<string, SegmentList>();

  learn(node: Node): void {
    if (node.type === "LocalStatement" || node.type === "AssignmentStatement")
      for (const [at, variable] of node.variables.entries()) {
        const value = node.init[at];
        if (variable.type === "Identifier" && value)
          this.locals.set(variable.name, [...(this.locals.get(variable.name) ?? []), value]);
      }
    if (node.type !== "CallExpression") return;
    const [list, each] = node.arguments;
    if (list?.type !== "Identifier" || !isSegmentList(list.name) || each?.type !== "FunctionDeclaration") return;
    const [item] = each.parameters;
    if (item?.type === "Identifier") this.items.set(item.name, list.name);
  }

  /** The records of which a fact tells; `itself`: not those behind a local. */
  kindsOf(expression: Expression, itself = false, seen: readonly string[] = []): SegmentReference[] {
    if (expression.type === "Identifier") {
      const values = this.valuesOf(expression.name, seen);
      if (values)
        return itself ? [] : values.flatMap((value) => this.kindsOf(value, false, [...seen, expression.name]));
      const field = SEGMENT_FIELD_NAMES.find((name) => nameInLua(name) === expression.name);
      return field ? kindOf(SEGMENT_FIELDS[field]) : [];
    }
    if (expression.type !== "MemberExpression" || expression.base.type !== "Identifier") return [];
    const list = this.items.get(expression.base.name);
    return list ? kindOf(itemOf(list, expression.identifier.name)) : [];
  }

  figuresOf(expression: Expression, seen: readonly string[] = []): NumericLiteral[] {
    if (expression.type === "NumericLiteral") return [expression];
    if (expression.type !== "Identifier") return [];
    const values = this.valuesOf(expression.name, seen) ?? [];
    return values.flatMap((value) => this.figuresOf(value, [...seen, expression.name]));
  }

  /** What was assigned to a local; undefined for what is none, or is being looked at already. */
  private valuesOf(name: string, seen: readonly string[]): readonly Expression[] | undefined {
    return seen.includes(name) ? [] : this.locals.get(name);
  }
}

const isNamed = (node: Node, name: string) => node.type === "Identifier" && node.name === name;
const nameInLua = (field: keyof typeof SEGMENT_FIELDS): string => {
  const fact: FactEntry = SEGMENT_FIELDS[field];
  return fact.luaList ?? field;
};
const kindOf = (fact: FactEntry | undefined): SegmentReference[] =>
  fact?.type === "reference" ? [fact.reference] : [];

/** All nodes of a part of the syntax tree, in their order. A chain of thousands of "or" is as deep as it is long: no function calls itself. */
function nodesIn(part: unknown): Node[] {
  const found: Node[] = [];
  const waiting: unknown[] = [part];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== "object" || next === null) continue;
    if ("type" in next) found.push(next as Node);
    waiting.push(...Object.values(next).reverse());
  }
  return found;
}
