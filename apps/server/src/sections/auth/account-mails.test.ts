import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { OutgoingMail } from "../../mail/mailer.ts";
import { jobHandlers } from "../../main/job-handlers.ts";
import { type Caller, type Facility, makeAccount, makeUser, TEST_NOW, type TestApp, testApp } from "../../test/app.ts";
import { addAccountMail } from "./account-mails.ts";
import { nameForMail } from "./mail-formats.ts";
import { sendWaitingMails } from "./people.fixture.ts";
import { reserveMail } from "./reserve-mail.ts";

let t: TestApp;
let now: Date;
let inn: Facility;
let adminId: number;
let admin: Caller;
beforeEach(async () => {
  now = TEST_NOW;
  t = await testApp({ clock: { now: () => now } });
  inn = await makeAccount(t.app, { name: "花の湯" });
  adminId = await makeUser(t.app, inn, "role_admin", ["*"]);
  admin = await t.as(adminId);
});
afterEach(() => t.close());

const invite = (user_email: string, name = "仲居 花子") =>
  admin({
    method: "POST",
    url: "/api/users",
    payload: {
      name,
      user_email,
      role: "role_user",
      accounts: [{ account_id: inn.accountId, permissions: ["customers/read"] }],
    },
  });

test("an invitation names inviter and company as stored, made harmless, and the exact deadline; nothing that was typed for it", async () => {
  await t.app.database.asSystem(
    (tx) =>
      sql`update users set name = ${"当選! https://evil.test/win\u202e a@evil.test"} where id = ${adminId}`.execute(
        tx.db,
      ),
    { person: adminId, actor: adminId },
  );
  await invite("guest@example.jp", "至急 http://evil.example/prize を開いて");
  await sendWaitingMails(t);
  const mail = t.mails.at(-1) as OutgoingMail;
  expect(mail.text).toContain(
    "花の湯 の 当選! https：／／evil．test/win a＠evil．test さんが、花の湯 の管理画面「おかえり」",
  );
  // TEST_NOW is noon in Tokyo; the link works for 72 hours.
  expect(mail.text).toContain("リンクの期限: 2026年11月23日 12:00 (日本時間)");
  expect(mail.text).not.toContain("prize");
  expect(mail.text.match(/\w+:\/\//g)).toEqual(["http://"]);
  expect(mail.subject).toBe("おかえり へのご招待");
});

test.each([
  ["山田 太郎", "山田 太郎"],
  ["St. Regis Hotel", "St. Regis Hotel"],
  ["a\r\nBcc: x@y.zz", "a Bcc: x＠y．zz"],
  ["www.evil.test", "www．evil．test"],
  ["evil。test", "evil．test"],
  ["見えない\u200b\u2066字", "見えない 字"],
  ["長".repeat(80), "長".repeat(60)],
])("the name %j stands in a mail as %j", (name, shown) => {
  expect(nameForMail(name)).toBe(shown);
});

test("invitations are limited per receiver and per inviter, and the hour after the last one they go again", async () => {
  const { id } = (await invite("often@example.jp")).json();
  const again = async () => (await admin({ method: "POST", url: `/api/users/${id}/invitation` })).statusCode;
  const statuses: number[] = [];
  for (let i = 0; i < 11; i++) statuses.push(await again());
  expect(statuses).toEqual([...Array.from({ length: 9 }, () => 200), 429, 429]);
  // Nobody is registered without the mail that lets them in.
  const refused = await invite("OFTEN@example.jp");
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "3600"]);
  const people = (await admin({ method: "GET", url: "/api/users?q=often@" })).json();
  expect(people.total).toBe(1);
  expect((await invite("another@example.jp")).statusCode).toBe(200);

  await t.app.database.asSystem(async (tx) => {
    let sent = 0;
    while ((await reserveMail(tx, "invite_sender", adminId, `guest${sent}@example.jp`, now)) === 0) sent++;
    expect(sent).toBe(100 - 11);
  });
  expect((await invite("one.more@example.jp")).statusCode).toBe(429);
  now = new Date(now.getTime() + 3_600_000);
  admin = await t.as(adminId);
  expect([(await invite("one.more@example.jp")).statusCode, await again()]).toEqual([200, 200]);
});

test("a reset does not wait behind somebody's hundred confirmations, nor behind a slow mail server's campaign", async () => {
  const sent: OutgoingMail[] = [];
  let arrived = () => {};
  const reset = new Promise<void>((done) => {
    arrived = done;
  });
  t.app.mailer = { send: () => new Promise(() => {}), close: () => {} };
  t.app.personMailer = {
    send: async (mail) => {
      await new Promise((done) => setTimeout(done, 200));
      sent.push(mail);
      if (mail.subject === "パスワードの再設定") arrived();
      return { outcome: "sent" };
    },
    close: () => {},
  };
  const until = now.toISOString();
  const link = {
    kind: "email" as const,
    person: "花子",
    company: "花の湯",
    token: "x",
    until,
    language: "ja" as const,
  };
  await t.app.database.asSystem(async (tx) => {
    for (let i = 0; i < 100; i++)
      await addAccountMail(t.app, tx, `person ${adminId}`, { ...link, to: `a${i}@example.jp` });
  });
  await t.app.database.asSystem(
    (tx) =>
      sql`update users set login_id = 'waiting.one', user_email = 'waiting@example.jp' where id = ${adminId}`.execute(
        tx.db,
      ),
    { person: adminId, actor: adminId },
  );
  await t.anonymous({ method: "PUT", url: "/api/auth/reset/forget", payload: { login_id: "waiting.one" } });
  await t.app.jobs.work(jobHandlers(t.app));
  await reset;
  // On a busy machine some of them were under way by then.
  expect(sent.length).toBeLessThan(50);
}, 60_000);
