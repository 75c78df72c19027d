const missing = new WeakSet<object>();

/** Vite reports every import() that fails (code splitting) before the importer sees it: offline, or an old tab after an update. */
export function watchForMissingParts(): void {
  window.addEventListener("vite:preloadError", (event) => {
    const { payload } = event as Event & { payload?: unknown };
    if (!(payload instanceof Error)) return;
    missing.add(payload);
    // With the browser's own message the router would reload without our marker, in an endless loop.
    payload.message = "";
  });
}

/** Whether a part of the program could not be loaded. What that leads to is decided where errors are shown (shell/ErrorDisplay). */
export function isMissingPart(error: unknown): boolean {
  return typeof error === "object" && error !== null && missing.has(error);
}
