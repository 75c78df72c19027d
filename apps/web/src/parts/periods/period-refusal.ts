import { toAppError } from "../../api/app-error.ts";

/** A period that is refused names its field; that says more than "check what you entered". */
export function periodRefusal(error: unknown): string {
  const appError = toAppError(error);
  return Object.values(appError.fields)[0] ?? appError.message;
}
