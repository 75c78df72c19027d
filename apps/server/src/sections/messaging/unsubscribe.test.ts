import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Facility, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { handlersFor, makeGuests, makeInn, promotion } from "../campaigns/campaigns.fixture.ts";
import { addressMark } from "./address-mark.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";

let t: TestApp;
let inn: Facility;
beforeAll(async () => {
  t = await testApp();
  inn = await makeInn(t.app, "宿");
});
afterAll(() => t.close());

const query = <T>(statement: ReturnType<typeof sql<T>>) =>
  t.app.database.inScope({ accountIds: [inn.accountId] }, async (tx) => (await statement.execute(tx.db)).rows);
const consents = (id: number) =>
  query(
    sql<{
      state: string;
      source: string;
    }>`select state, source from customer_consents where customer_id = ${id} order by id`,
  );
const linkOf = (customerId: number, address: string) => {
  const target = { accountId: inn.accountId, customerId, pushActionId: 1, addressMark: addressMark(address) };
  return `/u/${unsubscribeToken(t.app.cipher, target)}`;
};
const post = (url: string, payload: string, type = "application/x-www-form-urlencoded") =>
  t.anonymous({ method: "POST", url, headers: { "content-type": type, origin: "https://mail.example" }, payload });
const given = { state: "given", source: "staff" };
const withdrawn = { state: "withdrawn", source: "unsubscribe" };

test("K08: opening the link only shows; pressing the button withdraws, once", async () => {
  const [id = 0] = await makeGuests(t.app, inn.accountId, { count: 1, mail: "guest" });
  const link = linkOf(id, "guest1@example.jp");
  const shown = await t.anonymous({ method: "GET", url: link });
  expect([shown.statusCode, shown.headers["content-type"], shown.headers["cache-control"]]).toEqual([
    200,
    "text/html; charset=utf-8",
    "no-store",
  ]);
  expect(shown.body).toContain("宿 からのご案内メールの配信を停止します。");
  expect(await consents(id)).toEqual([given]);
  for (const payload of ["action=stop", "List-Unsubscribe=One-Click"]) {
    const done = await post(link, payload);
    expect([done.statusCode, done.body.includes("停止しました")]).toEqual([200, true]);
  }
  expect(await consents(id)).toEqual([given, withdrawn]);
  expect(await query(sql`select address, reason from suppressions where address = 'guest1@example.jp'`)).toEqual([
    { address: "guest1@example.jp", reason: "opted_out" },
  ]);
  expect(await query(sql`select from audit_logs where action = 'unsubscribe' and entity_id = ${id}`)).toHaveLength(1);
  expect((await t.anonymous({ method: "GET", url: link })).body).toContain("停止しました");
});

test("the link in a mail that was sent counts for its send, once", async () => {
  const [id = 0] = await makeGuests(t.app, inn.accountId, { count: 1, mail: "sent" });
  const staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const campaign = (await staff({ method: "POST", url: "/api/campaigns", payload: promotion() })).json().id;
  const url = `/api/campaigns/${campaign}/activate`;
  expect((await staff({ method: "POST", url, payload: { version: 1 } })).statusCode).toBe(200);
  await t.app.jobs.drain(handlersFor(t.app));
  const link = new URL(
    String(t.mails.find((mail) => mail.to.startsWith("sent"))?.headers?.["List-Unsubscribe"]).slice(1, -1),
  );
  for (let n = 0; n < 2; n++) expect((await post(link.pathname, "List-Unsubscribe=One-Click")).statusCode).toBe(200);
  expect(
    await query(sql`select message_event.kind, message_event.customer_id, push.campaign_id from message_events message_event
      join push_actions push on push.account_id = message_event.account_id and push.id = message_event.push_action_id
      where message_event.kind = 'unsubscribed'`),
  ).toEqual([{ kind: "unsubscribed", customer_id: id, campaign_id: campaign }]);
});

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=x";
const part = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
test.each([
  ["nothing", FORM, "", 400],
  ["an unknown action", FORM, "action=unsubscribe", 400],
  ["an action in other case", FORM, "action=STOP", 400],
  ["two actions", FORM, "action=undo&action=stop", 400],
  ["an action and a one click", FORM, "action=undo&List-Unsubscribe=One-Click", 400],
  ["another one click", FORM, "List-Unsubscribe=Maybe", 400],
  ["a kind that is none", FORM, "action=kinds&kind=news&kind=sport", 400],
  ["another field", FORM, "stop=1", 400],
  ["an unknown action in parts", MULTIPART, `${part("action", "leave")}--x--\r\n`, 400],
  ["a file", MULTIPART, `${part('action"; filename="a.txt', "stop")}--x--\r\n`, 400],
  ["parts that end in the middle", MULTIPART, part("action", "stop"), 400],
  ["JSON", "application/json", '{"action":"stop"}', 415],
  ["plain text", "text/plain", "List-Unsubscribe=One-Click", 415],
  ["a content type that is none", "x", "action=stop", 415],
])("a POST of %s is refused with a page and records nothing", async (what, type, payload, status) => {
  const [id = 0] = await makeGuests(t.app, inn.accountId, { count: 1, mail: "unclear" });
  const answer = await post(linkOf(id, "unclear1@example.jp"), payload, type);
  expect([what, answer.statusCode, answer.headers["content-type"]]).toEqual([what, status, "text/html; charset=utf-8"]);
  expect(answer.body).toContain("何も変更していません");
  expect(await consents(id)).toEqual([given]);
});

test("a form in parts chooses like a form", async () => {
  const [id = 0] = await makeGuests(t.app, inn.accountId, { count: 1, mail: "parts" });
  const payload = `${part("action", "kinds")}${part("kind", "news")}${part("kind", "birthday")}--x--\r\n`;
  expect((await post(linkOf(id, "parts1@example.jp"), payload, MULTIPART)).statusCode).toBe(200);
  expect(await consents(id)).toEqual([given, { state: "withdrawn", source: "guest" }]);
});

test("K03: a link tampered with, made up or from another key shows a plain page and changes nothing", async () => {
  const [id = 0] = await makeGuests(t.app, inn.accountId, { count: 1, mail: "safe" });
  const link = linkOf(id, "safe1@example.jp");
  const flipped = `${link.slice(0, -1)}${link.endsWith("A") ? "B" : "A"}`;
  for (const url of [flipped, "/u/preview", "/u/v1.x.y", `/u/${"a".repeat(190)}`]) {
    for (const method of ["GET", "POST"] as const) {
      const answer = await t.anonymous({ method, url });
      expect([answer.statusCode, answer.body.includes("このリンクは使えません")], `${method} ${url}`).toEqual([
        404,
        true,
      ]);
    }
  }
  expect(await consents(id)).toEqual([given]);
});
