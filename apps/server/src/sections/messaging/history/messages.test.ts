import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AddressRefusal, OutgoingMail } from "../../../mail/mailer.ts";
import { type Caller, type Facility, makeUser, TEST_NOW, type TestApp, testApp } from "../../../test/app.ts";
import { handlersFor, mailAction, makeGuests, makeInn, promotion } from "../../campaigns/campaigns.fixture.ts";
import { keepSurvivor } from "../../merges/merges.fixture.ts";
import { blankBlock } from "../mail-document.fixture.ts";
import { oldMailContents, oldMailFacts } from "./purge-history.ts";

let t: TestApp;
let now = TEST_NOW;
/** What the mail server says about an address. */
let answers: Record<
  string,
  { outcome: "failed"; reason: string; refusal: AddressRefusal } | { outcome: "unknown"; reason: string }
>;
const mails: OutgoingMail[] = [];
beforeAll(async () => {
  const send = async (mail: OutgoingMail, confirmSend: () => Promise<boolean>) => {
    const answer = answers[mail.to];
    if (answer?.outcome === "failed") return answer;
    if (!(await confirmSend())) return { outcome: "withheld" as const };
    if (answer) return answer;
    mails.push(mail);
    return { outcome: "sent" as const };
  };
  t = await testApp({ clock: { now: () => now }, mailer: { send, close: () => {} } as never });
});
afterAll(() => t.close());

let inns = 0;
let inn: Facility;
let staff: Caller;
let guests: number[];
beforeEach(async () => {
  now = TEST_NOW;
  answers = {};
  mails.length = 0;
  inns += 1;
  inn = await makeInn(t.app, `宿${inns}`);
  staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  guests = await makeGuests(t.app, inn.accountId, { count: 2, mail: "guest" });
});

const run = (statement: ReturnType<typeof sql>) =>
  t.app.database.inScope({ accountIds: [inn.accountId] }, (tx) => statement.execute(tx.db));
const get = async (path: string) => {
  const answer = await staff({ method: "GET", url: `/api/customers/${path}` });
  return answer.statusCode === 200 ? answer.json() : answer.statusCode;
};
const post = async (path: string, payload: object) => {
  const answer = await staff({ method: "POST", url: `/api/${path}`, payload });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};

const regulars = { combinator: "and" as const, rules: [{ field: "stay_count", operator: ">=" as const, value: 3 }] };
const MAIL = {
  title: "{{ name }}様へ 秋のご案内",
  preheader: "{{ rank | 会員 }}の皆様へ",
  body: "",
  signature: "{{ facility_name }}",
  blocks: [
    { ...blankBlock("heading", 1), text: "{{ name }}様" },
    {
      ...blankBlock("text", 2),
      text: "残高は{{ point_balance }}ポイントです。\n前回は{{ last_stay_on }}にお越しでした。",
    },
    { ...blankBlock("text", 3), text: "いつもの<皆様>へ", target: regulars },
    { ...blankBlock("url", 4), label: "予約する", url: "https://inn.example/autumn?plan=2&a=1" },
  ],
};

async function send(action = mailAction(MAIL)): Promise<number> {
  const segments = [{ ...promotion().segments[0]!, actions: [action] }];
  const { id } = await post("campaigns", promotion({ segments }));
  await post(`campaigns/${id}/activate`, { version: 1 });
  await t.app.jobs.drain(handlersFor(t.app));
  return id;
}

/** Without what is only this guest's in an address. */
const withoutTokens = (part: unknown) => String(part).replaceAll(/\/([rouc])\/[\w.~-]+/g, "/$1/-");
const mailTo = (start: string) => mails.findLast(({ to }) => to.startsWith(start));

test("a mail is shown years later as it was sent, both parts to the byte, whatever guest and campaign have become", async () => {
  const [first = 0, second = 0] = guests;
  await run(
    sql`update customers set stay_count = 3, last_stay_on = '2026-10-01', name = '佐藤 <花子>' where id = ${first}`,
  );
  await run(sql`update customers set language = 'en' where id = ${second}`);
  const english = { ...mailAction({ ...MAIL, title: "Autumn for {{ name }}", language: "en" }).mail! };
  const campaign = await send({ ...mailAction(MAIL), other_mails: [english] } as ReturnType<typeof mailAction>);
  await run(sql`update customers set name = '変わった', stay_count = 0 where id = any(${guests}::bigint[])`);
  await run(sql`update mails set title = '変わった', signature = '変わった'`);
  await run(sql`update mail_blocks set text = '変わった'`);

  for (const [at, id] of guests.entries()) {
    const sent = mailTo(`guest${at + 1}@`);
    const { items, total } = await get(`${id}/messages`);
    expect(items).toMatchObject([{ channel: "mail", campaign_id: campaign, status: "sent", reason: null }]);
    expect([total, items[0].subject, items[0].sent_at]).toEqual([1, sent?.subject, TEST_NOW.toISOString()]);
    const whole = await get(`${id}/messages/${items[0].id}`);
    expect([whole.subject, whole.text]).toEqual([sent?.subject, withoutTokens(sent?.text)]);
    expect(whole.html === withoutTokens(sent?.html)).toBe(true);
  }
  const recipients = (await staff({ method: "GET", url: `/api/campaigns/${campaign}/recipients` })).json().items;
  const [listed] = (await get(`${first}/messages`)).items;
  expect(recipients.find((one: { customer_id: number }) => one.customer_id === first).guest_message_id).toBe(listed.id);
  expect(mailTo("guest1@")?.text).toContain("いつもの<皆様>へ");
  expect(mailTo("guest2@")?.subject).toBe("Autumn for 山田 太郎");
});

