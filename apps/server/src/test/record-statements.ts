import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CompiledQuery, DefaultQueryCompiler } from "kysely";
import pg from "pg";
import { afterAll } from "vitest";
import { Answers, type Taken } from "./answers.ts";
import { templateKey, templatesIn } from "./templates.ts";

// For a whole run of the server's tests: keeps the text of every statement that PostgreSQL took, the template it was made of and the
// fields it answered with, for checks/statements.ts and checks/rows.ts.
const folder = process.env.SENT_STATEMENTS;
// Files that share a process share its modules too, but each of them runs this one again.
const shared = globalThis as { okaeriTaken?: Map<string, Recorded> };
type Recorded = { templates?: Set<string[]> | undefined; fragments?: readonly string[] | undefined; answers?: Answers };

if (folder !== undefined) {
  shared.okaeriTaken ??= recorded();
  const taken = shared.okaeriTaken;
  afterAll(() => {
    const all: Taken[] = [...taken].map(([text, { templates, fragments = [], answers }]) => ({
      text,
      templates: [...(templates ?? [])],
      fragments: [...fragments],
      ...(answers && { fields: answers.fields }),
    }));
    writeFileSync(join(folder, `taken-${randomUUID()}.json`), JSON.stringify(all));
    taken.clear();
  });
}

const PIECES = /^declare piece no scroll cursor for /;

function recorded(): Map<string, Recorded> {
  const taken = new Map<string, Recorded>();
  const templates = keepTemplates();
  const streamed = new WeakMap<pg.Client, string>();
  const take = (client: pg.Client, sent: string, answer?: pg.QueryResult) => {
    if (PIECES.test(sent)) streamed.set(client, sent.replace(PIECES, ""));
    const text = sent.startsWith("fetch ") ? (streamed.get(client) ?? sent) : sent;
    const known: Recorded = taken.get(text) ?? {};
    taken.set(text, known);
    known.templates = templates.get(text)?.outermost;
    known.fragments = templates.get(text)?.fragments;
    if (!answer?.fields?.length) return;
    known.answers ??= new Answers(client, answer.fields);
    known.answers.look(answer.rows);
  };
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | (pg.Query & { text?: string; cursor?: { text?: string } })];
    const text = typeof first === "string" ? first : (first.text ?? first.cursor?.text);
    const answer = send.apply(this, args);
    if (text !== undefined) {
      // A statement that was refused has proven nothing. A stream says by itself what became of it.
      if (answer instanceof Promise) answer.then((found) => take(this, text, found)).catch(() => {});
      else if (first instanceof pg.Query) first.once("end", (found) => take(this, text, found));
      else take(this, text);
    }
    return answer;
  } as typeof pg.Client.prototype.query;
  return taken;
}

type Compiled = { outermost: Set<string[]>; fragments: readonly string[] };

/** The templates that the driver's library compiled each text from: the outermost ones, and the keys of all. */
function keepTemplates(): Map<string, Compiled> {
  const compiledBySql = new Map<string, Compiled>();
  const compile = DefaultQueryCompiler.prototype.compileQuery;
  DefaultQueryCompiler.prototype.compileQuery = function compileQuery(...given): CompiledQuery {
    const compiled = compile.apply(this, given);
    if (compiled.query.kind === "RawNode") {
      const known = compiledBySql.get(compiled.sql) ?? {
        outermost: new Set(),
        fragments: templatesIn(compiled.query).map(templateKey),
      };
      // A tagged template is one list for the whole life of the process.
      known.outermost.add(compiled.query.sqlFragments as string[]);
      compiledBySql.set(compiled.sql, known);
    }
    return compiled;
  };
  return compiledBySql;
}
