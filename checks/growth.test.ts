import { expect, test } from "vitest";
import { textOf } from "./tree.ts";

test("docs/growth.md names every table once: whoever makes one says what ends its rows", () => {
  const tables = [...textOf("apps/server/schema.sql").matchAll(/^create table (\w+) \(/gm)].map(
    (match) => match[1] ?? "",
  );
  const page = textOf("docs/growth.md");
  // First column of a table, or a word of a list of tables.
  const listedTables = page
    .split("\n")
    .flatMap((line) =>
      line.startsWith("| `")
        ? [line.split("`")[1] ?? ""]
        : /^(?:`\w+`(?:, )?)+$/.test(line)
          ? (line.match(/\w+/g) ?? [])
          : [],
    );
  expect(listedTables.toSorted()).toEqual(tables.toSorted());
});

test("whatever ends by the clock is named with its term", () => {
  const page = textOf("docs/growth.md");
  for (const table of ["push_action_targets", "import_rejections", "feed_rows", "customer_consents", "audit_logs"])
    expect(page).toMatch(new RegExp(`^\\| \`${table}\` \\| \\d+ \\| .+ \\| .*(?:days|years).* \\|$`, "m"));
});
