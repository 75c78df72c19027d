import { readdirSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import iconv from "iconv-lite";
import { sql } from "kysely";
import nodemailer from "nodemailer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BounceReceiver, openBounceReceiver } from "./bounce-receiver.ts";
import { type MailedGuest, returnPathOf, type SentCampaign, sendReport, sentCampaign } from "./bounces.fixture.ts";

let c: SentCampaign;
let receiver: BounceReceiver;
let next = 0;
beforeAll(async () => {
  c = await sentCampaign(40);
  receiver = await openBounceReceiver(c.app, 0, "127.0.0.1");
});
afterAll(async () => {
  await receiver.close();
  await c.t.close();
});

/** A guest who was told of in no other test. */
const guest = (): MailedGuest => ({ id: c.guests[next] ?? 0, address: `guest${++next}@example.jp` });
type Guest = MailedGuest;
const returnPath = (to: Guest) => returnPathOf(c, to);

/** What the dialogue ends with. */
const send = (
  to: string,
  raw: string | Buffer,
  { from = "", port = receiver.port() }: { from?: string; port?: number } = {},
): Promise<string> => sendReport(port, { to, raw, from });

const lines = (...all: string[]) => all.join("\r\n");
/** A report in three parts. */
const report = (
  type: string,
  fields: string,
  returned = "Subject: news\r\nFrom: info@inn.example",
  words = "It failed.",
) =>
  lines(
    "From: MAILER-DAEMON@mx.example.jp",
    "To: somebody@bounce.inn.example",
    "Subject: Undelivered Mail Returned to Sender",
    "Auto-Submitted: auto-replied",
    `Message-ID: <${next}.${type}@mx.example.jp>`,
    "MIME-Version: 1.0",
    `Content-Type: multipart/report; report-type=${type}; boundary="b1"`,
    "",
    "--b1",
    "Content-Type: text/plain; charset=us-ascii",
    "",
    words,
    "--b1",
    `Content-Type: message/${type}`,
    "",
    fields,
    "--b1",
    "Content-Type: message/rfc822",
    "",
    returned,
    "",
    "body",
    "--b1--",
    "",
  );
const failed = (address: string, status: string, code = "smtp; 550 5.1.1 no such user") =>
  lines(
    "Reporting-MTA: dns; mx.example.jp",
    "",
    `Final-Recipient: rfc822; ${address}`,
    "Action: failed",
    `Status: ${status}`,
    `Diagnostic-Code: ${code}`,
  );
const dsn = (address: string, status = "5.1.1", code?: string) =>
  report("delivery-status", failed(address, status, code));
const eventsOf = ({ id }: Guest) =>
  c.query(sql<{ kind: string }>`select kind from message_events
    where customer_id = ${id} and kind <> 'delivered' order by id`);
const suppressions = async ({ id }: Guest) =>
  (await c.staff({ method: "GET", url: `/api/customers/${id}/suppressions` })).json();

test("a bounce to the mail's own return path: the guest gets nothing more, and a mail counted as delivered is counted as failed", async () => {
  const one = guest();
  const before = [await c.pushOf(), await c.figures()] as const;
  expect(await send(returnPath(one), dsn(one.address))).toMatch(/^250 /);
  expect(await c.mailState(one.id)).toBe("bounced");
  expect(await c.outcomeOf(one.id)).toEqual({ outcome: "failed", reason: expect.stringContaining("5.1.1") });
  const after = [await c.pushOf(), await c.figures()] as const;
  expect(after[0]).toEqual({ sent: before[0].sent - 1, failed: before[0].failed + 1, consistent: true });
  const { reached, failed: notReached, bounced } = before[1];
  expect(after[1]).toEqual({
    ...before[1],
    reached: (reached ?? 0) - 1,
    failed: (notReached ?? 0) + 1,
    bounced: (bounced ?? 0) + 1,
  });
  expect(await suppressions(one)).toMatchObject({
    current: { reason: "bounced", can_lift: true },
    items: [{ kind: "hard", source: "report", status_code: "5.1.1", address: one.address }],
  });
  // The answer was lost, and the report comes again.
  expect(await send(returnPath(one), dsn(one.address))).toMatch(/^250 /);
  expect(await eventsOf(one)).toEqual([{ kind: "bounced" }]);
  expect((await c.pushOf()).failed).toBe(after[0].failed);
});

test("a full mailbox fails this mail and stops nothing; a delay changes nothing", async () => {
  const [full, late] = [guest(), guest()];
  await send(returnPath(full), dsn(full.address, "5.2.2", "smtp; 552 5.2.2 over quota"));
  expect([await c.mailState(full.id), (await c.outcomeOf(full.id)).outcome]).toEqual(["reachable", "failed"]);
  await send(returnPath(late), report("delivery-status", failed(late.address, "4.4.1").replace("failed", "delayed")));
  expect([await c.mailState(late.id), (await c.outcomeOf(late.id)).outcome]).toEqual(["reachable", "sent"]);
  expect(await eventsOf(late)).toEqual([{ kind: "deferred" }]);
});

test("a report that does not know the return path is believed where the returned mail or the complaint names it, and else is none", async () => {
  const [one, angry, other] = [guest(), guest(), guest()];
  const returned = lines(`Return-Path: <${returnPath(one)}>`, "Subject: news");
  expect(
    await send("postmaster@bounce.inn.example", report("delivery-status", failed(one.address, "5.1.1"), returned)),
  ).toMatch(/^250 /);
  expect(await c.mailState(one.id)).toBe("bounced");
  const complaint = lines(
    "Feedback-Type: abuse",
    "User-Agent: SomeGenerator/1.0",
    "Version: 1",
    `Original-Mail-From: <${returnPath(angry)}>`,
    `Original-Rcpt-To: <${angry.address}>`,
  );
  await send("abuse@bounce.inn.example", report("feedback-report", complaint), { from: "fbl@isp.example" });
  expect(await suppressions(angry)).toMatchObject({ current: { reason: "complained", can_lift: false } });
  expect((await c.outcomeOf(angry.id)).outcome).toBe("sent");
  // Message-IDs can be guessed: nobody is stopped by one.
  const guessed = lines(`Message-ID: <p${c.pushId}.c${other.id}.a${c.inn.accountId}@localhost>`, "Subject: news");
  await send("postmaster@bounce.inn.example", report("delivery-status", failed(other.address, "5.1.1"), guessed));
  expect(await c.mailState(other.id)).toBe("reachable");
});

test("reports in Japanese, in the encodings of Japan, in form and in words alone", async () => {
  const [formed, jis, sjis, absent] = [guest(), guest(), guest(), guest()];
  const inForm = report(
    "delivery-status",
    failed(formed.address, "5.1.1"),
    undefined,
    '\u001b$B08@h$,$"$j$^$;$s\u001b(B',
  );
  await send(returnPath(formed), inForm.replace("us-ascii", "iso-2022-jp"));
  expect(await c.mailState(formed.id)).toBe("bounced");
  const inWords = (charset: string, more = "") =>
    lines(
      "From: postmaster@mobile.example.jp",
      "Subject: mail delivery error",
      `Content-Type: text/plain; charset=${charset}`,
      ...(more ? [more] : []),
      "",
      "",
    );
  const words = "お客様のメールアドレスは存在しません。";
  // ISO-2022-JP by hand: iconv-lite does not write it.
  const jisWords = Buffer.from("\u001b$B08@h$NEE;RM9JX$O\u001b(B user unknown\r\n", "latin1");
  await send(returnPath(jis), Buffer.concat([Buffer.from(inWords("iso-2022-jp")), jisWords]));
  await send(returnPath(sjis), Buffer.concat([Buffer.from(inWords("shift_jis")), iconv.encode(words, "shift_jis")]));
  expect([await c.mailState(jis.id), await c.mailState(sjis.id)]).toEqual(["bounced", "bounced"]);
  expect((await suppressions(sjis)).items[0].detail).toContain("存在しません");
  const absence = inWords("utf-8", "Auto-Submitted: auto-replied").replace("postmaster", "guest");
  await send(returnPath(absent), absence + words);
  await send(returnPath(absent), inWords("utf-8") + words, { from: "guest@example.jp" });
  expect([await c.mailState(absent.id), await eventsOf(absent)]).toEqual(["reachable", []]);
});

test("a report that somebody hands on is read; one about a report, which would go round for ever, is none", async () => {
  const [handedOn, looping] = [guest(), guest()];
  const within = (inner: string, mark: string) =>
    lines(
      "From: a@example.jp",
      `Content-Type: multipart/mixed; boundary="${mark}"`,
      "",
      `--${mark}`,
      "Content-Type: message/rfc822",
      "",
      inner,
      `--${mark}--`,
      "",
    );
  const inner = dsn(handedOn.address).replace(
    "Final-Recipient",
    `X-Sender: ${returnPath(handedOn)}\r\nFinal-Recipient`,
  );
  await send("bounces@bounce.inn.example", within(within(inner, "m2"), "m1"), { from: "a@example.jp" });
  expect(await c.mailState(handedOn.id)).toBe("bounced");
  const about = dsn(looping.address);
  await send(returnPath(looping), report("delivery-status", failed("b+x@bounce.inn.example", "5.4.6"), about));
  expect([await c.mailState(looping.id), await eventsOf(looping)]).toEqual(["reachable", []]);
  expect(c.t.mails.filter(({ to }) => !to.startsWith("guest"))).toEqual([]);
});

test("the dialogue refuses what is not for it: other domains, other names, changed return paths, what is too large", async () => {
  const one = guest();
  const path = returnPath(one);
  const last = path.indexOf("@") - 1;
  const changed = `${path.slice(0, last)}${path[last] === "0" ? "1" : "0"}${path.slice(last + 1)}`;
  expect(await send("someone@elsewhere.example", dsn(one.address))).toMatch(/^550 5\.7\.1/);
  expect(await send("someone@bounce.inn.example", dsn(one.address))).toMatch(/^550 5\.1\.1/);
  expect(await send(changed, dsn(one.address))).toMatch(/^550 5\.1\.1/);
  expect(await send(path, `Subject: x\r\n\r\n${"x".repeat(1_100_000)}`)).toMatch(/^552 /);
  // In capitals, as old servers write.
  expect(await send(path.toUpperCase(), dsn(one.address))).toMatch(/^250 /);
  expect(await c.mailState(one.id)).toBe("bounced");
});

test("mail made to harm costs its own reading alone", async () => {
  const nest = (depth: number) =>
    `Subject: x\r\n${Array.from({ length: depth }, (_, n) => `Content-Type: multipart/mixed; boundary="n${n}"\r\n\r\n--n${n}\r\n`).join("")}`;
  const part = "--p\r\nContent-Type: text/plain\r\n\r\nx\r\n";
  const bombs = [
    nest(5_000),
    `Content-Type: multipart/mixed; boundary="p"\r\n\r\n${part.repeat(20_000)}--p--\r\n`,
    `X: ${"y".repeat(900_000)}\r\n\r\nx`,
    `${"X: y\r\n".repeat(100_000)}\r\nx`,
    `Content-Type: text/html\r\n\r\n${"<div>".repeat(150_000)}`,
    Buffer.concat([Buffer.from("Content-Type: text/plain; charset=utf-7\r\n\r\n"), Buffer.alloc(200_000, 0xff)]),
    "\0".repeat(100_000),
    "",
  ];
  const one = guest();
  for (const bomb of bombs) expect(await send(returnPath(one), bomb)).toMatch(/^250 /);
  expect(await eventsOf(one)).toEqual([]);
  expect(await send(returnPath(one), dsn(one.address))).toMatch(/^250 /);
  expect(await c.mailState(one.id)).toBe("bounced");
});

test("a reader that is killed loses no report", async () => {
  const children = () =>
    readdirSync("/proc/self/task").flatMap((task) =>
      readFileSync(`/proc/self/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
  const before = new Set(children());
  const own = await openBounceReceiver(c.app, 0, "127.0.0.1");
  const first = guest();
  expect(await send(returnPath(first), dsn(first.address), { port: own.port() })).toMatch(/^250 /);
  const readers = children().filter((pid) => !before.has(pid));
  expect(readers).toHaveLength(1);
  for (const pid of readers) process.kill(pid, "SIGKILL");
  const one = guest();
  expect(await send(returnPath(one), dsn(one.address), { port: own.port() })).toMatch(/^250 /);
  expect(await c.mailState(one.id)).toBe("bounced");
  await own.close();
});

test("whoever has another address since is not stopped for the old one; the mail failed all the same", async () => {
  const one = guest();
  await c.query(sql`update customers set email = 'new@example.jp' where id = ${one.id}`);
  await send(returnPath(one), dsn("other@example.jp"));
  expect([await c.mailState(one.id), (await c.outcomeOf(one.id)).outcome]).toEqual(["reachable", "failed"]);
});

const REPORTED = join(import.meta.dirname, "../../../../fixtures/reported");
const reported = (file: string, to: Guest) =>
  readFileSync(join(REPORTED, file), "utf8")
    .replaceAll("{VERP}", returnPath(to))
    .replaceAll("{GUEST}", to.address)
    .replaceAll("{UNIQUE}", `${file}.${to.id}`)
    .replaceAll(/\r?\n/g, "\r\n");

test.each([
  ["02-dsn-500-blocked.eml", "reachable", "bounced"],
  ["02-dsn-500-quota.eml", "reachable", "bounced"],
  ["14-dsn-outlook-550.eml", "bounced", "bounced"],
  ["15-plain-exim.eml", "bounced", "bounced"],
  ["16-auto-answer.eml", "reachable", undefined],
])("%s leaves the guest %s and records %s", async (file, state, kind) => {
  const one = guest();
  expect(await send(returnPath(one), reported(file, one))).toMatch(/^250 /);
  expect([await c.mailState(one.id), (await eventsOf(one))[0]?.kind]).toEqual([state, kind]);
});

test("a refusal of our server does not count against the address; one of a full mailbox does", async () => {
  const [blocked, full] = [guest(), guest()];
  await send(returnPath(blocked), dsn(blocked.address, "5.0.0", "smtp; 550 5.7.1 blocked using dnsbl.example"));
  await send(returnPath(full), dsn(full.address, "5.0.0", "smtp; 552 5.2.2 over quota"));
  expect([await eventsOf(blocked), await eventsOf(full)]).toEqual([[{ kind: "bounced" }], [{ kind: "bounced" }]]);
  expect((await suppressions(blocked)).items).toEqual([]);
  expect((await suppressions(full)).items).toMatchObject([{ kind: "soft", status_code: "5.2.2" }]);
});

test("a NUL in a report is shown and discards nothing", async () => {
  const one = guest();
  const raw = dsn(one.address, "5.1.1", "smtp; 550 5.1.1 no such\0user");
  expect(await send(returnPath(one), raw)).toMatch(/^250 /);
  expect(await c.mailState(one.id)).toBe("bounced");
  expect((await suppressions(one)).items[0].detail).toContain("such␀user");
});

test("a report whose reading was stopped is asked for again (451)", async () => {
  const stopped = { read: async () => ({ stopped: "too much processor time" }), close: () => {} };
  const own = await openBounceReceiver(c.app, 0, "127.0.0.1", stopped);
  const one = guest();
  expect(await send(returnPath(one), dsn(one.address), { port: own.port() })).toMatch(/^451 /);
  await own.close();
  expect(await send(returnPath(one), dsn(one.address))).toMatch(/^250 /);
});

test("idle connections of one address take no place of another address", async () => {
  const idle: Socket[] = [];
  const greetings = await Promise.all(
    Array.from({ length: 40 }, () => {
      const socket = connect(receiver.port(), "127.0.0.1");
      idle.push(socket);
      return new Promise<string>((resolve) => socket.once("data", (data) => resolve(String(data).slice(0, 3))));
    }),
  );
  expect(Map.groupBy(greetings, (code) => code).get("220")).toHaveLength(10);
  const one = guest();
  const other = nodemailer.createTransport({
    host: "127.0.0.1",
    port: receiver.port(),
    ignoreTLS: true,
    localAddress: "127.0.0.2",
  });
  const { response } = await other.sendMail({ envelope: { from: "", to: returnPath(one) }, raw: dsn(one.address) });
  expect(response).toMatch(/^250 /);
  other.close();
  for (const socket of idle) socket.destroy();
  await expect.poll(() => send(returnPath(one), dsn(one.address))).toMatch(/^250 /);
});
