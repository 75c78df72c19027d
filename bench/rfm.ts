import { DEFAULT_GROUPS, groupFor } from "@okaeri/domain/rfms/groups";
import { COMBINATIONS, combinationNumber } from "@okaeri/domain/rfms/paint";
import type pg from "pg";
import { type Child, startChild } from "./child.ts";
import { type BenchDatabase, openBench, query, withPool } from "./cluster.ts";
import { PROGRAMMES } from "./customers-data.ts";
import { fillCustomers } from "./data.ts";
import {
  type BenchSettings,
  type FigureLine,
  inPairs,
  lineText,
  median,
  mustAgree,
  rounded,
  timed,
} from "./figures.ts";
import { type Duck, openDuck } from "./rfm-duck.ts";
import {
  DROP_LIMIT_TABLES,
  dayAfter,
  LIMIT_TABLES,
  limitCounts,
  limitFirst,
  limitNight,
  type ScoreCombination,
} from "./rfm-limit-sql.ts";
import { addNews, removeNews } from "./rfm-news.ts";
import { fillShape } from "./rfm-shapes.ts";

const ONE: readonly number[] = [1];
const EVERY: readonly number[] = Array.from({ length: PROGRAMMES }, (_, at) => at + 1);
/** Customers of each account where all are small. */
const SMALL = 500;

type Run = { ms: number; written: number };
type Sides = { data: BenchDatabase; product: Child; limit: pg.PoolClient; duck: Duck; say: BenchSettings["say"] };

/** quality.md, row "rfm": the largest of a hundred accounts and all of them, one account that is alone, a hundred small ones. */
export async function rfmBench(settings: BenchSettings): Promise<FigureLine[]> {
  const bench = await openBench({ fresh: settings.fresh });
  const lines: FigureLine[] = [];
  try {
    for (const size of settings.sizes) {
      settings.say(`rfm: data of ${size} customers`);
      const data = await bench.database(`customers_${size}`, (urls) => fillCustomers(urls, size));
      lines.push(...(await measure(settings, data, [ONE, EVERY], "the largest account")));
      const one = await bench.database(`one_account_${size}`, fillShape(1, size));
      lines.push(...(await measure(settings, one, [ONE], "one account that is alone")));
    }
    const even = await bench.database(`even_${PROGRAMMES * SMALL}`, fillShape(PROGRAMMES, SMALL));
    lines.push(...(await measure(settings, even, [EVERY], `${PROGRAMMES} accounts of ${SMALL}`)));
  } finally {
    await bench.close();
  }
  return lines;
}

async function measure(
  settings: BenchSettings,
  data: BenchDatabase,
  whoms: readonly (readonly number[])[],
  name: string,
): Promise<FigureLine[]> {
  await removeNews(data);
  const product = startChild("rfm-product.ts");
  try {
    return await withPool(data.superuser, async (pool) => {
      const limit = await pool.connect();
      const duck = await openDuck(pool);
      try {
        await limit.query(LIMIT_TABLES);
        await product.ask("open", { appUrl: data.app });
        const sides = { data, product, limit, duck, say: settings.say };
        const lines: FigureLine[] = [];
        const report = (found: FigureLine[]) => {
          for (const line of found) settings.say(lineText(line));
          lines.push(...found);
        };
        const nameOf = (accounts: readonly number[]) =>
          accounts.length > 1 && whoms.length > 1 ? "all accounts" : name;
        for (const accounts of whoms) report(await first(sides, settings, accounts, nameOf(accounts)));
        for (const accounts of whoms) report(await nights(sides, settings, accounts, nameOf(accounts)));
        if (whoms.includes(ONE)) report(await previews(sides, settings, name));
        return lines;
      } finally {
        duck.close();
        await limit.query(DROP_LIMIT_TABLES);
        limit.release(true);
        await removeNews(data);
      }
    });
  } finally {
    await product.stop();
  }
}

