import { type Node, parseSync } from "oxc-parser";
import { hasWords } from "../apps/server/src/test/templates.ts";

/** One piece of SQL of the program: its file, its line, and its text between the values, in order. */
export type SqlPiece = { place: string; parts: readonly string[] };

/** Whether a file of the server is part of the program, and no test. */
export function isProgram(path: string): boolean {
  return /^apps\/server\/src\/.*\.ts$/.test(path) && !/\.(test|fixture|long)\.ts$|\/(test|seed)\//.test(path);
}

const ASKS = new Set(["all", "one", "maybe", "run"]);

/** Every template tagged `sql`, or sent by a transaction (`tx.all` and the like), of a source file. */
export function sqlPieces(path: string, text: string): SqlPiece[] {
  const found: SqlPiece[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) look(each);
    if (value === null || typeof value !== "object" || !("type" in value)) return;
    const node = value as Node;
    if (node.type === "TaggedTemplateExpression" && isSql(node.tag)) {
      const parts = node.quasi.quasis.map((quasi) => quasi.value.cooked ?? "");
      // Words alone (`desc`, `true`) say nothing that could be misspelled unseen.
      if (hasWords(parts)) found.push({ place: `${path}:${text.slice(0, node.start).split("\n").length}`, parts });
    }
    for (const each of Object.values(node)) look(each);
  };
  look(parseSync(path, text).program);
  return found;
}

export function isSql(tag: Node): boolean {
  if (tag.type === "Identifier") return tag.name === "sql";
  return tag.type === "MemberExpression" && tag.property.type === "Identifier" && ASKS.has(tag.property.name);
}

/** Places whose SQL stands in none of the texts that PostgreSQL took. */
export function unsent(pieces: readonly SqlPiece[], taken: readonly string[]): string[] {
  return pieces.filter(({ parts }) => !taken.some((text) => stands(parts, text))).map(({ place }) => place);
}

export function stands(parts: readonly string[], text: string): boolean {
  let at = 0;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return true;
}

/** Statements that begin with a piece of the program, with the place of that piece: tests send others beside them. */
export function ofProgram(pieces: readonly SqlPiece[], taken: readonly string[]): { place: string; text: string }[] {
  const heads = pieces.filter(({ parts }) => /^\s*(with|select|insert|update|delete)\s/.test(parts[0] ?? ""));
  return taken.flatMap((text) => {
    const head = heads
      .filter(({ parts }) => text.startsWith(parts[0] ?? "") && stands(parts, text))
      .reduce<SqlPiece | undefined>(
        (best, piece) => (best && best.parts.join("").length >= piece.parts.join("").length ? best : piece),
        undefined,
      );
    return head ? [{ place: head.place, text }] : [];
  });
}
