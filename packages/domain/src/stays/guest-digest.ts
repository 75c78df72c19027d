import { DIGITS, digitsOf } from "./digits.ts";
import type { Reported, ReportedField } from "./reported.ts";

/** What a line says of its guest and is stored with the customer alone, where staff may have changed it. */
const FIELDS = [
  "member_number",
  "email_consent",
  "postcode",
  "address",
  "nationality",
  "customer_type",
] as const satisfies readonly ReportedField[];
export type DigestField = (typeof FIELDS)[number];
const NOTHING = "0".repeat(DIGITS);

/** Six hex digits for each field, zeros where nobody says anything: enough to see that a later line says something else. */
export function guestDigest({ values }: Reported): string {
  return FIELDS.map((field) => {
    const value = values[field];
    if (value === undefined || value === null) return NOTHING;
    return typeof value === "object" ? value.digits : digitsOf(String(value));
  }).join("");
}

/** The fields that lines of which this is the digest told, as values that are stored elsewhere. */
export function reportedOfGuest(digest: string): Reported["values"] {
  const fieldDigits = FIELDS.map(
    (field, index) => [field, digest.slice(index * DIGITS, (index + 1) * DIGITS)] as const,
  );
  return Object.fromEntries(
    fieldDigits.flatMap(([field, digits]) => (digits && digits !== NOTHING ? [[field, { digits }]] : [])),
  );
}

/** Whether lines of which this is the digest said this of the guest. */
export function isInDigest(digest: string, field: DigestField, value: string | boolean): boolean {
  const at = FIELDS.indexOf(field) * DIGITS;
  return digest.slice(at, at + DIGITS) === digitsOf(String(value));
}
