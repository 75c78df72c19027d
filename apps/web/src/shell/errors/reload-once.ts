// public/start-guard.js keeps the same marker for the parts that come before the program itself.
const MARKER = "okaeri:reload";
/** specification §4: the reload marker lasts 10 seconds by default. */
const MARKER_MS = 10_000;

let reloading = false;

/**
 * Reloads the address, unless that was done within the last `ttl` milliseconds or cannot succeed.
 * @returns whether the page is being left: nothing should flash up until then.
 */
export function reloadOnce(href: string, ttl = MARKER_MS): boolean {
  if (reloading) return true;
  // Without a connection the browser's own page would stand where ours can still say what happened.
  if (!navigator.onLine) return false;
  try {
    const until = Number(sessionStorage.getItem(MARKER) ?? 0);
    if (Date.now() < until) return false;
    sessionStorage.setItem(MARKER, String(Date.now() + ttl));
  } catch {
    // Without storage there is no guard, and an endless reload is worse than an error page.
    return false;
  }
  reloading = true;
  if (location.href === new URL(href, location.origin).href) location.reload();
  else location.assign(href);
  return true;
}
