import { sql } from "kysely";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { openSession } from "../apps/server/src/session/session-store.ts";
import { chromiumPath } from "./chromium.ts";
import { lane } from "./lane.ts";
import { inProduct } from "./product-data.ts";

// Our own flags: the package's run a single process that dies when a page closes, and switch web security off.
const FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let launched: Promise<Browser> | undefined;

/** One for each lane, whatever the file; it ends with its process. */
function openBrowser(): Promise<Browser> {
  launched ??= chromiumPath().then((executablePath) => chromium.launch({ executablePath, args: FLAGS }));
  return launched;
}

/** Nothing of one file is there for the next. */
export async function closeWindows(): Promise<void> {
  if (launched === undefined) return;
  await Promise.all((await launched).contexts().map((context) => context.close()));
}

export const origin = () => lane().origin;

/** A new window, by default Japanese, at desktop size and without movement. */
export async function openWindow(
  size = { width: 1440, height: 900 },
  reducedMotion: "reduce" | "no-preference" = "reduce",
): Promise<{ context: BrowserContext; page: Page }> {
  const browser = await openBrowser();
  const context = await browser.newContext({
    baseURL: origin(),
    viewport: size,
    locale: "ja-JP",
    timezoneId: "Asia/Tokyo",
    reducedMotion,
  });
  // A machine that shares its cores needs more than the usual half minute now and then.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  return { context, page };
}

/**
 * A signed-in window. Signing in is the subject of sign-in.e2e.ts; elsewhere waiting for a new code each half minute would make up
 * half of the whole run.
 */
export async function signIn(context: BrowserContext, loginId: string): Promise<void> {
  const token = await inProduct(async (app, tx) => {
    const found = await sql<{ id: number }>`select id from users where login_id = ${loginId}`.execute(tx.db);
    const userId = found.rows[0]?.id;
    if (userId === undefined) throw new Error(`nobody is called ${loginId}`);
    return openSession(tx, app.clock, { userId, verified: true, ip: "127.0.0.1", userAgent: "Chrome/140.0 Linux" });
  });
  await context.addCookies([{ name: "okaeri", value: token, url: origin(), httpOnly: true, sameSite: "Lax" }]);
}
