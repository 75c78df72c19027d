import { generateKeyPairSync, sign } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { purgeJobs } from "../../../../main/purge-old-rows.ts";
import { type Caller, type Facility, makeAccount, makeUser, TEST_NOW } from "../../../../test/app.ts";
import { type BounceReceiver, openBounceReceiver } from "../bounce-receiver.ts";
import { type MailedGuest, returnPathOf, type SentCampaign, sendReport, sentCampaign } from "../bounces.fixture.ts";
import { recordUnrecognised } from "./record-unrecognised.ts";

// "Every report that was not understood is counted and visible": what counts, who sees what, and when it ends.

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
let c: SentCampaign;
let receiver: BounceReceiver;
let provider: Facility;
let operator: Caller;
let other: Facility;
let otherStaff: Caller;
let next = 0;
beforeAll(async () => {
  c = await sentCampaign(20);
  receiver = await openBounceReceiver(c.app, 0, "127.0.0.1");
  provider = await makeAccount(c.t.app, { name: "提供", provider: true });
  operator = await c.t.as(await makeUser(c.t.app, provider, "role_vc_admin", ["*"]));
  other = await makeAccount(c.t.app, { name: "よその宿" });
  otherStaff = await c.t.as(await makeUser(c.t.app, other, "role_admin", ["*"]));
  await c.query(sql`insert into mail_deliveries (account_id, sendgrid_webhook_public_key, webhook_key)
    values (${c.inn.accountId}, ${publicKey.export({ type: "spki", format: "der" }).toString("base64")}, 'hook')`);
});
afterAll(async () => {
  await receiver.close();
  await c.t.close();
});
beforeEach(() => c.t.past.pool.query("delete from unrecognised_reports"));

const guest = (): MailedGuest => ({ id: c.guests[next] ?? 0, address: `guest${++next}@example.jp` });
const lines = (...all: string[]) => all.join("\r\n");
const mail = (words: string, ...heads: string[]) =>
  lines("From: someone@mx.example.jp", "Subject: about your mail", ...heads, "", words, "");
const send = (to: string | string[], raw: string | Buffer, name = "mx1.example.jp") =>
  sendReport(receiver.port(), { to, raw, name });

const get = async (who: Caller, url: string) => {
  const answer = await who({ method: "GET", url: `/api${url}` });
  return { status: answer.statusCode, body: answer.json() };
};
const own = async () => (await get(c.staff, `/accounts/${c.inn.accountId}/unrecognised-reports`)).body;
const all = async () => (await get(operator, "/jobs/unrecognised-reports")).body;
const whole = (who: Caller, id: number, query = "") =>
  get(who, `/accounts/${c.inn.accountId}/unrecognised-reports/${id}${query}`);
const countAll = async () => (await all()).totals.smtp;

const dsn = (fields: string, words = "It failed.") =>
  lines(
    "From: MAILER-DAEMON@mx.example.jp",
    "Subject: Undelivered Mail",
    `Message-ID: <${next}@mx.example.jp>`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    words,
    "--b",
    "Content-Type: message/delivery-status",
    "",
    fields,
    "--b--",
    "",
  );
const FAILED = "Final-Recipient: rfc822; guest@example.jp\r\nAction: failed\r\nStatus: 5.1.1";