test("a message says what became of it: opens of machines apart, and why it did not arrive", async () => {
  answers = {
    "guest1@example.jp": {
      outcome: "failed",
      reason: "550",
      refusal: { verdict: "hard", statusCode: "5.1.1", reply: "550 5.1.1 no such user" },
    },
    "guest2@example.jp": { outcome: "unknown", reason: "ECONNECTION" },
  };
  const [opener = 0] = await makeGuests(t.app, inn.accountId, { count: 1, mail: "open" });
  await send();
  now = new Date(TEST_NOW.getTime() + 600_000);
  const html = String(mailTo("open1@")?.html);
  const path = (kind: string) => String(new RegExp(`/${kind}/[\\w.~-]+`).exec(html)?.[0]);
  const person = { "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15" };
  const ask = (url: string, headers: object) => t.anonymous({ method: "GET", url, headers: headers as never });
  await ask(path("o"), { "user-agent": "Mozilla/5.0" });
  const [machine] = (await get(`${opener}/messages`)).items;
  expect(machine).toMatchObject({ machine_opened_at: now.toISOString(), opened_at: null, clicked_at: null });
  now = new Date(now.getTime() + 60_000);
  await ask(path("o"), person);
  await ask(path("r"), person);
  const [opened] = (await get(`${opener}/messages`)).items;
  expect(opened).toMatchObject({ opened_at: now.toISOString(), clicked_at: now.toISOString(), status: "sent" });

  const [refused, unknown] = await Promise.all(guests.map(async (id) => (await get(`${id}/messages`)).items[0]));
  expect(refused).toMatchObject({
    status: "failed",
    reason: expect.stringContaining("届きません"),
    opened_at: null,
  });
  expect(unknown).toMatchObject({ status: "unknown", subject: "山田 太郎様へ 秋のご案内" });
  expect(await get(`${guests[0]}/messages/${refused.id}`)).toMatchObject({ text: expect.stringContaining("予約する") });
});

test("a message is its guest's alone: another guest, another programme and a number of nobody's are not found", async () => {
  await send();
  const [mine] = (await get(`${guests[0]}/messages`)).items;
  expect(await get(`${guests[1]}/messages/${mine.id}`)).toBe(404);
  expect(await get(`${guests[0]}/messages/999999999999999`)).toBe(404);
  const elsewhere = await makeInn(t.app, `別の宿${inns}`);
  const other = await t.as(await makeUser(t.app, elsewhere, "role_admin", ["*"]));
  for (const path of ["messages", `messages/${mine.id}`])
    expect((await other({ method: "GET", url: `/api/customers/${guests[0]}/${path}` })).statusCode).toBe(404);
  const { 配信: disclosed } = await get(`${guests[0]}/data`);
  expect(disclosed).toMatchObject([{ 手段: "メール", 差し込んだ内容: { 氏名: "山田 太郎", ポイント残高: "0" } }]);
  expect(await get(`${guests[0]}/messages?size=20&page=2`)).toMatchObject({ items: [], total: 1, page: 2 });
});

test("a merge brings the messages of both together, and undoing it parts them", async () => {
  await send();
  const [survivor_id = 0, source_id = 0] = guests;
  const both = { survivor_id, survivor_version: 1, source_id, source_version: 1, fields: keepSurvivor };
  const { merge_id } = await post("merges/merge", both);
  const { items, total } = await get(`${survivor_id}/messages`);
  expect([total, items.length, new Set(items.map(({ id }: { id: number }) => id)).size]).toEqual([2, 2, 2]);
  for (const { id } of items) expect((await get(`${survivor_id}/messages/${id}`)).text).toContain("予約する");
  expect((await get(`${source_id}/messages`)).total).toBe(2);
  await post(`merges/done/${merge_id}/undo`, {});
  for (const id of guests) expect((await get(`${id}/messages`)).total).toBe(1);
});

test("an erased guest's messages lose what was filled into them and are not found any more; those of others stay", async () => {
  await send();
  const [gone = 0, stays = 0] = guests;
  const { version } = await get(`${gone}/erasure`);
  await post(`customers/${gone}/erasure`, { version });
  const factsOf = (id: number) =>
    run(sql`select fact_values, shown, made_at from mail_facts where customer_id = ${id}`).then(({ rows }) => rows);
  expect(await factsOf(gone)).toEqual([{ fact_values: null, shown: [], made_at: TEST_NOW }]);
  expect(await factsOf(stays)).toMatchObject([{ fact_values: { name: "山田 太郎", point_balance: "0" } }]);
  for (const path of [`${gone}/messages`, `${gone}/messages/1`])
    expect((await staff({ method: "GET", url: `/api/customers/${path}` })).statusCode).toBe(404);
});

test("messages end after three years, and contents with the last of them", async () => {
  await send();
  const ended = (term: typeof oldMailFacts, at: Date) =>
    t.app.database.inScope({ accountIds: [inn.accountId] }, (tx) =>
      term.steps(inn.accountId)(tx, { accountId: inn.accountId, now: at, most: 100 }),
    );
  const days = (n: number) => new Date(TEST_NOW.getTime() + n * 86_400_000);
  expect(await ended(oldMailFacts, days(1_095))).toEqual({ ended: 0, more: false });
  expect(await ended(oldMailFacts, days(1_097))).toEqual({ ended: 2, more: false });
  expect(await ended(oldMailContents, days(1_097))).toEqual({ ended: 0, more: false });
  expect(await ended(oldMailContents, days(1_099))).toEqual({ ended: 1, more: false });
});
