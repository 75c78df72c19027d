import type { FigureLine } from "./figures.ts";

const HEAD = ["bench", "work", "size", "product", "limit", "unit", "ratio", "goal", "reached", "pairs"];

/** The lines as a table, with what explains a line beneath it. */
export function printTable(lines: readonly FigureLine[]): void {
  const rows = lines.map((line) => [
    line.bench,
    line.work,
    line.size.toLocaleString("en"),
    line.product.toLocaleString("en"),
    line.limit?.toLocaleString("en") ?? "",
    line.unit,
    line.ratio?.toString() ?? "",
    line.goal,
    line.reached === null ? "" : line.reached ? "yes" : "NO",
    String(line.pairs),
  ]);
  const widths = HEAD.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const print = (cells: readonly string[]) =>
    console.log(
      cells
        .map((cell, at) => (at >= 2 && at <= 4 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
        .join("  ")
        .trimEnd(),
    );
  print(HEAD);
  print(widths.map((width) => "-".repeat(width)));
  rows.forEach((row, at) => {
    print(row);
    const more = Object.entries(lines[at]?.more ?? {}).map(([name, value]) => `${name} ${value}`);
    if (more.length > 0) console.log(`       ${more.join(", ")}`);
  });
}
