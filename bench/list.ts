import { isDeepStrictEqual } from "node:util";
import autocannon from "autocannon";
import { type Child, startChild } from "./child.ts";
import { type BenchDatabase, openBench, withPool } from "./cluster.ts";
import { fillCustomers } from "./data.ts";
import { type BenchSettings, type FigureLine, inPairs, lineText, median, rounded } from "./figures.ts";
import { indexUse } from "./list-plans.ts";
import { searchTermsOf } from "./terms.ts";

const CONNECTIONS = 20;
const SECONDS = 6;
const DEEP_ROUNDS = 25;
export type Side = { address: string; cookie?: string };
export type Load = { perSecond: number; p50: number; p99: number };

/** quality.md, row "list": both sides over HTTP, 20 connections, 50 rows a page. */
export const listBench = (settings: BenchSettings): Promise<FigureLine[]> => atEachSize(settings, "list", measure);

/** Measures on the customers of each size, and tells each line as soon as it is known. */
export async function atEachSize(
  settings: BenchSettings,
  name: string,
  measured: (settings: BenchSettings, data: BenchDatabase, size: number) => Promise<FigureLine[]>,
): Promise<FigureLine[]> {
  const bench = await openBench({ fresh: settings.fresh });
  const lines: FigureLine[] = [];
  try {
    for (const size of settings.sizes) {
      settings.say(`${name}: data of ${size} customers`);
      const data = await bench.database(`customers_${size}`, (urls) => fillCustomers(urls, size));
      const found = await measured(settings, data, size);
      for (const line of found) settings.say(lineText(line));
      lines.push(...found);
    }
  } finally {
    await bench.close();
  }
  return lines;
}

async function measure(settings: BenchSettings, data: BenchDatabase, size: number): Promise<FigureLine[]> {
  const terms = await withPool(data.superuser, searchTermsOf);
  const children: Child[] = [];
  const side = async (file: string, input: object) => {
    const child = startChild(file, "web");
    children.push(child);
    return child.ask<Side>("listen", input);
  };
  try {
    const product = await side("list-product.ts", { appUrl: data.app });
    // The product's pool holds 20 connections; the limit gets as many.
    const limit = await side("list-limit.ts", { superuserUrl: data.superuser, poolSize: CONNECTIONS });
    settings.say(`list ${size}: comparing the answers to 200 terms`);
    await compare(product, limit, terms);
    settings.say(`list ${size}: searching`);
    const search = await loads(settings, product, limit, terms.map(searchPath));
    settings.say(`list ${size}: unfiltered`);
    const whole = await loads(settings, product, limit, ["/api/customers"]);
    settings.say(`list ${size}: deep page`);
    const deep = await deepPage(product, limit);
    return [
      ...searchLines(size, search),
      rateLine(size, "unfiltered list", whole, 0.4, "≥ 0.4× of page + maintained counter"),
      deepLine(size, deep),
      ...(await indexUse(data, size, terms)),
    ];
  } finally {
    await Promise.all(children.map((child) => child.stop()));
  }
}

export const searchPath = (term: string) => `/api/customers?q=${encodeURIComponent(term)}`;
export const getting = (path: string): autocannon.Request => ({ method: "GET", path });

async function loads(settings: BenchSettings, product: Side, limit: Side, paths: string[]) {
  const requests = paths.map(getting);
  return inPairs(
    { product: () => load(product, requests), limit: () => load(limit, requests) },
    { pairs: settings.pairs, warmUp: true, seconds: 240 },
  );
}

