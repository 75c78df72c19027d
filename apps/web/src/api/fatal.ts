import type { AppError } from "./app-error.ts";

let listener: (error: AppError) => void = () => undefined;

/** The shell says what happens on errors that are no form's own: the session ended (401, 409), the record is gone (404). */
export function onFatal(tell: (error: AppError) => void): void {
  listener = tell;
}

let ended = Number.NEGATIVE_INFINITY;

/**
 * `askedAt`: when the call began (performance.now()). One that began before the session ended only learns of it: the person knows, and may
 * be on the sign-in page already.
 */
export function reportFatal(error: AppError, askedAt: number): void {
  if (error.endsSession) {
    if (askedAt < ended) return;
    ended = performance.now();
  }
  listener(error);
}
