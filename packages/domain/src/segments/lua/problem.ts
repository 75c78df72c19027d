import type { Node } from "luaparse";

/** A place in a script: lines and columns from 1, columns in UTF-16 units, the end behind the last. */
export interface Span {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

/** What is refused in a script, or can go wrong in it for some guests. Its words are in the catalogue of problems. */
export type LuaProblem = Span & { code: string; params: Record<string, string | number> };

/** What can be said of a place. */
export type Diagnostic = { code: string; params?: Record<string, string | number> };

/** Letters of a name or text that a sentence repeats. */
const MAX_CHARACTERS = 120;
const short = (value: string | number) =>
  typeof value === "string" && value.length > MAX_CHARACTERS
    ? `${value.slice(0, MAX_CHARACTERS).toWellFormed()}…`
    : value;

export const problemAt = (span: Span, { code, params = {} }: Diagnostic): LuaProblem => ({
  line: span.line,
  column: span.column,
  endLine: span.endLine,
  endColumn: span.endColumn,
  code,
  params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, short(value)])),
});

/** Where a node stands. `shift`: characters that were put before the first line. */
export function spanOf(node: Node, shift: number): Span {
  const { start, end } = node.loc ?? { start: { line: 1, column: shift }, end: { line: 1, column: shift + 1 } };
  const column = (place: { line: number; column: number }) => place.column + 1 - (place.line === 1 ? shift : 0);
  return { line: start.line, column: column(start), endLine: end.line, endColumn: column(end) };
}

/** Line and column of a character. Lua counts \r\n as one line. */
export function linePositionOf(text: string, index: number): { line: number; column: number } {
  const before = text.slice(0, index).split(/\r\n|\n\r|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
