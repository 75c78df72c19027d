import type { ReservationRow } from "./reservation-row.ts";

/** What a line says of its guest and is stored with the customer alone, where staff may have changed it. */
const FIELDS = [
  "member_number",
  "email_consent",
  "postcode",
  "address",
  "nationality",
  "customer_type",
] as const satisfies readonly (keyof ReservationRow)[];
export type DigestField = (typeof FIELDS)[number];
const DIGITS = 6;
const NOTHING = "0".repeat(DIGITS);

/** Six hex digits for each field, zeros where the line says nothing: enough to see that a later line says something else. */
export function guestDigest(row: ReservationRow): string {
  return FIELDS.map((field) => (row[field] === null ? NOTHING : digitsOf(String(row[field])))).join("");
}

/** The digest with what was said before in place of what is not said now. */
export function digestOver(before: string, now: string): string {
  if (before === "") return now;
  const said = parts(before);
  return parts(now)
    .map((part, index) => (part === NOTHING ? said[index] || NOTHING : part))
    .join("");
}

/** Whether lines of which this is the digest said this of the guest. */
export function saidOfGuest(digest: string, field: DigestField, value: string | boolean): boolean {
  return parts(digest)[FIELDS.indexOf(field)] === digitsOf(String(value));
}

const parts = (digest: string) => FIELDS.map((_, index) => digest.slice(index * DIGITS, (index + 1) * DIGITS));

/** FNV-1a, never all zeros. */
function digitsOf(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (((value >>> 0) % 0xffffff) + 1).toString(16).padStart(DIGITS, "0");
}
