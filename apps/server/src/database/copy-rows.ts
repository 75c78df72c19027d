import { once } from "node:events";
import { finished } from "node:stream/promises";
import { from } from "pg-copy-streams";
import type { Tx } from "./connection.ts";

export type CopyValue = string | number | boolean | null;

// Pieces of this many characters keep the socket busy without holding a whole batch as text.
const PIECE = 65_536;
const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/**
 * COPY into a temporary table of the transaction first, because COPY is refused on tables under row-level security. `table` and `columns`
 * are names written in the code, never text from outside.
 */
export async function copyRows(
  tx: Tx,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly CopyValue[]>,
): Promise<void> {
  await copyPieces(tx, table, columns, piecesOf(rows));
}

/** The same for rows that are bytes already (`copyLines`). */
export async function copyPieces(
  tx: Tx,
  table: string,
  columns: readonly string[],
  pieces: Iterable<string | Buffer>,
): Promise<void> {
  const stream = tx.client.query(from(`copy ${table} (${columns.join(", ")}) from stdin`));
  const done = finished(stream);
  for (const piece of pieces) if (!stream.write(piece)) await Promise.race([once(stream, "drain"), done]);
  stream.end();
  await done;
}

/** Rows as COPY reads them. As bytes, because text that was put together from cells keeps each of them until it is written. */
export function copyLines(rows: Iterable<readonly CopyValue[]>): Buffer {
  let text = "";
  for (const row of rows) text += line(row);
  return Buffer.from(text);
}

function* piecesOf(rows: Iterable<readonly CopyValue[]>): Generator<string> {
  let piece = "";
  for (const row of rows) {
    piece += line(row);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

function line(row: readonly CopyValue[]): string {
  let text = "";
  for (let index = 0; index < row.length; index++) text += (index === 0 ? "" : "\t") + cell(row[index] ?? null);
  return `${text}\n`;
}

function cell(value: CopyValue): string {
  if (value === null) return "\\N";
  if (typeof value === "string")
    return SPECIAL.test(value) ? value.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character) : value;
  return typeof value === "number" ? String(value) : value ? "t" : "f";
}
