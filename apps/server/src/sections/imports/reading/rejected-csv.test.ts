import { csvRecord } from "@okaeri/domain/csv";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { collect } from "./reading.fixture.ts";
import { cellsOfRecord, rejectedCsv } from "./rejected-csv.ts";

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

  it("is the inverse of csvRecord", () => {
    const cells = ["a;b", ' "q" ', "x\r\ny", "", "z"];
    expect(cellsOfRecord(csvRecord(cells, ";"), ";")).toEqual(cells);
  });
});
