import { timingSafeEqual } from "node:crypto";
import type { Cipher } from "../../../session/cipher.ts";

/** A mail to one guest, and where it went. */
export type TokenMail = { accountId: number; pushActionId: number; customerId: number; address: string };
/** What a token says; the address itself is not in it. */
export type TokenSays = Omit<TokenMail, "address"> & { isTo(address: string): boolean };

type Hashes = Pick<Cipher, "fingerprints">;

/**
 * Names a mail towards servers that tell of it later: nobody can make one, no person can be read from it, and it holds nothing but small
 * letters, digits and dots, because some servers write local parts in small letters.
 */
export function mailToken(cipher: Hashes, { address, ...mail }: TokenMail): string {
  const [hash = ""] = addressHashes(cipher, mail.accountId, address);
  const text = [mail.accountId, mail.pushActionId, mail.customerId]
    .map((n) => n.toString(36))
    .concat(hash)
    .join(".");
  return `${text}.${macs(cipher, text)[0]}`;
}

const TOKEN = /^[0-9a-z]{1,11}\.[0-9a-z]{1,11}\.[0-9a-z]{1,11}\.[0-9a-f]{10}\.[0-9a-f]{20}$/;

/** What a token says; null for anything that was not made here. */
export function readMailToken(cipher: Hashes, given: string): TokenSays | null {
  const token = given.toLowerCase();
  if (!TOKEN.test(token)) return null;
  const end = token.lastIndexOf(".");
  const [text, mac] = [token.slice(0, end), token.slice(end + 1)];
  if (!macs(cipher, text).some((right) => timingSafeEqual(Buffer.from(right), Buffer.from(mac)))) return null;
  const parts = text.split(".");
  const [accountId = 0, pushActionId = 0, customerId = 0] = parts.slice(0, 3).map((part) => Number.parseInt(part, 36));
  const isTo = (address: string) => addressHashes(cipher, accountId, address).includes(parts[3] ?? "");
  return { accountId, pushActionId, customerId, isTo };
}

const macs = (cipher: Hashes, text: string) => approvalFingerprint(cipher, text, "mail-token", 20);
const addressHashes = (cipher: Hashes, accountId: number, address: string) =>
  approvalFingerprint(cipher, address.toLowerCase(), `mail-token-address:${accountId}`, 10);
const approvalFingerprint = (cipher: Hashes, text: string, binding: string, size: number) =>
  cipher.fingerprints(text, binding).map((hash) => hash.toString("hex").slice(0, size));
