import { type Expression, parse, type Statement } from "luaparse";
import { beyondLua } from "./limits.ts";
import { type Diagnostic, type LuaProblem, linePositionOf, problemAt, type Span } from "./problem.ts";
import { checkTokens } from "./tokens.ts";

/** Most bytes of a script, and of all scripts of one request together: more would take the processor from everybody for too long. */
export const MAX_LUA_BYTES = 32_768;

/** A script as it was read: the statements of a chunk, or one expression. */
export interface Script {
  body: readonly Statement[];
  expression: Expression | null;
  /** Characters that were put before the first line. */
  shift: number;
  hasComments: boolean;
}

export type ReadScript = { ok: true; script: Script } | { ok: false; problem: LuaProblem };

/** With these a chunk begins; what begins otherwise is an expression. */
const STATEMENTS: ReadonlySet<string> = new Set([
  "local",
  "if",
  "return",
  "do",
  "while",
  "for",
  "repeat",
  "function",
  "break",
  "goto",
  ";",
  "::",
]);
const RETURN = "return ";
const START: Span = { line: 1, column: 1, endLine: 1, endColumn: 2 };

/**
 * Reads a script: an expression, or a chunk where a statement begins it. What would cost the parser its stack or its time is refused before
 * it sees it.
 */
export function readScript(text: string): ReadScript {
  const refused = (span: Span, diagnostic: Diagnostic): ReadScript => ({
    ok: false,
    problem: problemAt(span, diagnostic),
  });
  if (text.length > MAX_LUA_BYTES || new TextEncoder().encode(text).length > MAX_LUA_BYTES)
    return refused(START, { code: "lua_too_long", params: { max: MAX_LUA_BYTES } });
  if (text.startsWith("\u001b")) return refused(START, { code: "lua_binary" });
  if (!text.isWellFormed()) return refused(START, { code: "lua_text_bytes" });
  // Lua would take it in a comment, but no database keeps it.
  const nul = text.indexOf("\0");
  if (nul !== -1) {
    const at = linePositionOf(text, nul);
    return refused({ ...at, endLine: at.line, endColumn: at.column + 1 }, { code: "lua_text_bytes" });
  }
  const checked = checkTokens(text);
  if (!checked.ok) return checked;
  if (checked.first === undefined) return refused(START, { code: "lua_empty" });
  const shift = STATEMENTS.has(checked.first) ? 0 : RETURN.length;
  try {
    const { body, comments } = parse(shift === 0 ? text : RETURN + text, {
      luaVersion: "5.3",
      encodingMode: "none",
      locations: true,
    });
    const only = shift === 0 || body.length !== 1 ? undefined : body[0];
    const expression = only?.type === "ReturnStatement" && only.arguments.length === 1 ? only.arguments[0] : undefined;
    if (shift > 0 && expression === undefined) return refused(START, { code: "lua_one_value" });
    const beyond = beyondLua(body, shift);
    if (beyond) return { ok: false, problem: beyond };
    return {
      ok: true,
      script: { body, expression: expression ?? null, shift, hasComments: (comments?.length ?? 0) > 0 },
    };
  } catch (error) {
    return { ok: false, problem: syntaxProblem(error, text, shift) };
  }
}

/** What the parser did not expect, named by the text that stands there. */
function syntaxProblem(error: unknown, text: string, shift: number): LuaProblem {
  if (!(error instanceof Error) || !("index" in error)) throw error;
  const index = Math.min(Number(error.index) - shift, text.length);
  const near = /^(?:\w+|[^\w\s]{1,2})/u.exec(text.slice(Math.max(index, 0)))?.[0];
  const at = linePositionOf(text, Math.max(index, 0));
  const span = { ...at, endLine: at.line, endColumn: at.column + (near?.length ?? 1) };
  if (near === undefined) return problemAt(span, { code: "lua_ends_early" });
  // A single "=" in a condition is nearly always meant as a comparison.
  return problemAt(span, near === "=" ? { code: "lua_use_equal" } : { code: "lua_syntax", params: { near } });
}
