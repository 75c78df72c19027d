import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { suggestMapping } from "@okaeri/domain/stays/import-fields";
import { cellsOfRecord } from "../apps/server/src/sections/imports/reading/rejected-csv.ts";
import { startChild } from "./child.ts";
import { type BenchDatabase, openBench, query, withPool } from "./cluster.ts";
import { fillOrganisation } from "./data.ts";
import { type BenchSettings, type FigureLine, inPairs, lineText, median, rounded } from "./figures.ts";
import { type ImportFile, importFile, type Series } from "./import-file.ts";
import { limitAllTables } from "./import-limit.ts";

const SENDERS = 4;
const ROWS_A_BATCH = 1_000;
const GOAL = 2_000;
/** More rows than may wait at once would measure the pauses of the senders. */
const MOST_ROWS = 200_000;
const SECONDS = 300;

/** Four senders, batches of a thousand rows, from the first request until every row is written with what follows from it. */
export async function feedsBench(settings: BenchSettings): Promise<FigureLine[]> {
  const bench = await openBench({ fresh: settings.fresh });
  const lines: FigureLine[] = [];
  try {
    const empty = await bench.database("organisation", fillOrganisation);
    for (const size of settings.sizes.filter((rows) => rows <= MOST_ROWS))
      for (const series of ["bookings", "stays"] as const) {
        const file = await importFile(bench.folder, series, size);
        const bodies = bodiesOf(file);
        const say = (text: string) => settings.say(`feeds ${size} ${series}: ${text}`);
        const pairs = await inPairs(
          {
            product: async () => productRun(await bench.copy(empty, "feeds_run"), file, bodies, say),
            limit: async () => limitRun(await bench.copy(empty, "feeds_run"), file, series, say),
          },
          { pairs: settings.pairs, warmUp: false, seconds: SECONDS },
        );
        const line = lineOf(file, series, pairs);
        settings.say(lineText(line));
        lines.push(line);
      }
  } finally {
    await bench.drop("feeds_run").catch(() => {});
    await bench.close();
  }
  return lines;
}

type Product = { ms: number; sentMs: number; cpuSeconds: number; peakMb: number };

/** The rows of the file under the names of a feed. */
function bodiesOf(file: ImportFile): string[] {
  const lines = readFileSync(file.path, "utf8").trimEnd().split("\n");
  const [header = [], ...records] = lines.map((line) => cellsOfRecord(line, ","));
  const places = Object.entries(suggestMapping(header));
  const rows = records.map((cells) =>
    Object.fromEntries(places.flatMap(([field, at]) => (cells[at as number] ? [[field, cells[at as number]]] : []))),
  );
  return Array.from({ length: Math.ceil(rows.length / ROWS_A_BATCH) }, (_, n) =>
    JSON.stringify({ rows: rows.slice(n * ROWS_A_BATCH, (n + 1) * ROWS_A_BATCH) }),
  );
}

async function productRun(
  target: BenchDatabase,
  file: ImportFile,
  bodies: readonly string[],
  say: (text: string) => void,
): Promise<Product> {
  const product = startChild("feeds-product.ts");
  try {
    const { origin, key } = await product.ask<{ origin: string; key: string }>("open", { appUrl: target.app });
    const before = await product.ask<{ cpuSeconds: number }>("used");
    const started = performance.now();
    let next = 0;
    const sender = async () => {
      for (let at = next++; at < bodies.length; at = next++)
        await sendOne(`${origin}/feeds/plain/reservations`, key, at, bodies[at] ?? "");
    };
    await Promise.all(Array.from({ length: SENDERS }, sender));
    const sentMs = performance.now() - started;
    for (let open = 1; open > 0; ) {
      await pause(50);
      const found = await query(
        target.superuser,
        "select count(*)::int as n from import_batches where state <> 'done'",
      );
      open = Number(found.rows[0]?.n);
    }
    const ms = performance.now() - started;
    const { rows } = await query(target.superuser, "select sum(rows_new)::int as n from import_batches");
    if (Number(rows[0]?.n) !== file.rows) throw new Error(`${rows[0]?.n} of ${file.rows} rows came in`);
    const after = await product.ask<{ cpuSeconds: number; peakMb: number }>("used");
    say(`sent in ${(sentMs / 1000).toFixed(1)} s, written after ${(ms / 1000).toFixed(1)} s`);
    return { ms, sentMs, cpuSeconds: after.cpuSeconds - before.cpuSeconds, peakMb: after.peakMb };
  } finally {
    await product.stop();
  }
}

async function sendOne(url: string, key: string, at: number, body: string): Promise<void> {
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "idempotency-key": `bench-${at}`,
  };
  const answer = await fetch(url, { method: "POST", headers, body });
  const text = await answer.text();
  if (answer.status !== 202) throw new Error(`${answer.status} ${text}`);
}

/** The same rows in the same tables by raw SQL from a file, in one transaction and without any check. */
async function limitRun(
  target: BenchDatabase,
  file: ImportFile,
  series: Series,
  say: (text: string) => void,
): Promise<number> {
  return withPool(target.superuser, async (pool) => {
    const client = await pool.connect();
    try {
      const ms = await limitAllTables(client, file, series);
      say(`raw SQL into the same tables ${(ms / 1000).toFixed(1)} s`);
      return ms;
    } finally {
      client.release(true);
    }
  });
}

function lineOf(file: ImportFile, series: Series, pairs: { product: Product; limit: number }[]): FigureLine {
  const of = (pick: (pair: (typeof pairs)[number]) => number) => median(pairs.map(pick));
  const rate = (ms: number) => Math.round(file.rows / (ms / 1000));
  const product = rate(of((pair) => pair.product.ms));
  return {
    bench: "feeds",
    work: `${series}, ${SENDERS} senders, ${ROWS_A_BATCH} rows a batch`,
    size: file.rows,
    unit: "rows/s",
    product,
    limit: rate(of((pair) => pair.limit)),
    ratio: rounded(of((pair) => pair.limit / pair.product.ms)),
    goal: `≥ ${GOAL} rows/s`,
    reached: product >= GOAL,
    pairs: pairs.length,
    more: {
      taken_in_rows_per_s: rate(of((pair) => pair.product.sentMs)),
      cpu_s: rounded(of((pair) => pair.product.cpuSeconds)),
      peak_mb: Math.round(Math.max(...pairs.map((pair) => pair.product.peakMb))),
    },
  };
}
