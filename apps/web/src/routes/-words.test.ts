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

/** The areas whose words a file says, and the parts it loads. */
const areasOf = (source: string) =>
  [...source.matchAll(/useTranslation\(([^)]*)\)|\bt\(\s*[`"](\w+):/g)].flatMap(([, given, area]) =>
    area ? [area] : [...(given ?? "").matchAll(/"(\w+)"/g)].map(([, one = ""]) => one),
  );
const loaded = (source: string) =>
  [...source.matchAll(/loadWords\(([^)]*)\)/g)].flatMap(([, written = ""]) =>
    [...written.matchAll(/"(\w+)"/g)].map(([, part = ""]) => part),
  );

const areas = new Set(Object.keys(import.meta.glob("../i18n/ja/*.ts")).map((path) => path.replace(/^.*\/|\.ts$/g, "")));
const APP = "./{-$locale}/_app/";
const routes = Object.keys(sources).filter((path) => path.startsWith("./{"));

/** Layouts around a route: their loaders have run before it shows. */
function around(route: string): string[] {
  const folders = route.split("/").slice(0, -1);
  return folders.map((_, n) => `${folders.slice(0, n + 1).join("/")}/route.tsx`).filter((path) => path !== route);
}

const ALONE = ["auth", "credentials", "signup"];
const together = [...areas].filter((area) => !["shell", "ui", ...ALONE].includes(area));

// What is not loaded with a page is shown as its key: nothing fetches words later.
it.each(routes)("%s loads the words of everything it shows", (route) => {
  const shown = [...closure(route)].filter((path) => !path.includes("_app.tsx"));
  const wanted = new Set(shown.flatMap((path) => areasOf(sources[path] ?? "")).filter((area) => areas.has(area)));
  const frame = route.startsWith(APP) ? [`${APP.slice(0, -1)}.tsx`] : [];
  const asked = [route, ...around(route), ...frame].flatMap((path) => loaded(sources[path] ?? ""));
  expect(asked.filter((part) => part !== "signedIn" && !ALONE.includes(part))).toEqual([]);
  // The root loads "ui" for every page but one, which must stay small.
  const there = ["shell", ...(route.endsWith("/login/index.tsx") ? [] : ["ui"]), ...asked];
  if (asked.includes("signedIn")) there.push(...together);
  expect([...wanted].filter((area) => !there.includes(area))).toEqual([]);
});
