import pg from "pg";

// What statements touch, counted by PostgreSQL itself: rows that each step of a plan gives and throws away, times its loops.

type Node = {
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
  const own = (node["Actual Rows"] + removed) * node["Actual Loops"];
  return (node.Plans ?? []).reduce((sum, plan) => sum + touchedBy(plan), own);
}

/**
 * Runs `work` and explains each statement that it sends, in a savepoint that is rolled back, before the statement itself runs.
 * @returns rows touched by the text of each statement, summed over its runs.
 */
export async function touchedRows(work: () => Promise<unknown>): Promise<Map<string, number>> {
  const touched = new Map<string, number>();
  const send = pg.Client.prototype.query as Query;
  const explained = async (client: pg.Client, text: string, values: unknown[]): Promise<void> => {
    const ask = (statement: string, given: unknown[] = []) =>
      send.call(client, { text: statement, values: given }) as Promise<pg.QueryResult>;
    // Outside of a transaction a savepoint is refused.
    const isInside = await ask("savepoint explained").then(
      () => true,
      () => false,
    );
    if (!isInside) await ask("begin");
    try {
      const { rows } = await ask(`explain (analyze, format json, timing off, buffers off) ${text}`, values);
      const [{ Plan }] = (rows[0] as { "QUERY PLAN": [{ Plan: Node }] })["QUERY PLAN"];
      touched.set(text, (touched.get(text) ?? 0) + touchedBy(Plan));
    } finally {
      await ask(isInside ? "rollback to savepoint explained; release savepoint explained" : "rollback");
    }
  };
  pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { text?: string; values?: unknown[]; submit?: unknown }, unknown[]?];
    const text = typeof first === "string" ? first : first.text;
    const isPlain = typeof first === "string" || first.submit === undefined;
    if (!isPlain || text === undefined || !PLANNED.test(text) || typeof args.at(-1) === "function")
      return send.apply(this, args);
    const values = (typeof first === "string" ? second : first.values) ?? second ?? [];
    return explained(this, text, values as unknown[]).then(() => send.apply(this, args));
  } as typeof pg.Client.prototype.query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = send as typeof pg.Client.prototype.query;
  }
  return touched;
}
