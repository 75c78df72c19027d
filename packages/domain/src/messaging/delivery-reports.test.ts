import { expect, test } from "vitest";
import { complaintNews, deliveryNews, fieldGroups, mildest, noticeNews } from "./delivery-reports.ts";

// The fields of the examples of RFC 3464 (appendix D) and RFC 5965 (appendix B), as they are printed there.

const SIMPLE = `Reporting-MTA: dns; cs.utk.edu

Original-Recipient: rfc822;louisl@larry.slip.umd.edu
Final-Recipient: rfc822;louisl@larry.slip.umd.edu
Action: failed
Status: 4.0.0
Diagnostic-Code: smtp; 426 connection timed out
Last-Attempt-Date: Thu, 7 Jul 1994 17:15:49 -0400
`;

const SEVERAL = `Reporting-MTA: dns; cs.utk.edu

Original-Recipient: rfc822;arathib@vnet.ibm.com
Final-Recipient: rfc822;arathib@vnet.ibm.com
Action: failed
Status: 5.0.0 (permanent failure)
Diagnostic-Code: smtp;
 550 'arathib@vnet.IBM.COM' is not a registered gateway user
Remote-MTA: dns; vnet.ibm.com

Original-Recipient: rfc822;johnh@hpnjld.njd.hp.com
Final-Recipient: rfc822;johnh@hpnjld.njd.hp.com
Action: delayed
Status: 4.0.0 (hpnjld.njd.jp.com: host name lookup failure)

Original-Recipient: rfc822;wsnell@sdcc13.ucsd.edu
Final-Recipient: rfc822;wsnell@sdcc13.ucsd.edu
Action: failed
Status: 5.0.0
Diagnostic-Code: smtp; 550 user unknown
Remote-MTA: dns; sdcc13.ucsd.edu
`;

const GATEWAY = `Reporting-MTA: mailbus; SYS30

Final-Recipient: unknown; nair_s
Action: failed
Status: 5.0.0 (unknown permanent failure)
`;

const DELAYED = `Reporting-MTA: dns; sun2.nsfnet-relay.ac.uk

Final-Recipient: rfc822;thomas@de-montfort.ac.uk
Status: 4.0.0 (unknown temporary failure)
Action: delayed
`;

const ABUSE = `Feedback-Type: abuse
User-Agent: SomeGenerator/1.0
Version: 1
Original-Mail-From: <somespammer@example.net>
Original-Rcpt-To: <user@example.com>
Arrival-Date: Thu, 8 Mar 2005 14:00:00 EDT
Reporting-MTA: dns; mail.example.com
Source-IP: 192.0.2.2
Authentication-Results: mail.example.com;
            spf=fail smtp.mail=somespammer@example.com
Reported-Domain: example.net
Reported-Uri: http://example.net/earn_money.html
Reported-Uri: mailto:user@example.com
Removal-Recipient: user@example.com
`;

test("the examples of RFC 3464: each recipient with what became of the mail there", () => {
  expect(deliveryNews(SIMPLE)).toEqual([
    {
      news: "soft",
      addresses: ["louisl@larry.slip.umd.edu", "louisl@larry.slip.umd.edu"],
      statusCode: "4.0.0",
      detail: "smtp; 426 connection timed out",
      isAboutMailbox: false,
    },
  ]);
  expect(deliveryNews(SEVERAL).map(({ news, addresses }) => [addresses[0], news])).toEqual([
    ["arathib@vnet.ibm.com", "hard"],
    ["johnh@hpnjld.njd.hp.com", "delayed"],
    ["wsnell@sdcc13.ucsd.edu", "hard"],
  ]);
  expect(deliveryNews(SEVERAL)[0]?.detail).toBe("smtp; 550 'arathib@vnet.IBM.COM' is not a registered gateway user");
  expect(deliveryNews(GATEWAY)).toMatchObject([{ news: "soft", addresses: [], statusCode: "5.0.0" }]);
  expect(deliveryNews(DELAYED)).toMatchObject([{ news: "delayed", addresses: ["thomas@de-montfort.ac.uk"] }]);
  expect(mildest(deliveryNews(SEVERAL))?.news).toBe("delayed");
});

test("the examples of RFC 5965; what is no complaint is none", () => {
  expect(complaintNews(ABUSE)).toEqual({
    news: "complaint",
    addresses: ["user@example.com", "user@example.com"],
    statusCode: "",
    detail: "abuse / SomeGenerator/1.0",
    isAboutMailbox: false,
  });
  expect(complaintNews("Feedback-Type: abuse\nUser-Agent: SomeGenerator/1.0\nVersion: 1")?.news).toBe("complaint");
  expect(complaintNews("Feedback-Type: opt-out")?.news).toBe("refusal");
  for (const type of ["not-spam", "auth-failure", "x-own", ""])
    expect(complaintNews(`Feedback-Type: ${type}`)).toBeNull();
});

test.each([
  ["Hi. This is the qmail-send program.\n<a@example.jp>:\n550 sorry, no mailbox here", "hard"],
  ["宛先のメールアドレスは存在しません。", "hard"],
  ["ご指定の宛先が見つかりませんでした", "hard"],
  ["送信先のメールボックスの容量を超えているため、お届けできませんでした", "soft"],
  ["The mailbox is full (4.2.2)", "soft"],
  ["Delivery to 192.0.2.1 failed: 4.4.1 no answer", "soft"],
  ["The message could not be delivered.", "soft"],
  ["THIS IS A WARNING MESSAGE ONLY.\n\nDelivery to a@example.jp has been delayed", "delayed"],
  [
    "<a@example.jp>:\n550 user unknown\n\n--- Below this line is a copy of the message.\n\nSubject: full mailbox",
    "hard",
  ],
])("in words: %s", (text, news) => {
  expect(noticeNews(text).news).toBe(news);
});

test.each([
  ["", "Status: 5.1.1", "hard"],
  ["Action: expired", "Status: 4.4.7", "soft"],
  ["ction: failed", "Status: 5.3.0\nDiagnostic-Code: X-Unix; 77", "soft"],
  ["Action: failed", "Status: 5.0.0", "soft"],
  ["", "Status: 2.1.5", undefined],
  ["Action: delivered", "Status: 2.1.5", undefined],
  ["Action: relayed", "Status: 5.1.1", undefined],
])("a group with the action “%s” and %s is %s", (action, fields, news) => {
  const text = ["Reporting-MTA: dns; mx.example.jp", "", "Final-Recipient: rfc822; a@example.jp", action, fields];
  expect(deliveryNews(text.filter((line, n) => line !== "" || n === 1).join("\n"))[0]?.news).toBe(news);
});

test("fields of any kind and number are read, and none without end", () => {
  expect(fieldGroups("A: 1\r\nB:\r\n\t2\r\n 3\r\n \r\n\r\nc: 4\nnonsense\na : 5\nC: 6")).toEqual([
    new Map([
      ["a", "1"],
      ["b", "2 3"],
    ]),
    new Map([
      ["c", "4"],
      ["a", "5"],
    ]),
  ]);
  const began = performance.now();
  for (const hostile of [
    "a: b\n\n".repeat(20_000),
    "a:".repeat(50_000),
    " \n".repeat(50_000),
    "550".repeat(20_000),
    "<".repeat(50_000),
  ]) {
    deliveryNews(hostile);
    complaintNews(hostile);
    noticeNews(hostile.slice(0, 4_000));
  }
  expect(performance.now() - began).toBeLessThan(2_000);
});
