import { csvRecord } from "@okaeri/domain/csv";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { refusedCells } from "../prepare-line.ts";
import { collect, rowsOf } from "./reading.fixture.ts";
import { cellsOfRecord, rejectedCsv, shownRecord } from "./rejected-csv.ts";

describe("rejectedCsv", () => {
  it("writes line number, reasons and the original cells", async () => {
    const rows = [
      { lineNo: 3, reasons: ["予約金額が負の値です", "日付が正しくありません"], cells: ["R-2", 'a "b"', "二\n行"] },
      { lineNo: 9, reasons: ["列の数が見出し行と一致しません"], cells: ["=HYPERLINK(1)"] },
    ];
    const text = (await collect(rejectedCsv(["予約番号", "氏名", "メモ"], rows))).join("");
    expect(text.startsWith("行番号,理由,予約番号,氏名,メモ\r\n")).toBe(true);
    expect(parse(text, { bom: true, relax_column_count: true }).slice(1)).toEqual([
      ["3", "予約金額が負の値です、日付が正しくありません", "R-2", 'a "b"', "二\n行"],
      ["9", "列の数が見出し行と一致しません", "'=HYPERLINK(1)"],
    ]);
  });
});

describe("cellsOfRecord", () => {
  it.each([
    ["a,b,c", ["a", "b", "c"]],
    ['a,"b,""x""\ny",', ["a", 'b,"x"\ny', ""]],
    ['a,"b', ['a,"b']],
    ["", [""]],
  ])("%j", (raw, cells) => {
    expect(cellsOfRecord(raw, ",")).toEqual(cells);
  });

  it.each([
    ["R-1,'+81-90-1111-3333,", "R-1,+81-90-1111-3333,"],
    ['a,"b', 'a,"b'],
    ["'=1", "=1"],
  ])("%j is shown as %j", (raw, shown) => {
    expect(shownRecord(raw, ",")).toBe(shown);
  });

  it("is the inverse of csvRecord", () => {
    const cells = ["a;b", ' "q" ', "x\r\ny", "", "z"];
    expect(cellsOfRecord(csvRecord(cells, ";"), ";")).toEqual(cells);
  });
});

describe("the list of refused rows, read again", () => {
  it("has the cells of the file, whatever they are", async () => {
    const marks = fc.constantFrom(
      "'",
      "=",
      '"',
      "+",
      "-",
      "−",
      "＝",
      "@",
      "0",
      "1",
      " ",
      ",",
      "(",
      "a",
      "山",
      "\t",
      "\n",
      "\r",
    );
    const text = fc.oneof(fc.string({ unit: marks, maxLength: 8 }), fc.string({ unit: "grapheme", maxLength: 8 }));
    const rows = fc.array(
      fc.tuple(text, text, text).filter((row) => row.some((cell) => cell !== "")),
      { minLength: 1, maxLength: 5 },
    );
    const property = fc.asyncProperty(rows, async (cells) => {
      const refused = cells.map((row, at) => refusedCells({ lineNo: at + 2, cells: row }, ",", []));
      const listed = refused.map(({ lineNo, raw }) => ({ lineNo, reasons: ["x"], cells: cellsOfRecord(raw, ",") }));
      const file = (await collect(rejectedCsv(["予約番号", "氏名", "チェックイン"], listed))).join("");
      const again = (await rowsOf(file)).map((row) => ("cells" in row ? row.cells.slice(2) : row));
      expect(again).toEqual(cells);
    });
    await fc.assert(property, { numRuns: 200 });
  });
});
