import { expect, test } from "vitest";
import { projectFiles, textOf } from "./tree.ts";

// Rows of tenants are found by an id with `firstNotNull`: under row-level security `coalesce` keeps PostgreSQL from its indexes.

/** A row looked up by the first of two columns that is known. */
const LOOKED_UP = /\b(?:and|on) \w+\.(?:id|\w+_id) = coalesce\(\w+\.(?:merged_into|linked_to_id), \w+\.id\)/;

test("no row of a tenant is looked up by a coalesce of two columns", () => {
  const files = projectFiles().filter(
    (path) => /^apps\/server\/src\/.*\.ts$/.test(path) && !/\.(test|fixture|long)\.ts$/.test(path),
  );
  expect(files.filter((path) => LOOKED_UP.test(textOf(path)))).toEqual([]);
  expect(LOOKED_UP.test("and guest.id = coalesce(customer.merged_into, customer.id)")).toBe(true);
});
