import { expect, test } from "vitest";
import { projectFiles, textOf } from "./tree.ts";

/** Files that ran before the rule, and what came of it. */
const BEFORE: Record<string, string> = {
  "0024_points_follow_stays.sql": "made no rule versions; 0088 makes them",
  "0075_keys_name_the_tenant.sql": "saw no import of a feed key; none names one yet, and a key would refuse the move",
};

/** Tables that a file's own statements read or change (not those of its functions, and with one alias at most). */
const touched = (text: string) => {
  const own = text.replaceAll(/\$\$[\s\S]*?\$\$/g, "").replaceAll(/^\s*--.*$/gm, "");
  const changes = own.split(";").filter((statement) => /^\s*(update|insert|delete)\b/.test(statement));
  return new Set(
    changes.flatMap((one) => [...one.matchAll(/\b(?:update|into|from|join) (\w+)/g)].map((match) => match[1] ?? "")),
  );
};

test("a migration that changes tenant rows lifts the policies of all it names: the owner sees no row otherwise", () => {
  const paths = projectFiles().filter((path) => /^apps\/server\/migrations\/\d{4}_.*\.sql$/.test(path));
  const closed = new Set(
    paths.flatMap((path) => [...textOf(path).matchAll(/protect_tenant_table\('(\w+)'\)/g)].map((match) => match[1])),
  );
  const blind = paths.flatMap((path) => {
    const text = textOf(path);
    const missing = [...touched(text)].filter(
      (table) => closed.has(table) && !text.includes(`alter table ${table} no force row level security;`),
    );
    const file = path.split("/").at(-1) ?? "";
    return missing.length > 0 && !(file in BEFORE) ? [`${file}: ${missing.join(", ")}`] : [];
  });
  expect(blind).toEqual([]);
  const raised = paths.filter((path) => {
    const lifted = [...textOf(path).matchAll(/alter table (\w+) no force row level security;/g)].map(
      (match) => match[1],
    );
    return lifted.some((table) => !textOf(path).includes(`alter table ${table} force row level security;`));
  });
  expect(raised).toEqual([]);
});
