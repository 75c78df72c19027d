import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { purgeJobs } from "../../main/purge-old-rows.ts";
import { type Caller, type Facility, makeUser, TEST_NOW, type TestApp, testApp } from "../../test/app.ts";
import { handlersFor, mailAction, makeGuests, makeInn, promotion } from "../campaigns/campaigns.fixture.ts";
import { blankBlock } from "../messaging/mail-document.fixture.ts";

let now = TEST_NOW;
let t: TestApp;
let inn: Facility;
let boss: Caller;
beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } });
  inn = await makeInn(t.app, "宿");
  boss = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
});
afterAll(() => t.close());

const query = <T>(statement: ReturnType<typeof sql<T>>) =>
  t.app.database.inScope({ accountIds: [inn.accountId] }, async (tx) => (await statement.execute(tx.db)).rows);
const hashOf = (digit: string) => digit.repeat(64);
const store = (digits: string, uploaded: Date) =>
  query(sql`insert into images (account_id, hash, type, width, height, byte_size, bytes, uploaded_at)
    select ${inn.accountId}, repeat(digit, 64), 'image/png', 10, 10, 1, '\\x00', ${uploaded}
    from regexp_split_to_table(${digits}, '') digit`);
const end = () => purgeJobs(t.app)["purge-old-rows"]({}, { signal: new AbortController().signal, attempt: 0 });
const left = async () =>
  (await query(sql<{ digit: string }>`select left(hash, 1) as digit from images order by hash`))
    .map(({ digit }) => digit)
    .join("");
const showing = (digit: string) => ({
  blocks: [blankBlock("divider"), { ...blankBlock("image", 2), alt: "湯", image: hashOf(digit) }],
});
async function called(method: "POST" | "PUT", url: string, payload: object) {
  const answer = await boss({ method, url, payload });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const campaign = (mail: ReturnType<typeof showing>) =>
  promotion({ segments: [{ ...promotion().segments[0]!, actions: [mailAction(mail)] }] });
const later = (days: number) => new Date(TEST_NOW.getTime() + days * 86_400_000);

test("a picture ends 30 days after it was uploaded last, unless a mail, a template, a step back or a mail that was sent shows it", async () => {
  // a: nobody's. b: a draft's. c: a template's. d: an earlier version's of it. e: a sent mail's, whose campaign shows another one now.
  await store("abcdef", TEST_NOW);
  await called("POST", "/api/campaigns", campaign(showing("b")));
  const template = { name: "お便り", title: "", body: "", signature: "", from_address: "" };
  const { id } = await called("POST", "/api/mail-templates", { ...template, ...showing("d") });
  await called("PUT", `/api/mail-templates/${id}`, { ...template, ...showing("c"), version: 1 });
  await makeGuests(t.app, inn.accountId, { count: 1, mail: "guest" });
  const sent = await called("POST", "/api/campaigns", campaign(showing("e")));
  await called("POST", `/api/campaigns/${sent.id}/activate`, { version: 1 });
  await t.app.jobs.drain(handlersFor(t.app));
  expect(t.mails.map(({ html }) => html?.includes(hashOf("e")))).toEqual([true]);
  await query(sql`delete from mail_blocks where image_hash = ${hashOf("e")}`);
  now = later(29);
  await end();
  expect(await left()).toBe("abcdef");
  now = later(31);
  await query(sql`update images set uploaded_at = ${now} where hash = ${hashOf("f")}`);
  await query(sql`insert into campaign_edits (account_id, campaign_id, version, document, saved_at, replaced_at)
    values (${inn.accountId}, ${sent.id}, 1, ${JSON.stringify(showing("a"))}::jsonb, ${now}, ${now})`);
  await end();
  expect(await left(), "what was replaced a moment ago can be put back").toBe("abcdef");
  now = later(32);
  await end();
  expect(await left()).toBe("bcdef");
});
