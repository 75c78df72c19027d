import { parse, type Token } from "luaparse";
import { readNumeral, readString } from "./literals.ts";
import { type Diagnostic, type LuaProblem, linePositionOf, problemAt } from "./problem.ts";

/** Brackets, blocks, and operators that wait for their right side, within each other. Lua itself gives up at 196. */
export const MAX_LUA_NESTING = 150;

export type CheckedTokens = { ok: true; first: string | undefined } | { ok: false; problem: LuaProblem };

// Types of the parser's tokens.
const END_OF_TEXT = 1;
const STRING = 2;
const KEYWORD = 4;

const NUMBER = 16;
const PUNCTUATION = 32;
const OPENS: ReadonlySet<string> = new Set(["(", "[", "{", "function", "if", "do", "repeat"]);
const CLOSES: ReadonlySet<string> = new Set([")", "]", "}", "end", "until"]);
/** How an operator between two values binds to the left and to the right, as in Lua's own parser. */
const BINDING: Readonly<Record<string, readonly [left: number, right: number]>> = {
  or: [1, 1],
  and: [2, 2],
  "<": [3, 3],
  ">": [3, 3],
  "<=": [3, 3],
  ">=": [3, 3],
  "~=": [3, 3],
  "==": [3, 3],
  "|": [4, 4],
  "~": [5, 5],
  "&": [6, 6],
  "<<": [7, 7],
  ">>": [7, 7],
  "..": [9, 8],
  "+": [10, 10],
  "-": [10, 10],
  "*": [11, 11],
  "/": [11, 11],
  "//": [11, 11],
  "%": [11, 11],
  "^": [14, 13],
};
const SIGN = 12;
/** Behind these words, a value begins anew. */
const BEGINS: ReadonlySet<string> = new Set([
  "return",
  "local",
  "then",
  "else",
  "elseif",
  "while",
  "for",
  "in",
  "do",
  "until",
  "goto",
  "break",
]);

/** What people write who know other languages, by what stands there. */
const FOREIGN: readonly (readonly [RegExp, string])[] = [
  [/^!=/, "lua_use_not_equal"],
  [/^<>/, "lua_use_not_equal"],
  [/^&&/, "lua_use_and"],
  [/^\|\|/, "lua_use_or"],
  [/^!/, "lua_use_not"],
  [/^(?:\+\+|[-+*/]=)/, "lua_no_shorthand"],
  [/^===/, "lua_use_equal"],
  [/^[\u3000\uff01-\uff5e「」、。“”‘’]/, "lua_full_width"],
];

/** With these the patterns above begin; most places are none of them, and there are many. */
const FOREIGN_STARTS = /[!<&|=+\-*/\u3000\uff01-\uff5e「」、。“”‘’]/;

function foreignAt(text: string, index: number): Diagnostic | undefined {
  if (!FOREIGN_STARTS.test(text.charAt(index))) return undefined;
  const here = text.slice(index, index + 3);
  const code = FOREIGN.find(([pattern]) => pattern.test(here))?.[1];
  return code === undefined ? undefined : { code };
}

/**
 * Walks the tokens before anything is parsed: what the parser would read otherwise than Lua 5.4 does, what is written as in another
 * language, and nesting that would exhaust the stack are refused where they stand.
 */
export function checkTokens(text: string): CheckedTokens {
  const lexer = parse("", { wait: true, luaVersion: "5.3", encodingMode: "none" }).write(text) as unknown as {
    lex(): Token;
  };
  const nesting = new Nesting();
  let first: string | undefined;
  for (;;) {
    let token: Token;
    try {
      token = lexer.lex();
    } catch (error) {
      return { ok: false, problem: lexicalProblem(error, text) };
    }
    if (token.type === END_OF_TEXT) return { ok: true, first };
    const raw = text.slice(...token.range);
    first ??= raw;
    const diagnostic =
      literalProblem(token, raw, text) ?? nesting.diagnostic(token.type, raw) ?? wordProblem(token, raw, text);
    if (diagnostic !== undefined) return { ok: false, problem: problemAt(spanOfToken(token, raw), diagnostic) };
  }
}

