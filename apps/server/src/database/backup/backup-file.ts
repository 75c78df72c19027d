import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { z } from "zod";

/** First line of a backup: what it takes to read it. Tables hold what they held in one snapshot, those of the job engine last. */
export type BackupHeader = z.infer<typeof HEADER>;

const HEADER = z.object({
  format: z.enum(["okaeri-backup-1", "okaeri-backup-2"]),
  migrations: z.array(z.string()),
  keyId: z.string(),
  /** All keys that it takes to open what it holds; an earlier file names the newest alone. */
  keyIds: z.array(z.string()).optional(),
  tables: z.array(z.object({ name: z.string(), rows: z.number() })),
  /** Next numbers of sequences; earlier files have those that belong to no column, the first format none. */
  sequences: z.record(z.string(), z.number()).optional(),
});
const SUMS = z.record(z.string(), z.string());

/** Longest line of a file made to harm that is read: a value of PostgreSQL is smaller, and the first line is a list of names. */
const MAX_LINE = 536_870_912;
const MAX_HEADER = 16_777_216;

/** A header with the sums of its tables' rows (SHA-256 of the COPY text); a first-format file has none. */
export type CheckedBackup = BackupHeader & { sums: Record<string, string> | null };

/** The last line; from the second format on followed by the sums as JSON. */
export const END = "-- end of okaeri backup";

/** How days, instants, numbers and bytes are written: the same text whatever the server's or the person's settings are. */
export const SAME_TEXT =
  "set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex'; set synchronize_seqscans = off";

/** The jobs that wait or run. Whom the engine counts as done is of no use to anybody later. */
export const JOBS = "pgboss.job";

/** Column list of a table as it stands in the file. */
export type TableSection = { name: string; columns: string; lines: AsyncGenerator<Buffer> };

export function sectionHead(name: string, columns: string): string {
  return `copy ${name} (${columns}) from stdin;\n`;
}

/**
 * Reads the whole file once without touching a database.
 * @throws Error in one line when it is no backup, cut off, changed, or of another key.
 */
export async function checkBackup(file: string, keyIds: readonly string[]): Promise<CheckedBackup> {
  const { header, sums, footer } = await readThrough(file).catch((error: Error) => {
    throw new Error(
      `バックアップを読めません(途中で切れているか、別の種類のファイルです): ${file}: ${error.message.replaceAll(/\s+/g, " ")}`,
    );
  });
  if (!footer.startsWith(END)) throw new Error(`バックアップが途中で切れています: ${file}`);
  const lacking = keysOf(header).filter((id) => !keyIds.includes(id));
  if (lacking.length > 0)
    throw new Error(
      `SECRET_KEY: このバックアップは別の鍵で暗号化されています。取得したときの鍵 ${lacking.join("、")} も設定してください。失った鍵は --lost=鍵のID で、その鍵で暗号化した情報を開けないまま復元できます`,
    );
  if (header.format === "okaeri-backup-1") return { ...header, sums: null };
  const expected = sumsIn(footer);
  const wrong = Object.keys({ ...sums, ...expected }).filter((name) => expected[name] !== sums[name]);
  if (wrong.length > 0) throw new Error(`バックアップの内容が書き換わっています(${wrong.join(", ")}): ${file}`);
  return { ...header, sums: expected };
}

/** None where the line was changed. */
function sumsIn(footer: string): Record<string, string> {
  try {
    return SUMS.parse(JSON.parse(footer.slice(END.length)));
  } catch {
    return {};
  }
}

const keysOf = ({ keyId, keyIds }: BackupHeader) => [...new Set([keyId, ...(keyIds ?? [])])];

/** Ids of the keys that it takes to open what a backup holds; only its first line is read. */
export async function keysOfBackup(file: string): Promise<string[]> {
  const lines = linesOf(file);
  const header = await headerIn(lines);
  await lines.return(undefined);
  return keysOf(header);
}

async function headerIn(lines: AsyncGenerator<Buffer>): Promise<BackupHeader> {
  const { value } = await lines.next();
  const found = HEADER.safeParse(JSON.parse(value?.toString() ?? ""));
  if (!found.success) throw new Error("no first line of a backup");
  return found.data;
}

async function readThrough(file: string) {
  const lines = linesOf(file);
  const header = await headerIn(lines);
  const rows = new Map(header.tables.map((table) => [table.name, table.rows]));
  const sums: Record<string, string> = {};
  let footer = "";
  for await (const section of sectionsAfter(lines, (line) => (footer = line))) {
    const sum = createHash("sha256");
    let left = rows.get(section.name) ?? 0;
    for await (const line of section.lines) {
      if (left-- === 0) throw new Error(`more rows of ${section.name} than there were`);
      sum.update(line);
    }
    sums[section.name] = sum.digest("hex");
  }
  return { header, sums, footer };
}

/** The tables of a file one after the other; each one's lines are to be read before the next is asked for. */
export async function* tableSections(file: string): AsyncGenerator<TableSection> {
  const lines = linesOf(file);
  await lines.next();
  yield* sectionsAfter(lines, () => {});
}

/** Names alone: they become a part of statements. */
const HEAD = /^copy ([a-z_][a-z0-9_.]*) \(((?:"[^"]+"|\w+)(?:, (?:"[^"]+"|\w+))*)\) from stdin;\n$/;

async function* sectionsAfter(
  lines: AsyncGenerator<Buffer>,
  onFooter: (line: string) => void,
): AsyncGenerator<TableSection> {
  for (;;) {
    const { value: line, done } = await lines.next();
    if (done) return;
    const head = HEAD.exec(line.toString());
    if (!head) {
      onFooter(line.toString().trimEnd());
      continue;
    }
    const [, name = "", columns = ""] = head;
    yield { name, columns, lines: rowsOf(lines) };
  }
}

async function* rowsOf(lines: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value: line, done } = await lines.next();
    if (done) throw new Error("no end of a table");
    if (line.length === 3 && line.toString() === "\\.\n") return;
    yield line;
  }
}

/** Lines with their line feed. Only a line feed ends one: names may hold U+2028, which readline takes for an end too. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file);
  const text = source.pipe(createGunzip());
  source.on("error", (error) => text.destroy(error));
  let most = MAX_HEADER;
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of text as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      const last = chunk.subarray(from, end + 1);
      yield held.length === 0 ? last : Buffer.concat([...held, last]);
      [held, bytes, from, most] = [[], 0, end + 1, MAX_LINE];
    }
    held.push(chunk.subarray(from));
    bytes += chunk.length - from;
    if (bytes > most) throw new Error("a line without end");
  }
  if (bytes > 0) throw new Error("no end of the last line");
}