/** The first scoring, into an empty table. */
async function first(
  sides: Sides,
  settings: BenchSettings,
  accounts: readonly number[],
  name: string,
): Promise<FigureLine[]> {
  const { data, product, limit, duck } = sides;
  const whole = accounts.length > 1;
  sides.say(`rfm ${data.name}: first scoring of ${name}`);
  const pairs = await inPairs(
    {
      product: async () => {
        // Truncating all would also take the other accounts' rows; for one account the rest stays, as in life.
        await empty(data, accounts);
        return product.ask<Run>("score", { accounts, day: 0 });
      },
      limit: async () => {
        await limit.query("truncate limit_rfms");
        return timed(() => limitFirst(limit, whole ? null : 1, groupsTable(1)));
      },
      duck: () => duck.score(whole ? null : 1, 0),
    },
    { pairs: settings.pairs, warmUp: true, seconds: 300 },
  );
  const scored = await sameScores(sides, accounts);
  const of = (pick: (pair: (typeof pairs)[number]) => number) => median(pairs.map(pick));
  const line = (other: "raw SQL" | "DuckDB", most: number, goal: string): FigureLine => {
    const reference = (pair: (typeof pairs)[number]) => (other === "raw SQL" ? pair.limit : pair.duck);
    const ratio = of((pair) => pair.product.ms / reference(pair));
    const own = of((pair) => pair.product.ms);
    return {
      bench: "rfm",
      work: `first scoring, ${name}, beside ${other}`,
      size: scored,
      unit: "ms",
      product: Math.round(own),
      limit: Math.round(of(reference)),
      ratio: rounded(ratio),
      goal,
      reached: ratio <= most,
      pairs: pairs.length,
    };
  };
  return [line("raw SQL", 1.15, "≤ 1.15×"), line("DuckDB", 9, "≤ 9×")];
}

/** A day later, half a per cent of the customers with a new stay; then nothing new. */
async function nights(
  sides: Sides,
  settings: BenchSettings,
  accounts: readonly number[],
  name: string,
): Promise<FigureLine[]> {
  const { data, product, limit, duck } = sides;
  sides.say(`rfm ${data.name}: nights of ${name}`);
  const account = accounts.length > 1 ? null : 1;
  // The sides begin from the same scores: those of the day that the last line left.
  await removeNews(data);
  await duck.forgetNews();
  await empty(data, accounts);
  await product.ask<Run>("score", { accounts, day: 0 });
  await limit.query("truncate limit_rfms");
  await limitFirst(limit, account, groupsTable(1));
  let day = 0;
  const pairs: { product: Run; limit: number; duck: number; again: number; rewritten: number }[] = [];
  for (let pair = -1; pair < settings.pairs; pair++) {
    day++;
    await addNews(data, duck, day, accounts);
    const result = await inPairs(
      {
        product: () => product.ask<Run>("score", { accounts, day }),
        limit: () => timed(() => limitNight(limit, account, groupsTable(1), dayAfter(day))),
        duck: () => duck.score(account, day),
      },
      { pairs: 1, warmUp: false, seconds: 60 },
    );
    const mark = await transactionNumber(data);
    const again = await product.ask<Run>("score", { accounts, day });
    const rewritten = await rowsSince(data, mark);
    const measured = result[0];
    if (pair >= 0 && measured) pairs.push({ ...measured, again: again.ms, rewritten });
  }
  const scored = await sameScores(sides, accounts);
  const of = (pick: (pair: (typeof pairs)[number]) => number) => median(pairs.map(pick));
  const what = `${account === null ? "the night" : "after an import"}, ${name}`;
  const base = { bench: "rfm", size: scored, pairs: pairs.length };
  const changed = { rows_written: of((pair) => pair.product.written) };
  const line = (
    work: string,
    side: number,
    other: number,
    most: number | null,
    goal: string,
    ratio: number,
  ): FigureLine => ({
    ...base,
    work,
    unit: "ms",
    product: Math.round(side),
    limit: Math.round(other),
    ratio: rounded(ratio),
    goal,
    reached: most === null ? null : ratio <= most,
    more: changed,
  });
  const own = of((pair) => pair.product.ms);
  const rewritten = Math.max(...pairs.map((pair) => pair.rewritten));
  return [
    line(
      `${what} beside DuckDB`,
      own,
      of((p) => p.duck),
      3,
      "≤ 3×",
      of((p) => p.product.ms / p.duck),
    ),
    line(
      `${what} beside raw SQL`,
      own,
      of((p) => p.limit),
      null,
      "",
      of((p) => p.product.ms / p.limit),
    ),
    {
      ...base,
      work: `${what}, nothing new: rows written`,
      unit: "rows",
      product: rewritten,
      limit: null,
      ratio: null,
      goal: "0",
      reached: rewritten === 0,
      more: {
        ms: Math.round(of((pair) => pair.again)),
      },
    },
  ];
}

