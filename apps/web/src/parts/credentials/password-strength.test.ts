import { expect, test } from "vitest";
import { passwordStrength } from "./password-strength.ts";

test.each([
  ["123456789012", "weak"],
  ["aaaaaaaaaaaaaaaaaaaa", "weak"],
  ["abcdefghijklmnop", "weak"],
  ["sakurasakura", "fair"],
  ["kuchinashi 7", "strong"],
  ["correct horse battery staple", "excellent"],
  ["裏山の柿が今年もよく実った", "excellent"],
] as const)("%s is %s", (password, level) => {
  expect(passwordStrength(password)).toBe(level);
});
