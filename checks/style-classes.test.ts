import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { projectFiles, textOf } from "./tree.ts";

const files = projectFiles().filter((path) => path.startsWith("apps/web/src/"));
const sheets = files.filter((path) => path.endsWith(".module.css"));
const code = files.filter((path) => /\.tsx?$/.test(path)).map((path) => ({ path, text: textOf(path) }));

/** The classes a style sheet has rules for; those of Mantine, which it reaches with `:global`, are not its own. */
function classesOf(css: string): Set<string> {
  const selectors = css
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/:global\((?:[^()]|\([^()]*\))*\)/g, "")
    .replaceAll(/"[^"]*"|url\([^)]*\)/g, "")
    .replaceAll(/:[^;{}]*;/g, ";");
  return new Set([...selectors.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = ""]) => name));
}

/** The classes of a style sheet that the code names, under whatever name it imports the sheet. */
function usedOf(sheet: string): Set<string> {
  return new Set(
    code.flatMap(({ path, text }) =>
      [...text.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)]
        .filter(([, , from = ""]) => join(dirname(path), from) === sheet)
        .flatMap(([, name]) => [
          ...text.matchAll(new RegExp(`(?<![\\w."\`/-])${name}(?:\\.(\\w+)|\\["([\\w-]+)"\\])`, "g")),
        ])
        .map(([, plain, quoted]) => plain ?? quoted ?? ""),
    ),
  );
}

test("each class of a style sheet is used, and each that is used has a rule", () => {
  expect(sheets.length).toBeGreaterThan(50);
  const wrong = sheets.flatMap((sheet) => {
    const [classes, used] = [classesOf(textOf(sheet)), usedOf(sheet)];
    const dead = [...classes].filter((name) => !used.has(name)).map((name) => `${sheet}: .${name} is not used`);
    const missing = [...used].filter((name) => !classes.has(name)).map((name) => `${sheet}: .${name} has no rule`);
    return [...dead, ...missing];
  });
  expect(wrong).toEqual([]);
});

test("rules for Mantine's own classes, comments and values are no classes of a sheet", () => {
  const css = '.a :global(.mantine-Input-wrapper) { width: 1.5em; } /* .b {} */ .c:hover > .d { content: ".e"; }';
  expect([...classesOf(css)]).toEqual(["a", "c", "d"]);
});
