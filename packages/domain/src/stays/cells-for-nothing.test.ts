import { expect, test } from "vitest";
import { CellReader, isNothing } from "./cell-reader.ts";

const NOTHING = ["-", "なし", "NULL", "N/A", "＃N/A", "#REF!", "#NAME?", "#DIV/0!", "########"];

test.each(NOTHING)("%s is no reservation number: all its rows would be one booking", (word) => {
  const cells = new CellReader({ reservation_code: word });
  expect(cells.contactCode("reservation_code")).toBeNull();
  expect(cells.rejections).toMatchObject([{ field: "reservation_code", code: "required" }]);
});

test.each(NOTHING)("%s is no member number, and costs no row", (word) => {
  const cells = new CellReader({ member_number: word });
  expect([cells.contactCode("member_number"), cells.rejections]).toEqual([null, []]);
  expect(isNothing(word)).toBe(true);
});

test.each(["0001-01-01", "0001-01-01 00:00:00", "1900/1/0", "1899-12-30", "9999-12-31", "99991231", "NULL", "不明"])(
  "%s is no day of a cancellation, and costs no row",
  (word) => {
    const cells = new CellReader({ cancel_date: word });
    expect([cells.date("cancel_date"), cells.rejections]).toEqual([null, []]);
  },
);
