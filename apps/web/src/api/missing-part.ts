const missing = new WeakSet<object>();

/** Vite tells of every import() that fails, before the importer hears of it: offline, or an old tab after an update. */
export function watchForMissingParts(): void {
  window.addEventListener("vite:preloadError", (event) => {
    const { payload } = event as Event & { payload?: unknown };
    if (!(payload instanceof Error)) return;
    missing.add(payload);
    // By the browser's own message the router would reload without our marker, and without end.
    payload.message = "";
  });
}

/** Whether a part of the program could not be loaded. What that leads to is decided where errors are shown (shell/ErrorDisplay). */
export function isMissingPart(error: unknown): boolean {
  return typeof error === "object" && error !== null && missing.has(error);
}
