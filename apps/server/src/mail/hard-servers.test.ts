import { createHash, createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isMailAddress } from "@okaeri/domain/mail-address";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSmtpSink, type SinkVerdict, type SmtpSink } from "../test/smtp-sink.ts";
import { type Mailer, openMailer } from "./mailer.ts";

// Mail servers as they are: slow, silent, without TLS or with a wrong certificate; and what a mail carries to them.

const mail = (to: string) => ({
  from: '"宿" <inn@example.jp>',
  to,
  subject: "お知らせ",
  text: "こんにちは",
  html: "<p>こんにちは</p>",
});
const PATIENT = { connectMs: 1_000, silenceMs: 300 };

describe("a server that takes its time", () => {
  let sink: SmtpSink;
  let mailer: Mailer;
  let verdict: SinkVerdict = "take";
  beforeAll(async () => {
    sink = await openSmtpSink(() => verdict);
    mailer = openMailer(sink.url, 1, PATIENT);
  });
  afterAll(async () => {
    mailer.close();
    await sink.close();
  });

  test.each<[string, SinkVerdict, object, number]>([
    ["slow, within our patience", { afterMs: 100 }, { outcome: "sent" }, 1],
    ["slower than that, before the text", { afterMs: 1_000 }, { outcome: "later", reason: "ETIMEDOUT" }, 0],
    ["silent after the dot", "silent_after_dot", { outcome: "unknown" }, 1],
  ])("%s", async (_, given, expected, arrived) => {
    const before = sink.received.length;
    verdict = given;
    expect(await mailer.send(mail("a@example.jp"))).toMatchObject(expected);
    expect(sink.received.length - before).toBe(arrived);
    verdict = "take";
    expect(await mailer.send(mail("b@example.jp"))).toEqual({ outcome: "sent" });
  });
});

describe("TLS", () => {
  const through = async (tls: "starttls" | "smtps" | undefined, urlOf: (url: string) => string) => {
    const sink = await openSmtpSink(() => "take", tls ? { tls } : {});
    const mailer = openMailer(urlOf(sink.url), 1);
    const got = await mailer.send(mail("a@example.jp"));
    mailer.close();
    await sink.close();
    return { got, received: sink.received };
  };
  const wrong = { got: { outcome: "later", reason: "ECERTIFICATE", serverDown: true }, received: [] };

  test("none is offered, and the address asks for it: nothing is handed over, and the reason says what is missing", async () => {
    expect(await through(undefined, (url) => `${url}?requireTLS=true`)).toEqual({
      got: { outcome: "later", reason: "ETLS", serverDown: true },
      received: [],
    });
  });

  test("a certificate that nobody signed is refused, offered or demanded, and the reason says so", async () => {
    expect(await through("starttls", (url) => url)).toEqual(wrong);
    expect(await through("starttls", (url) => `${url}?requireTLS=true`)).toEqual(wrong);
    expect(await through("smtps", (url) => url)).toEqual(wrong);
  });

  test("a server on this machine or in the same network that offers none gets mails as they are", async () => {
    expect(await through(undefined, (url) => url)).toEqual({ got: { outcome: "sent" }, received: ["a@example.jp"] });
  });
});

