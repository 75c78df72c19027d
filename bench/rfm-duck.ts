import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBDateValue, DuckDBInstance } from "@duckdb/node-api";
import { DEFAULT_THRESHOLDS } from "@okaeri/domain/rfms/groups";
import type pg from "pg";
import { dayAfter, type ScoreCombination } from "./rfm-limit-sql.ts";

/** DuckDB with the stays already in it; it scores into a table of its own file. */
export type Duck = {
  /** Milliseconds. */
  score(account: number | null, day: number): Promise<number>;
  /** What the last scoring came to, as `sums` of rfm.ts counts it. */
  sums(): Promise<Record<string, unknown>>;
  /** How many customers of an account have each combination of scores; nothing is written. */
  counts(account: number): Promise<ScoreCombination[]>;
  add(stays: readonly { account_id: number; customer_id: number; use_price: number }[], date: string): Promise<void>;
  /** Takes out what `add` put in. */
  forgetNews(): Promise<void>;
  close(): void;
};

const score = (value: string, bounds: readonly number[], scores: readonly number[]) =>
  `case ${bounds.map((bound, at) => `when ${value} < ${bound} then ${scores[at]}`).join(" ")} else ${scores.at(-1)} end`;

/** Exports the stays of all accounts; not part of any measured time. */
export async function openDuck(pool: pg.Pool): Promise<Duck> {
  const folder = mkdtempSync(join(tmpdir(), "okaeri-duck-"));
  const instance = await DuckDBInstance.create(join(folder, "stays.duckdb"), { threads: "2" });
  const duck = await instance.connect();
  await duck.run(
    "create table stays (account_id integer, customer_id integer, check_out_date date, use_price bigint); set timezone = 'UTC'",
  );
  const append = async (
    rows: readonly { account_id: number; customer_id: number; day: string; use_price: number }[],
  ) => {
    const appender = await duck.createAppender("stays");
    for (const row of rows) {
      appender.appendInteger(row.account_id);
      appender.appendInteger(row.customer_id);
      appender.appendDate(new DuckDBDateValue(Date.parse(row.day) / 86_400_000));
      appender.appendBigInt(BigInt(row.use_price));
      appender.endRow();
    }
    appender.closeSync();
  };
  const { rows: bounds } = await pool.query<{ last: number }>("select max(id) as last from stay_transactions");
  const STEP = 200_000;
  for (let from = 0; from <= (bounds[0]?.last ?? 0); from += STEP) {
    const found = await pool.query(
      "select account_id, customer_id, check_out_date as day, use_price from stay_transactions where id > $1 and id <= $2 order by id",
      [from, from + STEP],
    );
    await append(found.rows);
  }
  const { recency, frequency, monetary } = DEFAULT_THRESHOLDS;
  const scored = (account: number | null, day: number) => {
    const today = `date '${dayAfter(day)}'`;
    return `select *, ${score("recency", recency, [5, 4, 3, 2, 1])} as r,
          ${score("frequency", frequency, [1, 2, 3, 4, 5])} as f, ${score("monetary", monetary, [1, 2, 3, 4, 5])} as m
        from (select account_id, customer_id, ${today} - max(check_out_date) as recency,
          count(*) filter (where check_out_date >= ${today} - interval 2 year) as frequency,
          coalesce(sum(use_price) filter (where check_out_date >= ${today} - interval 2 year), 0) as monetary
        from stays ${account === null ? "" : `where account_id = ${account}`} group by account_id, customer_id)`;
  };
  return {
    async score(account, day) {
      const started = performance.now();
      await duck.run(`create or replace table scores as ${scored(account, day)}`);
      return performance.now() - started;
    },
    async sums() {
      const found = await duck.runAndReadAll(
        "select count(*)::int as n, sum(r)::int as r, sum(f)::int as f, sum(m)::int as m, sum(monetary)::double as yen from scores",
      );
      return found.getRowObjectsJS()[0] ?? {};
    },
    async counts(account) {
      const found = await duck.runAndReadAll(
        `select r::int as r, f::int as f, m::int as m, count(*)::int as count from (${scored(account, 0)}) group by 1, 2, 3`,
      );
      return found.getRowObjectsJS() as ScoreCombination[];
    },
    add: (stays, date) => append(stays.map((stay) => ({ ...stay, day: date }))),
    async forgetNews() {
      await duck.run(`delete from stays where check_out_date > date '${dayAfter(0)}'`);
    },
    close() {
      duck.closeSync();
      instance.closeSync();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
