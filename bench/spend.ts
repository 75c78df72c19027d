import { type Child, startChild } from "./child.ts";
import { type BenchDatabase, openBench, query, withPool } from "./cluster.ts";
import { fillOrganisation } from "./data.ts";
import { inPairs, inWords, type Line, median, rounded, type Settings } from "./figures.ts";

const WORKERS = 20;
const SECONDS = 5;
const LOTS = 10;
const CUSTOMERS = 2_000;
const HOT_LOTS = 200;
type Rate = { perSecond: number; p99: number };

/** quality.md, row "spend": uses of points by 20 workers beside an UPDATE of one row by 20 connections of one process. */
export async function spendBench(settings: Settings): Promise<Line[]> {
  const bench = await openBench({ fresh: settings.fresh });
  const children: Child[] = [];
  try {
    const data = await bench.database("spend", fill);
    const product = startChild("spend-product.ts");
    const limit = startChild("spend-product.ts");
    children.push(product, limit);
    await product.ask("open", { url: data.app });
    await limit.ask("open", { url: data.superuser });
    const rates = (hot: boolean) =>
      inPairs(
        {
          product: () =>
            product.ask<Rate>("spend", { workers: WORKERS, seconds: SECONDS, customers: hot ? 0 : CUSTOMERS }),
          limit: () => limit.ask<Rate>("update", { workers: WORKERS, seconds: SECONDS, customers: CUSTOMERS }),
        },
        { pairs: settings.pairs, warmUp: true, seconds: 240 },
      );
    const lines = [
      lineOf("points of many guests", CUSTOMERS, 0.35, await rates(false)),
      lineOf("points of one guest", 1, 0.07, await rates(true)),
    ];
    await proveExact(data);
    for (const line of lines) settings.say(inWords(line));
    return lines;
  } finally {
    await Promise.all(children.map((child) => child.stop()));
    await bench.close();
  }
}

function lineOf(work: string, size: number, least: number, pairs: { product: Rate; limit: Rate }[]): Line {
  const of = (pick: (pair: (typeof pairs)[number]) => number) => median(pairs.map(pick));
  const ratio = of(({ product, limit }) => product.perSecond / limit.perSecond);
  return {
    ...{ bench: "spend", work: `${work}, ${WORKERS} workers`, size, unit: "uses/s" },
    ...{
      product: Math.round(of(({ product }) => product.perSecond)),
      limit: Math.round(of(({ limit }) => limit.perSecond)),
    },
    ...{
      ratio: rounded(ratio, 3),
      goal: `≥ ${least} of an UPDATE of one row`,
      reached: ratio >= least,
      pairs: pairs.length,
    },
    more: {
      p99_ms: rounded(
        of(({ product }) => product.p99),
        1,
      ),
      limit_p99_ms: rounded(
        of(({ limit }) => limit.p99),
        1,
      ),
    },
  };
}

/** Guests with ten grants each, and guest 0 with two hundred; no grant is used up while it is measured. */
async function fill(urls: BenchDatabase): Promise<void> {
  await fillOrganisation(urls);
  await withPool(urls.superuser, async (pool) => {
    await pool.query(`insert into customers (account_id, id, name) overriding system value
      select 1, n, '山田 花子' from generate_series(1, ${CUSTOMERS + 1}) n`);
    await pool.query(`insert into grant_points (account_id, facility_account_id, customer_id, grant_point, grant_date, expiration_type,
        expiration_date, idempotency_key)
      select 1, 101, c.n, 10000000, '2026-01-01', case when g % 3 = 0 then 'none' else 'date' end,
        case when g % 3 = 0 then null else '2030-01-01'::date + g end, 'bench:' || c.n || ':' || g
      from generate_series(1, ${CUSTOMERS + 1}) c (n)
      cross join lateral generate_series(1, case c.n when ${CUSTOMERS + 1} then ${HOT_LOTS} else ${LOTS} end) g`);
    await pool.query(`insert into point_lots (account_id, grant_point_id, customer_id, granted, remaining, expires_on)
      select account_id, id, customer_id, grant_point, grant_point, expiration_date from grant_points`);
    await pool.query(`insert into point_accounts (account_id, customer_id, balance)
      select account_id, customer_id, sum(grant_point) from grant_points group by 1, 2`);
    for (const table of ["customers", "grant_points", "point_lots", "point_accounts"])
      await pool.query(`vacuum analyze ${table}`);
  });
}

/** Nothing was lost, nothing overspent. @throws Error */
async function proveExact({ superuser }: BenchDatabase): Promise<void> {
  const { rows } = await query(
    superuser,
    `select (select sum(granted) from point_lots) - (select sum(remaining) from point_lots) - (select coalesce(sum(use_point), 0)
        from use_point_cases) as lots, (select sum(granted) from point_lots) - (select sum(balance) from point_accounts)
        - (select coalesce(sum(use_point), 0) from use_points) as parts`,
  );
  if (rows[0]?.lots !== 0 || rows[0]?.parts !== 0) throw new Error(`spend: not exact, ${JSON.stringify(rows[0])}`);
}
