import { type Child, startChild } from "./child.ts";
import { type BenchDatabase, openBench, query, withPool } from "./cluster.ts";
import { fillOrganisation } from "./data.ts";
import { type BenchSettings, type FigureLine, inPairs, lineText, median, rounded } from "./figures.ts";

const WORKERS = 20;
const SECONDS = 5;
const LOTS = 10;
const CUSTOMERS = 2_000;
const HOT_LOTS = 200;
/** One message, one function: the hand-written way to the same rows under the same keys and indexes, without policies. */
const BY_HAND = `create or replace function use_by_hand(account bigint, guest bigint, facility bigint, points bigint, today date, key text)
  returns bigint language plpgsql as $$
declare had bigint; made bigint;
begin
  select balance into had from point_accounts where account_id = account and customer_id = guest for update;
  if had is null or had < points then return null; end if;
  insert into use_point_cases (account_id, facility_account_id, customer_id, use_date, use_point, idempotency_key, created_by, updated_by)
  values (account, facility, guest, today, points, key, 1, 1) returning id into made;
  with lots as (
    select grant_point_id, remaining, sum(remaining) over (order by expires_on nulls last, grant_point_id) - remaining as before
    from point_lots where account_id = account and customer_id = guest and remaining > 0 and (expires_on is null or expires_on >= today)
  ), taken as materialized (
    select grant_point_id, least(remaining, points - before)::bigint as point from lots where before < points
  ), emptied as (
    update point_lots l set remaining = l.remaining - t.point, updated_at = now() from taken t
    where l.account_id = account and l.grant_point_id = t.grant_point_id
  )
  insert into use_points (account_id, use_point_case_id, grant_point_id, use_point, created_by, updated_by)
  select account, made, t.grant_point_id, t.point, 1, 1 from taken t;
  update point_accounts set balance = balance - points, updated_at = now() where account_id = account and customer_id = guest;
  return made;
end $$`;
type Rate = { perSecond: number; p99: number };

/** quality.md, row "spend": uses of points by 20 workers beside an UPDATE of one row by 20 connections of one process. */
export async function spendBench(settings: BenchSettings): Promise<FigureLine[]> {
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
          byHand: () =>
            limit.ask<Rate>("byHand", { workers: WORKERS, seconds: SECONDS, customers: hot ? 0 : CUSTOMERS }),
        },
        { pairs: settings.pairs, warmUp: true, seconds: 240 },
      );
    const lines = [
      lineOf("points of many guests", CUSTOMERS, 0.35, await rates(false)),
      lineOf("points of one guest", 1, 0.07, await rates(true)),
    ];
    await proveExact(data);
    for (const line of lines) settings.say(lineText(line));
    return lines;
  } finally {
    await Promise.all(children.map((child) => child.stop()));
    await bench.close();
  }
}

function lineOf(
  work: string,
  size: number,
  least: number,
  pairs: { product: Rate; limit: Rate; byHand: Rate }[],
): FigureLine {
  const of = (pick: (pair: (typeof pairs)[number]) => number) => median(pairs.map(pick));
  const ratio = of(({ product, limit }) => product.perSecond / limit.perSecond);
  return {
    bench: "spend",
    work: `${work}, ${WORKERS} workers`,
    size,
    unit: "uses/s",
    product: Math.round(of(({ product }) => product.perSecond)),
    limit: Math.round(of(({ limit }) => limit.perSecond)),
    ratio: rounded(ratio, 3),
    goal: `≥ ${least} of an UPDATE of one row`,
    reached: ratio >= least,
    pairs: pairs.length,
    more: {
      p99_ms: rounded(
        of(({ product }) => product.p99),
        1,
      ),
      limit_p99_ms: rounded(
        of(({ limit }) => limit.p99),
        1,
      ),
      same_rows_by_hand: Math.round(of(({ byHand }) => byHand.perSecond)),
      of_by_hand: rounded(of(({ product, byHand }) => product.perSecond / byHand.perSecond)),
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
    await pool.query(`insert into ranks (account_id, definition, active_month, base_month) values (1, 'stay', 12, 24)`);
    await pool.query(`insert into rank_details (account_id, rank_id, name, total_stay, priority)
      select 1, r.id, d.name, d.stays, d.priority from ranks r, (values ('ゴールド', 10, 1), ('シルバー', 5, 2), ('レギュラー', 0, 3))
        d (name, stays, priority)`);
    await pool.query(`insert into customer_ranks (account_id, customer_id, rank_detail_id, rank_type, expiration_date, since_date)
      select 1, c.id, d.id, 'auto', '2030-01-01', '2026-01-01' from customers c join rank_details d on d.priority = 2 where c.id % 5 = 0`);
    await pool.query(BY_HAND);
    for (const table of [
      "customers",
      "customer_totals",
      "customer_ranks",
      "grant_points",
      "point_lots",
      "point_accounts",
    ])
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
