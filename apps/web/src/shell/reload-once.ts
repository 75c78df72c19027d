const MARKER = "okaeri:reload";
/** specification §4: the reload marker lasts 10 seconds by default. */
const MARKER_MS = 10_000;

let reloading = false;

/** True from the decision to reload until the page is gone: nothing should flash up in between. */
export function isReloading(): boolean {
  return reloading;
}

/** Reloads the address, unless that was done within the last `ttl` milliseconds. */
export function reloadOnce(href: string, ttl = MARKER_MS): void {
  try {
    const until = Number(sessionStorage.getItem(MARKER) ?? 0);
    if (Date.now() < until) return;
    sessionStorage.setItem(MARKER, String(Date.now() + ttl));
  } catch {
    // Without storage there is no guard, and an endless reload is worse than an error page.
    return;
  }
  reloading = true;
  if (location.href === new URL(href, location.origin).href) location.reload();
  else location.assign(href);
}
