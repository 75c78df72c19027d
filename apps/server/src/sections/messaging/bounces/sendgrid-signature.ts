import { createPublicKey, type KeyObject, verify } from "node:crypto";

export const SIGNATURE = "x-twilio-email-event-webhook-signature";
export const TIMESTAMP = "x-twilio-email-event-webhook-timestamp";

/** A signature is believed for so long, so that nobody who saw a request can send it again later. */
const BELIEVED_SECONDS = 600;

/** Seconds since 1970, in digits. */
export function isRecent(timestamp: string, now: Date): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= BELIEVED_SECONDS;
}

/** ECDSA over the timestamp and the bytes as they came; the key as SendGrid shows it. */
export function isSigned(publicKey: string, signature: string, timestamp: string, body: Buffer): boolean {
  const key = keyOf(publicKey);
  if (key === null || !/^[A-Za-z0-9+/]{8,200}={0,2}$/.test(signature)) return false;
  return verify("sha256", Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, "base64"));
}

function keyOf(publicKey: string): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" });
  } catch {
    return null;
  }
}
