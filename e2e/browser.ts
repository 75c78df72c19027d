import { existsSync } from "node:fs";
import sparticuz from "@sparticuz/chromium";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { inject } from "vitest";

// Installed browsers are preferred; the npm package's binary serves where there is none.
const INSTALLED = [
  process.env.CHROMIUM_PATH ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

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

export async function openBrowser(): Promise<Browser> {
  const executablePath = INSTALLED.find((path) => path && existsSync(path)) ?? (await sparticuz.executablePath());
  return chromium.launch({ executablePath, args: FLAGS });
}

export const origin = () => inject("origin");

/** A new window, Japanese, at desktop size unless told otherwise. */
export async function openWindow(
  browser: Browser,
  size = { width: 1440, height: 900 },
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    baseURL: origin(),
    viewport: size,
    locale: "ja-JP",
    timezoneId: "Asia/Tokyo",
  });
  // A machine that shares its cores needs more than the usual half minute now and then.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  return { context, page };
}

/** Signs in over the calls, as the sign-in page does, and leaves the cookie in the window. */
export async function signIn(context: BrowserContext, loginId: string): Promise<void> {
  const signIns = (await (await context.request.get("/api/demo/sign-ins")).json()) as { password: string }[];
  const login = await context.request.post("/api/auth/login", {
    data: { userId: loginId, password: signIns[0]?.password },
  });
  if (!login.ok()) throw new Error(`login of ${loginId}: ${login.status()} ${await login.text()}`);
  const { code } = (await (
    await context.request.get(`/api/demo/code?login_id=${loginId}`, { timeout: 40_000 })
  ).json()) as { code: string };
  const verify = await context.request.post("/api/auth/verify", { data: { code } });
  if (!verify.ok()) throw new Error(`code of ${loginId}: ${verify.status()} ${await verify.text()}`);
}
