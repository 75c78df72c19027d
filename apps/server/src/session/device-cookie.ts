import { randomBytes } from "node:crypto";
import type { Cipher } from "./cipher.ts";

/**
 * The cookie of a browser that people have signed in with: sealed, so that nobody can forge one, and bound to them. It gives no access. A
 * browser that a person has used has its own rate limit for wrong passwords, and signing in with it sends no notice by mail.
 */
export type Device = { id: string; people: readonly { userId: number; since: number }[] };

const BINDING = "cookies.device";
/** Several people use the browser of a front desk; the oldest entry is dropped. */
const PEOPLE = 20;

export function readDevice(cipher: Cipher, cookie: string | undefined): Device | null {
  if (!cookie) return null;
  try {
    return JSON.parse(cipher.open(cookie, BINDING)) as Device;
  } catch {
    // Made up, cut off, or sealed with a key that is gone: an unknown browser.
    return null;
  }
}

/** Whether the person signed in with it, and not before `from`: a password reset makes all earlier browsers unknown. */
export function isKnownTo(device: Device, userId: number, from: Date | null): boolean {
  return device.people.some((person) => person.userId === userId && (from === null || person.since >= from.getTime()));
}

/** The cookie of the browser once this person has signed in with it, too. */
export function rememberDevice(cipher: Cipher, device: Device | null, userId: number, now: Date): string {
  const others = (device?.people ?? []).filter((person) => person.userId !== userId);
  const people = [{ userId, since: now.getTime() }, ...others].slice(0, PEOPLE);
  const next: Device = { id: device?.id ?? randomBytes(16).toString("base64url"), people };
  return cipher.seal(JSON.stringify(next), BINDING);
}
