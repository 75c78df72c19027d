import { type Child, startChild } from "./child.ts";
import { type Bench, type BenchDatabase, openBench, query, withPool } from "./cluster.ts";
import { fillOrganisation } from "./data.ts";
import { type BenchSettings, type FigureLine, inPairs, lineText, median, rounded } from "./figures.ts";
import { type ImportFile, importFile, type Series } from "./import-file.ts";
import { limitAllTables, limitImport } from "./import-limit.ts";

type Counts = { rows_new: number; rows_unchanged: number; rows_changed: number; rows_refused: number; state: string };
type Product = {
  upload: number;
  first: number;
  again: number;
  /** Other bookings by guests who are customers already; absent for stays. */
  more: number | null;
  idleMb: number;
  peakMb: number;
  rewritten: number;
};
type Limit = { first: number; again: number };

/** Longest time for the pairs of one file. */
const SECONDS = 600;

/** quality.md, row "import": each run into a copy of a database that holds the organisation only. */
export async function importBench(settings: BenchSettings): Promise<FigureLine[]> {
  const bench = await openBench({ fresh: settings.fresh });
  const lines: FigureLine[] = [];
  try {
    const empty = await bench.database("organisation", fillOrganisation);
    for (const size of settings.sizes) {
      for (const series of ["bookings", "stays"] as const) {
        const file = await importFile(bench.folder, series, size);
        const more = series === "bookings" ? await importFile(bench.folder, "more bookings", size) : null;
        settings.say(`import: ${size} ${series}, ${Math.round(file.bytes / size)} bytes a row`);
        const found = await measure(settings, bench, empty, { file, more, series });
        for (const line of found) settings.say(lineText(line));
        lines.push(...found);
      }
    }
  } finally {
    await bench.drop("import_run").catch(() => {});
    await bench.close();
  }
  return lines;
}

type Files = { file: ImportFile; more: ImportFile | null; series: Series };

async function measure(
  settings: BenchSettings,
  bench: Bench,
  empty: BenchDatabase,
  files: Files,
): Promise<FigureLine[]> {
  const { file, series } = files;
  const say = (text: string) => settings.say(`import ${file.rows} ${series}: ${text}`);
  const pairs = await inPairs(
    {
      product: async () => productRun(await bench.copy(empty, "import_run"), files, say),
      limit: async () => limitRun(await bench.copy(empty, "import_run"), file, series, say),
      allTables: async () => {
        const target = await bench.copy(empty, "import_run");
        const ms = await withClient(target, (client) => limitAllTables(client, file, series));
        say(`all tables by raw SQL ${Math.round(ms)} ms`);
        return ms;
      },
    },
    { pairs: settings.pairs, warmUp: file.rows <= 50_000, seconds: SECONDS },
  );
  return linesOf(file, series, pairs);
}

async function productRun(target: BenchDatabase, files: Files, say: (text: string) => void): Promise<Product> {
  const { file } = files;
  const web = startChild("import-product.ts");
  try {
    await web.ask("open", { appUrl: target.app });
    const first = await oneImport(web, target, file);
    expect(first.counts, { rows_new: file.rows, rows_unchanged: 0 });
    // What the nightly vacuum has done by the time the file comes again.
    await query(target.superuser, "vacuum (analyze)");
    const mark = Number((await query(target.superuser, "select pg_current_xact_id()::text as n")).rows[0]?.n);
    const again = await oneImport(web, target, file);
    expect(again.counts, { rows_new: 0, rows_unchanged: file.rows });
    const rewritten = await rowsSince(target, mark);
    const more = files.more && (await oneImport(web, target, files.more));
    if (more) expect(more.counts, { rows_new: file.rows, rows_unchanged: 0 });
    const peakMb = Math.max(first.peakMb, again.peakMb, more?.peakMb ?? 0);
    const seconds = [first, again, more].map((run) => (run ? `${(run.ms / 1000).toFixed(1)} s` : "-")).join(", ");
    say(`product first, again, more by known guests: ${seconds}; peak ${Math.round(peakMb)} MB`);
    return {
      upload: first.upload,
      first: first.ms,
      again: again.ms,
      more: more?.ms ?? null,
      idleMb: first.idleMb,
      peakMb,
      rewritten,
    };
  } finally {
    await web.stop();
  }
}

async function oneImport(web: Child, target: BenchDatabase, file: ImportFile) {
  const sent = await web.ask<{ id: number; ms: number }>("upload", { path: file.path });
  // A process of its own for the job, as a worker is: its peak memory holds nothing of the upload.
  const worker = startChild("import-product.ts");
  try {
    await worker.ask("open", { appUrl: target.app });
    const run = await worker.ask<{ ms: number; idleMb: number; peakMb: number }>("run", { id: sent.id });
    const counts = await web.ask<Counts>("look", { id: sent.id });
    return { ...run, upload: sent.ms, counts };
  } finally {
    await worker.stop();
  }
}