test("the provider sees count, server, codes and the text with what identifies the guest masked; the client's staff the whole", async () => {
  const one = guest();
  await c.query(sql`update customers set name = '鰐淵 花子' where id = ${one.id}`);
  const words = `554 5.7.9 rejected: <${one.address}> 鰐淵花子 090-1234-5678 user guest${next} id 0123456789abcdefghijk`;
  for (const _ of [1, 2, 3]) expect(await send(returnPathOf(c, one), mail(words))).toMatch(/^250 /);
  const { items, totals } = await all();
  expect(totals).toEqual({ smtp: 3, sendgrid: 0 });
  expect(items).toEqual([
    {
      id: expect.any(Number),
      account: { id: c.inn.accountId, name: "宿" },
      source: "smtp",
      is_overflow: false,
      server: "mx1.example.jp",
      status_codes: ["554", "5.7.9"],
      excerpt: "554 5.7.9 rejected: <***@***> *** *** user *** id ***",
      count: 3,
      first_at: TEST_NOW.toISOString(),
      last_at: TEST_NOW.toISOString(),
      has_whole_text: true,
    },
  ]);
  const { account: _, ...shown } = items[0];
  expect(await own()).toEqual({ items: [shown], totals, whole_text: "readable" });
  const { status, body } = await whole(c.staff, shown.id);
  expect([status, body.text]).toEqual([200, words]);
  expect(body.source).toContain("Subject: about your mail");
  expect(body.source).toContain(one.address);
  const stored = await c.query(sql<{ sealed: string }>`select sealed from unrecognised_reports`);
  expect(stored[0]?.sealed).toMatch(/^v1\./);
  expect(JSON.stringify(stored)).not.toContain("rejected");
});

test("the whole text is for people who may see the guest, with the client chosen, and each reading is recorded", async () => {
  const one = guest();
  await send(returnPathOf(c, one), mail("554 what is this"));
  const { id } = (await all()).items[0];
  const clerk = await c.t.as(await makeUser(c.t.app, c.inn, "role_user", ["campaigns/read"]));
  const annex = await makeAccount(c.t.app, { name: "離れ", above: c.inn, option: null });
  const atAnnex = await c.t.as(await makeUser(c.t.app, annex, "role_user", ["customers/read"]));
  const statuses = async (...asked: [Caller, string?][]) =>
    Promise.all(asked.map(async ([who, query]) => (await whole(who, id, query)).status));
  const chosen = `?account_id=${c.inn.accountId}`;
  expect(await statuses([operator], [operator, `?account_id=${other.accountId}`], [operator, chosen])).toEqual([
    400, 404, 200,
  ]);
  expect(await statuses([clerk], [atAnnex], [otherStaff], [otherStaff, chosen], [c.t.anonymous])).toEqual([
    403, 404, 404, 404, 401,
  ]);
  const missing = await whole(c.staff, 999_999);
  const foreign = await get(otherStaff, `/accounts/${other.accountId}/unrecognised-reports/${id}`);
  expect([missing.status, foreign]).toEqual([404, missing]);
  const access = async (who: Caller, query = "") =>
    (await get(who, `/accounts/${c.inn.accountId}/unrecognised-reports${query}`)).body.whole_text;
  expect(await Promise.all([access(operator), access(operator, chosen), access(clerk)])).toEqual([
    "choose_client",
    "readable",
    "not_allowed",
  ]);
  expect((await get(otherStaff, `/accounts/${c.inn.accountId}/unrecognised-reports`)).status).toBe(404);
  expect((await get(c.staff, "/jobs/unrecognised-reports")).status).toBe(403);
  const read = await c.t.past.pool.query(
    `select entity_id::int, account_id::int, after from audit_logs where action = 'read_report' and entity_id = $1`,
    [id],
  );
  const after = { server: "mx1.example.jp", status_codes: ["554"] };
  expect(read.rows).toEqual([{ entity_id: id, account_id: c.inn.accountId, after }]);
});

