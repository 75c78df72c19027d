import { createReadStream } from "node:fs";
import { csvRecord } from "@okaeri/domain/csv";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { MAX_RECORD_SIZE, UnreadableFileError } from "./problems.ts";
import { readRows } from "./read-rows.ts";
import { batchesOf, collect, rowsOf } from "./reading.fixture.ts";

const HEADER = "code,name,memo\n";
const ok = (lineNo: number, ...cells: string[]) => ({ lineNo, cells });
const refused = (lineNo: number, error: string, raw: string) => ({ lineNo, error, raw });

describe("well-formed files", () => {
  it.each([
    ["LF", "a,b\n1,2\n3,4\n"],
    ["CR LF", "a,b\r\n1,2\r\n3,4\r\n"],
    ["CR only", "a,b\r1,2\r3,4\r"],
    ["no line break at the end", "a,b\n1,2\n3,4"],
    ["byte order mark", "\ufeffa,b\n1,2\n3,4\n"],
    ["cells of delimiters only at the end", "a,b\n1,2,,\n3,4,\n"],
  ])("%s, cut at every byte", async (_name, text) => {
    for (let chunk = 1; chunk <= text.length; chunk++) {
      expect(await rowsOf(text, { chunk })).toEqual([ok(2, "1", "2"), ok(3, "3", "4")]);
    }
  });

  it("keeps quotes, delimiters and line breaks inside quoted cells and counts lines as an editor does", async () => {
    const text = `${HEADER}1,"山田, ""太郎""","二行\r\nメモ"\r\n\r\n"2",,\n,,\n3,c,d`;
    for (const chunk of [1, 2, 3, 7, 1_000]) {
      expect(await rowsOf(text, { chunk })).toEqual([
        ok(2, "1", '山田, "太郎"', "二行\r\nメモ"),
        ok(5, "2", "", ""),
        ok(7, "3", "c", "d"),
      ]);
    }
  });

  it("reads what csv-parse reads", async () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "山", '"', ",", "\n", "\r", " ", "髙", "\t"), maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 }),
        fc.constantFrom("\n", "\r\n"),
        fc.integer({ min: 1, max: 40 }),
        async (table, lineBreak, chunk) => {
          const rows = table.map(([first, ...rest]) => [`x${first}`, ...rest]);
          const text = [["h1", "h2", "h3"], ...rows].map((row) => csvRecord(row) + lineBreak).join("");
          const expected = parse(text, { from: 2 });
          expect((await rowsOf(text, { chunk })).map((row) => ("cells" in row ? row.cells : row))).toEqual(expected);
          expect(expected).toEqual(rows);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("gives batches with the position in the file", async () => {
    const text = HEADER + "1,a,b\n".repeat(5_000);
    const batches = await batchesOf(text, { batchRows: 1_000, chunk: 2_048 });
    expect(batches.length).toBe(5);
    expect(batches.reduce((sum, batch) => sum + batch.rows.length, 0)).toBe(5_000);
    expect(batches.at(-1)?.bytesRead).toBe(text.length);
    expect(batches.every((batch, index) => index === 0 || batch.bytesRead > (batches[index - 1]?.bytesRead ?? 0))).toBe(
      true,
    );
  });
});

