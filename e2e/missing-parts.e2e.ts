import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page, Request } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openWindow, signIn } from "./browser.ts";

const DIST = join(import.meta.dirname, "../apps/web/dist");
const TITLES = /エラーが発生しました|Something went wrong/;
const NOT_LOADED = /画面の一部を読み込めませんでした|Part of the page could not be loaded/;
const NOT_STARTED = /画面を読み込めませんでした|The page could not be loaded/;

// Pages that between them use every part, and who may open them; `{users}` is the first of that list.
const PERSONS: Record<string, string[]> = {
  "": ["/login", "/login/forget", "/login/reset", "/login/signup"],
  hana_admin: [
    "/",
    "/users",
    "/users/new",
    "/users/{users}",
    "/users/{users}/edit",
    "/ranks",
    "/rfms",
    "/rfms/{rfms}/edit",
    "/customers",
    "/customers/{customers}",
    "/customers/{customers}/grant-points",
    "/customers/{customers}/use-points",
    "/customers/{customers}/acquire-coupons",
    "/customers/{customers}/use-coupons",
    "/customers/imports",
    "/customers/imports/new",
    "/customers/imports/{customers/imports}",
    "/campaigns",
    "/campaigns?show=calendar",
    "/campaigns/new",
    "/customers/new",
    "/customers/{customers}/edit",
    "/customers/{customers}/reservations/1",
    "/customers/inbox",
    "/customers/inbox/1",
    "/customers/merges",
    "/customers/merges/1",
    ...["timeline", "reservations", "stays"].map((tab) => `/customers/{customers}?tab=${tab}`),
    "/campaigns/{campaigns}",
    "/campaigns/{campaigns}/edit",
    "/reports",
    "/audit",
    "/profile",
    "/profile/edit",
  ],
  vc_admin: [
    "/accounts",
    "/accounts/new",
    "/accounts/groups",
    "/accounts/groups/new",
    "/accounts/groups/{accounts/groups}",
    ...["", "/edit", "/payment", "/options", "/users", "/groups", "/history", "/types", "/channels", "/sender"].map(
      (tab) => `/accounts/{accounts}${tab}`,
    ),
    ...["/line", "/card", "/keys"].map((tab) => `/accounts/{accounts}${tab}`),
    "/jobs",
    "/clients",
    "/clients/new",
    "/clients/{clients}",
    "/clients/{clients}/edit",
    "/clients/{clients}/history",
  ],
};

/** Pages that between them ask for what all others need too: whoever sees one behind the sign-in has the frame and all words. */
const first = (loginId: string) => (loginId === "" ? 4 : 1);

// Nothing on the page waits for these: another font serves, and a page without a frame says a message in a plainer way.
const SPARED = /\/(okaeri-rest|ToastHost)-/;

const WORDS = join(import.meta.dirname, "../apps/web/src/i18n/ja");

type Texts = { [key: string]: string | Texts };
const keysOf = (texts: Texts, before = ""): string[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === "string" ? [before + key] : keysOf(text, `${before}${key}.`),
  );

/** `login.title`, as a page without its words would say it. A key of one word could be anything. */
const keys = new Set<string>();

beforeAll(async () => {
  for (const file of readdirSync(WORDS).filter((name) => name.endsWith(".ts"))) {
    const { texts } = (await import(join(WORDS, file))) as { texts: Texts };
    for (const key of keysOf(texts)) if (key.includes(".")) keys.add(key);
  }
  expect(keys).toContain("error.title");
});

type Window = { context: BrowserContext; page: Page };

async function open(loginId: string): Promise<Window> {
  const window = await openWindow();
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
  const sentence = page.getByText(expected).first();
  const there = await sentence.waitFor({ timeout: 20_000 }).then(
    () => true,
    () => false,
  );
  const texts = await textsOf(page);
  const raw = texts.filter((text) => keys.has(text));
  return there && raw.length === 0 && TITLES.test(texts.join()) ? undefined : texts.join(" ").slice(0, 200) || "blank";
}

