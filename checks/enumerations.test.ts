import * as enumerations from "@okaeri/domain/enumerations";
import { expect, test } from "vitest";
import { projectFiles, textOf } from "./tree.ts";

// Specification §4: an enumeration stands once, in the domain. Typed again elsewhere it would lack a value that is added there.

const OWN = "packages/domain/src/enumerations.ts";
const lists = new Map(
  Object.entries(enumerations).flatMap(([name, values]) => (Array.isArray(values) ? [[values.join(" "), name]] : [])),
);

/** Lists of texts in a file that are one of the domain's enumerations, word for word. */
function typedAgain(text: string): string[] {
  return [...text.matchAll(/\[((?:\s*"[\w-]+",?\s*)+)\]/g)].flatMap(([, inside = ""]) => {
    const name = lists.get([...inside.matchAll(/"([\w-]+)"/g)].map(([, value]) => value).join(" "));
    return name === undefined ? [] : [name];
  });
}

test("no enumeration of the domain is typed again", () => {
  const code = projectFiles().filter(
    (path) => /^(packages|apps)\/.*\.tsx?$/.test(path) && !/\.(test|long|fixture)\.tsx?$/.test(path) && path !== OWN,
  );
  expect(code.flatMap((path) => typedAgain(textOf(path)).map((name) => `${path}: ${name}`))).toEqual([]);
});

test("and one that is would be seen", () => {
  expect(typedAgain('z.enum(["inactive", "active"]); z.enum(["point", "coupon", "line", "mail"])')).toEqual([
    "ACTION_TYPES",
  ]);
});
