import type { AppError } from "./app-error.ts";

let listener: (error: AppError) => void = () => undefined;

/** The shell says what happens on errors that end the session (401, 409): the error page. */
export function onFatal(tell: (error: AppError) => void): void {
  listener = tell;
}

export function reportFatal(error: AppError): void {
  listener(error);
}
