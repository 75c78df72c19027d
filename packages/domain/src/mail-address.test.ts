import { describe, expect, it } from "vitest";
import isemail from "./fixtures/isemail.json" with { type: "json" };
import {
  isMailAddress,
  isMailDomain,
  isUnreachableMail,
  mailMatchKey,
  normaliseMailAddress,
  smtpAddress,
} from "./mail-address.ts";

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
    ["not a mail", true],
    ["bad@@x", true],
    ["a..b@example.jp", true],
    ["a..b@docomo.ne.jp", false],
  ])("nobody can write to %j: %s", (text, expected) => {
    expect(isUnreachableMail(text)).toBe(expected);
  });
  it.each([
    ["example.jp", true],
    ["example", false],
    ["1.2", false],
  ] as const)("%j is a domain of mail: %s", (text, expected) => {
    expect(isMailDomain(text)).toBe(expected);
  });
  it.each([
    ["ka..ze.1@docomo.ne.jp", "ka..ze.1@docomo.ne.jp", '"ka..ze.1"@docomo.ne.jp'],
    [".a@DOCOMO.ne.jp", ".a@docomo.ne.jp", '".a"@docomo.ne.jp'],
    ["a.@ezweb.ne.jp", "a.@ezweb.ne.jp", '"a."@ezweb.ne.jp'],
    ["a...b@ca.ezweb.ne.jp", "a...b@ca.ezweb.ne.jp", '"a...b"@ca.ezweb.ne.jp'],
    ["a.@t.vodafone.ne.jp", "a.@t.vodafone.ne.jp", '"a."@t.vodafone.ne.jp'],
    ['"a..b"@docomo.ne.jp', "a..b@docomo.ne.jp", '"a..b"@docomo.ne.jp'],
    ["a.b@docomo.ne.jp", "a.b@docomo.ne.jp", "a.b@docomo.ne.jp"],
    ['"a b"@example.jp', '"a b"@example.jp', '"a b"@example.jp'],
  ])("%s of an old carrier is stored as %s and sent to as %s", (text, stored, sent) => {
    expect(normaliseMailAddress(text)).toBe(stored);
    expect(smtpAddress(stored)).toBe(sent);
    expect(isMailAddress(sent)).toBe(true);
  });
  it.each(["..@docomo.ne.jp", "a b.@docomo.ne.jp", "a..b@docomo.ne.jp.example.jp", "a.,b@docomo.ne.jp"])(
    "%s is no address of an old carrier",
    (text) => expect(normaliseMailAddress(text)).toBeUndefined(),
  );
  it("compares without case", () => {
    expect(mailMatchKey("Taro@example.jp")).toBe("taro@example.jp");
  });
});
