import type { AppError } from "./app-error.ts";

let listener: (error: AppError) => void = () => undefined;

/** The shell says what happens on errors that are no form's own: the session ended (401, 409), the record is gone (404). */
export function onFatal(tell: (error: AppError) => void): void {
  listener = tell;
}

let turns = 0;
let ended = 0;

/** Where a call stands among calls and ends of sessions. */
export const callBegins = (): number => ++turns;

/**
 * `begun`: what callBegins returned. When a call from before the end of the session fails, the person knows already, and may be on the
 * sign-in page.
 */
export function reportFatal(error: AppError, begun: number): void {
  if (error.endsSession) {
    if (begun < ended) return;
    ended = ++turns;
  }
  listener(error);
}