test.each<[string, () => string | Buffer]>([
  ["a failure", () => dsn(FAILED)],
  [
    "a notice of delivery",
    () => dsn("Final-Recipient: rfc822; guest@example.jp\r\nAction: delivered\r\nStatus: 2.0.0"),
  ],
  ["an absence notice", () => mail("I am away.", "Auto-Submitted: auto-replied")],
  ["an absence notice of Outlook", () => mail("I am away.", "X-Auto-Response-Suppress-Reply: x", "X-Autoreply: yes")],
  ["an automatic answer", () => mail("We have got your mail.", "Precedence: auto_reply")],
  [
    "a report about a report",
    () =>
      `${dsn(FAILED).slice(0, -6)}--b\r\nContent-Type: message/rfc822\r\n\r\n${dsn(FAILED).replaceAll("b", "c")}\r\n--b--\r\n`,
  ],
  [
    "a report of failed signatures",
    () => dsn("Feedback-Type: auth-failure").replace("message/delivery-status", "message/feedback-report"),
  ],
])("%s is understood, once and repeated", async (_name, raw) => {
  const to = returnPathOf(c, guest());
  for (const _ of [1, 2]) expect(await send(to, raw())).toMatch(/^250 /);
  expect(await countAll()).toBe(0);
});

test("reports without a mail are the provider's, without their whole text; of several programmes each gets its own", async () => {
  await send("postmaster@bounce.inn.example", mail("550 who is guest@example.jp"));
  await send("abuse@bounce.inn.example", dsn(FAILED));
  // Understood as a failure, but the mail was never sent.
  const one = guest();
  const never = returnPathOf({ ...c, pushId: 999_999 }, one);
  await send(never, dsn(FAILED, "of a mail that never left"));
  const theirs = returnPathOf({ ...c, inn: other }, one);
  await send([returnPathOf(c, one), theirs, "bounces@bounce.inn.example"], mail("to three at once"));
  const { items } = await all();
  type Item = { account: { name: string }; excerpt: string; has_whole_text: boolean };
  const summaries = items.map(({ account, excerpt, has_whole_text }: Item) => [account.name, excerpt, has_whole_text]);
  expect(summaries.toSorted()).toEqual(
    [
      ["提供", "550 who is ***@***", false],
      ["提供", "It failed.", false],
      ["宿", "of a mail that never left", true],
      ["宿", "to three at once", true],
      // The guest is not one of that programme.
      ["提供", "to three at once", false],
    ].toSorted(),
  );
  expect((await get(otherStaff, `/accounts/${other.accountId}/unrecognised-reports`)).body.items).toEqual([]);
});

test("hostile mail is counted: NUL, a megabyte, what cannot be read, and a name that is none", async () => {
  const one = guest();
  const to = returnPathOf(c, one);
  const hostile: [string | Buffer, string?][] = [
    [mail("what\0is\u202e this")],
    [mail(`${"あ".repeat(300_000)} ${one.address}`, "Content-Type: text/plain; charset=utf-8")],
    [`${"X: y\r\n".repeat(100_000)}\r\nbeyond the limits <${one.address}>`, "<script>"],
    [""],
    [Buffer.alloc(100_000)],
  ];
  for (const [raw, name] of hostile) expect(await send(to, raw, name)).toMatch(/^250 /);
  const { items, totals } = await own();
  expect(totals.smtp).toBe(5);
  expect(items.every((item: { excerpt: string }) => item.excerpt.length <= 300)).toBe(true);
  expect(JSON.stringify(items)).not.toMatch(/guest\d|\\u0000|\\u202e|script/);
  expect(items.map((item: { server: string }) => item.server)).toContain("127.0.0.1");
  for (const { id } of items) {
    const { status, body } = await whole(c.staff, id);
    expect([status, body.source.length <= 131_072, body.source.includes("\0")]).toEqual([200, true, false]);
  }
});

