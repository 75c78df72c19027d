import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Facility, makeUser, TEST_NOW, type TestApp, testApp } from "../../../test/app.ts";
import { handlersFor, mailAction, makeGuests, makeInn, promotion } from "../../campaigns/campaigns.fixture.ts";
import { blankBlock } from "../mail-document.fixture.ts";

let now = TEST_NOW;
let t: TestApp;
let inn: Facility;
beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } });
  inn = await makeInn(t.app, "宿");
});
afterAll(() => t.close());

const query = <T>(statement: ReturnType<typeof sql<T>>) =>
  t.app.database.inScope({ accountIds: [inn.accountId] }, async (tx) => (await statement.execute(tx.db)).rows);
const events = (id: number) =>
  query(sql<object>`select kind, is_machine as machine, link_no
    from message_events
    where customer_id = ${id} order by id`);
const PERSON = { "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15" };
const ask = (url: string, over: object = {}) => t.anonymous({ method: "GET", url, headers: PERSON, ...over });
const choose = (url: string, payload: string) =>
  t.anonymous({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload,
  });

const STORED = "https://inn.example/autumn?plan=2";

async function sendToAll(): Promise<void> {
  const action = mailAction();
  const blocks = [{ ...blankBlock("url"), label: "予約する", url: STORED }];
  const payload = promotion({
    segments: [
      {
        ...promotion().segments[0]!,
        actions: [{ ...action, mail: { ...action.mail!, blocks } }],
      },
    ],
  });
  const staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const made = await staff({ method: "POST", url: "/api/campaigns", payload });
  expect(made.statusCode).toBe(200);
  const url = `/api/campaigns/${made.json().id}/activate`;
  expect((await staff({ method: "POST", url, payload: { version: 1 } })).statusCode).toBe(200);
  await t.app.jobs.drain(handlersFor(t.app));
}

const mailTo = (start: string) => t.mails.findLast((mail) => mail.to.startsWith(start));
/** The addresses in the mail that a guest got last. */
function linksOf(start: string) {
  const html = String(mailTo(start)?.html);
  const path = (kind: string) => String(new RegExp(`/${kind}/[\\w.~-]+`).exec(html)?.[0]);
  const header = String(mailTo(start)?.headers?.["List-Unsubscribe"]);
  return { click: path("r"), pixel: path("o"), leave: new URL(header.slice(1, -1)).pathname };
}

test("K01: a link leads to what the mail as sent says, whatever stands beside it; opens and clicks of machines are told apart", async () => {
  now = TEST_NOW;
  const [id = 0] = await makeGuests(t.app, inn.accountId, { count: 1, mail: "click" });
  await sendToAll();
  expect(await events(id), "the server took it").toEqual([{ kind: "delivered", machine: false, link_no: null }]);
  const { click, pixel } = linksOf("click");
  now = new Date(TEST_NOW.getTime() + 3_600_000);
  const led = await ask(`${click}?url=https://evil.example&to=//evil.example`);
  expect([led.statusCode, led.headers.location, led.headers["cache-control"], led.headers["set-cookie"]]).toEqual([
    302,
    STORED,
    "no-store",
    undefined,
  ]);
  await query(sql`update account_settings set link_utm_source = 'newsletter'`);
  const { id: campaign = 0 } = (await query(sql<{ id: number }>`select max(id)::int as id from campaigns`))[0] ?? {};
  const expectedUrl = `${STORED}&utm_source=newsletter&utm_medium=email&utm_campaign=okaeri-${campaign}`;
  expect((await ask(click)).headers.location).toBe(expectedUrl);
  const picture = await ask(pixel);
  expect([picture.statusCode, picture.headers["content-type"]]).toEqual([200, "image/gif"]);
  expect((await ask(click, { method: "HEAD" })).statusCode).toBe(302);
  await ask(pixel, { headers: { "user-agent": "Mozilla/5.0" } });
  await ask(click, { headers: { "user-agent": "Barracuda Sentinel" } });
  expect((await events(id)).slice(1)).toEqual([
    { kind: "clicked", machine: false, link_no: 1 },
    { kind: "opened", machine: false, link_no: null },
    { kind: "clicked", machine: true, link_no: 1 },
    { kind: "opened", machine: true, link_no: null },
  ]);
});

