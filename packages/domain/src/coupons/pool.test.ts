import fc from "fast-check";
import { expect, test } from "vitest";
import { CODE_CHARACTERS, CODE_LENGTH, hasPool, isGiven, listedCodes, makeCode } from "./pool.ts";

test("a coupon of codes without one of its own has a pool, and is given like one that is held", () => {
  const kinds = (["acquire", "code"] as const).flatMap((type) =>
    [null, "", "AKI"].map((code) => [type, code, hasPool({ type, code }), isGiven({ type, code })]),
  );
  expect(kinds).toEqual([
    ...[null, "", "AKI"].map((code) => ["acquire", code, false, true]),
    ...[null, ""].map((code) => ["code", code, true, true]),
    ["code", "AKI", false, false],
  ]);
});

test("codes that are made have letters and digits that nobody takes for each other", () => {
  expect(CODE_CHARACTERS).not.toMatch(/[01ILO]/);
  expect(new Set(CODE_CHARACTERS).size).toBe(CODE_CHARACTERS.length);
  let turn = 0;
  expect(makeCode(() => turn++)).toBe(CODE_CHARACTERS.slice(0, CODE_LENGTH));
  expect(makeCode((n) => n - 1)).toBe("Z".repeat(CODE_LENGTH));
});

test("a list is read line by line, whatever ends them, with its first column, without its heading", () => {
  const text = '\ufeffコード,配布先\r\nAAA-1,東京\r"A ""B"" , 2";x\n\n  CCC\t3 \nDDD';
  expect(listedCodes(text, 1)).toEqual([
    { line: 2, text: "AAA-1" },
    { line: 3, text: 'A "B" , 2' },
    { line: 5, text: "CCC" },
    { line: 6, text: "DDD" },
  ]);
  expect(listedCodes("Code\nX", 1)).toEqual([{ line: 2, text: "X" }]);
  // A heading stands at the top of the whole list, not of a later piece.
  expect(listedCodes("Code", 501)).toEqual([{ line: 501, text: "Code" }]);
});

test("whatever is listed, each line gives one code at most, and cutting between lines changes nothing", () => {
  const line = fc.stringMatching(/^[A-Z0-9 "',;\t]{0,8}$/);
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.nat(12), (lines, at) => {
      const cut = Math.min(at, lines.length);
      const whole = listedCodes(lines.join("\n"), 7);
      const parts = [
        ...listedCodes(lines.slice(0, cut).join("\n"), 7),
        ...listedCodes(lines.slice(cut).join("\n"), 7 + cut),
      ];
      expect(parts).toEqual(whole);
      expect(new Set(whole.map((one) => one.line)).size).toBe(whole.length);
    }),
  );
});