/** A window in which each part that a page asks for and nobody had before is cut off, once `from` has been loaded whole. */
async function cutting(loginId: string, from: string, had: Set<string>) {
  const { context, page } = await open(loginId);
  const cut = new Set<string>();
  let started = false;
  const waiting = new Set<Request>();
  await page.route("**/assets/**", (route) => {
    const part = partOf(route.request().url());
    if (part === undefined || had.has(part) || !started) {
      if (part !== undefined && !started) had.add(part);
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
  return {
    context,
    page,
    async begin() {
      started = false;
      waiting.clear();
      await page.goto(from);
      await settled();
      started = true;
    },
    /** @returns what was cut off, and what is wrong with the page then. */
    async moveTo(path: string): Promise<{ missing: string[]; wrong: string[] }> {
      cut.clear();
      await page.evaluate((to) => history.pushState({}, "", to), path);
      await settled();
      const missing = [...cut];
      if (!missing.some((part) => !SPARED.test(part))) return { missing, wrong: [] };
      const problem = await wrongWith(page, NOT_LOADED);
      return { missing, wrong: problem === undefined ? [] : [`${missing.join(", ")} on ${path}: ${problem}`] };
    },
  };
}

/**
 * The first pages from a window with an empty cache. A browser that could not load a part does not retry until the page is loaded again, so
 * this repeats until nothing more is asked for.
 */
async function withoutFrame(loginId: string, prefix: string, had: Set<string>): Promise<string[]> {
  const { context, page, begin, moveTo } = await cutting(loginId, `${prefix}/nowhere`, had);
  const found: string[] = [];
  let paths = (await withIds(page, PERSONS[loginId] ?? [])).slice(0, first(loginId));
  while (paths.length > 0) {
    const unfinished: string[] = [];
    await begin();
    const late = new Set<string>();
    for (const path of paths) {
      const { missing, wrong } = await moveTo(`${prefix}${path}`);
      for (const part of missing) late.add(part);
      found.push(...wrong);
      if (missing.length > 0 || (await page.getByText(NOT_LOADED).count()) > 0) unfinished.push(path);
    }
    for (const part of late) had.add(part);
    paths = unfinished;
  }
  await context.close();
  return found;
}

/** From a first page that is there whole to each of the others, without its own part. */
async function withoutOwnParts(loginId: string): Promise<{ wrong: string[]; missing: string[] }> {
  const [whole = "", ...paths] = PERSONS[loginId] ?? [];
  const { context, page, begin, moveTo } = await cutting(loginId, whole, new Set());
  const all = { wrong: [] as string[], missing: [] as string[] };
  const addresses = await withIds(page, paths);
  await begin();
  for (const path of addresses) {
    const { missing, wrong } = await moveTo(path);
    all.missing.push(...missing);
    all.wrong.push(...wrong);
  }
  await context.close();
  return all;
}

const loginIds = Object.keys(PERSONS);
/** All behind the sign-in have the same frame. */
const frames = ["", "hana_admin"];

test("what all pages need is missing: the error screen, never a blank page or keys", async () => {
  const had = new Set<string>();
  const wrong: string[] = [];
  for (const prefix of ["", "/en"])
    for (const found of await Promise.all(frames.map((loginId) => withoutFrame(loginId, prefix, had))))
      wrong.push(...found);
  expect(wrong).toEqual([]);
  // Whoever sees one page has the words of all of them.
  const names = [...had].map((part) => part.replace("/assets/", ""));
  expect(names.filter((name) => name.startsWith("signed-in."))).toHaveLength(2);
  for (const part of ["_virtual_signed-in-lines-", "okaeri-rest-", "frame-"])
    expect(
      names.filter((name) => name.startsWith(part)),
      part,
    ).not.toEqual([]);
}, 400_000);

test("a page's own part is missing: the error screen, never a blank page or keys", async () => {
  const all = await Promise.all(loginIds.map((loginId) => withoutOwnParts(loginId)));
  expect(all.flatMap(({ wrong }) => wrong)).toEqual([]);
  // Tabs of one page share theirs.
  expect(new Set(all.flatMap(({ missing }) => missing)).size).toBeGreaterThan(50);
}, 400_000);

test("the drawing of a chart is missing: the error screen", async () => {
  const { context, page } = await open("hana_admin");
  let asked = 0;
  await page.route(/\/assets\/Drawing-.*\.js$/, (route) => {
    asked += 1;
    return route.abort();
  });
  await page.goto("/reports");
  expect([await wrongWith(page, NOT_LOADED), asked]).toEqual([undefined, 1]);
  await context.close();
});

test("what draws a picture for a file is missing: a toast says so, and the page stays", async () => {
  const { context, page } = await open("hana_admin");
  await page.route(/\/assets\/picture-file-.*\.js$/, (route) => route.abort());
  await page.goto("/rfms");
  const save = page.getByRole("button", { name: "「R×F ヒートマップ」を書き出す" });
  await save.click();
  await page.getByRole("menuitem", { name: "PNG" }).click();
  await page.getByText(NOT_LOADED).waitFor();
  expect(await page.getByText(TITLES).count()).toBe(0);
  await save.waitFor();
  await context.close();
});

test("the editor of scripts is missing: they are written in a plain field", async () => {
  const { context, page } = await open("hana_admin");
  let asked = 0;
  await page.route(/\/assets\/LuaEditor-.*\.js$/, (route) => {
    asked += 1;
    return route.abort();
  });
  await page.goto("/campaigns/new");
  await page.getByRole("button", { name: "白紙から作る: リピート促進" }).click();
  await page.getByRole("radiogroup", { name: "条件の表示" }).getByText("Lua").click();
  await page.locator("textarea").filter({ visible: true }).first().fill("return stay_count >= 5");
  await page.getByText("書き方に誤りはありません").waitFor();
  expect([asked > 0, await page.getByText(TITLES).count()]).toEqual([true, 0]);
  await context.close();
});

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
