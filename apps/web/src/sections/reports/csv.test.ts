import { expect, it } from "vitest";
import { csvText } from "./csv.ts";

it("begins with a byte-order mark, ends each line as RFC 4180 says, and runs no cell as a formula", () => {
  expect(
    csvText(
      ["月", "付与"],
      [
        ["2026年11月", 12_000],
        ["=1+1", -5],
      ],
    ),
  ).toBe("\u{feff}月,付与\r\n2026年11月,12000\r\n'=1+1,-5\r\n");
});
