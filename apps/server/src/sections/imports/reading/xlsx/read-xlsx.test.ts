import { describe, expect, it } from "vitest";
import { UnreadableFileError } from "../problems.ts";
import { collect } from "../reading.fixture.ts";
import { dateText, isCodeFormat, isDateFormat, numberText, shownText } from "./cell-text.ts";
import { problemOfContainer, readWorkbookRows, sniffWorkbook } from "./read-xlsx.ts";
import { sourceOf, textRow, workbookOf, workbookParts, zipOf } from "./xlsx.fixture.ts";

const HEADER = textRow(1, ["予約番号", "氏名", "到着日", "料金"]);
const rowsOf = async (bytes: Buffer, sheet = "予約") =>
  (await collect(readWorkbookRows(sourceOf(bytes), sheet))).flatMap((batch) => batch.rows);
const problemOf = async (bytes: Buffer) => {
  const found = await sniffWorkbook(sourceOf(bytes), null);
  return found.ok ? null : found.problem;
};

describe("values of cells", () => {
  it("days by their format in both counts, numbers, texts with furigana, formulas, booleans", async () => {
    const cells = (row: number) => `<row r="${row}">
      <c r="A${row}" t="s"><v>0</v></c><c r="B${row}" t="s"><v>1</v></c><c r="C${row}" s="1"><v>46296</v></c><c r="D${row}"><f>1+1</f><v>12300</v></c></row>
      <row r="${row + 1}"><c r="A${row + 1}"><v>1.2300000000000001E4</v></c><c r="B${row + 1}" t="inlineStr"><is><r><t>山田</t></r><r><t> 花子</t></r></is></c>
      <c r="C${row + 1}" s="2"><v>46296.604166666664</v></c><c r="D${row + 1}" s="3"><v>0.1</v></c></row>
      <row r="${row + 2}"><c t="str"><f>"R"&amp;1</f><v>R1</v></c><c t="b"><v>1</v></c><c t="d"><v>2026-10-01T00:00:00</v></c><c r="D${row + 2}"><v>0.30000000000000004</v></c></row>`;
    const options = {
      strings: ["<t>R-1</t>", "<t>鈴木</t><rPh><t>スズキ</t></rPh><phoneticPr/>"],
      formats: ['ggge"年"m"月"d"日"', 22, '#,##0"円";[Red]-#,##0'],
    };
    const expected = (day: string) => [
      { lineNo: 2, cells: ["R-1", "鈴木", day, "12300"] },
      { lineNo: 3, cells: ["12300", "山田 花子", `${day} 14:30:00`, "0.1"] },
      { lineNo: 4, cells: ["R1", "TRUE", "2026-10-01", "0.3"] },
    ];
    const sheets = [{ name: "予約", rows: HEADER + cells(2) }];
    expect(await rowsOf(workbookOf(sheets, options))).toEqual(expected("2026-10-01"));
    expect(await rowsOf(workbookOf(sheets, { ...options, is1904: true }))).toEqual(expected("2030-10-02"));
  });

  it("days before the 29 February that never was, times alone, and formats that only look like days", () => {
    expect([1, 59, 61, 0.5].map((serial) => dateText(serial, false))).toEqual([
      "1900-01-01",
      "1900-02-28",
      "1900-03-01",
      "12:00:00",
    ]);
    expect(dateText(0.25, true)).toBe("06:00:00");
    expect([-1, Number.NaN, 1e20].map((serial) => dateText(serial, false))).toEqual([
      "-1",
      "NaN",
      "100000000000000000000",
    ]);
    const codes = ["yyyy/mm/dd", "[$-411]ge.m.d", "[h]:mm", "mm:ss.0", "General", "0.00", '#,##0"day"', "@", "[Red]0"];
    expect(codes.filter((code) => isDateFormat(164, code))).toEqual(codes.slice(0, 4));
    expect([0, 9, 14, 27, 49, 58].filter((id) => isDateFormat(id, undefined))).toEqual([14, 27, 58]);
  });

  it.each([
    ["000000", "123", "000123"],
    ["000\\-0000", "600001", "060-0001"],
    ["[<=999]000;[<=9999]000\\-00;000\\-0000", "600001", "060-0001"],
    ["[<=99999999]####\\-####;\\(00\\)\\ ####\\-####", "312345678", "(03) 1234-5678"],
    ["[<=99999999]####-####;(00) ####-####", "312345678", "(03) 1234-5678"],
    ["000-0000-0000", "9012345678", "090-1234-5678"],
    ["〒000-0000", "600001", "〒060-0001"],
    ['"〒"000\\-0000', "1000001", "〒100-0001"],
    ['0"号室"', "101", "101号室"],
    ['General"号室"', "101", "101号室"],
    ['"M-"0000', "7", "M-0007"],
    ["[$-411]000000", "42", "000042"],
    ["0000;-0000;0", "12", "0012"],
    ["0000000000000000", "1234567890123456", "1.23456789012346E+15"],
    ["000000", "12.5", "12.5"],
    ["000000", "-12", "-12"],
    ["000;;;", "5", "005"],
  ])("a number in the format %s: %s is %s", (format, value, text) => {
    expect(isCodeFormat(format)).toBe(true);
    expect(shownText(value, format)).toBe(text);
  });

  it("amounts keep their number, and numbers that Excel has cut can be told", () => {
    const amounts = [
      "0",
      "#,##0",
      '#,##0"円"',
      "¥#,##0;[Red]-¥#,##0",
      "0.00",
      "0%",
      "0.0,",
      "0,",
      "# ?/?",
      "0.00E+00",
      "[DBNum1]0",
      "@",
      "General",
    ];
    expect(amounts.filter(isCodeFormat)).toEqual([]);
    const values = [
      "123456789012345",
      "1234567890123456",
      "1.2345678901234568E+17",
      "1E+15",
      "1E+20",
      "12300",
      "1.2300000000000001E4",
    ];
    expect(values.map(numberText)).toEqual([
      "123456789012345",
      "1.23456789012346E+15",
      "1.23456789012346E+17",
      "1.0E+15",
      "1.0E+20",
      "12300",
      "12300",
    ]);
  });

  it("titles above the header, empty rows, columns without a heading, merged cells, faulty formulas: each by its row", async () => {
    const rows = [
      textRow(1, ["予約一覧"]),
      textRow(3, ["予約番号", "氏名", "料金"]),
      textRow(4, ["R-1", "山田", "100"]),
      textRow(5, ["", "佐藤", ""]),
      textRow(6, ["", "", ""]),
      `<row r="7"><c r="A7"><v>3</v></c><c r="B7" t="e"><v>#REF!</v></c></row>`,
      `<row r="8"><c r="A8"><v>4</v></c><c r="B8"><f>A1</f></c></row>`,
      textRow(9, ["R-5", "田中", "1", "多い"]),
      textRow(10, ["R-6", "x".repeat(1_000_001), ""]),
    ].join("");
    const behind = '<mergeCells count="2"><mergeCell ref="A1:C1"/><mergeCell ref="A4:A6"/></mergeCells>';
    expect(await rowsOf(workbookOf([{ name: "予約", rows, behind }]))).toEqual([
      { lineNo: 4, cells: ["R-1", "山田", "100"] },
      { lineNo: 5, cells: ["R-1", "佐藤", ""] },
      { lineNo: 7, error: "cell_error", raw: "3,#REF!" },
      { lineNo: 8, error: "cell_error", raw: "4" },
      { lineNo: 9, error: "wrong_column_count", raw: "R-5,田中,1,多い" },
      expect.objectContaining({ lineNo: 10, error: "cell_too_long" }),
    ]);
  });

  it("sheets that can be seen, by name; the first with a table where none is named", async () => {
    const bytes = workbookOf([
      { name: "隠し", rows: HEADER, state: "veryHidden" },
      { name: "説明", rows: textRow(1, ["ご利用の前に"]) },
      { name: "予約", rows: HEADER + textRow(2, ["R-1", "山田", "", ""]) },
    ]);
    expect(await sniffWorkbook(sourceOf(bytes), "予約")).toMatchObject({
      ok: true,
      sheet: "予約",
      sheets: ["説明", "予約"],
    });
    expect(await sniffWorkbook(sourceOf(bytes), null)).toMatchObject({ ok: true, sheet: "予約" });
    expect(await sniffWorkbook(sourceOf(bytes), "説明")).toEqual({ ok: false, problem: "sheet_empty" });
  });
});