test("K03: what is changed, foreign, of another kind or too old has one same answer, and nothing is noted", async () => {
  now = TEST_NOW;
  const [id = 0] = await makeGuests(t.app, inn.accountId, { count: 1, mail: "keep" });
  await sendToAll();
  const { click, pixel, leave } = linksOf("keep");
  const token = (path: string) => path.slice(3);
  const flip = (path: string) => `${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`;
  const wrong = [
    ...[click, pixel, leave].map(flip),
    ...["r", "o", "u"].map((kind) => `/${kind}/v1.x.y`),
    `/r/${token(leave)}`,
    `/r/${token(pixel)}`,
    `/o/${token(click)}`,
    `/u/${token(click)}`,
  ];
  const answers = await Promise.all(wrong.map((url) => ask(url)));
  now = new Date(TEST_NOW.getTime() + 1_098 * 86_400_000);
  answers.push(await ask(click), await ask(pixel));
  now = TEST_NOW;
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  expect([answers[0]?.statusCode, answers[0]?.headers.location]).toEqual([404, undefined]);
  expect(await events(id)).toHaveLength(1);
});

test("K08: the headers of RFC 8058 name an address that a GET leaves alone and one POST acts on at once", async () => {
  now = TEST_NOW;
  const [first = 0, second = 0] = await makeGuests(t.app, inn.accountId, { count: 2, mail: "leave" });
  await sendToAll();
  expect(mailTo("leave1")?.headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  expect(mailTo("leave1")?.headers?.["List-Unsubscribe"]).toMatch(/^<https?:\/\/[^<>,\s]+\/u\/[^<>,\s]+>$/);
  const left = () =>
    query(sql<{ customer_id: number }>`select customer_id
      from customer_consents
      where state = 'withdrawn' and customer_id = any(${[first, second]}::bigint[]) order by customer_id`);
  for (const method of ["GET", "HEAD"]) expect((await ask(linksOf("leave1").leave, { method })).statusCode).toBe(200);
  expect(await left()).toEqual([]);
  expect((await choose(linksOf("leave1").leave, "List-Unsubscribe=One-Click")).statusCode).toBe(200);
  const multipart = await t.anonymous({
    method: "POST",
    url: linksOf("leave2").leave,
    headers: { "content-type": "multipart/form-data; boundary=x" },
    payload: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  });
  expect(multipart.statusCode).toBe(200);
  expect(await left()).toEqual([{ customer_id: first }, { customer_id: second }]);
});

test("a send obeys which kinds a guest wants, a pause until its last day, and their being taken back", async () => {
  now = TEST_NOW;
  const [kinds = 0, pause = 0, undo = 0] = await makeGuests(t.app, inn.accountId, { count: 3, mail: "wish" });
  await sendToAll();
  const responses = [
    await choose(linksOf("wish1").leave, "action=kinds&kind=birthday"),
    await choose(linksOf("wish2").leave, "action=pause"),
    await choose(linksOf("wish3").leave, "action=stop"),
    await choose(linksOf("wish3").leave, "action=undo"),
  ];
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  const outcome = () =>
    query(sql<object>`select distinct on (target.customer_id) target.customer_id as id, target.outcome, target.reason
      from push_action_targets target
      where target.customer_id = any(${[kinds, pause, undo]}::bigint[])
      order by target.customer_id, target.push_action_id desc`);
  await sendToAll();
  const refused = { id: kinds, outcome: "skipped", reason: "class_refused" };
  const sent = (id: number) => ({ id, outcome: "sent", reason: null });
  expect(await outcome()).toEqual([refused, { id: pause, outcome: "skipped", reason: "paused" }, sent(undo)]);
  now = new Date(TEST_NOW.getTime() + 91 * 86_400_000);
  await sendToAll();
  expect(await outcome()).toEqual([refused, sent(pause), sent(undo)]);
});
