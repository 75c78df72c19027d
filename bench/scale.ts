import autocannon from "autocannon";
import { systemClock } from "../apps/server/src/clock.ts";
import { openDatabase } from "../apps/server/src/database/connection.ts";
import { startChild } from "./child.ts";
import { type Bench, type BenchDatabase, openBench, query, withPool } from "./cluster.ts";
import { fillCustomers, fillOrganisation } from "./data.ts";
import { type BenchSettings, type FigureLine, inPairs, lineText, median, rounded } from "./figures.ts";
import { type ImportFile, importFile } from "./import-file.ts";
import { openProcesses, type Process, withCores } from "./processes.ts";
import { cookieOf } from "./product-app.ts";
import { searchTermsOf } from "./terms.ts";

/** How many processes share the database. */
const STEPS = [1, 2, 4];
const CONNECTIONS = 24;
const SECONDS = 6;
/** Clients that each import one file at the same time. */
const FILES = 8;
const ROWS = 5_000;
type Run = { perSecond: number; cores: Record<string, number>; p99?: number };

/** quality.md, row "scale": 1, 2 and 4 web processes, then as many workers, on one database. Nothing is lost when workers are killed. */
export async function scaleBench(settings: BenchSettings): Promise<FigureLine[]> {
  const bench = await openBench({ fresh: settings.fresh });
  const lines: FigureLine[] = [];
  const tell = (found: FigureLine[]) => {
    for (const line of found) settings.say(lineText(line));
    lines.push(...found);
  };
  try {
    for (const size of settings.sizes) {
      settings.say(`scale: data of ${size} customers`);
      const data = await bench.database(`customers_${size}`, (urls) => fillCustomers(urls, size));
      tell(await searching(settings, data, size));
    }
    const empty = await bench.database("organisation", fillOrganisation);
    const file = await importFile(bench.folder, "bookings", ROWS);
    tell(await importing(settings, bench, empty, file));
    tell([await killing(bench, empty, file)]);
  } finally {
    await bench.drop("scale_run").catch(() => {});
    await bench.close();
  }
  return lines;
}

/** The same 24 people search, spread over so many web processes. */
async function searching(settings: BenchSettings, data: BenchDatabase, size: number): Promise<FigureLine[]> {
  const terms = await withPool(data.superuser, searchTermsOf);
  const cookie = await sessionOf(data);
  const product = openProcesses(data);
  try {
    const web: Process[] = [];
    while (web.length < Math.max(...STEPS)) web.push(await product.add("web"));
    const runs = await inPairs(
      Object.fromEntries(STEPS.map((count) => [count, () => load(data, web.slice(0, count), cookie, terms)])),
      { pairs: settings.pairs, warmUp: true, seconds: 150 },
    );
    return linesOf("search, web processes", size, "requests/s", runs);
  } finally {
    await product.close();
  }
}

/** By the machine's own clock, which is that of the processes. */
async function sessionOf(data: BenchDatabase): Promise<string> {
  const database = openDatabase(data.app, { max: 1 });
  try {
    return await cookieOf({ app: { database, clock: systemClock } });
  } finally {
    await database.close();
  }
}

async function load(data: BenchDatabase, web: readonly Process[], cookie: string, terms: string[]): Promise<Run> {
  const paths = terms.map((term) => `/api/customers?q=${encodeURIComponent(term)}`);
  let started = 0;
  const one = ({ address }: Process) =>
    autocannon({
      url: address,
      connections: CONNECTIONS / web.length,
      duration: SECONDS,
      timeout: 30,
      headers: { cookie },
      setupClient(client) {
        const from = Math.floor((paths.length / CONNECTIONS) * started++);
        client.setRequests([...paths.slice(from), ...paths.slice(0, from)].map((path) => ({ method: "GET", path })));
      },
    });
  const { result, cores } = await withCores(data, web, () => Promise.all(web.map(one)));
  const wrong = result.reduce((sum, side) => sum + side.non2xx + side.errors, 0);
  if (wrong > 0) throw new Error(`scale: ${wrong} requests were refused or failed`);
  return {
    perSecond: result.reduce((sum, side) => sum + side.requests.average, 0),
    p99: Math.max(...result.map((side) => side.latency.p99)),
    cores,
  };
}

/** Eight clients import a file each; so many workers take the jobs. */
async function importing(
  settings: BenchSettings,
  bench: Bench,
  empty: BenchDatabase,
  file: ImportFile,
): Promise<FigureLine[]> {
  const sides = STEPS.map((count) => [
    count,
    async () => {
      const run = await importAll(bench, empty, file, count, async () => {});
      if (run.wrong !== "") throw new Error(`scale: ${run.wrong}`);
      return run;
    },
  ]);
  const runs = await inPairs(Object.fromEntries(sides) as Record<string, () => Promise<Run>>, {
    pairs: settings.pairs,
    warmUp: false,
    seconds: 150,
  });
  return linesOf(`${FILES} files of ${ROWS} bookings, worker processes`, FILES * ROWS, "rows/s", runs);
}

