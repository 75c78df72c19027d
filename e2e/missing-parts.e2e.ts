import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Page, Request } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, openWindow, signIn } from "./browser.ts";

const DIST = join(import.meta.dirname, "../apps/web/dist");
const TITLES = /エラーが発生しました|Something went wrong/;
const NOT_LOADED = /画面の一部を読み込めませんでした|Part of the page could not be loaded/;
const NOT_STARTED = /画面を読み込めませんでした|The page could not be loaded/;

// Pages that between them use every part, and who may open them; `{users}` is the first of that list.
const PERSONS: Record<string, string[]> = {
  "": ["/login", "/login/forget", "/login/reset", "/login/signup"],
  hana_admin: [
    ...["/", "/users", "/users/new", "/users/{users}", "/users/{users}/edit", "/ranks", "/rfms", "/rfms/{rfms}/edit"],
    ...[
      "/customers",
      "/customers/{customers}",
      "/customers/{customers}/grant-points",
      "/customers/{customers}/use-points",
    ],
    ...["/customers/{customers}/acquire-coupons", "/customers/{customers}/use-coupons", "/customers/imports"],
    ...["/customers/imports/new", "/customers/imports/{customers/imports}", "/campaigns", "/campaigns/new"],
    ...["/customers/new", "/customers/{customers}/edit", "/customers/{customers}/reservations/1"],
    ...["/customers/inbox", "/customers/inbox/1", "/customers/merges", "/customers/merges/1"],
    ...["timeline", "reservations", "stays"].map((tab) => `/customers/{customers}?tab=${tab}`),
    ...["/campaigns/{campaigns}", "/campaigns/{campaigns}/edit", "/reports", "/audit", "/profile", "/profile/edit"],
  ],
  vc_admin: [
    ...["/accounts", "/accounts/new", "/accounts/groups", "/accounts/groups/new", "/accounts/groups/{accounts/groups}"],
    ...["", "/edit", "/payment", "/options", "/users", "/groups", "/history", "/types", "/channels", "/sender"].map(
      (tab) => `/accounts/{accounts}${tab}`,
    ),
    ...["/line", "/card", "/keys"].map((tab) => `/accounts/{accounts}${tab}`),
    ...[
      "/jobs",
      "/clients",
      "/clients/new",
      "/clients/{clients}",
      "/clients/{clients}/edit",
      "/clients/{clients}/history",
    ],
  ],
};

// Whoever sees one page has the words of all of them: of those in English, the first pages ask for every part.
const IN_ENGLISH = (loginId: string, paths: readonly string[]) => (loginId === "" ? [...paths] : paths.slice(0, 1));

// Nothing on the page waits for these: another font serves, and a page without a frame says a message in a plainer way.
const SPARED = /\/(okaeri-rare|ToastHost)-/;

const WORDS = join(import.meta.dirname, "../apps/web/src/i18n/ja");

type Texts = { [key: string]: string | Texts };
const keysOf = (texts: Texts, before = ""): string[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === "string" ? [before + key] : keysOf(text, `${before}${key}.`),
  );

/** `login.title`, as a page without its words would say it. A key of one word could be anything. */
const keys = new Set<string>();

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  for (const file of readdirSync(WORDS).filter((name) => name.endsWith(".ts"))) {
    const { texts } = (await import(join(WORDS, file))) as { texts: Texts };
    for (const key of keysOf(texts)) if (key.includes(".")) keys.add(key);
  }
  expect(keys).toContain("error.title");
});
afterAll(() => browser?.close());

type Window = { context: BrowserContext; page: Page };

async function open(loginId: string): Promise<Window> {
  const window = await openWindow(browser);
  if (loginId !== "") await signIn(window.context, loginId);
  // As if the reload had just been tried; what that leads to is tried in locale.e2e.ts.
  await window.page.addInitScript(() => sessionStorage.setItem("okaeri:reload", String(Date.now() + 600_000)));
  return window;
}

async function withIds(page: Page, paths: string[]): Promise<string[]> {
  const ids = new Map<string, number>();
  for (const [, section = ""] of paths.join().matchAll(/\{([^}]+)\}/g)) {
    if (ids.has(section)) continue;
    const list = (await (await page.request.get(`/api/${section}`)).json()) as { items?: { id: number }[] };
    // A page that is not there needs its part to say so.
    ids.set(section, list.items?.[0]?.id ?? 1);
  }
  return paths.map((path) => path.replace(/\{([^}]+)\}/, (_, section: string) => String(ids.get(section))));
}