function spanOfToken({ line, lineStart, range }: Token, raw: string) {
  const column = range[0] - lineStart + 1;
  const breaks = raw.split(/\r\n|\n\r|\r|\n/);
  const last = breaks.at(-1)?.length ?? 0;
  return {
    line,
    column,
    endLine: line + breaks.length - 1,
    endColumn: breaks.length === 1 ? column + last : last + 1,
  };
}

function literalProblem(token: Token, raw: string, text: string): Diagnostic | undefined {
  if (token.type === STRING) {
    const read = readString(raw);
    return read.ok ? undefined : read.diagnostic;
  }
  if (token.type !== NUMBER) return undefined;
  // Lua takes letters, digits and dots behind a numeral for a part of it.
  const behind = /^[\w.]*/.exec(text.slice(token.range[1], token.range[1] + 20))?.[0] ?? "";
  if (behind !== "") return { code: "lua_number", params: { text: (raw + behind).slice(0, 40) } };
  const read = readNumeral(raw);
  return read.ok ? undefined : read.diagnostic;
}

function wordProblem(token: Token, raw: string, text: string): Diagnostic | undefined {
  if (raw === "goto") return { code: "lua_statement", params: { word: raw } };
  return token.type === PUNCTUATION ? foreignAt(text, token.range[0]) : undefined;
}

/** How deep the parser would stand in itself, and Lua's own, which counts the same. */
class Nesting {
  /** Within each open bracket or block: how the operators that wait for their right side bind. */
  private readonly levels: number[][] = [[]];
  private depth = 0;
  private behindValue = false;

  diagnostic(type: number, raw: string): Diagnostic | undefined {
    if (type !== PUNCTUATION && type !== KEYWORD) {
      this.behindValue = true;
      return undefined;
    }
    // The parser lets a list of values begin with one.
    if (raw === "," && !this.behindValue) return { code: "lua_syntax", params: { near: raw } };
    const closes = CLOSES.has(raw);
    if (closes && this.levels.length > 1) this.depth -= 1 + (this.levels.pop()?.length ?? 0);
    if (raw === "not" || !this.behindValue) this.operator(raw === "not" || raw in BINDING ? SIGN : undefined);
    else this.operator(...(BINDING[raw] ?? []));
    if (raw === "," || raw === ";" || raw === "=" || BEGINS.has(raw)) this.begin();
    if (OPENS.has(raw)) {
      this.levels.push([]);
      this.depth += 1;
    }
    this.behindValue = closes || raw === "...";
    return this.depth > MAX_LUA_NESTING ? { code: "lua_too_deep", params: { max: MAX_LUA_NESTING } } : undefined;
  }

  /** What binds at least as tightly has its right side now. */
  private operator(left?: number, right = left): void {
    const level = this.levels.at(-1) ?? [];
    if (left === undefined || right === undefined) return;
    while (left !== SIGN && (level.at(-1) ?? 0) >= left) {
      level.pop();
      this.depth -= 1;
    }
    level.push(right);
    this.depth += 1;
  }

  private begin(): void {
    const level = this.levels.at(-1) ?? [];
    this.depth -= level.length;
    level.length = 0;
  }
}

function lexicalProblem(error: unknown, text: string): LuaProblem {
  if (!(error instanceof Error) || !("index" in error)) throw error;
  const index = Math.min(Number(error.index), text.length);
  const at = linePositionOf(text, index);
  const span = { ...at, endLine: at.line, endColumn: at.column + 1 };
  const near = text.at(index) ?? "";
  if (/unfinished/.test(error.message)) return problemAt(span, { code: "lua_unfinished" });
  if (/escape|hexadecimal digit|braces|UTF-8/.test(error.message)) return problemAt(span, { code: "lua_escape" });
  if (/malformed number/.test(error.message)) return problemAt(span, { code: "lua_number", params: { text: near } });
  return problemAt(span, foreignAt(text, index) ?? { code: "lua_character", params: { character: near } });
}
