import type { AnyRouter } from "@tanstack/react-router";
import { clearAppFailure, currentAppError } from "../errors/app-failure.ts";
import { forgetSession } from "../session.ts";

/** What moving about does to the shell, however one moves: by link, by address or by Back. */
export function followNavigation(router: AnyRouter): void {
  let shownAtStart: unknown;
  router.subscribe("onBeforeNavigate", () => {
    shownAtStart = currentAppError();
  });
  router.subscribe("onResolved", ({ pathChanged }) => {
    // The error page belongs to the page that was left; one that the new page brought stays.
    if (pathChanged && shownAtStart !== undefined && currentAppError() === shownAtStart) clearAppFailure();
  });
  window.addEventListener("pageshow", (event) => {
    // Brought back from the browser's memory: somebody may have signed out since.
    if (!event.persisted) return;
    forgetSession();
    void router.invalidate();
  });
}
