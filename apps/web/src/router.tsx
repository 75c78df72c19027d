import { createRouter } from "@tanstack/react-router";
import { queryClient } from "./api/query-client.ts";
import { routeTree } from "./routeTree.gen.ts";
import { InAppError } from "./shell/errors/ErrorDisplay.tsx";
import { FullPageNotFound } from "./shell/errors/FullPageError.tsx";
import { PendingPage } from "./shell/errors/PendingPage.tsx";
import { prefetchMode } from "./shell/router/prefetch.ts";

/** `?a=1&b=x&b=y` → { a: "1", b: ["x", "y"] }; meaning is given by each route's search schema. */
export function parseSearch(text: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const known = found[key];
    found[key] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value];
  }
  return found;
}

/** Plain, readable addresses: empty values are left out, lists repeat their key. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== "") params.append(key, String(one));
    }
  }
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: prefetchMode(),
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  defaultErrorComponent: InAppError,
  defaultNotFoundComponent: FullPageNotFound,
  notFoundMode: "root",
  // Its words are English; ours lies beneath everything (shell/LastNet).
  disableGlobalCatchBoundary: true,
  defaultPendingComponent: PendingPage,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
