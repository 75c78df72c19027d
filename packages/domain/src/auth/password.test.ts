import { expect, test } from "vitest";
import { passwordProblems } from "./password.ts";

const context = ["hana_admin", "花田 千夏", "花の湯グループ 本部", "箱根 花の湯 本館", "okaeri"];
const common = new Set(["qwertyuiop123", "unbelievable", "1q2w3e4r5t6y"]);
const check = (password: string) => passwordProblems(password, context, (text) => common.has(text));

test.each([
  ["11 characters", "abcdefghijk", ["too_short"]],
  ["12 characters", "kuchinashi 7", []],
  ["200 characters", "x1y2".repeat(50), ["too_long"]],
  ["128 characters", "gB7-".repeat(32), []],
  ["emoji count as one each", "🍵🍶🍡🍙🍘🍢🍣🍤🍥🍦🍧🍨", []],
  ["spaces inside", "correct horse battery staple", []],
  ["Japanese", "裏山の柿が今年もよく実った", []],
  ["login id", "hana_admin", ["too_short", "context"]],
  ["login id with a year", "hana_admin2026", ["context"]],
  ["hotel name", "花の湯グループ 本部", ["too_short", "context"]],
  ["hotel name with digits", "箱根花の湯本館20260101", []],
  ["product and digits", "okaeri-2026!", ["context"]],
  ["common", "qwertyuiop123", ["common"]],
  ["common in capitals", "UNBELIEVABLE", ["common"]],
  ["common in full width", "１ｑ２ｗ３ｅ４ｒ５ｔ６ｙ", ["common"]],
  ["one letter", "aaaaaaaaaaaaaa", ["repetitive"]],
  ["NUL", "kuchinashi 7\u0000abc", ["bad_character"]],
] as const)("%s", (_name, password, problems) => {
  expect(check(password)).toEqual(problems);
});
