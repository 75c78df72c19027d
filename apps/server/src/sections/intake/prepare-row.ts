import { hash } from "node:crypto";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { CodeSpace } from "@okaeri/domain/enumerations";
import { mailMatchKey } from "@okaeri/domain/mail-address";
import { kanaMatchKey } from "@okaeri/domain/normalise";
import type { FeedDetails } from "@okaeri/domain/stays/feed-row";
import type { RawReservation, Rejection, ReservationRow } from "@okaeri/domain/stays/reservation-row";
import { validateReservation } from "@okaeri/domain/stays/validate-reservation";
import { telephoneOf } from "../customers/telephone.ts";

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
  codeSpace: CodeSpace;
  /** What only a feed says of a reservation; null for a file. */
  details: FeedDetails | null;
  /** The companions that a feed's row names; null when it names none, and for a file, which has a line for each. */
  companions: PreparedRow[] | null;
  /** 32 hex digits over all values: equal rows change nothing. */
  contentHash: string;
  /** Contact cells as they were in the file. */
  typed: Partial<Record<TypedField, string>>;
};

export type Prepared = { ok: true; prepared: PreparedRow } | { ok: false; reasons: Rejection[] };

/** Checks and normalises one reservation as its source gave it, whatever the source is. `lineNo` is its place there. */
export function prepareRow(raw: RawReservation, lineNo: number, today: CalendarDate): Prepared {
  const result = validateReservation(raw, today);
  if (!result.ok) return { ok: false, reasons: result.rejections };
  const { row } = result;
  const telephone = row.tel === null ? null : telephoneOf(row.tel);
  return {
    ok: true,
    prepared: {
      lineNo,
      row,
      codeSpace: "none",
      details: null,
      companions: null,
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

/** Values in the fixed order of the validated row; the unit separator cannot be part of a value. */
function contentHash(row: ReservationRow): string {
  return hash("sha256", Object.values(row).join("\u001f"), "hex").slice(0, 32);
}
