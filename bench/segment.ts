import { readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { startChild } from "./child.ts";
import { type BenchDatabase, openBench, query, withPool } from "./cluster.ts";
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
import type { Side } from "./list.ts";
import { COUNT, IDS } from "./segment-limit-sql.ts";
import { byRealLua } from "./segment-lua.ts";

/**
 * quality.md, row "segment": the target of six conditions in the largest programme, a fifth of all customers. The count over HTTP beside a bare
 * statement, the ids as a send freezes them beside the same, and both beside real Lua over every customer.
 */
export async function segmentBench(settings: BenchSettings): Promise<FigureLine[]> {
  const bench = await openBench({ fresh: settings.fresh });
  const lines: FigureLine[] = [];
  try {
    for (const size of settings.sizes) {
      settings.say(`segment: data of ${size} customers`);
      const customers = await bench.database(`customers_${size}`, (urls) => fillCustomers(urls, size));
      const data = await bench.copy(customers, "segment_run");
      const facts = readFileSync(join(import.meta.dirname, "segment-facts.sql"), "utf8");
      // Statement by statement: vacuum runs in no transaction.
      await withPool(data.superuser, async (pool) => {
        const client = await pool.connect();
        try {
          for (const statement of facts.split(/;\n/).filter((text) => text.trim() !== ""))
            await client.query(statement);
        } finally {
          client.release(true);
        }
      });
      const found = await measure(settings, data, size);
      for (const line of found) settings.say(lineText(line));
      lines.push(...found);
      await bench.drop("segment_run");
    }
  } finally {
    await bench.close();
  }
  return lines;
}

const targetOf = (gold: number) => ({
  combinator: "and",
  rules: [
    { field: "rank_detail_id", operator: "in", value: [gold] },
    { field: "last_stay_days", operator: "between", value: [180, 365] },
    { field: "stay_count_2y", operator: ">=", value: 3 },
    { field: "birthday_month", operator: "in", value: ["next_month"] },
    { field: "point_balance", operator: ">=", value: 1000 },
    {
      of: "messages",
      where: {
        combinator: "and",
        rules: [
          { field: "outcome", operator: "in", value: ["sent"] },
          { field: "sent_on", operator: ">=", value: { days_ago: 30 } },
        ],
      },
      operator: "=",
      value: 0,
    },
  ],
});

async function measure(settings: BenchSettings, data: BenchDatabase, size: number): Promise<FigureLine[]> {
  const ranks = await query(data.superuser, "select id from rank_details where account_id = 1 and priority = 1");
  const gold: number = ranks.rows[0]?.id;
  const target = targetOf(gold);
  const product = startChild("segment-product.ts", "web");
  try {
    const side = await product.ask<Side>("listen", { appUrl: data.app });
    return await withPool(data.superuser, async (pool) => {
      const counts = await inPairs(
        { product: () => answerOf(() => counted(side, target)), limit: () => answerOf(() => countedBare(pool)) },
        { pairs: settings.pairs, warmUp: true, seconds: 60 },
      );
      const ids = await inPairs(
        {
          product: () => answerOf(() => product.ask<number[]>("ids", target)),
          limit: () => answerOf(async () => (await pool.query<{ id: number }>(IDS)).rows.map(({ id }) => id)),
          lua: () => answerOf(() => byRealLua(data.superuser, gold)),
        },
        { pairs: settings.pairs, warmUp: true, seconds: 120 },
      );
      for (const pair of counts) mustAgree("the count", pair.product.result, pair.limit.result);
      for (const { product, limit, lua } of ids) {
        mustAgree("the ids", product.result, limit.result);
        mustAgree("the ids by real Lua", lua.result, limit.result);
      }
      const matchedGuests = ids[0]?.limit.result.length ?? 0;
      return [
        line(
          size,
          "count of six conditions, over HTTP",
          counts.map(times),
          "≤ 1.3× of hand-written SQL",
          (ratio) => ratio <= 1.3,
          { matchedGuests },
        ),
        line(size, "ids of six conditions", ids.map(times), "≤ 1.3× of hand-written SQL", (ratio) => ratio <= 1.3, {
          matchedGuests,
        }),
        line(
          size,
          "ids beside real Lua over every guest",
          ids.map((pair) => ({ product: pair.product.ms, limit: pair.lua.ms })),
          "≥ 15× faster: ≤ 0.067×",
          (ratio) => ratio <= 1 / 15,
          {},
        ),
      ];
    });
  } finally {
    await product.stop();
  }
}

type Answer<Result> = { ms: number; result: Result };

async function answerOf<Result>(ask: () => Promise<Result>): Promise<Answer<Result>> {
  const answers: Result[] = [];
  const ms = await timed(async () => answers.push(await ask()));
  return { ms, result: answers[0] as Result };
}

async function counted(side: Side, target: object): Promise<number> {
  const response = await fetch(`${side.address}/api/campaigns/audience`, {
    method: "POST",
    headers: { cookie: side.cookie ?? "", origin: side.address, "content-type": "application/json" },
    body: JSON.stringify({ segments: [{ target, types: ["point"] }] }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`audience: ${response.status} ${text}`);
  const found = JSON.parse(text) as { segments: { matched: number }[] };
  return found.segments[0]?.matched ?? Number.NaN;
}

async function countedBare(pool: pg.Pool): Promise<number> {
  const found = await pool.query<{ count: number }>(COUNT);
  return found.rows[0]?.count ?? Number.NaN;
}

type Times = { product: number; limit: number };
const times = (pair: { product: Answer<unknown>; limit: Answer<unknown> }): Times => ({
  product: pair.product.ms,
  limit: pair.limit.ms,
});

function line(
  size: number,
  work: string,
  pairs: readonly Times[],
  goal: string,
  reached: (ratio: number) => boolean,
  more: Record<string, number>,
): FigureLine {
  const ratio = median(pairs.map(({ product, limit }) => product / limit));
  return {
    bench: "segment",
    work,
    size,
    unit: "ms",
    product: rounded(median(pairs.map(({ product }) => product)), 1),
    limit: rounded(median(pairs.map(({ limit }) => limit)), 1),
    ratio: rounded(ratio, 3),
    goal,
    reached: reached(ratio),
    pairs: pairs.length,
    more,
  };
}
