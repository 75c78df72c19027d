import { expect, it } from "vitest";

const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.*", "!../i18n/*/**"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** `a/b/../c` → `a/c`, as the keys of `sources` are written: relative to this folder. */
function resolve(from: string, target: string): string {
  const parts: string[] = [];
  for (const part of [...from.split("/").slice(0, -1), ...target.split("/")]) {
    if (part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  const path = parts.join("/");
  return path.startsWith("..") ? path : `./${path}`;
}

/** Every file of ours that comes along with this one. */
function closure(path: string, seen = new Set<string>()): Set<string> {
  const source = sources[path];
  if (source === undefined || seen.has(path)) return seen;
  seen.add(path);
  for (const [, target = ""] of source.matchAll(/^(?:import|export) (?!type )[^;]*?from "(\.[^"]+)"/gms))
    closure(resolve(path, target), seen);
  return seen;
}

/** The areas whose words a file says, and those it loads. */
const said = (source: string) =>
  [...source.matchAll(/useTranslation\(([^)]*)\)|\bt\(\s*[`"](\w+):/g)].flatMap(([, given, area]) =>
    area ? [area] : [...(given ?? "").matchAll(/"(\w+)"/g)].map(([, one = ""]) => one),
  );
const loaded = (source: string) =>
  [...source.matchAll(/loadWords\(([^)]*)\)|loader: \w+Loader\((.*?)\),\n/gs)].flatMap(([, written, last = ""]) =>
    // The loaders of ./-pages.tsx take a query first.
    [...(written ?? last.split(")").at(-1) ?? "").matchAll(/"(\w+)"/g)].map(([, area = ""]) => area),
  );

const areas = new Set(Object.keys(import.meta.glob("../i18n/ja/*.ts")).map((path) => path.replace(/^.*\/|\.ts$/g, "")));
const routes = Object.keys(sources).filter((path) => path.startsWith("./{"));

/** Layouts around a route: their loaders have run before it shows. */
function around(route: string): string[] {
  const folders = route.split("/").slice(0, -1);
  return folders.map((_, n) => `${folders.slice(0, n + 1).join("/")}/route.tsx`).filter((path) => path !== route);
}

const ALONE = ["auth", "credentials", "signup"];

// What is not loaded with a page is shown as its key: nothing fetches words later.
it.each(routes)("%s loads the words of everything it shows", (route) => {
  const shown = [...closure(route)].filter((path) => !path.includes("_app.tsx"));
  const wanted = new Set(shown.flatMap((path) => said(sources[path] ?? "")).filter((area) => areas.has(area)));
  const asked = [route, ...around(route)].flatMap((path) => loaded(sources[path] ?? ""));
  // Those behind the sign-in come together with any one of them.
  const together = asked.some((area) => !ALONE.includes(area))
    ? [...areas].filter((area) => !ALONE.includes(area))
    : [];
  // The root loads "ui" for every page but one, which must stay small.
  const there = ["shell", ...(route.endsWith("/login/index.tsx") ? [] : ["ui"]), ...asked, ...together];
  expect([...wanted].filter((area) => !there.includes(area))).toEqual([]);
  expect(there.filter((area) => !areas.has(area))).toEqual([]);
});
