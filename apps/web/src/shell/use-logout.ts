import { toAppError } from "../api/app-error.ts";
import { queryClient } from "../api/query-client.ts";
import { mayLeave } from "./leave-guards.ts";
import { useGo } from "./navigation.ts";
import { logout } from "./session.ts";
import { notify } from "./toasts.tsx";

/**
 * specification §2, header: logout clears the session then goes to /login. Unsaved edits are asked about first; when the server
 * cannot be reached one is still signed in, and is told so.
 */
export function useLogout(): () => Promise<void> {
  const go = useGo();
  return async () => {
    if (!(await mayLeave())) return;
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
