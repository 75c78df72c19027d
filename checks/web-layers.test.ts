import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { importsOf, projectFiles, textOf } from "./tree.ts";

// Where a file of the web belongs is said in ARCHITECTURE.md (The web app); here is what may import what.

const WEB = "apps/web/src/";
const sources = projectFiles()
  .filter((path) => path.startsWith(WEB) && !path.startsWith(`${WEB}test/`))
  .map((path) => path.slice(WEB.length));
const files = sources.filter((path) => /\.tsx?$/.test(path) && !/\.(test|gen|d)\.tsx?$/.test(path));

/** Layer → the layers it may import beside itself. A folder that is not named here fails. */
const BENEATH: Record<string, readonly string[]> = {
  styles: [],
  i18n: ["api"],
  api: ["i18n"],
  ui: ["i18n", "styles"],
  shell: ["ui", "api", "i18n", "styles"],
  parts: ["shell", "ui", "api", "i18n"],
  sections: ["parts", "shell", "ui", "api", "i18n", "styles"],
  routes: ["sections", "parts", "shell", "ui", "api", "i18n", "styles"],
};

/** All that a generic control may know of the product: days, figures and words as they are typed, and what is said when they are wrong. */
const KNOWN_TO_UI = ["domain/calendar-date", "domain/typed-text", "contract/problems/problems"];

/** `parts/lists/ListPage.tsx` → "parts" and "parts/lists"; what lies directly in `shell/` has no folder. */
const layerOf = (path: string) => path.split("/")[0] ?? "";
const folderOf = (path: string) => /^[^/]+\/[^/]+(?=\/)/.exec(path)?.[0];

/** What may not be imported by a file of the web; both as paths from its sources, packages as `domain/…` and `react`. */
function isWrong(path: string, target: string): boolean {
  const [from, to] = [layerOf(path), layerOf(target)];
  if (to === "domain" || to === "contract") return from === "ui" && !KNOWN_TO_UI.includes(target);
  if (from === "ui" && target.startsWith("@tanstack/react-router")) return true;
  // main.tsx, router.tsx: they put everything together, and nobody imports them.
  if (!path.includes("/")) return false;
  if (!(to in BENEATH)) return /\.tsx?$/.test(target);
  if (from !== to) {
    if (BENEATH[from]?.includes(to) !== true) return true;
    // Folders of the shell are its own; what lies beside them is for everybody.
    return to === "shell" && from !== "routes" && folderOf(target) !== undefined;
  }
  return from === "sections" && folderOf(path) !== folderOf(target);
}

function targetsOf(path: string): string[] {
  return importsOf(WEB + path).map((name) =>
    name.startsWith(".") ? join(dirname(path), name) : name.replace(/^@okaeri\//, ""),
  );
}

const graph = new Map(files.map((path) => [path, targetsOf(path)]));

test("each layer imports those beneath it: ui, shell, parts, sections, routes; no section imports another one", () => {
  const wrong = [...graph].flatMap(([path, targets]) =>
    targets.filter((target) => isWrong(path, target)).map((target) => `${path} → ${target}`),
  );
  expect(wrong).toEqual([]);
  expect([...new Set(sources.filter((path) => path.includes("/")).map(layerOf))].toSorted()).toEqual(
    Object.keys(BENEATH).toSorted(),
  );
});

test.each([
  ["ui/Card.tsx", "parts/lists/ListPage.tsx"],
  ["ui/Card.tsx", "shell/session.ts"],
  ["ui/Card.tsx", "api/client.ts"],
  ["ui/Card.tsx", "domain/permissions/roles"],
  ["ui/Card.tsx", "@tanstack/react-router"],
  ["shell/frame/AppFrame.tsx", "parts/lists/ListPage.tsx"],
  ["shell/session.ts", "sections/home/home.api.ts"],
  ["parts/lists/ListPage.tsx", "sections/home/home.api.ts"],
  ["parts/lists/ListPage.tsx", "shell/frame/AppFrame.tsx"],
  ["sections/home/HomePage.tsx", "shell/errors/ErrorDisplay.tsx"],
  ["sections/home/HomePage.tsx", "sections/customers/customers.api.ts"],
  ["sections/home/HomePage.tsx", "router.tsx"],
  ["sections/home/HomePage.tsx", "helpers/names.ts"],
])("and it would be seen that %s imports %s", (path, target) => {
  expect(isWrong(path, target)).toBe(true);
});

test("folders of parts import each other in one direction", () => {
  const parts = [...new Set(files.filter((path) => layerOf(path) === "parts").map(folderOf))];
  expect(parts).not.toContain(undefined);
  const used = (folder: string | undefined) => [
    ...new Set(
      [...graph]
        .filter(([path]) => folderOf(path) === folder)
        .flatMap(([, targets]) => targets.map(folderOf).filter((one) => one !== folder && parts.includes(one))),
    ),
  ];
  // Those that import no folder that is still there are taken away, until none is left or a circle is.
  let left = parts;
  for (let before = 0; before !== left.length; ) {
    before = left.length;
    left = left.filter((folder) => used(folder).some((one) => left.includes(one)));
  }
  expect(left).toEqual([]);
});

test("what stands in parts serves at least two sections; otherwise it is that section's own", () => {
  const servedBy = new Map<string, Set<string>>();
  const serve = (path: string, section: string) => {
    const served = servedBy.get(path) ?? new Set();
    if (served.has(section)) return;
    servedBy.set(path, served.add(section));
    for (const target of graph.get(path) ?? []) if (layerOf(target) === "parts") serve(target, section);
  };
  for (const [path, targets] of graph)
    if (["sections", "routes"].includes(layerOf(path)))
      for (const target of targets)
        if (layerOf(target) === "parts")
          serve(target, folderOf(path.replace(/^routes\/.*_(?:app|bare)\//, "sections/")) ?? path);
  const alone = files.filter((path) => layerOf(path) === "parts" && (servedBy.get(path)?.size ?? 0) < 2);
  expect(alone).toEqual([]);
});

/** What is loaded together with a file: everything but what `import()` brings later. */
function loadedWith(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  if (!graph.has(path)) return seen;
  const atOnce = [...textOf(WEB + path).matchAll(/^(?:import|export) (?!type )[^;"]*?(?:from )?"([^"]+)"/gm)];
  for (const [, name = ""] of atOnce) loadedWith(name.startsWith(".") ? join(dirname(path), name) : name, seen);
  return seen;
}

test.each([
  ["the editor of code", "sections/campaigns/audience/lua/LuaEditor.tsx", "@codemirror/view"],
  ["the editor of mail texts", "sections/campaigns/actions/mail/text/ChipEditor.tsx", "@codemirror/view"],
  ["what draws charts", "ui/charts/Drawing.tsx", "@mantine/charts"],
])("%s is loaded where somebody opens it, and with no page", (_, part, library) => {
  expect([...loadedWith(part)]).toContain(library);
  const pages = files.filter((path) => path.startsWith("routes/") || path === "main.tsx");
  expect(pages.length).toBeGreaterThan(50);
  expect(pages.filter((path) => loadedWith(path).has(library))).toEqual([]);
});