describe("files that cannot be taken", () => {
  const good = workbookParts([{ name: "予約", rows: HEADER + textRow(2, ["R-1", "山田", "", ""]) }]);
  const sheet = "xl/worksheets/sheet1.xml";

  it.each([
    ["another packed file", zipOf({ "content.xml": "<a/>" }), "spreadsheet"],
    ["half a file", zipOf(good).subarray(0, 700), "xlsx_broken"],
    ["broken XML", zipOf({ ...good, [sheet]: "<worksheet><sheetData><row></sheetData>" }), "xlsx_broken"],
    [
      "a document type with entities",
      zipOf({ ...good, [sheet]: '<!DOCTYPE a [<!ENTITY b "c">]><worksheet>&b;</worksheet>' }),
      "xlsx_broken",
    ],
    ["a sheet that is not there", zipOf({ ...good, "xl/workbook.xml": "<workbook><sheets/></workbook>" }), "no_sheet"],
    ["no rows", workbookOf([{ name: "空", rows: HEADER }]), "header_only"],
    ["a part that is larger than it says", zipOf(good, { [sheet]: 10 }), "xlsx_broken"],
    ["a bomb", zipOf({ ...good, [sheet]: Buffer.alloc(80_000_000, " ") }), "xlsx_too_large"],
    [
      "a bomb in the shared texts",
      zipOf({ ...good, "xl/sharedStrings.xml": Buffer.alloc(300_000_000, " ") }),
      "xlsx_too_large",
    ],
    [
      "one text without end",
      zipOf({ ...good, [sheet]: `<worksheet><sheetData><row><c><v>${"1".repeat(9_000_000)}` }),
      "xlsx_too_large",
    ],
    [
      "too many columns",
      workbookOf([{ name: "広い", rows: `<row>${"<c><v>1</v></c>".repeat(300)}</row>` }]),
      "too_many_columns",
    ],
  ])("%s", async (_name, bytes, problem) => {
    const began = performance.now();
    expect(await problemOf(bytes)).toBe(problem);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it("an old workbook and one with a password, whose container is the same", () => {
    const container = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(2_000)]);
    expect(problemOfContainer(container)).toBe("xls_old");
    expect(problemOfContainer(Buffer.concat([container, Buffer.from("EncryptedPackage", "utf16le")]))).toBe(
      "xlsx_encrypted",
    );
  });
});

it("a limit that is reached at any step of reading keeps its name; the workbook is not called broken", async () => {
  const source = sourceOf(workbookOf([{ name: "予約", rows: textRow(1, ["予約番号"]) + textRow(2, ["R-1"]) }]));
  const stoppedAfter = async (steps: number) => {
    let left = steps;
    const strain = () => {
      if (left-- === 0) throw new UnreadableFileError("reading_stopped");
    };
    async function* read(start: number, end: number) {
      strain();
      yield* source.read(start, end);
    }
    const found = await sniffWorkbook({ size: source.size, read, strain }, null).catch((error) => error);
    return { isRead: left >= 0, problem: found.problem };
  };
  let steps = 0;
  for (let isRead = false; !isRead; steps++) {
    const stopped = await stoppedAfter(steps);
    isRead = stopped.isRead;
    if (!isRead) expect([steps, stopped.problem]).toEqual([steps, "reading_stopped"]);
  }
  expect(steps).toBeGreaterThan(5);
});