function expect(counts: Counts, wanted: { rows_new: number; rows_unchanged: number }): void {
  if (counts.state !== "done" || counts.rows_new !== wanted.rows_new || counts.rows_unchanged !== wanted.rows_unchanged)
    throw new Error(`import: expected ${JSON.stringify(wanted)}, found ${JSON.stringify(counts)}`);
}

async function limitRun(
  target: BenchDatabase,
  file: ImportFile,
  series: Series,
  say: (text: string) => void,
): Promise<Limit> {
  return withClient(target, async (client) => {
    const first = await limitImport(client, file, series);
    await client.query("vacuum (analyze)");
    const again = await limitImport(client, file, series);
    say(`limit ${Math.round(first)} ms, all rewritten ${Math.round(again)} ms`);
    return { first, again };
  });
}

async function withClient<T>(target: BenchDatabase, work: (client: import("pg").PoolClient) => Promise<T>): Promise<T> {
  return withPool(target.superuser, async (pool) => {
    const client = await pool.connect();
    try {
      return await work(client);
    } finally {
      client.release(true);
    }
  });
}

/** Rows of any table but those of the imports themselves, sessions and the audit log that a later transaction has written. */
async function rowsSince(target: BenchDatabase, mark: number): Promise<number> {
  return withPool(target.superuser, async (pool) => {
    const tables = await pool.query<{ name: string }>(`select oid::regclass::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname !~ '^(import_|sessions|audit_logs|schema_)'`);
    let count = 0;
    for (const { name } of tables.rows) {
      const found = await pool.query<{ n: number }>(
        `select count(*)::int as n from ${name} where xmin::text::bigint >= $1`,
        [mark],
      );
      count += found.rows[0]?.n ?? 0;
    }
    return count;
  });
}

function linesOf(
  file: ImportFile,
  series: Series,
  pairs: { product: Product; limit: Limit; allTables: number }[],
): FigureLine[] {
  const of = (pick: (pair: (typeof pairs)[number]) => number) => median(pairs.map(pick));
  const rate = (ms: number) => Math.round(file.rows / (ms / 1000));
  const base = { bench: "import", size: file.rows, pairs: pairs.length };
  const ahead = series === "bookings";
  const first = of((pair) => pair.limit.first / pair.product.first);
  const again = of((pair) => pair.limit.first / pair.product.again);
  const peak = Math.max(...pairs.map((pair) => pair.product.peakMb));
  const known = of((pair) => pair.product.more ?? Number.NaN);
  const rewritten = Math.max(...pairs.map((pair) => pair.product.rewritten));
  return [
    {
      ...base,
      work: ahead ? "bookings beside COPY + upsert" : "stays with their effects beside COPY + upsert without",
      unit: "rows/s",
      product: rate(of((pair) => pair.product.first)),
      limit: rate(of((pair) => pair.limit.first)),
      ratio: rounded(first),
      goal: ahead ? "≥ 0.75×" : "",
      reached: ahead ? first >= 0.75 : null,
      more: {
        same_tables_by_raw_sql_rows_per_s: rate(of((pair) => pair.allTables)),
        ratio_to_same_tables: rounded(of((pair) => pair.allTables / pair.product.first)),
        ratio_with_upload: rounded(of((pair) => pair.limit.first / (pair.product.first + pair.product.upload))),
        upload_s: rounded(of((pair) => pair.product.upload) / 1000),
        ...(ahead
          ? {
              by_known_guests_rows_per_s: rate(known),
              ratio_by_known_guests: rounded(of((pair) => pair.limit.first / (pair.product.more ?? Number.NaN))),
            }
          : {}),
      },
    },
    {
      ...base,
      work: `the same ${series} again beside the limit's first import`,
      unit: "rows/s",
      product: rate(of((pair) => pair.product.again)),
      limit: rate(of((pair) => pair.limit.first)),
      ratio: rounded(again),
      goal: "≥ 1.6×",
      reached: again >= 1.6,
      more: { limit_rewriting_all_rows_per_s: rate(of((pair) => pair.limit.again)) },
    },
    count({ ...base, work: `the same ${series} again: rows written`, unit: "rows" }, rewritten, 0, "0"),
    {
      ...count({ ...base, work: `${series}: peak memory of the worker`, unit: "MB" }, Math.round(peak), 300, "≤ 300"),
      more: { before_the_job_mb: Math.round(of((pair) => pair.product.idleMb)) },
    },
  ];
}

function count(
  base: Pick<FigureLine, "bench" | "size" | "pairs" | "work" | "unit">,
  value: number,
  most: number,
  goal: string,
): FigureLine {
  return { ...base, product: value, limit: null, ratio: null, goal, reached: value <= most };
}
