import type { AppError } from "./app-error.ts";

let listener: (error: AppError) => void = () => undefined;

/** The shell says what happens on errors that are no form's own: the session ended (401, 409), the record is gone (404). */
export function onFatal(tell: (error: AppError) => void): void {
  listener = tell;
}

export function reportFatal(error: AppError): void {
  listener(error);
}
