import { hash } from "node:crypto";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { csvRecord } from "@okaeri/domain/csv";
import { mailMatchKey } from "@okaeri/domain/mail-address";
import { kanaMatchKey } from "@okaeri/domain/normalise";
import { IMPORT_FIELD_NAMES, type ImportField } from "@okaeri/domain/stays/import-fields";
import type { RawReservation, ReservationRow } from "@okaeri/domain/stays/reservation-row";
import { validateReservation } from "@okaeri/domain/stays/validate-reservation";
import { type RowProblem, storableRaw } from "./reading/problems.ts";
import type { ReadRow } from "./reading/read-rows.ts";
import { telephoneOf } from "./telephone.ts";

/** Column (0-based) of each field that the person mapped. */
export type ColumnOf = Partial<Record<ImportField, number>>;

/** Fields that are also kept as typed, where normalising changes them. */
const TYPED_FIELDS = ["guest_name", "guest_name_kana", "email", "tel", "postcode", "address"] as const;
type TypedField = (typeof TYPED_FIELDS)[number];

export type PreparedRow = {
  lineNo: number;
  row: ReservationRow;
  /** E.164; null when there is none, or none that a numbering plan knows. */
  tel: string | null;
  telNational: string | null;
  /** Lower case. */
  email: string | null;
  /** Form that names are compared by. */
  kanaKey: string | null;
  /** 32 hex digits over all values: equal rows change nothing. */
  contentHash: string;
  /** Contact cells as they were in the file. */
  typed: Partial<Record<TypedField, string>>;
};

export type RefusedRow = { lineNo: number; reasons: { code: string; field: ImportField | null }[]; raw: string };

export type Prepared = { ok: true; prepared: PreparedRow } | { ok: false; refused: RefusedRow };

/** Checks and normalises one line of the file. */
export function prepareRow(
  read: ReadRow,
  columns: ColumnOf,
  options: { today: CalendarDate; delimiter: string },
): Prepared {
  if ("error" in read) return { ok: false, refused: refusedLine(read.lineNo, read.error, read.raw) };
  const raw: RawReservation = {};
  for (const field of IMPORT_FIELD_NAMES) {
    const column = columns[field];
    if (column !== undefined) raw[field] = read.cells[column] ?? "";
  }
  const result = validateReservation(raw, options.today);
  if (!result.ok) {
    const reasons = result.rejections.map(({ code, field }) => ({ code, field }));
    const line = storableRaw(csvRecord(read.cells, options.delimiter));
    return { ok: false, refused: { lineNo: read.lineNo, reasons, raw: line } };
  }
  const { row } = result;
  const telephone = row.tel === null ? null : telephoneOf(row.tel);
  return {
    ok: true,
    prepared: {
      lineNo: read.lineNo,
      row,
      tel: telephone?.tel ?? null,
      telNational: telephone?.tel_national ?? null,
      email: row.email === null ? null : mailMatchKey(row.email),
      kanaKey: row.guest_name_kana === null ? null : kanaMatchKey(row.guest_name_kana),
      contentHash: contentHash(row),
      typed: typedContacts(raw),
    },
  };
}

function typedContacts(raw: RawReservation): PreparedRow["typed"] {
  const typed: PreparedRow["typed"] = {};
  for (const field of TYPED_FIELDS) if (raw[field]) typed[field] = raw[field];
  return typed;
}

function refusedLine(lineNo: number, code: RowProblem, raw: string): RefusedRow {
  return { lineNo, reasons: [{ code, field: null }], raw };
}

/** Values in the fixed order of the validated row; the unit separator cannot be part of a value. */
function contentHash(row: ReservationRow): string {
  return hash("sha256", Object.values(row).join("\u001f"), "hex").slice(0, 32);
}
