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

const PATHS = projectFiles().filter((path) => /^apps\/server\/migrations\/\d{4}_.*\.sql$/.test(path));
const nameOf = (path: string) => path.split("/").at(-1) ?? "";
const CLOSED = new Set(
  PATHS.flatMap((path) =>
    [...textOf(path).matchAll(/protect_tenant_table\('(\w+)'\)/g)].map((match) => match[1] ?? ""),
  ),
);
/** Tenant tables of these that the file leaves closed to the owner. */
const leftClosed = (text: string, tables: Iterable<string>) =>
  [...new Set(tables)].filter(
    (table) =>
      CLOSED.has(table) &&
      !text.includes(`create table ${table} (`) &&
      !text.includes(`alter table ${table} no force row level security;`),
  );

test("a migration that changes tenant rows lifts the policies of all it names: the owner sees no row otherwise", () => {
  // A file that is repeated in batches runs within all accounts.
  const blind = PATHS.filter((path) => !path.endsWith(".batches.sql")).flatMap((path) => {
    const missing = leftClosed(textOf(path), touched(textOf(path)));
    return missing.length > 0 && !(nameOf(path) in BEFORE) ? [`${nameOf(path)}: ${missing.join(", ")}`] : [];
  });
  expect(blind).toEqual([]);
  const raised = PATHS.filter((path) => {
    const lifted = [...textOf(path).matchAll(/alter table (\w+) no force row level security;/g)].map(
      (match) => match[1],
    );
    return lifted.some((table) => !textOf(path).includes(`alter table ${table} force row level security;`));
  });
  expect(raised).toEqual([]);
});

// Until then keys were added to new columns only, which were empty.
const FIRST_WITH_ROWS = "0070";

test("a key that is added is asked of all rows: policies are lifted on both of its tables", () => {
  const blind = PATHS.filter((path) => nameOf(path) >= FIRST_WITH_ROWS).flatMap((path) => {
    const text = textOf(path);
    const statements = text.replaceAll(/\$\$[\s\S]*?\$\$/g, "").split(";");
    const tables = statements.flatMap((one) => {
      const [, own] = /^\s*(?:--.*\n)*\s*alter table (\w+)/.exec(one) ?? [];
      const named = [...one.matchAll(/foreign key [^;]*? references (\w+)/g)].map((match) => match[1] ?? "");
      return own !== undefined && named.length > 0 ? [own, ...named] : [];
    });
    const missing = leftClosed(text, tables);
    return missing.length > 0 ? [`${nameOf(path)}: ${missing.join(", ")}`] : [];
  });
  expect(blind).toEqual([]);
});

/** Files that took away what the version before them used; updating past them stops every process first (docs/runbook.md). */
const TOOK_AWAY = [
  "0079_keys_of_callers.sql",
  "0083_code_spaces_hold.sql",
  "0100_send_gates.sql",
  "0143_one_search_column.sql",
  "0171_one_stay_of_two_systems.sql",
  "0180_coupons_in_use.sql",
  "0231_ranks_by_hand.sql",
  "0241_scores_of_each_rfm.sql",
  "0861_letters_of_coupons.sql",
];

/** Files that took away what no version had used. */
const UNUSED = [
  "0598_message_jobs_are_shown.sql",
  "0700_when_why_to_whom.sql",
  "0770_mail_blocks.sql",
  "0805_mail_events.sql",
  "0838_control_guests_by_guest.sql",
  "0840_conversions.sql",
];

const takesAway = (text: string) =>
  /\b(drop (column|table|function)|rename (to|column)|drop constraint (if exists )?\w+_(pkey|key)\b|alter column \w+ (set not null|type))/i.test(
    text.replaceAll(/^\s*--.*$/gm, "").replaceAll(/\$\$[\s\S]*?\$\$/g, ""),
  );

test("while processes are updated one by one, the version before works on the new schema: a migration takes away nothing that it used", () => {
  expect(
    ["alter table a drop column b", "alter table a rename column b to c", "alter table a drop constraint a_pkey"].map(
      takesAway,
    ),
  ).toEqual([true, true, true]);
  expect(["alter table a add column b text", "-- drop table a", "drop index a_b"].map(takesAway)).toEqual([
    false,
    false,
    false,
  ]);
  expect(PATHS.filter((path) => takesAway(textOf(path))).map(nameOf)).toEqual([...TOOK_AWAY, ...UNUSED].sort());
});
