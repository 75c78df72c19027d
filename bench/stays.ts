import { startChild } from "./child.ts";
import { type BenchDatabase, openBench, query } from "./cluster.ts";
import { fillCustomers } from "./data.ts";
import { type BenchSettings, type FigureLine, lineText, median, rounded } from "./figures.ts";

/** Guests of one batch; the smallest data has as many in its largest programme. */
const BATCH = 100;
const STAYS_PER_CUSTOMER = 5;
const MOST = 1.1;

type Batch = { ms: number; counted: number };

/** quality.md, row "stays": stays with all that follows from them cost the same whatever is there already. Counted in pages touched. */
export async function staysBench(settings: BenchSettings): Promise<FigureLine[]> {
  const bench = await openBench({ fresh: settings.fresh });
  const lines: FigureLine[] = [];
  try {
    let least: number | undefined;
    for (const size of [...settings.sizes].sort((a, b) => a - b)) {
      settings.say(`stays: data of ${size} customers`);
      const data = await bench.database(`customers_${size}`, (urls) => fillCustomers(urls, size));
      const { pages, perSecond } = await measure(settings, data);
      least ??= pages;
      const ratio = pages / least;
      const line: FigureLine = {
        bench: "stays",
        work: `stays confirmed among ${size * STAYS_PER_CUSTOMER}`,
        size,
        unit: "pages a stay",
        product: rounded(pages, 1),
        limit: rounded(least, 1),
        ratio: rounded(ratio, 3),
        goal: `≤ ${MOST} of the smallest data`,
        reached: ratio <= MOST,
        pairs: settings.pairs,
        more: { stays_per_second: Math.round(perSecond) },
      };
      settings.say(`${lineText(line)}, ${Math.round(perSecond)} stays/s`);
      lines.push(line);
    }
    return lines;
  } finally {
    await bench.close();
  }
}

async function measure(settings: BenchSettings, data: BenchDatabase): Promise<{ pages: number; perSecond: number }> {
  const child = startChild("stays-product.ts");
  try {
    await child.ask("open", { url: data.app });
    const found: { pages: number; perSecond: number }[] = [];
    // The first batch warms up.
    for (let pair = -1; pair < settings.pairs; pair++) {
      const before = await pagesTouched(data);
      const { ms, counted } = await child.ask<Batch>("stays", { stays: BATCH, skip: 0 });
      const after = await pagesTouched(data);
      if (counted !== BATCH) throw new Error(`stays: ${counted} of ${BATCH} counted`);
      if (pair >= 0) found.push({ pages: (after - before) / counted, perSecond: (counted * 1_000) / ms });
    }
    return { pages: median(found.map(({ pages }) => pages)), perSecond: median(found.map((one) => one.perSecond)) };
  } finally {
    await child.stop();
  }
}

/** Pages that statements on this database have read so far, from memory or disk. A process tells its count a second after its transaction. */
async function pagesTouched({ name, superuser }: BenchDatabase): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const { rows } = await query(
    superuser,
    "select blks_hit + blks_read as pages from pg_stat_database where datname = $1",
    [name],
  );
  return Number(rows[0]?.pages);
}
