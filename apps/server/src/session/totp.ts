import { Secret, TOTP } from "otpauth";

const PERIOD_SECONDS = 30;
const DIGITS = 6;

/** A new two-factor secret, base32 (160 bits). */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** RFC 6238 step of an instant. */
export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / PERIOD_SECONDS);
}

/**
 * The step whose code was typed: the current one, or the one before (a clock that is a little late). Null when it is neither.
 * Steps at or before `lastStep` are spent; the caller stores the new one with a conditional UPDATE, which decides races.
 */
export function matchingStep(secret: string, code: string, now: Date, lastStep: number): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null;
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: DIGITS, period: PERIOD_SECONDS });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: 1 });
  if (delta === null || delta > 0) return null;
  const step = stepAt(now) + delta;
  return step > lastStep ? step : null;
}

/** The code of one step; for the demo's help panel and tests. */
export function codeOfStep(secret: string, step: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret), digits: DIGITS, period: PERIOD_SECONDS }).generate({
    timestamp: step * PERIOD_SECONDS * 1000,
  });
}

/** What a QR code for authenticator apps holds. */
export function otpauthUrl(secret: string, loginId: string, issuer: string): string {
  return new TOTP({
    issuer,
    label: loginId,
    secret: Secret.fromBase32(secret),
    digits: DIGITS,
    period: PERIOD_SECONDS,
  }).toString();
}