/** Twenty connections that ask these addresses in turn. @throws Error when one is refused. */
export async function load(side: Side, requests: readonly autocannon.Request[]): Promise<Load> {
  let started = 0;
  const result = await autocannon({
    url: side.address,
    connections: CONNECTIONS,
    duration: SECONDS,
    timeout: 30,
    headers: side.cookie ? { cookie: side.cookie } : {},
    setupClient(client) {
      // Each connection starts at another term, so that they do not all ask the same one at the same time.
      const from = Math.floor((requests.length / CONNECTIONS) * started++);
      client.setRequests([...requests.slice(from), ...requests.slice(0, from)]);
    },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${side.address}: ${result.non2xx} refused, ${result.errors} failed`);
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

type Pairs = { product: Load; limit: Load }[];

function rateLine(size: number, work: string, pairs: Pairs, least: number, goal: string): FigureLine {
  const ratio = median(pairs.map((pair) => pair.product.perSecond / pair.limit.perSecond));
  return {
    bench: "list",
    work,
    size,
    unit: "requests/s",
    product: Math.round(median(pairs.map((pair) => pair.product.perSecond))),
    limit: Math.round(median(pairs.map((pair) => pair.limit.perSecond))),
    ratio: rounded(ratio),
    goal,
    reached: ratio >= least,
    pairs: pairs.length,
    more: {
      product_p50_ms: median(pairs.map((pair) => pair.product.p50)),
      limit_p50_ms: median(pairs.map((pair) => pair.limit.p50)),
      product_p99_ms: median(pairs.map((pair) => pair.product.p99)),
      limit_p99_ms: median(pairs.map((pair) => pair.limit.p99)),
    },
  };
}

function searchLines(size: number, pairs: Pairs): FigureLine[] {
  const ratio = median(pairs.map((pair) => pair.product.p99 / pair.limit.p99));
  return [
    rateLine(size, "search, exact count", pairs, 0.7, "≥ 0.7× of bare server + best SQL"),
    {
      bench: "list",
      work: "search, 99th percentile",
      size,
      unit: "ms",
      product: median(pairs.map((pair) => pair.product.p99)),
      limit: median(pairs.map((pair) => pair.limit.p99)),
      ratio: rounded(ratio),
      goal: "≤ 1.5×",
      reached: ratio <= 1.5,
      pairs: pairs.length,
    },
  ];
}

type Answer = { total: number; items: object[] };

async function ask(side: Side, path: string): Promise<Answer> {
  const response = await fetch(`${side.address}${path}`, { headers: side.cookie ? { cookie: side.cookie } : {} });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as Answer;
}

/** @throws Error when the sides answer a term differently: then their speed says nothing. */
async function compare(product: Side, limit: Side, terms: readonly string[]): Promise<void> {
  const differing: string[] = [];
  for (const term of terms) {
    const [a, b] = [await ask(product, searchPath(term)), await ask(limit, searchPath(term))];
    if (a.total !== b.total || !isDeepStrictEqual(a.items, b.items)) differing.push(`${term} (${a.total}, ${b.total})`);
  }
  if (differing.length > 0) throw new Error(`answered differently: ${differing.join(", ")}`);
}

/** Page 3,500 of 4,000 in the account of 200,000; the same depth in smaller ones. */
async function deepPage(product: Side, limit: Side) {
  const { total } = await ask(product, "/api/customers");
  const page = Math.max(2, Math.round((total / 50) * 0.875));
  // A walk from the nearer end makes the middle the dearest page.
  const middle = Math.max(2, Math.round(total / 100));
  const times = { product: new Map<number, number[]>(), limit: new Map<number, number[]>() };
  for (let round = -3; round < DEEP_ROUNDS; round++) {
    for (const [name, side] of [
      ["product", product],
      ["limit", limit],
    ] as const) {
      for (const wanted of [1, page, middle]) {
        const started = performance.now();
        await ask(side, `/api/customers?page=${wanted}`);
        if (round < 0) continue;
        times[name].set(wanted, [...(times[name].get(wanted) ?? []), performance.now() - started]);
      }
    }
  }
  const at = (side: "product" | "limit", wanted: number) => rounded(median(times[side].get(wanted) ?? []));
  return { page, middle, at };
}

function deepLine(size: number, { page, middle, at }: Awaited<ReturnType<typeof deepPage>>): FigureLine {
  const [first, deep] = [at("product", 1), at("product", page)];
  return {
    bench: "list",
    work: `page ${page} beside page 1`,
    size,
    unit: "ms",
    product: deep,
    limit: first,
    ratio: rounded(deep / first),
    goal: "≤ 2× of page 1",
    reached: deep / first <= 2,
    pairs: DEEP_ROUNDS,
    more: {
      [`page_${middle}_ms`]: at("product", middle),
      limit_side_page_1_ms: at("limit", 1),
      limit_side_deep_page_ms: at("limit", page),
    },
  };
}