const partOf = (url: string) => /\/assets\/.*\.(js|css)$/.exec(new URL(url).pathname)?.[0];

/** The texts in the window, a line each. */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    const walk = document.createTreeWalker(document.getElementById("root") ?? document, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walk.nextNode()) texts.push(walk.currentNode.textContent?.trim() ?? "");
    return texts;
  });

/** What is wrong with a window in which a part is missing. */
async function wrongWith(page: Page, expected: RegExp): Promise<string | undefined> {
  const told = page.getByText(expected).first();
  const there = await told.waitFor({ timeout: 20_000 }).then(
    () => true,
    () => false,
  );
  const texts = await textsOf(page);
  const raw = texts.filter((text) => keys.has(text));
  return there && raw.length === 0 && TITLES.test(texts.join()) ? undefined : texts.join(" ").slice(0, 200) || "blank";
}

/**
 * Walks through the pages in one window; each part that a page asks for and nobody had before is cut off. A browser that could not
 * load a part does not try again until the page is loaded afresh, so the walk begins anew until nothing more is asked for.
 */
async function walk(loginId: string, prefix: string, had: Set<string>): Promise<string[]> {
  const { context, page } = await open(loginId);
  const wrong: string[] = [];
  const cut = new Set<string>();
  let started = false;
  const waiting = new Set<Request>();
  await page.route("**/assets/**", (route) => {
    const part = partOf(route.request().url());
    if (part === undefined || had.has(part) || !started) {
      if (part !== undefined) had.add(part);
      return route.continue();
    }
    cut.add(part);
    return route.abort();
  });
  page.on("request", (request) => waiting.add(request));
  for (const event of ["requestfinished", "requestfailed"] as const)
    page.on(event as "requestfinished", (request) => waiting.delete(request));
  // Nothing is on its way, and the page has had time to ask for what comes next.
  const settled = async () => {
    for (let calm = 0; calm < 4; calm = waiting.size === 0 ? calm + 1 : 0)
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 15))));
  };
  const all = PERSONS[loginId] ?? [];
  let paths = await withIds(page, prefix === "" ? all : IN_ENGLISH(loginId, all));
  while (paths.length > 0) {
    const unfinished: string[] = [];
    started = false;
    waiting.clear();
    await page.goto(`${prefix}/nowhere`);
    await settled();
    started = true;
    const late = new Set<string>();
    for (const path of paths) {
      cut.clear();
      await page.evaluate((to) => history.pushState({}, "", to), `${prefix}${path}`);
      await settled();
      for (const part of cut) late.add(part);
      // Behind a part that is missing there may be others.
      if (cut.size > 0 || (await page.getByText(NOT_LOADED).count()) > 0) unfinished.push(path);
      if (![...cut].some((part) => !SPARED.test(part))) continue;
      const problem = await wrongWith(page, NOT_LOADED);
      if (problem) wrong.push(`${[...cut].join(", ")} on ${prefix}${path}: ${problem}`);
    }
    for (const part of late) had.add(part);
    paths = unfinished;
  }
  await context.close();
  return wrong;
}

test("every part that a page cannot load leads to the error screen, never to a blank page or keys", async () => {
  const had = new Set<string>();
  const wrong: string[] = [];
  for (const prefix of ["", "/en"])
    for (const found of await Promise.all(Object.keys(PERSONS).map((loginId) => walk(loginId, prefix, had))))
      wrong.push(...found);
  expect(wrong).toEqual([]);
  const emitted = readdirSync(join(DIST, "assets")).filter((name) => /\.(js|css)$/.test(name));
  expect(emitted.filter((name) => !had.has(`/assets/${name}`))).toEqual([]);
  // Whoever sees one page has the words of all of them.
  expect(emitted.filter((name) => name.startsWith("signed-in."))).toHaveLength(2);
}, 400_000);

test("without a part that it starts with, the page says so; without its style it is still there", async () => {
  const { context, page } = await open("");
  const html = readFileSync(join(DIST, "index.html"), "utf8");
  const parts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, part = ""]) => part);
  expect(parts.length).toBeGreaterThan(3);
  for (const path of ["/login", "/en/login"]) {
    for (const part of parts) {
      await page.route(`**${part}`, (route) => route.abort());
      await page.goto(path, { waitUntil: "commit" });
      if (part.endsWith(".css")) await page.getByRole("heading", { level: 1 }).waitFor();
      else expect([part, await wrongWith(page, NOT_STARTED)]).toEqual([part, undefined]);
      await page.unrouteAll();
    }
  }
  await context.close();
});
