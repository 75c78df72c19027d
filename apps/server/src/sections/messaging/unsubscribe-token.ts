import type { Cipher } from "../../session/cipher.ts";

/** Whom an unsubscribe link is for. */
export type UnsubscribeTarget = { accountId: number; customerId: number; pushActionId: number };

const BINDING = "unsubscribe";

/** Text of `/u/<token>`: readable and forgeable by nobody, valid as long as the key is kept. */
export function unsubscribeToken(cipher: Cipher, target: UnsubscribeTarget): string {
  return cipher.seal([target.accountId, target.customerId, target.pushActionId].join("."), BINDING);
}

/** Whom the token was made for, or null for anything not made here. */
export function readUnsubscribeToken(cipher: Cipher, token: string): UnsubscribeTarget | null {
  try {
    const parts = cipher.open(token, BINDING).split(".").map(Number);
    const [accountId, customerId, pushActionId] = parts;
    if (parts.length !== 3 || !accountId || !customerId || pushActionId === undefined) return null;
    return { accountId, customerId, pushActionId };
  } catch {
    return null;
  }
}
