import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { CHUNK_BYTES } from "@okaeri/contract/import-limits";
import pino from "pino";
import { describe, expect, it, test, vi } from "vitest";
import { collect } from "../reading.fixture.ts";
import { textRow, workbookOf, workbookParts, zipOf } from "../xlsx/xlsx.fixture.ts";
import { type Pieces, rowsIsolated, sniffIsolated, startReader } from "./read-isolated.ts";
import { readersOf } from "./readers.fixture.ts";

const why = { log: pino({ enabled: false }), about: { account_id: 1, import_batch_id: 1 } };
const piecesOf = (bytes: Buffer): Pieces => ({
  size: bytes.length,
  piece: async (seq) => bytes.subarray(seq * CHUNK_BYTES, (seq + 1) * CHUNK_BYTES),
});
const problemOf = async (bytes: Buffer) => {
  const found = await sniffIsolated(piecesOf(bytes), null, why);
  return found.ok ? null : found.problem;
};
const rowsOf = async (bytes: Buffer, encoding: "utf-8" | "shift_jis" | "xlsx" = "utf-8") =>
  collect(rowsIsolated(piecesOf(bytes), { encoding, delimiter: ",", sheet: "予約" }, why));

const HEADER = textRow(1, ["予約番号", "氏名", "到着日", "料金"]);
const ROW = textRow(2, ["R-1", "山田", "", ""]);
const good = workbookParts([{ name: "予約", rows: HEADER + ROW }]);
const SHEET = "xl/worksheets/sheet1.xml";
const SHARED = "xl/sharedStrings.xml";
const STYLES = "xl/styles.xml";
const withPart = (name: string, content: string | Buffer) => zipOf({ ...good, [name]: content });
const sheetOf = (rows: string, behind = "") => workbookOf([{ name: "予約", rows: HEADER + ROW + rows, behind }]);
const MILLION = 1_000_000;

/** The directory says of one part that it lies where another one does. */
function laidOver(zip: Buffer, part: string, other: string): Buffer {
  const found = Buffer.from(zip);
  const entryOf = (name: string) => found.lastIndexOf(name) - 46;
  found.writeUInt32LE(found.readUInt32LE(entryOf(other) + 42), entryOf(part) + 42);
  return found;
}

const manyParts = Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`xl/media/${n}`, ""]));
const merges = (count: number, last: string) =>
  `<mergeCells>${Array.from({ length: count }, () => `<mergeCell ref="A2:${last}"/>`).join("")}</mergeCells>`;
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

