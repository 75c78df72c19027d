import { expect, test } from "vitest";
import { cellsOfColumn, fieldsOf, fileColumns, given, isNeeded, mappingErrors, runsOf } from "./mapping.ts";

const fields = [
  { field: "reservation_code", label: "予約番号", required: true },
  { field: "guest_name", label: "氏名", required: true },
  { field: "tel", label: "電話番号", required: false },
];
const preview = {
  header: ["番号", "名前", "", "名前"],
  rows: [
    ["1", " 山田 花子 ", "x", "別"],
    ["2", "", "y", "別"],
    ["3", "佐藤 太郎"],
  ],
};

test("required fields without a column are named; what the server said about a field comes first", () => {
  const missing = (field: string) => `${field}?`;
  expect(mappingErrors({ reservation_code: "番号" }, fields, {}, missing)).toEqual({ guest_name: "guest_name?" });
  const messages = { "mapping.guest_name": "選べません", "mapping.tel": "列がありません" };
  expect(mappingErrors({ reservation_code: "番号" }, fields, messages, missing)).toEqual({
    guest_name: "選べません",
    tel: "列がありません",
  });
  expect(mappingErrors({ reservation_code: "番号", guest_name: "名前" }, fields, {}, missing)).toEqual({});
});

test("the nights stand in for the day of departure", () => {
  const departure = { field: "check_out_date", label: "チェックアウト日", required: true };
  expect([isNeeded(departure, {}), isNeeded(departure, { nights: "泊数" })]).toEqual([true, false]);
  expect(mappingErrors({ nights: "泊数" }, [departure], {}, (field) => field)).toEqual({});
});

test("each heading can be chosen once, and none that is empty; a column shows its own cells", () => {
  expect(fileColumns(preview.header)).toEqual([
    { index: 0, heading: "番号", usable: true },
    { index: 1, heading: "名前", usable: true },
    { index: 2, heading: "", usable: false },
    { index: 3, heading: "名前", usable: false },
  ]);
  expect(cellsOfColumn(preview, 1)).toEqual(["山田 花子", "", "佐藤 太郎"]);
});

test("a column is given to one field, which is taken from the column that had it", () => {
  const mapping = { reservation_code: "番号", guest_name: "名前", tel: "番号" };
  expect(fieldsOf(mapping, "番号")).toEqual(["reservation_code", "tel"]);
  expect(given(mapping, "番号", "tel", null)).toEqual({ reservation_code: "番号", guest_name: "名前" });
  expect(given(mapping, "番号", "reservation_code", "guest_name")).toEqual({ guest_name: "番号", tel: "番号" });
  expect(given({ tel: "番号" }, "名前", null, "tel")).toEqual({ tel: "名前" });
});

test("lines that follow each other are one run", () => {
  expect(runsOf([4, 5, 7, 9, 10, 11])).toEqual([
    { from: 4, to: 5 },
    { from: 7, to: 7 },
    { from: 9, to: 11 },
  ]);
  expect(runsOf([])).toEqual([]);
});
