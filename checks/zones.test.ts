import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { importsOf, projectFiles } from "./tree.ts";

const code = projectFiles().filter((path) => /\.(ts|tsx)$/.test(path) && !path.endsWith(".gen.ts"));
const production = code.filter((path) => !/\.test\.tsx?$/.test(path) && !path.includes("/src/test/"));

/** What a file imports, as paths from the project's root where they are the project's own. */
function targets(path: string): string[] {
  return importsOf(path).map((name) => {
    if (name.startsWith(".")) return join(dirname(path), name);
    return name.replace(/^@okaeri\/(domain|contract)\//, "packages/$1/src/");
  });
}

function wrong(from: (path: string) => boolean, allowed: (target: string, path: string) => boolean): string[] {
  return production.filter(from).flatMap((path) =>
    targets(path)
      .filter((t) => !allowed(t, path))
      .map((t) => `${path} → ${t}`),
  );
}

test("domain depends on nothing: no package, no input or output, no clock", () => {
  const inDomain = (path: string) => path.startsWith("packages/domain/");
  expect(wrong(inDomain, (target) => target.startsWith("packages/domain/"))).toEqual([]);
});

test("contract depends on domain, zod and the call library only", () => {
  const ok = (target: string) => /^(packages\/(domain|contract)\/|zod$|@orpc\/contract$)/.test(target);
  expect(wrong((path) => path.startsWith("packages/contract/"), ok)).toEqual([]);
});

test("web and server never import each other", () => {
  expect(
    wrong(
      (path) => path.startsWith("apps/web/"),
      (target) => !target.startsWith("apps/server"),
    ),
  ).toEqual([]);
  expect(
    wrong(
      (path) => path.startsWith("apps/server/"),
      (target) => !target.startsWith("apps/web"),
    ),
  ).toEqual([]);
});

const sectionOf = (path: string) => /^apps\/(server|web)\/src\/sections\/([^/]+)\//.exec(path)?.[2];

test("server: a section uses another one only through its <name>.read.ts, a command named by its verb, or a job's shallow list", () => {
  const internal = /\.(routes|queries|rows|jobs)\.ts$/;
  const ok = (target: string, path: string) => {
    const other = sectionOf(target);
    return other === undefined || other === sectionOf(path) || !internal.test(target);
  };
  expect(wrong((path) => path.startsWith("apps/server/src/sections/"), ok)).toEqual([]);
});

test("web: sections never import each other, and ui knows no router and no section", () => {
  const ok = (target: string, path: string) => sectionOf(target) === undefined || sectionOf(target) === sectionOf(path);
  expect(wrong((path) => path.startsWith("apps/web/src/sections/"), ok)).toEqual([]);
  const plain = (target: string) =>
    !/^apps\/web\/src\/(sections|routes|shell|api)\//.test(target) && !target.startsWith("@tanstack/react-router");
  expect(wrong((path) => path.startsWith("apps/web/src/ui/"), plain)).toEqual([]);
});

test("server: only main constructs; foundations do not know the sections", () => {
  const foundation = (path: string) => /^apps\/server\/src\/(database|jobs|session|mail)\//.test(path);
  expect(wrong(foundation, (target) => !/\/src\/(sections|main|http)\//.test(target))).toEqual([]);
});