describe("titles above the header", () => {
  const NAMES = "予約番号,氏名,チェックイン,チェックアウト\n";
  it.each([
    ["a title", `予約一覧 2026年5月\n${NAMES}R-1,山田,2026-05-01,2026-05-02\n`, 3],
    ["with the delimiters of the table", `予約一覧,,,\n,,,\n${NAMES}R-1,山田,2026-05-01,2026-05-02\n`, 4],
    [
      "a period and the time of printing",
      `期間,2026/05/01～2026/05/31\n出力日時：2026/06/01 10:00\n\n${NAMES}R-1,山田,2026-05-01,2026-05-02\n`,
      5,
    ],
    ["over several lines", `"予約一覧\n湯の宿"\n${NAMES}R-1,山田,2026-05-01,2026-05-02\n`, 4],
    ["with a quote in it", `予約一覧 "5月"\n${NAMES}R-1,山田,2026-05-01,2026-05-02\n`, 3],
    ["twelve lines of them", `${"注意,事項\n".repeat(12)}${NAMES}R-1,山田,2026-05-01,2026-05-02\n`, 14],
  ])("%s", async (_name, text, line) => {
    for (const chunk of [7, 65_536])
      expect(await rowsOf(text, { chunk })).toEqual([ok(line, "R-1", "山田", "2026-05-01", "2026-05-02")]);
  });

  it("headings that nobody knows are found by their width", async () => {
    const rows = Array.from({ length: 5 }, (_, n) => `${n},あ,い,う\n`).join("");
    expect(await rowsOf(`社内資料\n期間,五月\nア,イ,ウ,エ\n${rows}`)).toHaveLength(5);
    expect((await rowsOf(`ア,イ,ウ\n1,2,3\n${"x,".repeat(20)}x\n`))[1]).toMatchObject({
      lineNo: 3,
      error: "wrong_column_count",
    });
  });

  it("words of the rows are no headings: the header stays the first row", async () => {
    const text =
      "予約番号,氏名,チェックイン,予約経路,連絡先\nR-1,山田,2026-05-01,電話,メール\nR-2,名前,2026-05-01,電話,メール\n";
    expect((await rowsOf(text)).map(({ lineNo }) => lineNo)).toEqual([2, 3]);
  });
});

describe("what marks a text for spreadsheets is no part of it", () => {
  it.each([
    ['="G-1"', "G-1"],
    ['"=""G-2"""', "G-2"],
    ['="a,b"', "a,b"],
    ['="a""b"', 'a"b'],
    ["'000123", "000123"],
    ["'+81-90-1111-3333", "+81-90-1111-3333"],
    ["'t Hart", "'t Hart"],
    ["=1+1", "=1+1"],
  ])("%s is %s", async (cell, text) => {
    expect(await rowsOf(`${HEADER}1,${cell},x\n2,${cell},y\n`)).toEqual([ok(2, "1", text, "x"), ok(3, "2", text, "y")]);
  });

  it("a formula that is not closed, or goes on behind its quote, refuses its line alone", async () => {
    const text = `${HEADER}1,="a,x\n2,="b"c,y\n3,d,z\n`;
    expect(await rowsOf(text)).toMatchObject([{ error: "broken_quotes" }, { error: "broken_quotes" }, { lineNo: 4 }]);
  });
});

describe("broken rows are refused alone", () => {
  it.each([
    ["opening quote never closed", '1,"a,b\n', "broken_quotes", '1,"a,b'],
    ["quote inside a cell", '1,a"b,c\n', "broken_quotes", '1,a"b,c'],
    ["text behind a closing quote", '1,"a"b,c\n', "broken_quotes", '1,"a"b,c'],
    ["space before a quote", '1, "a",c\n', "broken_quotes", '1, "a",c'],
    ["too few cells", "1,a\n", "wrong_column_count", "1,a"],
    ["too many cells", "1,a,b,c\n", "wrong_column_count", "1,a,b,c"],
    ["300 columns", `${"x,".repeat(299)}x\n`, "wrong_column_count", `${"x,".repeat(299)}x`],
    ["NUL", "1,a\0,b\n", "bad_character", "1,a␀,b"],
    ["binary line", `\0\u0001\u0002\n`, "bad_character", "␀\u0001\u0002"],
  ])("%s", async (_name, broken, error, raw) => {
    const text = `${HEADER}0,good,row\n${broken}2,good,row\n3,"good","row"\n`;
    for (const chunk of [1, 5, 65_536]) {
      expect(await rowsOf(text, { chunk })).toEqual([
        ok(2, "0", "good", "row"),
        refused(3, error, raw),
        ok(4, "2", "good", "row"),
        ok(5, "3", "good", "row"),
      ]);
    }
  });

  it("an unclosed quote in the last row, and one before many rows without quotes", async () => {
    expect(await rowsOf(`${HEADER}1,a,b\n2,"c,d\n`)).toEqual([
      ok(2, "1", "a", "b"),
      refused(3, "broken_quotes", '2,"c,d'),
    ]);
    const many = "7,plain,row\n".repeat(200_000);
    const rows = await rowsOf(`${HEADER}1,"open,x\n${many}`);
    expect(rows.length).toBe(200_001);
    expect(rows.filter((row) => "error" in row)).toEqual([refused(2, "broken_quotes", '1,"open,x')]);
    expect(rows.at(-1)).toEqual(ok(200_002, "7", "plain", "row"));
  });

  it("an unclosed quote that closes far below gives the rows in between back", async () => {
    const text = `${HEADER}1,"open,x\n2,a,b\n3,c,d\n4,",z,w\n5,e,f\n`;
    expect((await rowsOf(text)).filter((row) => "cells" in row)).toEqual([
      ok(3, "2", "a", "b"),
      ok(4, "3", "c", "d"),
      ok(6, "5", "e", "f"),
    ]);
  });

  it.each([
    ["plain", "x".repeat(MAX_RECORD_SIZE)],
    ["quoted", `"${"x".repeat(MAX_RECORD_SIZE)}"`],
    ["far over the limit", "x".repeat(5 * MAX_RECORD_SIZE)],
  ])("a cell of 1 MB, %s", async (_name, cell) => {
    for (const lineBreak of ["\n", "\r\n", "\r"]) {
      const text = ["code,name", "1,a", `2,${cell}`, "3,b", "4,c", ""].join(lineBreak);
      for (const chunk of [65_536, 1_000_000]) {
        const rows = await rowsOf(text, { chunk });
        expect(rows.map((row) => ("cells" in row ? row.cells[0] : row.error))).toEqual([
          "1",
          "cell_too_long",
          "3",
          "4",
        ]);
        expect(rows.map((row) => row.lineNo)).toEqual([2, 3, 4, 5]);
        const large = rows[1];
        expect(large !== undefined && "raw" in large ? large.raw.length : 0).toBeLessThanOrEqual(32_767);
      }
    }
  });

  it("a large cell below the limit goes in", async () => {
    const cell = "長".repeat(300_000);
    expect(await rowsOf(`a,b\n1,"${cell}"\n`)).toEqual([ok(2, "1", cell)]);
  });
});

