import { expect, test } from "vitest";
import { SCHEDULES } from "../apps/server/src/jobs/schedules.ts";
import { textOf } from "./tree.ts";

type Queueing = { function: string; tables: string[]; marks: string };

/** Trigger functions that mark rows for a job: in a queue table, or in a column that is null until something changed. */
function queueingTriggers(schema: string): Queueing[] {
  const functions = schema.matchAll(
    /^CREATE OR REPLACE FUNCTION public\.(\w+)\(\)\n RETURNS trigger\n.*\nAS \$function\$([\s\S]*?)\$function\$/gm,
  );
  return [...functions].flatMap(([, name = "", body = ""]) => {
    const [, queue, marked] =
      /insert into (?:public\.)?(\w+_queue)\b|update (\w+) \w+\s+set \w+_changed_at\b/.exec(body) ?? [];
    const marks = queue ?? marked;
    if (!marks) return [];
    const uses = schema.matchAll(new RegExp(`^CREATE TRIGGER .* ON public\\.(\\w+) .*public\\.${name}\\(`, "gm"));
    return [{ function: name, tables: [...new Set([...uses].map(([, table = ""]) => table))].toSorted(), marks }];
  });
}

const quoted = (text = "") => [...text.matchAll(/`([\w-]+)`/g)].map(([, name = ""]) => name);

test("ARCHITECTURE.md names each trigger that queues work, its tables, what it marks, and the job", () => {
  const [, section = ""] = /^### Triggers that queue work\n([\s\S]*?)^## /m.exec(textOf("ARCHITECTURE.md")) ?? [];
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  const cells = rows.map((row) => row.split("|").slice(1, 5).map(quoted));
  const byFunction = (a: Queueing, b: Queueing) => a.function.localeCompare(b.function);
  const named = cells.map(([tables = [], [name = ""] = [], [marks = ""] = []]) => ({
    function: name,
    tables: tables.toSorted(),
    marks,
  }));
  const expected = queueingTriggers(textOf("apps/server/schema.sql"));
  expect(expected.length).toBeGreaterThan(0);
  expect(named.toSorted(byFunction)).toEqual(expected.toSorted(byFunction));
  expect(cells.flatMap(([, , , jobs = []]) => jobs).filter((job) => !(job in SCHEDULES))).toEqual([]);
});
