import type pg from "pg";
import { startChild } from "./child.ts";
import { openBench, withPool } from "./cluster.ts";
import { TODAY } from "./customers-data.ts";
import { fillCustomers } from "./data.ts";
import { inPairs, inWords, type Line, median, rounded, type Settings, timed } from "./figures.ts";

// What a hand would write, past all policies: stays of two years counted, the tier, and beside what is held.
const decided = (silver: number) => `
  select c.id, k.rank_detail_id as before, d.id as after, d.priority, h.priority as held
  from customers c
  left join (select customer_id, count(*) as n from stay_transactions where account_id = 1 and reversed_at is null
    and check_out_date > $1::date - interval '24 months' and check_out_date <= $1::date group by 1) s on s.customer_id = c.id
  join rank_details d on d.account_id = 1
    and d.priority = case when s.n >= 10 then 1 when s.n >= ${silver} then 2 else 3 end
  left join customer_ranks k on k.account_id = 1 and k.customer_id = c.id and k.rank_type = 'auto'
  left join rank_details h on h.account_id = 1 and h.id = k.rank_detail_id
  where c.account_id = 1 and c.merged_into is null and c.active_status = 'active'`;
const NIGHT = `insert into customer_ranks (account_id, customer_id, rank_detail_id, rank_type, expiration_date, since_date)
  select 1, id, after, 'auto', case when priority < 3 then ($1::date + interval '12 months')::date end, $1::date
  from (${decided(5)}) d where held is null or priority <= held
  on conflict (account_id, customer_id, rank_type) do update
    set rank_detail_id = excluded.rank_detail_id, expiration_date = excluded.expiration_date`;
const TRIED = `select n.before, n.after, o.after as as_is, count(*) from (${decided(4)}) n join (${decided(5)}) o using (id) group by 1, 2, 3`;

/** The regular evaluation and the dry run of the largest programme beside one statement each. */
export async function ranksBench(settings: Settings): Promise<Line[]> {
  const bench = await openBench({ fresh: settings.fresh });
  const lines: Line[] = [];
  try {
    for (const size of settings.sizes) {
      settings.say(`ranks: data of ${size} customers`);
      const data = await bench.database(`customers_${size}`, (urls) => fillCustomers(urls, size));
      const product = startChild("ranks-product.ts");
      try {
        await product.ask("open", { url: data.app });
        await withPool(data.superuser, async (pool) => {
          const limit = await pool.connect();
          try {
            for (const [name, work, statement] of [
              ["night", "an evaluation night of the largest programme", NIGHT],
              ["tried", "a dry run in the largest programme", TRIED],
            ] as const) {
              const pairs = await inPairs(
                {
                  product: () => product.ask<{ ms: number; rows: number }>(name),
                  limit: () => undone(limit, statement),
                },
                { pairs: settings.pairs, warmUp: true, seconds: 60 },
              );
              const [mine, theirs] = [median(pairs.map((p) => p.product.ms)), median(pairs.map((p) => p.limit))];
              const line: Line = {
                ...{ bench: "ranks", work, size, unit: "ms", product: rounded(mine, 1), limit: rounded(theirs, 1) },
                ...{ ratio: rounded(median(pairs.map((p) => p.product.ms / p.limit))), goal: "", reached: null },
                ...{ pairs: pairs.length, more: { rows: pairs[0]?.product.rows ?? 0 } },
              };
              settings.say(inWords(line));
              lines.push(line);
            }
          } finally {
            limit.release(true);
          }
        });
      } finally {
        await product.stop();
      }
    }
    return lines;
  } finally {
    await bench.close();
  }
}

async function undone(client: pg.PoolClient, statement: string): Promise<number> {
  await client.query("begin");
  const ms = await timed(() => client.query(statement, [TODAY]));
  await client.query("rollback");
  return ms;
}
