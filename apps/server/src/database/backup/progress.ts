/** Where a line about what is being done goes. */
export type Tell = (line: string) => void;

/** A table is begun; what it gives is told of rows that went through, and says now and then how far a large table is. */
export type TableProgress = (table: string) => (rows: number) => void;

const EVERY_MS = 5_000;

/** Tells of each table that has rows which one it is, and of how many. */
export function tableProgress(
  tables: readonly { name: string; rows: number }[],
  what: string,
  tell: Tell,
): TableProgress {
  const filled = tables.filter(({ rows }) => rows > 0);
  return (table) => {
    const at = filled.findIndex(({ name }) => name === table);
    const rows = count(filled[at]?.rows ?? 0);
    const label = `${what} ${at + 1}/${filled.length} ${table}`;
    if (at >= 0) tell(`${label} ${rows}行`);
    let done = 0;
    let lastReportAt = performance.now();
    return (more) => {
      done += more;
      if (performance.now() - lastReportAt < EVERY_MS) return;
      lastReportAt = performance.now();
      tell(`${label} ${rows}行のうち${count(done)}行`);
    };
  };
}

const count = (n: number) => n.toLocaleString("ja-JP");
