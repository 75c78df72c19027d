import type { AnyRouter } from "@tanstack/react-router";
import i18next from "i18next";
import { isReloading, reloadOnce } from "./reload-once.ts";

/**
 * specification §2: a part of the app that can no longer be fetched (a newer version was installed meanwhile) reloads the
 * route one is going to. A part fetched ahead for a link under the pointer is no reason to reload what is on screen.
 */
export function watchForChunkErrors(router: AnyRouter): void {
  window.addEventListener("vite:preloadError", (event) => {
    const { payload } = event as Event & { payload?: Error };
    // The router reloads by itself, whatever our marker says, when it knows the browser's message.
    if (payload instanceof Error) payload.message = i18next.t("error.chunk");
    const onTheWay = router.state.status === "pending" || router.state.resolvedLocation === undefined;
    if (onTheWay && !isReloading()) reloadOnce(router.latestLocation.href);
  });
}
