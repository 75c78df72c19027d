import { toAppError } from "../api/app-error.ts";
import { queryClient } from "../api/query-client.ts";
import { confirmSend } from "./leave-guards.ts";
import { useGo } from "./navigation.ts";
import { logout } from "./session.ts";
import { notify } from "./toasts.tsx";

/**
 * specification §2, header: logout clears the session, then goes to /login. Asks about unsaved edits first. When the server cannot be
 * reached, the person is still signed in, and a message says so.
 */
export function useLogout(): () => Promise<void> {
  const go = useGo();
  return async () => {
    if (!(await confirmSend())) return;
    try {
      await logout();
    } catch (error) {
      notify("error", toAppError(error).message);
      return;
    }
    await go("/login", {}, { ignoreBlocker: true });
    // Not before: the page that is left would ask again, as nobody.
    queryClient.clear();
  };
}
