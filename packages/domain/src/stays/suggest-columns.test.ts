import { describe, expect, it } from "vitest";
import { suggestColumns } from "./suggest-columns.ts";

const rowsOf = (...columns: string[][]) => (columns[0] ?? []).map((_, row) => columns.map((cells) => cells[row] ?? ""));
const STATES = ["Canceled", "Check-Out", "No-Show", "Check-Out"];
const CODES = ["R-1", "R-2", "R-3", "R-4"];
const DAYS = ["2026-05-01", "2026/5/2", "2026年5月3日", "R8.5.4"];

describe("a column is suggested by its cells as well as its heading", () => {
  it.each<[string, string[], string[][], object]>([
    [
      "states under reservation_status",
      ["reservation_status", "予約番号"],
      rowsOf(STATES, CODES),
      { state: 0, reservation_code: 1 },
    ],
    [
      "ways of booking under it",
      ["reservation_status"],
      rowsOf(["予約", "ウォークイン", "予約", "walk-in"]),
      { reservation_status: 0 },
    ],
    ["one way of booking alone", ["reservation_status"], rowsOf(["予約", "予約"]), { reservation_status: 0 }],
    ["states under 予約区分 beside a state", ["予約区分", "状態"], rowsOf(STATES, STATES), { state: 1 }],
    ["states under a heading nobody knows", ["処理"], rowsOf(["予約", "キャンセル", "予約", "滞在済"]), { state: 0 }],
    ["words that only sound like states", ["備考"], rowsOf(["予約のお電話", "キャンセル待ち", "朝食", "予約"]), {}],
    ["days under 予約番号", ["予約番号", "番号"], rowsOf(DAYS, CODES), {}],
    ["and the codes in a second such column", ["予約番号", "予約ID"], rowsOf(DAYS, CODES), { reservation_code: 1 }],
    ["compact days may be codes", ["予約番号"], rowsOf(["20260501", "20260502", "20260503"]), { reservation_code: 0 }],
    ["words under a day", ["チェックイン"], rowsOf(["済", "未", "済"]), {}],
    ["days in either order", ["チェックイン"], rowsOf(["05/01/2026", "05/13/2026"]), { check_in_date: 0 }],
    ["numbers of days", ["チェックイン"], rowsOf(["46143", "46144"]), { check_in_date: 0 }],
    [
      "states of delivery under メール",
      ["メールアドレス", "メール"],
      rowsOf(["", "a@example.jp"], ["届く", "未同意"]),
      { email: 0 },
    ],
    [
      "the same the other way round",
      ["メール", "メールアドレス"],
      rowsOf(["届く", "未同意"], ["b@example.jp", "a@example.jp"]),
      { email: 1 },
    ],
    ["addresses of an agent", ["担当者"], rowsOf(["b@example.jp", "a@example.jp"]), {}],
    ["states in a column without a heading", [""], rowsOf(STATES), {}],
    ["addresses under 連絡先", ["連絡先"], rowsOf(["b@example.jp", "a@example.jp"]), { email: 0 }],
    ["mistyped days", ["チェックイン"], rowsOf(["2026/05/33", "2026/02/30"]), { check_in_date: 0 }],
    ["mistyped addresses", ["メール"], rowsOf(["bad@@x", "taro", "a..b@docomo.ne.jp"]), { email: 0 }],
    ["days of which most are none", ["キャンセル日"], rowsOf(["-", "なし", "-", "2026/05/01"]), { cancel_date: 0 }],
    ["numbers under 氏名", ["氏名"], rowsOf(["1", "2"]), {}],
    ["one mistake in a row", ["予約番号"], rowsOf(["R-1", "2026-05-01", "R-3"]), { reservation_code: 0 }],
    ["no rows", ["予約番号", "氏名"], [], { reservation_code: 0, guest_name: 1 }],
    ["days under 金額", ["利用金額", "合計金額"], rowsOf(DAYS, ["10,000", "¥5,000", "0", "1"]), { use_price: 1 }],
  ])("%s", (_name, headers, rows, expected) => {
    expect(suggestColumns(headers, rows)).toEqual(expected);
  });
  it("a file of customers has no state", () => {
    expect(suggestColumns(["処理"], rowsOf(STATES), "customers")).toEqual({});
  });
});
