import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openSmtpSink, type SinkVerdict, type SmtpSink } from "../test/smtp-sink.ts";
import { type Mailer, openMailer } from "./mailer.ts";

let sink: SmtpSink;
let mailer: Mailer;
let verdict: SinkVerdict = "take";
beforeEach(async () => {
  sink = await openSmtpSink(() => verdict);
  mailer = openMailer(sink.url);
});
afterEach(async () => {
  mailer.close();
  await sink.close();
});

const mail = (to: string) => ({
  from: "宿 <inn@example.jp>",
  to,
  subject: "お得なお知らせ",
  text: "こんにちは",
  html: "<p>こんにちは</p>",
  headers: { "List-Unsubscribe": "<http://localhost/u/x>" },
});

describe("what became of one mail", () => {
  test.each<[string, SinkVerdict, object, number]>([
    ["taken", "take", { outcome: "sent" }, 1],
    [
      "no such address",
      { refuseRecipient: 550, text: "5.1.1 no such user" },
      { outcome: "failed", reason: "550", refusal: { verdict: "hard", statusCode: "5.1.1" } },
      0,
    ],
    ["policy", { refuseRecipient: 550, text: "5.7.1 relaying denied" }, { outcome: "failed", reason: "550" }, 0],
    [
      "mailbox full",
      { refuseRecipient: 552, text: "5.2.2 over quota" },
      { outcome: "failed", reason: "552", refusal: { verdict: "soft", statusCode: "5.2.2" } },
      0,
    ],
    ["greylisted", { refuseRecipient: 451 }, { outcome: "later", reason: "451" }, 0],
    ["text refused", { refuseData: 554 }, { outcome: "failed", reason: "554" }, 0],
    ["text for later", { refuseData: 452 }, { outcome: "later", reason: "452" }, 0],
    ["broken before the text", "drop_before_data", { outcome: "later" }, 0],
    ["broken after the dot", "drop_after_dot", { outcome: "unknown" }, 1],
  ])("%s", async (_, given, expected, arrived) => {
    verdict = given;
    const got = await mailer.send(mail("a@example.jp"));
    expect(got).toMatchObject(expected);
    expect("refusal" in got).toBe("refusal" in expected);
    expect(sink.received).toHaveLength(arrived);
  });

  test("a connection that broke after the dot is not the end of the pool, nor does anybody get two", async () => {
    verdict = "take";
    await mailer.send(mail("first@example.jp"));
    verdict = "drop_after_dot";
    expect((await mailer.send(mail("second@example.jp"))).outcome).toBe("unknown");
    verdict = "take";
    expect((await mailer.send(mail("third@example.jp"))).outcome).toBe("sent");
    expect(sink.received).toEqual(["first@example.jp", "second@example.jp", "third@example.jp"]);
  });

  test("until it may end, a mail cannot have been sent; kept back, nobody gets it, and the next one goes out", async () => {
    verdict = "take";
    let allow = (_: boolean) => {};
    const asked = new Promise<void>((wasAsked) => {
      const mayEnd = () =>
        new Promise<boolean>((resolve) => {
          allow = resolve;
          wasAsked();
        });
      void mailer.send(mail("slow@example.jp"), mayEnd).then((outcome) => outcomes.push(outcome));
    });
    const outcomes: object[] = [];
    await asked;
    expect(sink.received).toEqual([]);
    allow(true);
    await expect.poll(() => outcomes).toEqual([{ outcome: "sent" }]);
    expect(await mailer.send(mail("never@example.jp"), async () => false)).toEqual({ outcome: "withheld" });
    verdict = { refuseRecipient: 550 };
    expect(await mailer.send(mail("bad@example.jp"), async () => expect.unreachable())).toMatchObject({
      reason: "550",
    });
    verdict = "take";
    expect(await mailer.send(mail("next@example.jp"))).toEqual({ outcome: "sent" });
    expect(sink.received).toEqual(["slow@example.jp", "next@example.jp"]);
  });

  test("no server: later, and nobody's fault", async () => {
    await sink.close();
    expect(await mailer.send(mail("a@example.jp"))).toEqual({ outcome: "later", reason: "ESOCKET", serverDown: true });
  });

  test("a server that refuses our sign-in is as good as none", async () => {
    const closed = await openSmtpSink(() => "take", { refuseSignIn: true });
    const locked = openMailer(closed.url.replace("smtp://", "smtp://user:wrong@"));
    expect(await locked.send(mail("a@example.jp"))).toMatchObject({ outcome: "later", serverDown: true });
    locked.close();
    await closed.close();
  });

  test("subject, sender and both parts arrive as written", async () => {
    verdict = "take";
    await mailer.send(mail("a@example.jp"));
    const got = await sink.parsed("a@example.jp");
    expect([got.subject, got.from?.text, got.text?.trim(), got.html]).toEqual([
      "お得なお知らせ",
      '"宿" <inn@example.jp>',
      "こんにちは",
      "<p>こんにちは</p>",
    ]);
    expect(got.headers.has("list")).toBe(true);
  });
});
