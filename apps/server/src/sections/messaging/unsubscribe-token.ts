import type { Cipher } from "../../session/cipher.ts";

/** Recipient of the mail that an unsubscribe link is in. */
export type UnsubscribeTarget = {
  accountId: number;
  customerId: number;
  pushActionId: number;
  /** Mark of the address the mail was sent to; null in links from before marks. */
  addressMark: number | null;
};

const BINDING = "unsubscribe";

/** Text of `/u/<token>`: it cannot be read or forged, and is valid as long as the key is kept. */
export function unsubscribeToken(cipher: Cipher, target: UnsubscribeTarget): string {
  const { accountId, customerId, pushActionId, addressMark } = target;
  return cipher.seal([accountId, customerId, pushActionId, addressMark ?? []].flat().join("."), BINDING);
}

/** Returns the recipient of a token, or null for any text that was not sealed here. */
export function readUnsubscribeToken(cipher: Cipher, token: string): UnsubscribeTarget | null {
  try {
    const parts = cipher.open(token, BINDING).split(".").map(Number);
    const [accountId, customerId, pushActionId, addressMark = null] = parts;
    if (parts.length < 3 || parts.length > 4 || !accountId || !customerId || pushActionId === undefined) return null;
    return { accountId, customerId, pushActionId, addressMark };
  } catch {
    return null;
  }
}
