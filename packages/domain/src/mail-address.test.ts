import { describe, expect, it } from "vitest";
import isemail from "./fixtures/isemail.json" with { type: "json" };
import { isMailAddress, isMailDomain, isUnreachableMail, mailMatchKey, normaliseMailAddress } from "./mail-address.ts";

const ACCEPTED = new Set(["ISEMAIL_VALID_CATEGORY", "ISEMAIL_DNSWARN", "ISEMAIL_RFC5321"]);
const cases = isemail.cases.map(([address, category]) => [address ?? "", category ?? ""] as const);

describe("isMailAddress follows the isemail verdicts; obsolete RFC 5322 forms are refused by choice", () => {
  it.each(cases)("%j is %s", (address, category) => {
    expect(isMailAddress(address)).toBe(ACCEPTED.has(category));
  });
});

describe("normaliseMailAddress", () => {
  it.each([
    [" Taro@Example.JP ", "Taro@example.jp"],
    ["ｔａｒｏ＠ｅｘａｍｐｌｅ．ｊｐ", "taro@example.jp"],
    ["a@b.example\r\nBcc: c@d.example", undefined],
    ["山田@example.jp", undefined],
    ["no-at.example", undefined],
    ["a@b", undefined],
    ["a@localhost", undefined],
    ["a@10.20", undefined],
    ["a@[192.0.2.1]", "a@[192.0.2.1]"],
    ["a@mail.3cx", "a@mail.3cx"],
  ])("%j becomes %s", (text, expected) => {
    expect(normaliseMailAddress(text)).toBe(expected);
  });
  it.each(cases.filter(([, category]) => category === "ISEMAIL_ERR"))("refuses %j", (address) => {
    expect(normaliseMailAddress(address)).toBeUndefined();
  });
  it.each([
    ["a@b", true],
    ["ａ＠ｌｏｃａｌｈｏｓｔ", true],
    ["a@example.jp", false],
    ["not a mail", false],
  ])("%j is an address in form that nobody can write to: %s", (text, expected) => {
    expect(isUnreachableMail(text)).toBe(expected);
  });
  it.each([
    ["example.jp", true],
    ["example", false],
    ["1.2", false],
  ] as const)("%j is a domain of mail: %s", (text, expected) => {
    expect(isMailDomain(text)).toBe(expected);
  });
  it("compares without case", () => {
    expect(mailMatchKey("Taro@example.jp")).toBe("taro@example.jp");
  });
});
