import { mildest } from "@okaeri/domain/messaging/delivery-reports";
import { expect, test } from "vitest";
import { readReport } from "./report.ts";

const SERVER = "Mail Delivery System <MAILER-DAEMON@mx.example.jp>";
const PERSON = "Taro <a@example.jp>";

/** A mail in plain text. `headers`: further lines of its head. */
const notice = (subject: string, body: string, { from = SERVER, headers = "", type = "text/plain" } = {}) =>
  `From: ${from}\nSubject: ${subject}\n${headers}MIME-Version: 1.0\nContent-Type: ${type}; charset=utf-8\n\n${body}\n`;

/** A multipart/report of two parts; `kind`: the report-type and the subtype of its second part. */
const report = (kind: string, words: string, fields: string) =>
  [
    `From: ${SERVER}\nSubject: report\nMIME-Version: 1.0`,
    `Content-Type: multipart/report; report-type=${kind}; boundary="B"\n\n--B\nContent-Type: text/plain\n`,
    `${words}\n--B\nContent-Type: message/${kind}\n\n${fields}\n--B--\n`,
  ].join("\n");
const failed = (status: string, diagnostic: string) =>
  `Reporting-MTA: dns; mx.example.jp\n\nFinal-Recipient: rfc822; a@example.jp\nAction: failed\nStatus: ${status}\nDiagnostic-Code: smtp; ${diagnostic}\n`;

const judge = async (mail: string) => {
  const { news, isUnderstood } = await readReport(Buffer.from(mail.replaceAll("\n", "\r\n")), true);
  return { news: mildest(news)?.news ?? "none", isUnderstood };
};

test.each([
  ["read", "Your message was displayed. 550 5.1.1 user unknown", "displayed"],
  ["deleted without being read", "The mailbox no longer exists", "deleted"],
])("a receipt that a mail was %s is no failure, whatever it quotes", async (_, words, disposition) => {
  const fields = `Final-Recipient: rfc822; a@example.jp\nDisposition: automatic-action/MDN-sent-automatically; ${disposition}`;
  expect(await judge(report("disposition-notification", words, fields))).toEqual({ news: "none", isUnderstood: true });
});

test.each([
  [notice("Re: Undeliverable: お知らせ", "user unknown", { from: PERSON, headers: "Auto-Submitted: auto-replied\n" })],
  [
    notice("Please confirm: mail not delivered yet", "no such user", {
      from: PERSON,
      headers: "Auto-Submitted:auto-replied\n",
    }),
  ],
  [notice("Fwd: Mail delivery failed", "550 user unknown", { from: PERSON })],
  [notice("Out of office", "My account was closed: user unknown", { from: "postmaster@example.jp" })],
  [notice("自動返信: 配信エラーについて", "宛先が存在しません", { from: PERSON })],
])("an automatic answer without a sender is no failure: %#", async (mail) => {
  expect((await judge(mail)).news).toBe("none");
});

test.each([
  ["> 550 5.1.1 user unknown is what the book is called", "with marks of quotation"],
  ["----- 元のメッセージ -----\n件名: 宛先が見つかりません 550 5.1.1 user unknown", "below a Japanese heading"],
  ["--- 以下は元のメールです ---\n\n550 5.1.1 user unknown という小説", "below a sentence"],
  ["-----Ursprüngliche Nachricht-----\nBetreff: 550 5.1.1 user unknown", "below a German heading"],
  ["From: info@inn.example\nSent: Friday\nSubject: stay\n\nDear unknown user", "with its head"],
])("words of the mail that came back do not decide: %s", async (quoted) => {
  expect((await judge(notice("failure notice", `Your message was rejected.\n\n${quoted}`))).news).toBe("soft");
});

test("quotations in HTML do not decide", async () => {
  const html = "<p>550 5.1.1 user unknown</p><blockquote>spam</blockquote>";
  expect((await judge(notice("failure notice", html, { type: "text/html" }))).news).toBe("hard");
});

test.each([
  ["192.0.2.1 does not like recipient.\nRemote host said: 550 no such user", "hard"],
  ["192.0.2.1 failed after I sent the message.\nRemote host said: 550 Unknown user a@docomo.ne.jp", "soft"],
  ["Connected to 192.0.2.1 but sender was rejected.\nRemote host said: 550 user unknown", "soft"],
])("qmail names the refused command: %s", async (words, news) => {
  const mail = notice("failure notice", `<a@example.jp>:\n${words}\n\n--- Below this line is a copy of the message.\n`);
  expect((await judge(mail)).news).toBe(news);
});

test("MDaemon writes under a name of its own", async () => {
  const mail = notice("Warning: a@example.jp", "a@example.jp - User unknown", { from: "MDaemon@example.jp" });
  expect((await judge(mail)).news).toBe("hard");
});

test.each([
  ["host relay.example.jp[192.0.2.1] said: 550 User unknown (in reply to RCPT TO command)", "hard"],
  ["host spamfilter.example.jp[192.0.2.1] said: 550 User unknown (in reply to RCPT TO command)", "hard"],
  ["host mx.example.jp[192.0.2.1] said: 550 blocked using zen.example (in reply to RCPT TO command)", "soft"],
])("the name of a server does not decide: %s", async (words, news) => {
  const mail = report("delivery-status", words, failed("5.0.0", words));
  expect((await judge(mail)).news).toBe(news);
});

test.each([
  ["5.1.1", "421 try again later", "soft"],
  ["5.1.1", "550 5.1.1 mailbox full", "soft"],
  ["5.0.350", "550 5.0.350 Remote server returned an error -> 554 5.7.1 Client host blocked", "soft"],
  ["5.0.350", "550 5.0.350 Remote server returned an error -> 550 5.1.1 User unknown", "hard"],
  ["4.0.0", "550 5.1.1 user unknown", "hard"],
])("status %s with “%s” is %s", async (status, diagnostic, news) => {
  expect((await judge(report("delivery-status", "failed", failed(status, diagnostic)))).news).toBe(news);
});
