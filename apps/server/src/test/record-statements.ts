import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll } from "vitest";

// For a whole run of the server's tests: keeps the text of every statement that PostgreSQL took, for checks/statements.ts.
const folder = process.env.SENT_STATEMENTS;
// Files that share a process share its modules too, but each of them runs this one again.
const shared = globalThis as { okaeriTaken?: Set<string> };

if (folder !== undefined) {
  shared.okaeriTaken ??= recorded();
  const taken = shared.okaeriTaken;
  afterAll(() => {
    writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify([...taken]));
    taken.clear();
  });
}

function recorded(): Set<string> {
  const taken = new Set<string>();
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text?: string; cursor?: { text?: string } }];
    const text = typeof first === "string" ? first : (first.text ?? first.cursor?.text);
    const answer = send.apply(this, args);
    if (text !== undefined && !taken.has(text)) {
      // A statement that was refused has proven nothing. A stream says by itself what became of it.
      if (answer instanceof Promise) answer.then(() => taken.add(text)).catch(() => {});
      else taken.add(text);
    }
    return answer;
  } as typeof pg.Client.prototype.query;
  return taken;
}