describe("encodings", () => {
  const cp932 = (text: string) => iconv.encode(text, "cp932");

  it("mixed: rows of the other encoding are refused alone, shown readable", async () => {
    const file = Buffer.concat([Buffer.from(`${HEADER}1,山田,あ\n`), cp932("2,佐藤,い\n"), Buffer.from("3,鈴木,う\n")]);
    for (const chunk of [1, 7, 65_536]) {
      expect(await rowsOf(file, { chunk })).toEqual([
        ok(2, "1", "山田", "あ"),
        refused(3, "undecodable", "2,佐藤,い"),
        ok(4, "3", "鈴木", "う"),
      ]);
      expect(
        await rowsOf(Buffer.concat([cp932(HEADER), file.subarray(HEADER.length)]), { chunk, encoding: "shift_jis" }),
      ).toEqual(expect.arrayContaining([ok(3, "2", "佐藤", "い")]));
    }
  });

  it("bytes that are no character in any encoding", async () => {
    const file = Buffer.concat([
      Buffer.from(`${HEADER}1,a,b\n2,`),
      Buffer.from([0xff, 0xfe, 0x80]),
      Buffer.from(",x\n3,c,d\n"),
    ]);
    for (const encoding of ["utf-8", "shift_jis"] as const) {
      const rows = await rowsOf(file, { encoding });
      expect(rows.map((row) => ("cells" in row ? row.cells[0] : row.error))).toEqual(["1", "undecodable", "3"]);
    }
  });

  it("a broken row inside an open quote does not stop the rest", async () => {
    const file = Buffer.concat([Buffer.from(`${HEADER}1,"a\n`), cp932("二,b,c\n"), Buffer.from("3,c,d\n")]);
    const rows = await rowsOf(file);
    expect(rows.map((row) => [row.lineNo, "cells" in row ? "row" : row.error])).toEqual([
      [2, "broken_quotes"],
      [3, "undecodable"],
      [4, "row"],
    ]);
  });
});

describe("the source", () => {
  it("an unreadable header stops the reading", async () => {
    await expect(rowsOf('a,"b\n1,2\n')).rejects.toThrow(UnreadableFileError);
    await expect(rowsOf(Buffer.from([0xff, 0x2c, 0x41, 0x0a, 0x31, 0x0a]))).rejects.toThrow(UnreadableFileError);
  });

  it("an error of the source reaches the caller", async () => {
    const missing = createReadStream("/nonexistent/file.csv");
    await expect(collect(readRows(missing, { encoding: "utf-8", delimiter: "," }))).rejects.toThrow("ENOENT");
  });
});
