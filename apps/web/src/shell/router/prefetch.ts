import type { AnyRouter } from "@tanstack/react-router";

type Connection = EventTarget & { saveData?: boolean; effectiveType?: string };

const connection = (navigator as Navigator & { connection?: Connection }).connection;

function isSlow(): boolean {
  return connection?.saveData === true || /(^|-)2g$/.test(connection?.effectiveType ?? "");
}

/** specification §9: link prefetch is skipped on slow connections. */
export function prefetchMode(): false | "intent" {
  return isSlow() ? false : "intent";
}

/** The line can become slow while the page is open; from then on nothing is fetched ahead. */
export function followConnection(router: AnyRouter): void {
  connection?.addEventListener?.("change", () => {
    router.update({ ...router.options, defaultPreload: prefetchMode() });
  });
}
