import { expect, test } from "vitest";
import { choosableHeaders, isNeeded, mappingErrors, runsOf, samplesOf, sharedWith } from "./mapping.ts";

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
  const missing = (label: string) => `${label}?`;
  expect(mappingErrors({ reservation_code: "番号" }, fields, {}, missing)).toEqual({ guest_name: "氏名?" });
  const told = { "mapping.guest_name": "選べません", "mapping.tel": "列がありません" };
  expect(mappingErrors({ reservation_code: "番号" }, fields, told, missing)).toEqual({
    guest_name: "選べません",
    tel: "列がありません",
  });
  expect(mappingErrors({ reservation_code: "番号", guest_name: "名前" }, fields, {}, missing)).toEqual({});
});

test("the nights stand in for the day of departure", () => {
  const departure = { field: "check_out_date", label: "チェックアウト日", required: true };
  expect([isNeeded(departure, {}), isNeeded(departure, { nights: "泊数" })]).toEqual([true, false]);
  expect(mappingErrors({ nights: "泊数" }, [departure], {}, (label) => label)).toEqual({});
});

test("each heading can be chosen once, and none that is empty", () => {
  expect(choosableHeaders(preview.header)).toEqual(["番号", "名前"]);
});

test("samples are the first different values of the first column of that name", () => {
  expect(samplesOf(preview, "名前")).toEqual(["山田 花子", "佐藤 太郎"]);
  expect(samplesOf(preview, undefined)).toEqual([]);
  expect(samplesOf(preview, "無い列")).toEqual([]);
});

test("a column used twice names the other field", () => {
  const mapping = { reservation_code: "番号", guest_name: "番号" };
  expect(sharedWith(mapping, fields, "guest_name")).toBe("予約番号");
  expect(sharedWith(mapping, fields, "tel")).toBeUndefined();
});

test("lines that follow each other are one run", () => {
  expect(runsOf([4, 5, 7, 9, 10, 11])).toEqual([
    { from: 4, to: 5 },
    { from: 7, to: 7 },
    { from: 9, to: 11 },
  ]);
  expect(runsOf([])).toEqual([]);
});
