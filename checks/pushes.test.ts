import { expect, test } from "vitest";
import { projectFiles, textOf } from "./tree.ts";

const production = projectFiles().filter(
  (path) => /^apps\/server\/src\/.*\.ts$/.test(path) && !/\.(test|fixture|long)\.ts$|database\/types\.ts$/.test(path),
);

test("pushes and their recipients are written and read in sections/pushes alone", () => {
  const naming = production.filter((path) => /\bpush_action(s|_targets)\b/.test(textOf(path)));
  const elsewhere = naming.filter((path) => !path.startsWith("apps/server/src/sections/pushes/"));
  expect(elsewhere).toEqual([
    // Name columns, read nothing.
    "apps/server/src/sections/customers/erasure-decisions.ts",
    "apps/server/src/sections/merges/merge-decisions.ts",
  ]);
  const writing = /(insert into|update|delete from)\s+push_action(s|_targets)\b/;
  expect(elsewhere.filter((path) => writing.test(textOf(path)))).toEqual([]);
  const reading = naming.filter((path) => path.endsWith(".read.ts"));
  expect(reading.filter((path) => writing.test(textOf(path)))).toEqual([]);
});
