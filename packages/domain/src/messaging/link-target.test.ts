import { expect, test } from "vitest";
import { isPage, MAX_LINK_LENGTH, parseLink } from "./link-target.ts";

test.each([
  ["https://inn.example", "inn.example"],
  ["HTTPS://Inn.Example/a?b=1#c", "inn.example"],
  ["http://inn.example:8080/", "inn.example"],
  ["https://旅館.jp/予約?日=1", "xn--zfvv75i.jp"],
  ["https://xn--zfvv75i.jp/", "xn--zfvv75i.jp"],
  ["https://ｉｎｎ．ｅｘａｍｐｌｅ／", null],
  ["https://ｉｎｎ．ｅｘａｍｐｌｅ/", "inn.example"],
  ["https://inn。example/", "inn.example"],
  ["https://a_b.inn.example/", "a_b.inn.example"],
  ["https://10.inn.example/", "10.inn.example"],
  ["https://inn.example/@someone", "inn.example"],
  ["https://inn.example/?at=a@b", "inn.example"],
  ["https://localhost.inn.example/", "localhost.inn.example"],
])("%s leads to a host", (text, host) => {
  expect(parseLink(text)?.hostname ?? null).toBe(host);
});

test.each(["mailto:inn@inn.example?subject=a", "tel:0460000000", "tel:+81-460-00-0000"])(
  "%s leads to no page",
  (text) => {
    const url = parseLink(text);
    expect([url === null, url && isPage(url)]).toEqual([false, false]);
  },
);

/** Spellings of one address; some are decoded only by browsers. */
const HOSTS = {
  "this machine": [
    "localhost",
    "LOCALHOST",
    "localhost.",
    "inn.localhost",
    "ｌｏｃａｌｈｏｓｔ",
    "127.0.0.1",
    "127.0.0.1.",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0X7F.0.0.1",
    "0177.0.0.1",
    "017700000001",
    "１２７.０.０.１",
    "127。0。0。1",
    "127．0．0．1",
    "127｡0｡0｡1",
    "①②⑦.0.0.1",
    "%31%32%37.0.0.1",
    "0",
    "0.0.0.0",
    "[::1]",
    "[::]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
  ],
  "a network of its own": [
    "10.0.0.1",
    "１０.1",
    "172.16.0.1",
    "192.168.1.1",
    "0xc0a80101",
    "3232235777",
    "100.64.0.1",
    "169.254.169.254",
    "0xa9fea9fe",
    "[fe80::1]",
    "[fc00::1]",
    "[fd00:ec2::254]",
    "[::ffff:10.0.0.1]",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "240.0.0.1",
    "[ff02::1]",
    "[2001:db8::1]",
    "intranet",
    "printer.local",
    "metadata.google.internal",
    "router.home.arpa",
    "PRINTER。ＬＯＣＡＬ",
  ],
  "an address without a name": ["8.8.8.8", "[2001:4860:4860::8888]", "134744072"],
  "no host": [
    "",
    ".",
    "inn..example",
    ".inn.example",
    "inn.example.",
    "a.1",
    "-inn.example",
    "inn-.example",
    "xn--a.example。",
    "inn.example:99999",
  ],
  "somebody's password": [
    "user@inn.example",
    "user:secret@inn.example",
    "@inn.example",
    ":@inn.example",
    "inn.example%40evil.example@x.jp",
    "user＠inn.example",
  ],
};
test.each(Object.entries(HOSTS).flatMap(([what, hosts]) => hosts.map((host) => [what, host] as const)))(
  "a link to %s is none: %s",
  (_, host) => {
    for (const text of [`https://${host}`, `http://${host}/a`, `https://${host}:8443/?b#c`])
      expect([text, parseLink(text)?.href ?? null]).toEqual([text, null]);
  },
);

test.each([
  "javascript:alert(1)",
  "JAVASCRIPT:alert(1)",
  "data:text/html,x",
  "ftp://inn.example/",
  "file:///etc/passwd",
  "blob:https://inn.example/x",
  "//inn.example/",
  "/a",
  "inn.example",
  "https:inn.example",
  "https:/inn.example",
  "https:///inn.example",
  "https:\\\\inn.example",
  "https://inn.example/{name}",
  "https://inn.example/<b>",
  " https://inn.example",
  "https://inn.example/a b",
  "https://inn.exa\tmple/",
  "https://inn.example/\u0000",
  "https://inn.example/\u202e",
  "mailto:",
  "tel:",
  `https://inn.example/${"a".repeat(MAX_LINK_LENGTH)}`,
])("%s is no link", (text) => {
  expect(parseLink(text)).toBeNull();
});
