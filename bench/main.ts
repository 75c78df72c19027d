import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { feedsBench } from "./feeds.ts";
import type { BenchSettings, FigureLine } from "./figures.ts";
import { importBench } from "./import.ts";
import { listBench } from "./list.ts";
import { quotesBench } from "./quotes.ts";
import { ranksBench } from "./ranks.ts";
import { renderBench } from "./render.ts";
import { rfmBench } from "./rfm.ts";
import { scaleBench } from "./scale.ts";
import { segmentBench } from "./segment.ts";
import { sendBench } from "./send.ts";
import { spendBench } from "./spend.ts";
import { staysBench } from "./stays.ts";
import { printTable } from "./table.ts";

// npm run bench -- NAME [--json] [--sizes 50000,200000] [--pairs 5] [--fresh]
const BENCHES: Record<string, (settings: BenchSettings) => Promise<FigureLine[]>> = {
  feeds: feedsBench,
  import: importBench,
  list: listBench,
  quotes: quotesBench,
  ranks: ranksBench,
  render: renderBench,
  rfm: rfmBench,
  scale: scaleBench,
  segment: segmentBench,
  send: sendBench,
  spend: spendBench,
  stays: staysBench,
};

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: "boolean", default: false },
      sizes: { type: "string", default: "50000,200000,1000000" },
      pairs: { type: "string", default: "5" },
      fresh: { type: "boolean", default: false },
    },
  });
  const names = positionals.length > 0 ? positionals : Object.keys(BENCHES);
  const unknown = names.filter((name) => !BENCHES[name]);
  if (unknown.length > 0)
    throw new Error(`no bench named ${unknown.join(", ")}; there are ${Object.keys(BENCHES).join(", ")}`);
  const settings: BenchSettings = {
    sizes: values.sizes.split(",").map((text) => wholeNumber("--sizes", text, 1_000, 1_000_000)),
    pairs: wholeNumber("--pairs", values.pairs, 1, 25),
    fresh: values.fresh,
    say: (text) => console.error(text),
  };
  // Whoever compares two runs should know how busy the machine was.
  settings.say(`bench: ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`);
  const lines: FigureLine[] = [];
  for (const name of names) lines.push(...((await BENCHES[name]?.(settings)) ?? []));
  if (values.json) console.log(JSON.stringify(lines, null, 2));
  else printTable(lines);
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exit(1);
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new Error(`${name}: ${text} is not between ${least} and ${most}`);
  return value;
}