describe("workbooks made to harm are refused by what they are, before they cost much", () => {
  it.each<[string, () => Buffer, string | null]>([
    ["a million elements in each other", () => withPart(SHEET, "<a>".repeat(MILLION)), "xlsx_too_large"],
    ["the same in a small part", () => withPart("xl/workbook.xml", "<a>".repeat(MILLION)), "xlsx_too_large"],
    [
      "more styles than there are",
      () => withPart(STYLES, `<styleSheet>${"<x/>".repeat(MILLION / 4 + 1)}</styleSheet>`),
      "xlsx_too_large",
    ],
    [
      "attributes without end",
      () => withPart(SHEET, `<worksheet${Array.from({ length: 100_000 }, (_, n) => ` a${n}=""`).join("")}/>`),
      "xlsx_too_large",
    ],
    ["a long attribute", () => withPart(SHEET, `<worksheet a="${"x".repeat(MILLION)}"/>`), "xlsx_too_large"],
    ["a long name", () => withPart(SHEET, `<${"a".repeat(MILLION)}/>`), "xlsx_too_large"],
    ["a name without end", () => withPart(SHEET, `<${"a".repeat(6 * MILLION)}`), "xlsx_too_large"],
    ["empty shared texts", () => withPart(SHARED, `<sst>${"<si/>".repeat(2 * MILLION + 1)}</sst>`), "xlsx_too_large"],
    [
      "one huge shared text in pieces",
      () => withPart(SHARED, `<sst><si>${`<r><t>${"x".repeat(1_000)}</t></r>`.repeat(5_000)}</si></sst>`),
      "xlsx_too_large",
    ],
    [
      "one huge text within a cell, in pieces",
      () =>
        sheetOf(`<row r="3"><c t="inlineStr"><is>${`<r><t>${"x".repeat(1_000)}</t></r>`.repeat(5_000)}</is></c></row>`),
      "xlsx_too_large",
    ],
    ["ten thousand parts", () => zipOf({ ...manyParts, ...good }), "xlsx_too_large"],
    ["a workbook within a packed file", () => zipOf({ "book.xlsx": zipOf(good) }), "spreadsheet"],
    ["a packed file in place of a sheet", () => withPart(SHEET, zipOf(good)), "xlsx_broken"],
    ["a part that is smaller than it says", () => zipOf(good, { [SHEET]: 100_000 }), "xlsx_broken"],
    ["two parts of the same bytes", () => laidOver(zipOf(good), SHEET, STYLES), "xlsx_broken"],
    [
      "two parts of one name",
      () =>
        Buffer.from(
          zipOf({ ...good, "xl/worksheets/sheet2.xml": "" })
            .toString("latin1")
            .replaceAll("sheet2", "sheet1"),
          "latin1",
        ),
      "xlsx_broken",
    ],
    [
      "entities in entities",
      () =>
        withPart(
          SHEET,
          `<!DOCTYPE a [<!ENTITY a "${"x".repeat(100)}"><!ENTITY b "${"&a;".repeat(100)}"><!ENTITY c "${"&b;".repeat(100)}">]><worksheet>&c;</worksheet>`,
        ),
      "xlsx_broken",
    ],
    [
      "an entity of a file",
      () => withPart(SHEET, `<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet>&a;</worksheet>`),
      "xlsx_broken",
    ],
    ["an entity that is not declared", () => withPart(SHEET, "<worksheet>&lol;</worksheet>"), "xlsx_broken"],
    ["XML in UTF-16", () => withPart(SHEET, utf16(good[SHEET] ?? "")), "xlsx_broken"],
    [
      "XML that says it is Shift_JIS",
      () => withPart(SHEET, (good[SHEET] ?? "").replace("UTF-8", "Shift_JIS")),
      "xlsx_broken",
    ],
    ["bytes that are no UTF-8", () => withPart(SHEET, Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0xfe])), "xlsx_broken"],
    ["NUL bytes", () => withPart(SHEET, "\0".repeat(1_000)), "xlsx_broken"],
    ["a row beyond Excel's last", () => withPart(SHEET, `<worksheet><sheetData><row r="1e9"/>`), "xlsx_broken"],
    ["a row with no number", () => withPart(SHEET, `<worksheet><sheetData><row r="x"/>`), "xlsx_broken"],
    [
      "a column beyond Excel's last",
      () => withPart(SHEET, `<worksheet><sheetData><row><c r="ZZZZZZZZZ1"/>`),
      "xlsx_broken",
    ],
    ["merged cells beyond the last column", () => sheetOf("", merges(1, "A9").replace("A2", "ZZZZZZ2")), "xlsx_broken"],
    ["merged cells that all reach down", () => sheetOf(textRow(3, ["R"]), merges(2_000, "A1048576")), "xlsx_too_large"],
    ["broken merges without end", () => sheetOf("", "<mergeCell ".repeat(MILLION)), "xlsx_broken"],
    [
      "a format of brackets",
      () =>
        withPart(
          STYLES,
          `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${"[".repeat(60_000)}"/></numFmts><cellXfs>${'<xf numFmtId="164"/>'.repeat(20_000)}</cellXfs></styleSheet>`,
        ),
      null,
    ],
    [
      "sheets without end",
      () => workbookOf(Array.from({ length: 300 }, (_, n) => ({ name: `表${n}`, rows: HEADER + ROW }))),
      "xlsx_too_large",
    ],
    [
      "headings of megabytes",
      () => workbookOf([{ name: "予約", rows: textRow(1, ["予約番号", "x".repeat(2 * MILLION)]) + ROW }]),
      "header_unreadable",
    ],
  ])("%s", async (_name, make, problem) => {
    // Not as one whose reading was stopped: that it costs too much shows first in what it is.
    expect(await problemOf(make())).toBe(problem);
  });

  it.each([
    ["empty", "<v></v>", { cells: ["R-1", "山田", "", ""] }],
    ["filled", "<v>1</v>", { error: "wrong_column_count" }],
  ])("cells in the last column that Excel has, %s, cost no more than others", async (_name, value, row) => {
    const far = Array.from({ length: 20_000 }, (_, n) =>
      textRow(n + 3, ["R-1", "山田"]).replace("</row>", `<c r="XFD${n + 3}" s="1">${value}</c></row>`),
    );
    // If each cost as much as a full row, the reader's limit of processor time would stop the file.
    const rows = (await rowsOf(sheetOf(far.join("")), "xlsx")).flatMap((batch) => batch.rows);
    expect(rows).toHaveLength(20_001);
    expect(rows.at(-1)).toMatchObject(row);
  });

  it("one long text that many cells name comes in batches that can be carried", async () => {
    const shared = `<sst><si><t>${"宿".repeat(900_000)}</t></si></sst>`;
    const rows = Array.from({ length: 40 }, (_, n) => `<row r="${n + 3}"><c t="s"><v>0</v></c></row>`).join("");
    const batches = await rowsOf(
      zipOf({ ...workbookParts([{ name: "予約", rows: HEADER + ROW + rows }]), [SHARED]: shared }),
      "xlsx",
    );
    expect(batches.flatMap((batch) => batch.rows)).toHaveLength(41);
    expect(batches.length).toBeGreaterThan(7);
  });
});