describe("what a mail carries", () => {
  let sink: SmtpSink;
  let mailer: Mailer;
  beforeAll(async () => {
    sink = await openSmtpSink();
    mailer = openMailer(sink.url, 1);
  });
  afterAll(async () => {
    mailer.close();
    await sink.close();
  });

  test("a signature that its public key verifies, over both headers of unsubscribing; reports go to the envelope", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
    const headers = {
      "List-Unsubscribe": "<https://example.jp/u/x>",
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    };
    const signed = {
      ...mail("signed@example.jp"),
      headers,
      envelopeFrom: "b+1@bounce.example.jp",
      dkim: { domainName: "example.jp", keySelector: "s1", privateKey },
    };
    expect(await mailer.send(signed)).toEqual({ outcome: "sent" });
    const raw = sink.raw.get("signed@example.jp") ?? "";
    const tags = signatureOf(raw);
    expect([tags.get("d"), tags.get("s"), tags.get("a")]).toEqual(["example.jp", "s1", "rsa-sha256"]);
    const named = tags.get("h")?.toLowerCase().split(":");
    for (const name of ["from", "to", "subject", "date", "message-id", "list-unsubscribe", "list-unsubscribe-post"])
      expect(named).toContain(name);
    expect(isVerified(raw, publicKey.export({ type: "spki", format: "pem" }).toString())).toBe(true);
    expect(
      isVerified(raw.replace("Date: ", "Date:  x"), publicKey.export({ type: "spki", format: "pem" }).toString()),
    ).toBe(false);
    expect(sink.envelopes.get("signed@example.jp")).toBe("b+1@bounce.example.jp");
    // Kept back, a signed mail is as little sent as any other.
    expect(await mailer.send({ ...signed, to: "kept@example.jp" }, async () => false)).toEqual({
      outcome: "withheld",
    });
    expect(sink.received).not.toContain("kept@example.jp");
  });

  test("an address of whatever verdict (isemail) reaches itself or nobody", async () => {
    const fixture = join(import.meta.dirname, "../../../../packages/domain/src/fixtures/isemail.json");
    const { cases } = JSON.parse(readFileSync(fixture, "utf8")) as { cases: [string, string][] };
    const elsewhere: string[] = [];
    for (const [address] of cases) {
      const from = sink.received.length;
      const { outcome } = await mailer.send(mail(address));
      const arrived = sink.received.slice(from);
      const expected = outcome === "sent" ? [address.toLowerCase()] : [];
      // A server that shows the local part without needless quotes means the same mailbox.
      const same = arrived.map((one) => one.toLowerCase()).join() === expected.join();
      if (!same && !(arrived.length === 1 && isMailAddress(address))) elsewhere.push(`${address} → ${arrived.join()}`);
      if (!["sent", "failed"].includes(outcome)) elsewhere.push(`${address}: ${outcome}`);
    }
    expect(elsewhere).toEqual([]);
  });

  test.each([
    ["ka..ze.1@docomo.ne.jp", '"ka..ze.1"@docomo.ne.jp'],
    ["kaze.@ezweb.ne.jp", '"kaze."@ezweb.ne.jp'],
    [".kaze@softbank.ne.jp", '".kaze"@softbank.ne.jp'],
  ])("%s of an old carrier reaches its mailbox, in quotes", async (address, quoted) => {
    const carrier = await openSmtpSink(() => "take", { lenient: true });
    const toCarrier = openMailer(carrier.url, 1);
    expect(await toCarrier.send(mail(address))).toEqual({ outcome: "sent" });
    expect(carrier.received).toEqual([quoted]);
    expect(carrier.raw.get(quoted)).toContain(`To: <${quoted}>`);
    toCarrier.close();
    await carrier.close();
  });

  test.each([
    ["subject", { subject: "a\r\nBcc: evil@example.jp" }],
    ["name of the sender", { from: '"a\r\nBcc: evil@example.jp" <inn@example.jp>' }],
    ["address of the sender", { from: "inn@example.jp\r\nBcc: evil@example.jp" }],
    ["message id", { messageId: "<a@b>\r\nBcc: evil@example.jp" }],
    ["header of unsubscribing", { headers: { "List-Unsubscribe": "<https://x>\r\nBcc: evil@example.jp" } }],
    ["receiver", { to: "victim@example.jp\r\nBcc: evil@example.jp" }],
    ["two receivers", { to: "victim@example.jp, evil@example.jp" }],
    ["envelope", { envelopeFrom: "b@example.jp>\r\nRCPT TO:<evil@example.jp" }],
  ])("no line of somebody's gets into the headers by the %s", async (_, change) => {
    const from = sink.received.length;
    await mailer.send({ ...mail("victim@example.jp"), ...change });
    const arrived = sink.received.slice(from);
    expect([[], ["victim@example.jp"]]).toContainEqual(arrived);
    for (const recipient of arrived) {
      const [head = ""] = (sink.raw.get(recipient) ?? "").split("\r\n\r\n");
      expect(head).not.toMatch(/^bcc:/im);
    }
  });
});

/** RFC 6376, relaxed/relaxed, written here without the library that signs. */
function signatureOf(raw: string): Map<string, string> {
  const header = headersOf(raw).find((line) => /^dkim-signature:/i.test(line)) ?? "";
  return new Map(
    header
      .replace(/^[^:]*:/, "")
      .split(";")
      .map((tag) => [tag.slice(0, tag.indexOf("=")).trim(), tag.slice(tag.indexOf("=") + 1).replaceAll(/\s/g, "")]),
  );
}

const headersOf = (raw: string) => (raw.split("\r\n\r\n")[0] ?? "").split(/\r\n(?![ \t])/);
const relaxed = (line: string) =>
  `${line.slice(0, line.indexOf(":")).trim().toLowerCase()}:${line
    .slice(line.indexOf(":") + 1)
    .replaceAll(/\s+/g, " ")
    .trim()}`;

function isVerified(raw: string, publicKey: string): boolean {
  const tags = signatureOf(raw);
  const body = raw.slice(raw.indexOf("\r\n\r\n") + 4);
  const plain = body
    .split("\r\n")
    .map((line) => line.replaceAll(/[ \t]+/g, " ").replace(/ $/, ""))
    .join("\r\n")
    .replace(/(\r\n)*$/, "\r\n");
  if (createHash("sha256").update(plain).digest("base64") !== tags.get("bh")) return false;
  const lines = headersOf(raw);
  const named = (tags.get("h") ?? "").split(":").map((name) => {
    const found = lines.findLast((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
    return found === undefined ? "" : `${relaxed(found)}\r\n`;
  });
  const own = relaxed(lines.find((line) => /^dkim-signature:/i.test(line)) ?? "").replace(/([ ;]b=)[^;]*/, "$1");
  return verify(
    "sha256",
    Buffer.from(named.join("") + own),
    createPublicKey(publicKey),
    Buffer.from(tags.get("b") ?? "", "base64"),
  );
}
