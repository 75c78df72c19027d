import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { STATE_WORDS, type StateSynonym } from "@okaeri/domain/stays/code-synonyms";
import type { ImportField } from "@okaeri/domain/stays/import-fields";
import type { DateOrder } from "@okaeri/domain/stays/read-date";
import type { App } from "../../app.ts";
import type { RefusedLine } from "../intake/compare-rows.ts";
import type { CustomerLine } from "../intake/customer-rows.ts";
import type { PreparedReservation } from "../intake/prepare-row.ts";
import { CannotImportError, type ClaimedImport } from "./import-state.queries.ts";
import { type ColumnByField, type LineReading, prepareLine, type RefusedRow, refusedCells } from "./prepare-line.ts";
import type { ReadRow, RowBatch } from "./reading/read-rows.ts";
import { scanFile } from "./scan-file.ts";
import { storedRows } from "./stored-file.ts";
import { CodesSeen, Versions } from "./versions.ts";

/** What of an import says how its file is read. */
export type FileSettings = Pick<
  ClaimedImport,
  | "id"
  | "byte_size"
  | "sheet"
  | "encoding"
  | "delimiter"
  | "header"
  | "kind"
  | "mapping"
  | "field_values"
  | "date_order"
  | "overwrite_blanks"
>;

export type FileReading = { reading: LineReading; read: () => AsyncIterable<RowBatch>; versions: Versions };

/** Everything that must be known of a file before its first row: the order of its dates, and its repeated reservations. */
export async function fileReading(
  app: App,
  accountId: number,
  file: FileSettings,
  today: CalendarDate,
): Promise<FileReading> {
  const columns = columnByField(file);
  const { kind, delimiter, field_values: values, overwrite_blanks: overwriteBlanks } = file;
  const read = () => storedRows(app, accountId, file);
  const codes = columns.reservation_code;
  const seen = kind === "customers" || codes === undefined ? null : new CodesSeen(codes);
  // Both are found in one pass: reading a file is a large part of this process's work in an import.
  const passing = () => (seen ? seen.passing(read()) : read());
  let dateOrder = file.date_order;
  if (dateOrder === null) dateOrder = await orderOfFile(passing(), columns);
  else if (seen) for await (const _ of passing());
  const reading = {
    kind,
    columns,
    values,
    delimiter,
    options: { today, dateOrder, overwriteBlanks, blankState: blankStateOf(values) },
  };
  if (!seen) return { reading, read, versions: new Versions(new Map()) };
  const prepare = (row: ReadRow): PreparedReservation | null => {
    const result = prepareLine(row, reading);
    return result.ok && result.kind === "reservations" ? result.prepared : null;
  };
  return { reading, read, versions: await seen.versions(read, prepare) };
}

/** What the person said that a line is which says nothing of its state. */
function blankStateOf({ state }: FileSettings["field_values"]): StateSynonym | undefined {
  return STATE_WORDS.get(state?.[""] ?? "");
}

/** A file that leaves the order open gets none: such dates are refused. */
async function orderOfFile(batches: AsyncIterable<RowBatch>, columns: ColumnByField): Promise<DateOrder | null> {
  const { dateOrder } = await scanFile(batches, { columns, values: {} }, {});
  return dateOrder === "open" ? null : dateOrder;
}

/** Column of each mapped field. @throws CannotImportError where the file has no such heading. */
export function columnByField({ mapping, header }: Pick<FileSettings, "mapping" | "header">): ColumnByField {
  const columns = Object.entries(mapping).map(
    ([field, heading]) => [field as ImportField, header.indexOf(heading)] as const,
  );
  if (columns.some(([, column]) => column < 0)) throw new CannotImportError("mapping_mismatch");
  return Object.fromEntries(columns);
}

export type ReadLines = { reservations: PreparedReservation[]; customers: CustomerLine[]; refused: RefusedRow[] };

/** Checks and normalises the rows of a batch. */
export function linesOf(rows: readonly ReadRow[], reading: LineReading): ReadLines {
  const lines: ReadLines = { reservations: [], customers: [], refused: [] };
  readLines(lines, rows, reading);
  return lines;
}

/** The same, added to what was read before. */
export function readLines(lines: ReadLines, rows: readonly ReadRow[], reading: LineReading): void {
  for (const row of rows) {
    const result = prepareLine(row, reading);
    if (!result.ok) lines.refused.push(result.refused);
    else if (result.kind === "customers") lines.customers.push(result.prepared);
    else lines.reservations.push(result.prepared);
  }
}

/** Lines that were good by themselves and are refused for what is stored. */
export function refusedRows(
  rows: readonly ReadRow[],
  refused: readonly RefusedLine[],
  { delimiter }: LineReading,
): RefusedRow[] {
  if (refused.length === 0) return [];
  const byLine = new Map(rows.map((row) => [row.lineNo, row]));
  return refused.flatMap(({ lineNo, reasons }) => {
    const row = byLine.get(lineNo);
    return row && "cells" in row ? [refusedCells(row, delimiter, reasons)] : [];
  });
}
