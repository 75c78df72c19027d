import { createHash } from "node:crypto";
import { mailMatchKey, normaliseMailAddress } from "@okaeri/domain/mail-address";

const MARK_BYTES = 6;

/** Number for a mail address in sealed links: the same for every spelling of one address. */
export function addressMark(address: string): number {
  const key = mailMatchKey(normaliseMailAddress(address) ?? address);
  return createHash("sha256").update(key).digest().readUIntBE(0, MARK_BYTES);
}

/** Whether a link belongs to the address that its customer has now. Links from before marks do. */
export function isSentTo(target: { addressMark: number | null }, email: string | null): boolean {
  return target.addressMark === null || (email !== null && addressMark(email) === target.addressMark);
}
