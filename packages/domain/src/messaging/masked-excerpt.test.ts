import { expect, test } from "vitest";
import { maskedExcerpt, statusCodesIn } from "./masked-excerpt.ts";

test.each([
  ["550 5.1.1 <guest1@example.jp>: no such user", "550 5.1.1 <***@***>: no such user"],
  ["rfc822;Guest.1+x@EXAMPLE.jp", "rfc822;***@***"],
  ['"hanako yamada"@example.jp was refused', "***@*** was refused"],
  ["ｇｕｅｓｔ１＠ｅｘａｍｐｌｅ．ｊｐ", "***@***"],
  ["mailto:guest1%40example.jp and guest1=40example.jp", "mailto:***@*** and ***@***"],
  ["guest1 (at) example.jp, guest1 @ example.jp", "***@***, ***@***"],
  [
    "call 090-1234-5678 or +81 90 1234 5678 or ０３（１２３４）５６７８ or 03.1234.5678",
    "call *** or *** or *** or ***",
  ],
  ["421-4.7.0 [203.0.113.200] 550-5.7.26 port 25", "421-4.7.0 [203.0.113.200] 550-5.7.26 port 25"],
  ["see https://help.example/mail?to=guest1&id=5 please", "see https://help.example/mail?*** please"],
  ["id 0123456789abcdefABCDEF== in gmail-smtp-in.l.google.com", "id *** in gmail-smtp-in.l.google.com"],
  ["a\u0000b\u202ec\r\n\td\ud800", "a b c d"],
  ["", ""],
])("%j is shown as %j", (text, shown) => {
  expect(maskedExcerpt(text)).toBe(shown);
});

test("names and addresses of the guest are masked without an @, too", () => {
  const known = ["yamada.hanako", "山田花子", "Li"];
  expect(maskedExcerpt("Li: delivery to Yamada.Hanako failed 山田　花子 様", known)).toBe(
    "***: delivery to *** failed *** 様",
  );
});

test("no address survives the cut: neither at 300 letters nor where reading stops", () => {
  const words = "x ".repeat(140);
  expect(maskedExcerpt(`${words}guest1@example.jp and more words that follow`)).not.toContain("guest1");
  const token = "a1".repeat(1_995);
  expect(maskedExcerpt(`${token} guest1@example.jp`)).toBe("***");
  expect(maskedExcerpt("あ".repeat(5_000)).length).toBeLessThanOrEqual(300);
});

test("a megabyte made to be slow is masked at once", () => {
  const began = performance.now();
  for (const piece of ["a", "a@", '"', "1 ", "http://a?", "=40", "\ufdfa"]) maskedExcerpt(piece.repeat(500_000));
  expect(performance.now() - began).toBeLessThan(1_000);
});

test("codes of replies and statuses, each once and five at most", () => {
  expect(statusCodesIn("550 5.1.1 x 550-5.1.1 y 4.7.0 host 10.5.1.1 421 4.2.2 452 5.2.1 at 12:550 ")).toEqual([
    "550",
    "5.1.1",
    "4.7.0",
    "421",
    "4.2.2",
  ]);
});
