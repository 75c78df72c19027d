import type { AppError } from "../api/app-error.ts";
import { onFatal } from "../api/fatal.ts";
import { clearSession } from "./session.ts";
import { createStore } from "./store.ts";

const store = createStore<AppError | undefined>(undefined);

/** The error that took over the whole app, if any (specification §8: 401 and 409). */
export const useAppFailure = store.use;

export function clearAppFailure(): void {
  store.set(undefined);
}

/** From now on a session that ended shows the error page. */
export function watchForFatalErrors(): void {
  onFatal((error) => {
    store.set(error);
    clearSession();
  });
}
