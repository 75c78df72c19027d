import type pg from "pg";
import { startChild } from "./child.ts";
import { openBench, withPool } from "./cluster.ts";
import { TODAY } from "./customers-data.ts";
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
import { HELD, NIGHT, RANK_OUTCOMES, TRIED } from "./ranks-limit-sql.ts";

/** The regular evaluation and the dry run of the largest programme beside one statement each. */
export async function ranksBench(settings: BenchSettings): Promise<FigureLine[]> {
  const bench = await openBench({ fresh: settings.fresh });
  const lines: FigureLine[] = [];
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
            for (const [name, work, statement, result, most] of [
              ["night", "an evaluation night of the largest programme", NIGHT, HELD, null],
              ["tried", "a dry run in the largest programme", TRIED, RANK_OUTCOMES, 1.3],
            ] as const) {
              const pairs = await inPairs(
                {
                  product: () => product.ask<Side>(name),
                  limit: () => undone(limit, statement, result),
                },
                { pairs: settings.pairs, warmUp: true, seconds: 60 },
              );
              for (const pair of pairs) mustAgree(work, pair.product.result, pair.limit.result);
              const [mine, theirs] = [median(pairs.map((p) => p.product.ms)), median(pairs.map((p) => p.limit.ms))];
              const ratio = median(pairs.map((p) => p.product.ms / p.limit.ms));
              const line: FigureLine = {
                bench: "ranks",
                work,
                size,
                unit: "ms",
                product: rounded(mine, 1),
                limit: rounded(theirs, 1),
                ratio: rounded(ratio),
                goal: most === null ? "" : `≤ ${most}×`,
                reached: most === null ? null : ratio <= most,
                pairs: pairs.length,
                more: { result: JSON.stringify(pairs[0]?.product.result) },
              };
              settings.say(lineText(line));
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

type Side = { ms: number; result: unknown };

async function undone(client: pg.PoolClient, statement: string, result: string): Promise<Side> {
  await client.query("begin");
  const ms = await timed(() => client.query(statement, [TODAY]));
  const found = await client.query(result, result.includes("$1") ? [TODAY] : []);
  await client.query("rollback");
  return { ms, result: found.rows };
}