/** Two of four workers are killed while they import. */
async function killing(bench: Bench, empty: BenchDatabase, file: ImportFile): Promise<FigureLine> {
  const run = await importAll(bench, empty, file, 4, async (workers) => {
    await workers[0]?.kill();
    await workers[1]?.kill();
  });
  return {
    bench: "scale",
    work: "2 of 4 workers killed while they import: what is lost or doubled",
    size: FILES * ROWS,
    unit: "rows",
    product: run.wrong === "" ? 0 : Number.NaN,
    limit: null,
    ratio: null,
    goal: "0",
    reached: run.wrong === "",
    pairs: 1,
    more: { rows_per_s: Math.round(run.perSecond), wrong: run.wrong || "nothing" },
  };
}

type Imports = { done: number; rows: number };

async function importAll(
  bench: Bench,
  empty: BenchDatabase,
  file: ImportFile,
  count: number,
  meanwhile: (workers: readonly Process[]) => Promise<void>,
): Promise<Run & { wrong: string }> {
  const data = await bench.copy(empty, "scale_run");
  const web = startChild("import-product.ts");
  await web.ask("open", { appUrl: data.app });
  for (let client = 1; client <= FILES; client++) await web.ask("upload", { path: file.path, client });
  await web.stop();
  // Nobody begins before all are there.
  const due = (when: string) =>
    query(data.superuser, `update pgboss.job set start_after = ${when} where name = 'import-reservations'`);
  await due("now() + interval '1 hour'");
  const product = openProcesses(data);
  try {
    const workers: Process[] = [];
    while (workers.length < count) workers.push(await product.add("worker"));
    const started = performance.now();
    await due("now()");
    const { cores } = await withCores(data, workers, async () => {
      await until(data, ({ rows }) => rows > (FILES * ROWS) / 4);
      await meanwhile(workers);
      await until(data, ({ done }) => done === FILES);
    });
    const perSecond = (FILES * ROWS) / ((performance.now() - started) / 1000);
    return { perSecond, cores, wrong: await differences(data, file.rows) };
  } finally {
    await product.close();
  }
}

async function until(data: BenchDatabase, reached: (imports: Imports) => boolean): Promise<void> {
  await withPool(data.superuser, async (pool) => {
    const deadline = performance.now() + 240_000;
    for (;;) {
      const { rows } = await pool.query<Imports>(`select count(*) filter (where state = 'done')::int as done,
        coalesce(sum(rows_new), 0)::int as rows from import_batches`);
      if (reached(rows[0] ?? { done: 0, rows: 0 })) return;
      if (performance.now() > deadline) throw new Error(`scale: the imports stand still: ${JSON.stringify(rows)}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  });
}

/** Every client has each line of its file once. */
async function differences(data: BenchDatabase, rows: number): Promise<string> {
  const found = await query(
    data.superuser,
    `select import_batch.account_id, import_batch.rows_new::int as imported, count(reservation.id)::int as stored,
      count(distinct reservation.original_reservation_code)::int as codes
      from import_batches import_batch left join stay_reservations reservation on reservation.account_id = import_batch.account_id
        group by 1, 2`,
  );
  const wrong = found.rows.filter(
    ({ imported, stored, codes }) => imported !== rows || stored !== rows || codes !== rows,
  );
  return found.rows.length === FILES && wrong.length === 0 ? "" : JSON.stringify(wrong);
}

function linesOf(work: string, size: number, unit: string, runs: Record<string, Run>[]): FigureLine[] {
  const of = (count: number, pick: (run: Run) => number) =>
    median(runs.flatMap((run) => (run[count] ? [pick(run[count])] : [])));
  return STEPS.map((count, at) => {
    const perSecond = of(count, (run) => run.perSecond);
    const before = STEPS[at - 1];
    const ratio = before === undefined ? null : perSecond / of(before, (run) => run.perSecond);
    const cores = Object.keys(runs[0]?.[count]?.cores ?? {}).map((name) => [
      name,
      rounded(of(count, (run) => run.cores[name] ?? 0)),
    ]);
    return {
      bench: "scale",
      work: `${work}: ${count}`,
      size,
      unit,
      product: Math.round(perSecond),
      limit: before === undefined ? null : Math.round(of(before, (run) => run.perSecond)),
      ratio: ratio === null ? null : rounded(ratio),
      goal: before === undefined ? "" : `beside ${before}: grows until the cores are used up, never falls`,
      reached: ratio === null ? null : ratio >= 0.9,
      pairs: runs.length,
      more: {
        ...Object.fromEntries(cores),
        ...(runs[0]?.[count]?.p99 === undefined ? {} : { p99_ms: of(count, (run) => run.p99 ?? 0) }),
      },
    };
  });
}