/** The counts beside the fields while thresholds are edited. */
async function previews(
  { product, limit, duck, data }: Sides,
  settings: BenchSettings,
  name: string,
): Promise<FigureLine[]> {
  await removeNews(data);
  await duck.forgetNews();
  const inOrder = (found: readonly ScoreCombination[]) => {
    const counts = new Array<number>(COMBINATIONS.length).fill(0);
    for (const { r, f, m, count } of found) counts[combinationNumber(r, f, m)] = count;
    return counts;
  };
  const pairs = await inPairs(
    {
      product: () => product.ask<{ ms: number; counts: number[] }>("preview"),
      limit: () => counted(() => limitCounts(limit, 1, groupsTable(1))),
      duck: () => counted(() => duck.counts(1)),
    },
    { pairs: settings.pairs, warmUp: true, seconds: 60 },
  );
  const work = `counts while editing, ${name}`;
  for (const pair of pairs)
    for (const side of [pair.limit, pair.duck]) mustAgree(work, pair.product.counts, inOrder(side.found));
  const of = (pick: (pair: (typeof pairs)[number]) => number) => rounded(median(pairs.map(pick)), 1);
  const size = pairs[0]?.product.counts.reduce((sum, count) => sum + count, 0) ?? 0;
  return (["limit", "duck"] as const).map((other) => ({
    bench: "rfm",
    work: `${work}, beside ${other === "limit" ? "raw SQL" : "DuckDB"}`,
    size,
    unit: "ms",
    product: of((pair) => pair.product.ms),
    limit: of((pair) => pair[other].ms),
    ratio: rounded(median(pairs.map((pair) => pair.product.ms / pair[other].ms))),
    goal: "",
    reached: null,
    pairs: pairs.length,
  }));
}

async function counted(work: () => Promise<ScoreCombination[]>): Promise<{ ms: number; found: ScoreCombination[] }> {
  const started = performance.now();
  const found = await work();
  return { ms: performance.now() - started, found };
}

async function empty(data: BenchDatabase, accounts: readonly number[]): Promise<void> {
  if (accounts.length > 1) {
    await query(data.superuser, "truncate customer_rfms, customer_rfm_histories");
    return;
  }
  await query(data.superuser, "delete from customer_rfms where account_id = 1");
  await query(data.superuser, "delete from customer_rfm_histories where account_id = 1");
  await query(data.superuser, "vacuum customer_rfms, customer_rfm_histories");
}

/** How many customers are scored. @throws Error when the sides came to other scores. */
async function sameScores({ data, limit, duck }: Sides, accounts: readonly number[]): Promise<number> {
  const sums = (
    table: string,
  ) => `select count(*)::int as n, sum(recency_score)::int as r, sum(frequency_score)::int as f,
    sum(monetary_score)::int as m, sum(monetary_total)::bigint as yen from ${table} where account_id = any ($1)`;
  const own = await query(data.superuser, sums("customer_rfms"), [accounts]);
  const other = await limit.query(sums("limit_rfms"), [accounts]);
  mustAgree("rfm beside raw SQL", own.rows[0], other.rows[0]);
  mustAgree("rfm beside DuckDB", own.rows[0], await duck.sums());
  return Number(own.rows[0]?.n);
}

/** Group position of each combination of scores, as the product's default groups give them; 0 for none. */
function groupsTable(firstGroup: number): number[] {
  const scores = [1, 2, 3, 4, 5] as const;
  return scores.flatMap((recency) =>
    scores.flatMap((frequency) =>
      scores.map((monetary) => {
        const found = groupFor({ recency, frequency, monetary }, DEFAULT_GROUPS);
        return found ? firstGroup + DEFAULT_GROUPS.indexOf(found) : 0;
      }),
    ),
  );
}

async function transactionNumber(data: BenchDatabase): Promise<number> {
  const found = await query(data.superuser, "select pg_current_xact_id()::text as number");
  return Number(found.rows[0]?.number);
}

/** Rows of the scores and their histories that a later transaction has written. */
async function rowsSince(data: BenchDatabase, mark: number): Promise<number> {
  const found = await query(
    data.superuser,
    `select (select count(*) from customer_rfms where xmin::text::bigint >= $1)
      + (select count(*) from customer_rfm_histories where xmin::text::bigint >= $1) as count`,
    [mark],
  );
  return Number(found.rows[0]?.count);
}
