import type { Expression, Node, Statement } from "luaparse";
import { type Diagnostic, type LuaProblem, problemAt, spanOf } from "./problem.ts";

/** Names that Lua takes in one function. */
const MAX_NAMES = 200;
/** Values that Lua holds at a time in one function, its names among them: 255, less a few that it uses for itself. */
const MAX_HELD = 245;

/** What Lua itself refuses to load: more names, or more values held at a time, than a function may have. */
export function beyondLua(body: readonly Statement[], shift: number): LuaProblem | undefined {
  try {
    new Limits(shift).block(body, 0);
    return undefined;
  } catch (error) {
    if (error instanceof Beyond) return error.problem;
    throw error;
  }
}

class Beyond extends Error {
  readonly problem: LuaProblem;

  constructor(problem: LuaProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

class Limits {
  private readonly shift: number;

  constructor(shift: number) {
    this.shift = shift;
  }

  /** `names`: how many there are already. */
  block(body: readonly Statement[], names: number): void {
    let held = names;
    for (const statement of body) {
      if (statement.type === "LocalStatement") {
        this.list(statement.init, held);
        held += statement.variables.length;
        this.within(statement, held, MAX_NAMES, { code: "lua_too_many_names", params: { max: MAX_NAMES } });
      } else if (statement.type === "AssignmentStatement") {
        this.list(statement.init, held);
        // Lua's parser stands in itself once for each.
        this.within(statement, statement.variables.length, MAX_NAMES / 2, { code: "lua_too_large" });
      } else if (statement.type === "ReturnStatement") this.list(statement.arguments, held);
      else if (statement.type === "IfStatement")
        for (const clause of statement.clauses) {
          if (clause.type !== "ElseClause") this.value(clause.condition, held);
          this.block(clause.body, held);
        }
    }
  }

  private list(values: readonly Expression[], held: number): void {
    for (const [at, value] of values.entries()) this.value(value, held + at);
  }

  /** A value that is worked out while others are held. */
  private value(node: Expression, held: number): void {
    this.within(node, held, MAX_HELD, { code: "lua_too_large" });
    let of: Expression = node;
    // What stands to the left is worked out first, so nothing more is held for it.
    while (of.type === "BinaryExpression" || of.type === "LogicalExpression") {
      this.value(of.right, of.type === "BinaryExpression" ? held + 1 : held);
      of = of.left;
    }
    if (of.type === "UnaryExpression") this.value(of.argument, held);
    else if (of.type === "CallExpression") this.list(of.arguments, held + 1);
    else if (of.type === "FunctionDeclaration") this.block(of.body, of.parameters.length);
  }

  private within(node: Node, count: number, most: number, diagnostic: Diagnostic): void {
    if (count > most) throw new Beyond(problemAt(spanOf(node, this.shift), diagnostic));
  }
}
