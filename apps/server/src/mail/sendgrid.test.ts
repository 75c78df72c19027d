import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openSendgrid, type SendgridDouble, type SendgridVerdict } from "../test/sendgrid-double.ts";
import type { Mailer } from "./mailer.ts";
import { sendgridMailer } from "./sendgrid.ts";

let sendgrid: SendgridDouble;
let mailer: Mailer;
let verdict: SendgridVerdict = 202;
beforeAll(async () => {
  sendgrid = await openSendgrid(() => verdict);
  mailer = sendgridMailer(sendgrid.url, "SG.key", 2_000);
});
afterAll(() => sendgrid.close());
beforeEach(() => {
  verdict = 202;
  sendgrid.taken.length = 0;
});

const mail = {
  from: '"宿 \\"別館\\"" <inn@example.jp>',
  to: "a@example.jp",
  subject: "お得なお知らせ",
  text: "こんにちは",
  html: "<p>こんにちは</p>",
  messageId: "<p1.c2.a3@example.jp>",
  headers: { "List-Unsubscribe": "<https://example.jp/u/x>" },
  tags: { okaeri_message_id: "<p1.c2.a3@example.jp>" },
};

test("a mail is one request with one recipient; links, opens and unsubscribing stay the product's own", async () => {
  expect(await mailer.send(mail)).toEqual({ outcome: "sent" });
  expect(sendgrid.taken).toEqual([
    {
      key: "Bearer SG.key",
      body: {
        personalizations: [{ to: [{ email: "a@example.jp" }], custom_args: mail.tags }],
        from: { email: "inn@example.jp", name: '宿 "別館"' },
        subject: "お得なお知らせ",
        content: [
          { type: "text/plain", value: "こんにちは" },
          { type: "text/html", value: "<p>こんにちは</p>" },
        ],
        headers: { "List-Unsubscribe": "<https://example.jp/u/x>", "Message-ID": "<p1.c2.a3@example.jp>" },
        tracking_settings: {
          click_tracking: { enable: false, enable_text: false },
          open_tracking: { enable: false },
          subscription_tracking: { enable: false },
        },
      },
    },
  ]);
});

test("an old carrier address is sent to in quotes", async () => {
  await mailer.send({ ...mail, to: "ka..ze.1@docomo.ne.jp" });
  expect(sendgrid.taken[0]?.body).toMatchObject({ personalizations: [{ to: [{ email: '"ka..ze.1"@docomo.ne.jp' }] }] });
});

describe("what became of one mail", () => {
  test.each<[string, SendgridVerdict, object]>([
    ["taken", 202, { outcome: "sent" }],
    ["refused", 400, { outcome: "failed", reason: "400" }],
    ["too large", 413, { outcome: "failed", reason: "413" }],
    ["a wrong key", 401, { outcome: "later", reason: "401", serverDown: true }],
    ["a key that may not send", 403, { outcome: "later", reason: "403", serverDown: true }],
    ["too many", 429, { outcome: "later", reason: "429", serverDown: true }],
    ["away", 503, { outcome: "later", reason: "503", serverDown: true }],
    ["broken behind the door", 500, { outcome: "unknown", reason: "500" }],
    ["a gateway's guess", 504, { outcome: "unknown", reason: "504" }],
    ["led elsewhere", 302, { outcome: "unknown" }],
    ["taken, then broken off", "break_off", { outcome: "unknown" }],
  ])("%s", async (_, given, expected) => {
    verdict = given;
    expect(await mailer.send(mail)).toMatchObject(expected);
    // Nothing is sent again by itself.
    expect(sendgrid.taken).toHaveLength(1);
  });

  test("taken, then silent: nobody knows", async () => {
    verdict = "silence";
    const hasty = sendgridMailer(sendgrid.url, "SG.key", 200);
    expect(await hasty.send(mail)).toEqual({ outcome: "unknown", reason: "ETIMEDOUT" });
  });

  test("nobody there: later, and nobody's fault", async () => {
    const gone = await openSendgrid();
    await gone.close();
    expect(await sendgridMailer(gone.url, "SG.key").send(mail)).toMatchObject({ outcome: "later", serverDown: true });
  });

  test.each(["two@example.jp, evil@example.jp", "a@example.jp\r\nBcc: evil@example.jp"])(
    "one receiver or none: %j",
    async (to) => {
      expect(await mailer.send({ ...mail, to })).toEqual({ outcome: "failed", reason: "EENVELOPE" });
      expect(sendgrid.taken).toEqual([]);
    },
  );

  test("kept back, nothing leaves", async () => {
    expect(await mailer.send(mail, async () => false)).toEqual({ outcome: "withheld" });
    expect(sendgrid.taken).toEqual([]);
  });
});