describe("text files made to harm", () => {
  const head = "予約番号,氏名\n";
  const last = "R-9,佐藤\n";
  const long = "x".repeat(20 * MILLION);
  it.each<[string, string | Buffer, object[]]>([
    ["a field without end", `${head}R-1,${long}\n${last}`, [{ error: "cell_too_long" }, { cells: ["R-9", "佐藤"] }]],
    [
      "a quoted field without end",
      `${head}R-1,"${long}\n${last}`,
      [{ error: "cell_too_long" }, { cells: ["R-9", "佐藤"] }],
    ],
    [
      "a line of a million columns",
      `${head}${",".repeat(900_000)}x\n${last}`,
      [{ error: "wrong_column_count" }, { cells: ["R-9", "佐藤"] }],
    ],
    [
      "a quote that is never closed",
      `${head}R-1,"x\n${last}`,
      [{ error: "broken_quotes" }, { cells: ["R-9", "佐藤"] }],
    ],
    ["NUL bytes", `${head}R-\0,x\n${last}`, [{ error: "bad_character" }, { cells: ["R-9", "佐藤"] }]],
    [
      "lines of another encoding",
      Buffer.concat([Buffer.from(head), Buffer.from([0x52, 0x2c, 0x8e, 0x52, 0x93, 0x63, 0x0a]), Buffer.from(last)]),
      [{ error: "undecodable", raw: "R,山田" }, { cells: ["R-9", "佐藤"] }],
    ],
  ])("%s costs its line", async (_name, file, rows) => {
    const batches = await rowsOf(Buffer.from(file));
    expect(batches.flatMap((batch) => batch.rows)).toMatchObject(rows);
  });

  it.each<[string, Buffer, string]>([
    ["a heading of a million columns", Buffer.from(`${",".repeat(MILLION - 10)}x\n`), "too_many_columns"],
    ["one line without end", Buffer.from("x".repeat(3 * MILLION)), "header_unreadable"],
    ["UTF-16", utf16(head + last), "utf16"],
    ["UTF-16 that does not say so", utf16((head + last).repeat(9)).subarray(2), "utf16"],
    ["NUL bytes alone", Buffer.alloc(10_000), "binary"],
    ["noise", Buffer.from(Array.from({ length: 4_000 }, (_, n) => (n * 7_919) % 256)), "binary"],
  ])("%s is refused as a whole", async (_name, bytes, problem) => {
    expect(await problemOf(bytes)).toBe(problem);
  });
});

test("a reader that grows beyond its memory ends alone, as the file's doing", async () => {
  const texts = Array.from({ length: 60 }, (_, n) => `<si><t>${n}${"x".repeat(MILLION / 2)}</t></si>`).join("");
  const file = piecesOf(withPart(SHARED, `<sst>${texts}</sst>`));
  const work = { size: file.size, pieceBytes: CHUNK_BYTES, cpuMs: 60_000, sniff: { sheet: null } };
  const small = startReader(16);
  small.begin(work, file);
  await expect(small.next()).rejects.toMatchObject({ problem: "reading_stopped" });
  expect(small.ended).toBe("SIGABRT");
  small.stop();
});

test("what costs more processor time than a file may is stopped, and the reader reads the next one", async () => {
  const reader = startReader();
  const slow = piecesOf(withPart(SHARED, `<sst>${"<si><t>x</t></si>".repeat(500_000)}</sst>`));
  reader.begin({ size: slow.size, pieceBytes: CHUNK_BYTES, cpuMs: 50, sniff: { sheet: null } }, slow);
  expect(await reader.next()).toMatchObject({ found: { ok: false, problem: "reading_stopped" } });
  reader.rest();
  const next = piecesOf(Buffer.from("a,b\n1,2\n"));
  reader.begin({ size: next.size, pieceBytes: CHUNK_BYTES, cpuMs: 5_000, sniff: { sheet: null } }, next);
  expect(await reader.next()).toMatchObject({ found: { ok: true, header: ["a", "b"] } });
  reader.stop();
});

