import pg from "pg";
import { ScopedQuery } from "../database/scoped-query.ts";

// What statements touch, counted by PostgreSQL itself: rows that each step of a plan gives and throws away, times its loops.

type Node = {
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Join Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Node[];
};
type Query = (this: pg.Client, ...args: unknown[]) => unknown;

/** Statements that have a plan. */
const PLANNED = /^\s*(with|select|insert|update|delete|merge)\b/i;

function touchedBy(node: Node): number {
  const removed =
    (node["Rows Removed by Filter"] ?? 0) +
    (node["Rows Removed by Join Filter"] ?? 0) +
    (node["Rows Removed by Index Recheck"] ?? 0);
  // The index still has the entries of what was rolled back; the scan of the table counts what of it is there.
  const isBitmap = node["Node Type"] === "Bitmap Index Scan";
  const own = isBitmap ? 0 : (node["Actual Rows"] + removed) * node["Actual Loops"];
  return (node.Plans ?? []).reduce((sum, plan) => sum + touchedBy(plan), own);
}

/** One text for all lengths of a list of values: `in ($1, $2)` and `in ($1, $2, $3)` are the same statement. */
const statementOf = (text: string) => text.replace(/\$\d+/g, "$").replace(/\$(::\w+)?(,\s*\$(::\w+)?)+/g, "$, …");

/** A statement of a reading: it has its settings with it (scoped-query.ts). */
const isReading = (first: unknown): first is ScopedQuery => first instanceof ScopedQuery;

/** Explains a statement before it is sent; null while nobody counts. */
let explainer: ((client: pg.Client, statement: Statement) => Promise<void>) | null = null;
type Statement = { text: string; values: unknown[]; settings?: readonly string[] };

const send = pg.Client.prototype.query as Query;
// From the beginning and not only while somebody counts: the product binds the connection's method once, and would go on with the old one.
pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
  const [first, second] = args as [string | { text?: string; values?: unknown[]; submit?: unknown }, unknown[]?];
  if (explainer === null) return send.apply(this, args);
  if (isReading(first)) {
    // It answers by itself: nobody waits for what this returns.
    const { text, values = [], settings } = first;
    void explainer(this, { text, values, settings }).finally(() => send.apply(this, args));
    return first;
  }
  const text = typeof first === "string" ? first : first.text;
  const isPlain = typeof first === "string" || first.submit === undefined;
  if (!isPlain || text === undefined || !PLANNED.test(text) || typeof args.at(-1) === "function")
    return send.apply(this, args);
  const values = (typeof first === "string" ? second : first.values) ?? second ?? [];
  return explainer(this, { text, values }).then(() => send.apply(this, args));
} as typeof pg.Client.prototype.query;

/** Explains in a savepoint that is rolled back. */
async function explain(client: pg.Client, { text, values, settings }: Statement): Promise<Node> {
  const ask = (statement: string, given: unknown[] = []) =>
    send.call(client, { text: statement, values: given }) as Promise<pg.QueryResult>;
  // Outside of a transaction a savepoint is refused.
  const isInside = await ask("savepoint explained").then(
    () => true,
    () => false,
  );
  if (!isInside) await ask("begin");
  try {
    if (settings)
      await ask("select set_config('app.system', $1, true), set_config('app.account_ids', $2, true)", [...settings]);
    const { rows } = await ask(`explain (analyze, format json, timing off, buffers off) ${text}`, values);
    const [{ Plan }] = (rows[0] as { "QUERY PLAN": [{ Plan: Node }] })["QUERY PLAN"];
    return Plan;
  } finally {
    await ask(isInside ? "rollback to savepoint explained; release savepoint explained" : "rollback");
  }
}

/**
 * Runs `work` and explains each statement that it sends before the statement itself runs.
 * @returns rows touched by the text of each statement, summed over its runs.
 */
export async function touchedRows(work: () => Promise<unknown>): Promise<Map<string, number>> {
  const touched = new Map<string, number>();
  const turns = new WeakMap<pg.Client, Promise<void>>();
  // Statements that are sent to one connection at once are explained one after the other: a savepoint is of one of them.
  explainer = (client, statement) => {
    const turn = (turns.get(client) ?? Promise.resolve()).then(async () => {
      const plan = await explain(client, statement).catch(() => null);
      const text = statementOf(statement.text);
      // What cannot be explained fails when it runs.
      if (plan !== null) touched.set(text, (touched.get(text) ?? 0) + touchedBy(plan));
    });
    turns.set(client, turn);
    return turn;
  };
  try {
    await work();
  } finally {
    explainer = null;
  }
  return touched;
}
