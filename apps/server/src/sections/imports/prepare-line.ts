import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { csvRecord } from "@okaeri/domain/csv";
import { IMPORT_FIELD_NAMES, type ImportField } from "@okaeri/domain/stays/import-fields";
import type { RawReservation } from "@okaeri/domain/stays/reservation-row";
import { type PreparedRow, prepareRow } from "../intake/prepare-row.ts";
import { type RowProblem, storableRaw } from "./reading/problems.ts";
import type { ReadRow } from "./reading/read-rows.ts";

/** Column (0-based) of each field that the person mapped. */
export type ColumnOf = Partial<Record<ImportField, number>>;

export type RefusedRow = { lineNo: number; reasons: { code: string; field: ImportField | null }[]; raw: string };

export type PreparedLine = { ok: true; prepared: PreparedRow } | { ok: false; refused: RefusedRow };

/** Checks and normalises one line of the file. */
export function prepareLine(
  read: ReadRow,
  columns: ColumnOf,
  options: { today: CalendarDate; delimiter: string },
): PreparedLine {
  if ("error" in read) return { ok: false, refused: refusedLine(read.lineNo, read.error, read.raw) };
  const raw: RawReservation = {};
  for (const field of IMPORT_FIELD_NAMES) {
    const column = columns[field];
    if (column !== undefined) raw[field] = read.cells[column] ?? "";
  }
  const result = prepareRow(raw, read.lineNo, options.today);
  if (result.ok) return result;
  const reasons = result.reasons.map(({ code, field }) => ({ code, field }));
  return {
    ok: false,
    refused: { lineNo: read.lineNo, reasons, raw: storableRaw(csvRecord(read.cells, options.delimiter)) },
  };
}

function refusedLine(lineNo: number, code: RowProblem, raw: string): RefusedRow {
  return { lineNo, reasons: [{ code, field: null }], raw };
}