test("500 different reports of a day are 200 rows and one that counts the others; the next day has its own", async () => {
  const report = (n: number) => ({
    source: "smtp" as const,
    server: "mx",
    statusCodes: [],
    excerpt: `report ${n}`,
    occurrences: 1,
  });
  const take = (from: number, to: number, today = "2026-11-20") =>
    c.app.database.inScope({ accountIds: [c.inn.accountId] }, (tx) =>
      recordUnrecognised(
        tx,
        c.inn.accountId,
        Array.from({ length: to - from }, (_, n) => report(from + n)),
        { now: TEST_NOW, today: today as never },
      ),
    );
  await take(0, 150);
  await Promise.all([take(150, 300), take(300, 500)]);
  const { items, totals } = await own();
  expect(totals.smtp).toBe(500);
  const rows = await c.query(
    sql`select is_overflow, count(*)::int as rows, sum(occurrences)::int as count from unrecognised_reports group by 1 order by 1`,
  );
  expect(rows).toEqual([
    { is_overflow: false, rows: 200, count: 200 },
    { is_overflow: true, rows: 1, count: 300 },
  ]);
  expect(items).toHaveLength(200);
  // One that has a row is counted there.
  await take(0, 1);
  await take(500, 501, "2026-11-21");
  const after = await c.query(
    sql`select excerpt, occurrences from unrecognised_reports where excerpt in ('report 0', 'report 500') order by 1`,
  );
  expect(after).toEqual([
    { excerpt: "report 0", occurrences: 2 },
    { excerpt: "report 500", occurrences: 1 },
  ]);
});

test("SendGrid's events that are refused singly are counted by event and field, without what they say of the guest", async () => {
  const one = guest();
  const events = [
    { event: "click", email: 7 },
    { event: "click", email: 8 },
    { event: one.address, email: null },
    null,
  ];
  const body = JSON.stringify(events);
  const timestamp = String(Math.floor(TEST_NOW.getTime() / 1_000));
  const { body: answer } = await c.t.anonymous({
    method: "POST",
    url: "/hooks/sendgrid/hook",
    headers: {
      "content-type": "application/json",
      "x-twilio-email-event-webhook-signature": sign("sha256", Buffer.from(timestamp + body), privateKey).toString(
        "base64",
      ),
      "x-twilio-email-event-webhook-timestamp": timestamp,
    },
    payload: body,
  });
  expect(answer).toBe('{"received":0,"refused":4}');
  const { items, totals } = await all();
  expect(totals).toEqual({ smtp: 0, sendgrid: 4 });
  const summaries = items.map(({ source, server, excerpt, count, has_whole_text }: Record<string, unknown>) => [
    source,
    server,
    excerpt,
    count,
    has_whole_text,
  ]);
  expect(summaries.toSorted()).toEqual(
    [
      ["sendgrid", "SendGrid", 'event "": field ""', 1, false],
      ["sendgrid", "SendGrid", 'event "***@***": field "email"', 1, false],
      ["sendgrid", "SendGrid", 'event "click": field "email"', 2, false],
    ].toSorted(),
  );
});

test("rows are deleted after a week and with their erased guest; reports about erased guests are not stored", async () => {
  const [old, gone, stays] = [guest(), guest(), guest()];
  for (const [to, words] of [
    [old, "old"],
    [gone, "gone"],
    [stays, "stays"],
  ] as const)
    await send(returnPathOf(c, to), mail(words));
  await c.query(
    sql`update unrecognised_reports set last_at = last_at - interval '7 days 1 minute' where excerpt = 'old'`,
  );
  const excerpts = async () =>
    (await c.query(sql<{ excerpt: string }>`select excerpt from unrecognised_reports order by id`)).map(
      (row) => row.excerpt,
    );
  expect((await own()).items.map((item: { excerpt: string }) => item.excerpt)).toEqual(["stays", "gone"]);
  await purgeJobs(c.app)["purge-old-rows"]({}, { signal: new AbortController().signal, attempt: 1 });
  expect(await excerpts()).toEqual(["gone", "stays"]);
  const { version } = (await get(c.staff, `/customers/${gone.id}/erasure`)).body;
  await c.staff({ method: "POST", url: `/api/customers/${gone.id}/erasure`, payload: { version } });
  expect(await excerpts()).toEqual(["stays"]);
  expect(await send(returnPathOf(c, gone), mail("again"))).toMatch(/^250 /);
  await send(returnPathOf({ ...c, pushId: 999_999 }, gone), dsn(FAILED));
  expect(await excerpts()).toEqual(["stays"]);
});
