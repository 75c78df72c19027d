import { hash } from "node:crypto";
import type { CodeSpace } from "@okaeri/domain/enumerations";
import { mailMatchKey } from "@okaeri/domain/mail-address";
import { kanaMatchKey } from "@okaeri/domain/normalise";
import type { FeedParts } from "@okaeri/domain/stays/feed-row";
import { guestDigest } from "@okaeri/domain/stays/guest-digest";
import { type ReservationDetails, withBlanks } from "@okaeri/domain/stays/reservation-details";
import type {
  CustomerRow,
  DefaultedField,
  RawReservation,
  Rejection,
  ReservationRow,
} from "@okaeri/domain/stays/reservation-row";
import { type ReadingRules, validateCustomer, validateReservation } from "@okaeri/domain/stays/validate-reservation";
import { telephoneOf } from "../customers/telephone.ts";

/** How a source is to be taken, whatever it is. */
export type ReadingOptions = ReadingRules & {
  /** Blank and missing cells empty what is stored. */
  overwriteBlanks?: boolean;
};

/** Fields that are also kept as typed, where normalising changes them. */
const TYPED_FIELDS = ["guest_name", "guest_name_kana", "email", "tel", "postcode", "address"] as const;
type TypedField = (typeof TYPED_FIELDS)[number];

/** How a guest can be reached and recognised, in the forms that are stored. */
export type ContactKeys = {
  /** E.164; null when there is none, or none that a numbering plan knows. */
  tel: string | null;
  telNational: string | null;
  /** Lower case. */
  email: string | null;
  /** Form that names are compared by. */
  kanaKey: string | null;
};

export type PreparedRow<Row = ReservationRow> = ContactKeys & {
  lineNo: number;
  row: Row;
  /** Contact cells as they were in the file. */
  typed: Partial<Record<TypedField, string>>;
};

/** What a line says beside the row; null where it says nothing of it. Only a feed has the parts. */
export type SaidDetails = ReservationDetails & FeedParts;
const NO_PARTS: FeedParts = { use_price_detail: null, rooms: null, linkage: null };

export type PreparedReservation = PreparedRow & {
  codeSpace: CodeSpace;
  details: SaidDetails | null;
  /** The companions that a feed's row names; null when it names none, and for a file, which has a line for each. */
  companions: PreparedReservation[] | null;
  /** Fields that hold a default, because the line says nothing. */
  unsaid: readonly DefaultedField[];
  /** 32 hex digits over all that the line says: the same line again changes nothing. */
  contentHash: string;
  /** What it says of its guest that is not stored with the reservation. */
  guestDigest: string;
};

export type Prepared<Line> = { ok: true; prepared: Line } | { ok: false; reasons: Rejection[] };

/** Checks and normalises one reservation or stay as its source gave it, whatever the source is. `lineNo` is its place there. */
export function prepareRow(
  raw: RawReservation,
  lineNo: number,
  options: ReadingOptions,
): Prepared<PreparedReservation> {
  const result = validateReservation(raw, options);
  if (!result.ok) return { ok: false, reasons: result.rejections };
  const { row, unsaid } = result;
  const details = options.overwriteBlanks ? withBlanks(result.details, raw) : result.details;
  const saysMore = Object.values(details).some((value) => value !== null);
  const contentHash = hashOf(row, saysMore ? Object.values(details) : [], options);
  const typed = typedContacts(raw);
  return {
    ok: true,
    prepared: {
      lineNo,
      row,
      codeSpace: "none",
      details: saysMore ? { ...details, ...NO_PARTS } : null,
      companions: null,
      unsaid,
      ...contactKeys(row),
      contentHash,
      guestDigest: guestDigest(row),
      typed,
    },
  };
}

/** Checks and normalises one line of a file of customers. */
export function prepareCustomer(
  raw: RawReservation,
  lineNo: number,
  options: ReadingOptions,
): Prepared<PreparedRow<CustomerRow>> {
  const result = validateCustomer(raw, options);
  if (!result.ok) return { ok: false, reasons: result.rejections };
  const { row } = result;
  return { ok: true, prepared: { lineNo, row, ...contactKeys(row), typed: typedContacts(raw) } };
}

export function contactKeys(row: Pick<ReservationRow, "tel" | "email" | "guest_name_kana">): ContactKeys {
  const telephone = row.tel === null ? null : telephoneOf(row.tel);
  return {
    tel: telephone?.tel ?? null,
    telNational: telephone?.tel_national ?? null,
    email: row.email === null ? null : mailMatchKey(row.email),
    kanaKey: row.guest_name_kana === null ? null : kanaMatchKey(row.guest_name_kana),
  };
}

function typedContacts(raw: RawReservation): PreparedRow["typed"] {
  const typed: PreparedRow["typed"] = {};
  for (const field of TYPED_FIELDS) if (raw[field]) typed[field] = raw[field];
  return typed;
}

/** Values in the fixed order of the validated row, what it says beside them, and how they are taken; the unit separator cannot be part of a value. */
function hashOf(
  row: ReservationRow,
  more: readonly unknown[],
  { kind = "reservations", overwriteBlanks = false }: ReadingOptions,
): string {
  const said = `${[...Object.values(row), ...more].join("\u001f")}\u001f${kind}${overwriteBlanks ? "!" : ""}`;
  return hash("sha256", said, "hex").slice(0, 32);
}
