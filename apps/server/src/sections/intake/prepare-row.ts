import { hash } from "node:crypto";
import type { CodeSpace } from "@okaeri/domain/enumerations";
import type { Reported, ReportedField } from "@okaeri/domain/stays/reported";
import type { CustomerFileRow, RawReservation, Rejection, ReservationRow } from "@okaeri/domain/stays/reservation-row";
import { type ReadingRules, readReservation, validateCustomer } from "@okaeri/domain/stays/validate-reservation";
import { type ContactKeys, contactKeys, TYPED_FIELDS, type TypedField } from "./contact-keys.ts";

export type PreparedRow<Row = ReservationRow> = ContactKeys & {
  lineNo: number;
  row: Row;
  /** Contact cells as they were in the file. */
  typed: Partial<Record<TypedField, string>>;
};

export type PreparedReservation = PreparedRow & {
  codeSpace: CodeSpace;
  /** What the line tells; `row` is what that comes to by itself. */
  reported: Reported;
  /** Names of the booking channel beside the row's own, by which the account may know it. */
  channelNames: readonly (string | null)[];
  /** 32 hex digits over all that the line says: the same line again changes nothing. */
  contentHash: string;
};

export type Prepared<Line> = { ok: true; prepared: Line } | { ok: false; reasons: Rejection[] };

/** Checks and normalises one reservation or stay as its source gave it, whatever the source is. `lineNo` is its place there. */
export function prepareRow(raw: RawReservation, lineNo: number, options: ReadingRules): Prepared<PreparedReservation> {
  const result = readReservation(raw, options);
  if (!result.ok) return { ok: false, reasons: result.rejections };
  const { row, channelNames } = result;
  const keys = contactKeys(row);
  const { reported } = result;
  // As they are stored, so that the same address written otherwise is the same.
  if (keys.email !== null) reported.values.email = keys.email;
  if (keys.tel !== null) reported.values.tel = keys.tel;
  const contentHash = hashOf(row.reservation_code, row.guest_type, reported);
  return {
    ok: true,
    prepared: {
      lineNo,
      row,
      reported,
      codeSpace: "none",
      channelNames,
      ...keys,
      contentHash,
      typed: typedContacts(raw),
    },
  };
}

/** What is told, with these values where there are such. */
export function withValues(reported: Reported, more: Reported["values"]): Reported {
  const given = Object.entries(more).filter(([, value]) => value !== null && value !== undefined);
  return { ...reported, values: { ...reported.values, ...Object.fromEntries(given) } };
}

/** Checks and normalises one line of a file of customers. */
export function prepareCustomer(
  raw: RawReservation,
  lineNo: number,
  options: ReadingRules,
): Prepared<PreparedRow<CustomerFileRow>> {
  const result = validateCustomer(raw, options);
  if (!result.ok) return { ok: false, reasons: result.rejections };
  const { row } = result;
  return { ok: true, prepared: { lineNo, row, ...contactKeys(row), typed: typedContacts(raw) } };
}

function typedContacts(raw: RawReservation): PreparedRow["typed"] {
  const typed: PreparedRow["typed"] = {};
  for (const field of TYPED_FIELDS) if (raw[field]) typed[field] = raw[field];
  return typed;
}

/** A hash of all that the line reports, and when; nothing in it depends on how the source was read. */
export function hashOf(code: string, guestType: string, { values, at, reservationAt }: Reported): string {
  let content = `${code}\u001f${guestType}\u001f${at}\u001f${reservationAt}`;
  for (const field in values) {
    const value = values[field as ReportedField];
    // The unit separator cannot be part of a value.
    content += `\u001f${field}\u001f${typeof value === "object" ? JSON.stringify(value) : value}`;
  }
  return hash("sha256", content, "hex").slice(0, 32);
}