test("bytes of one file that come late are never taken for those of the next one", async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  // Larger than a reader keeps in memory, so that it asks for further pieces; its first rows are enough, while pieces asked for ahead are
  // still to come.
  const noise = () => randomBytes(3_000).toString("base64");
  const rows = Array.from({ length: 600 }, (_, n) => textRow(n + 3, ["R-1", noise(), "", ""])).join("");
  const first = piecesOf(sheetOf(rows));
  const asked = new Map<number, number>();
  const late: Pieces = {
    size: first.size,
    async piece(seq) {
      asked.set(seq, (asked.get(seq) ?? 0) + 1);
      if (seq === 1 && asked.get(seq) === 2) await released;
      return first.piece(seq);
    },
  };
  const reader = startReader();
  const work = { pieceBytes: CHUNK_BYTES, cpuMs: 30_000 };
  reader.begin({ ...work, size: late.size, sniff: { sheet: null } }, late);
  expect(await reader.next()).toMatchObject({ found: { ok: true, sheet: "予約" } });
  expect(asked.get(1)).toBe(2);
  reader.rest();
  const own = piecesOf(Buffer.from(`a,b\n${"1,2\n".repeat(100_000)}`));
  const next: Pieces = {
    size: own.size,
    async piece(seq) {
      if (seq === 1) release();
      if (seq === 1) await sleep(200);
      return own.piece(seq);
    },
  };
  reader.begin({ ...work, size: next.size, rows: { encoding: "utf-8", delimiter: ",", sheet: null } }, next);
  const read = [];
  for (let answer = await reader.next(); "batch" in answer; answer = await reader.next())
    read.push(...answer.batch.rows);
  reader.stop();
  expect(read).toHaveLength(100_000);
  expect(read.every((row) => "cells" in row && row.cells.join() === "1,2")).toBe(true);
});

test("a reader that gets no core for longer than it may hang is not refused: only its own time counts", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const reader = startReader();
    const file = piecesOf(Buffer.from("a,b\n1,2\n"));
    const [pid] = readersOf(process.pid).slice(-1);
    // Signalling process 0 would stop the whole test run.
    if (pid === undefined) throw new Error("no reader runs");
    process.kill(pid, "SIGSTOP");
    reader.begin({ size: file.size, pieceBytes: CHUNK_BYTES, cpuMs: 5_000, sniff: { sheet: null } }, file);
    vi.advanceTimersByTime(600_000);
    process.kill(pid, "SIGCONT");
    expect(await reader.next()).toMatchObject({ found: { ok: true } });
    reader.stop();
  } finally {
    vi.useRealTimers();
  }
});

test("three files of an account are read at once and four of all; whoever comes later waits for one that stalls, and is then read", async () => {
  let [asked, release] = [0, () => {}];
  const released = new Promise<void>((resolve) => (release = resolve));
  const stalled: Pieces = {
    size: 8,
    piece: async () => {
      asked++;
      await released;
      return Buffer.from("a,b\n1,2\n");
    },
  };
  const all = Array.from({ length: 40 }, () => sniffIsolated(stalled, null, why));
  await expect.poll(() => asked).toBe(3);
  // Somebody else has not uploaded forty: the fourth reader is theirs, one after the other.
  const other = { ...why, about: { account_id: 2, import_batch_id: 2 } };
  for (let n = 0; n < 2; n++)
    expect(await sniffIsolated(piecesOf(Buffer.from("a,b\n1,2\n")), null, other)).toMatchObject({ ok: true });
  all.push(sniffIsolated(stalled, null, other), sniffIsolated(stalled, null, other));
  await expect.poll(() => asked).toBe(4);
  await sleep(100);
  expect(asked).toBe(4);
  release();
  expect((await Promise.all(all)).every((found) => found.ok)).toBe(true);
});

test("bytes that cannot be had end the reading with their own error, and a reading that is left early leaves nothing behind", async () => {
  const broken: Pieces = { size: 10, piece: () => Promise.reject(new Error("no database")) };
  await expect(sniffIsolated(broken, null, why)).rejects.toThrow("no database");
  const lines = piecesOf(Buffer.from(`a,b\n${"1,2\n".repeat(200_000)}`));
  for (let n = 0; n < 6; n++)
    for await (const { rows } of rowsIsolated(lines, { encoding: "utf-8", delimiter: ",", sheet: null }, why)) {
      expect(rows.length).toBeGreaterThan(0);
      break;
    }
});
