import { type AppError, toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { onFatal } from "../../api/fatal.ts";
import { keepOpenForms } from "../open-forms.ts";
import { clearSession } from "../session.ts";
import { createStore } from "../store.ts";

const store = createStore<AppError | undefined>(undefined);

export const currentAppError = store.get;

/** The error that took over the whole app, if any (specification §8: 401 and 409, and errors at the start). */
export function useFatalError(): AppError | undefined {
  const error = store.use();
  return error?.behaviour === "not_found" ? undefined : error;
}

/** Page-not-found for a save whose record is gone (specification §8): in the page's place, the frame around it stays. */
export function useNotFound(): AppError | undefined {
  const error = store.use();
  return error?.behaviour === "not_found" ? error : undefined;
}

export function clearAppFailure(): void {
  store.set(undefined);
}

/** From now on a session that ended shows the error page; what was being typed stays in this browser. */
export function watchForFatalErrors(): void {
  onFatal((error) => {
    if (error.behaviour === "not_found") {
      if (store.get() === undefined) store.set(error);
      return;
    }
    // The first error says why. A call still on its way then only learns that the session is gone.
    if (store.get()?.endsSession) return;
    keepOpenForms();
    // specification §8: 409 logs the user out first. The cookie would go on answering 409 until then.
    if (error.behaviour === "logout") client.auth.logout({ userId: null }).catch(() => undefined);
    store.set(error);
    clearSession();
  });
}

/** specification §2: unhandled errors at the start are logged and stored as the app's error, and the error page is shown. */
export function failStart(error: unknown): void {
  console.error(error);
  store.set(toAppError(error));
}
