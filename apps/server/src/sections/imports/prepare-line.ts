import type { StoredReason } from "@okaeri/contract/problems/stored-reasons";
import { csvRecord, neutraliseFormula } from "@okaeri/domain/csv";
import { FIELDS_OF_KIND, type ImportField, type ImportKind } from "@okaeri/domain/stays/import-fields";
import type { RawReservation, Rejection } from "@okaeri/domain/stays/reservation-row";
import type { ReadingRules } from "@okaeri/domain/stays/validate-reservation";
import type { CustomerLine } from "../intake/customer-rows.ts";
import { type PreparedReservation, prepareCustomer, prepareRow } from "../intake/prepare-row.ts";
import { type FieldValues, mappedValue } from "./field-values.ts";
import { type RowProblem, storableRaw } from "./reading/problems.ts";
import type { ReadRow } from "./reading/read-rows.ts";

/** Column (0-based) of each field that the person mapped. */
export type ColumnByField = Partial<Record<ImportField, number>>;

export type RefusedRow = { lineNo: number; reasons: StoredReason[]; raw: string };

/** How the lines of one file are read: which column is which field, and what the file's words mean. */
export type LineReading = {
  kind: ImportKind;
  columns: ColumnByField;
  values: FieldValues;
  options: ReadingRules;
  delimiter: string;
};

export type PreparedLine =
  | { ok: true; kind: "customers"; prepared: CustomerLine }
  | { ok: true; kind: "reservations"; prepared: PreparedReservation }
  | { ok: false; refused: RefusedRow };

/** Checks and normalises one line of the file. */
export function prepareLine(read: ReadRow, reading: LineReading): PreparedLine {
  if ("error" in read) return { ok: false, refused: refusedLine(read.lineNo, read.error, read.raw) };
  const { kind, columns, values, options, delimiter } = reading;
  const raw: RawReservation = {};
  for (const field of FIELDS_OF_KIND[kind]) {
    const column = columns[field];
    if (column !== undefined) raw[field] = mappedValue(values[field], read.cells[column] ?? "");
  }
  const rules = { ...options, kind };
  if (kind === "customers") {
    const result = prepareCustomer(raw, read.lineNo, rules);
    if (result.ok) return { ...result, kind };
    return { ok: false, refused: refusedCells(read, delimiter, result.reasons) };
  }
  const result = prepareRow(raw, read.lineNo, rules);
  if (result.ok) return { ...result, kind: "reservations" };
  return { ok: false, refused: refusedCells(read, delimiter, result.reasons) };
}

/** A line that was read and cannot be taken. */
export function refusedCells(
  read: Extract<ReadRow, { cells: string[] }>,
  delimiter: string,
  reasons: readonly Rejection[],
): RefusedRow {
  return {
    lineNo: read.lineNo,
    reasons: reasons.map(({ code, field, value, other }) => ({
      code,
      field,
      ...(value && { value }),
      ...(other && { other }),
    })),
    // As a file would have it, so that it is read like one again.
    raw: storableRaw(csvRecord(read.cells.map(neutraliseFormula), delimiter)),
  };
}

function refusedLine(lineNo: number, code: RowProblem, raw: string): RefusedRow {
  return { lineNo, reasons: [{ code, field: null }], raw };
}
