import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Facility, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { handlersFor, makeGuests, makeInn, promotion } from "../campaigns/campaigns.fixture.ts";
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
const linkOf = (customerId: number) =>
  `/u/${unsubscribeToken(t.app.cipher, { accountId: inn.accountId, customerId, pushActionId: 1 })}`;
const given = { state: "given", source: "staff" };
const withdrawn = { state: "withdrawn", source: "unsubscribe" };

test("K08: opening the link only shows; pressing the button withdraws, once", async () => {
  const [id = 0] = await makeGuests(t.app, inn.accountId, { count: 1, mail: "guest" });
  const shown = await t.anonymous({ method: "GET", url: linkOf(id) });
  expect([shown.statusCode, shown.headers["content-type"], shown.headers["cache-control"]]).toEqual([
    200,
    "text/html; charset=utf-8",
    "no-store",
  ]);
  expect(shown.body).toContain("宿株式会社 からのご案内メールの配信を停止します。");
  expect(await consents(id)).toEqual([given]);
  for (const payload of ["", "List-Unsubscribe=One-Click"]) {
    const done = await t.anonymous({
      method: "POST",
      url: linkOf(id),
      headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://mail.example" },
      payload,
    });
    expect([done.statusCode, done.body.includes("停止しました")]).toEqual([200, true]);
  }
  expect(await consents(id)).toEqual([given, withdrawn]);
  expect(await query(sql`select address, reason from suppressions where address = 'guest1@example.jp'`)).toEqual([
    { address: "guest1@example.jp", reason: "opted_out" },
  ]);
  expect(await query(sql`select from audit_logs where action = 'unsubscribe' and entity_id = ${id}`)).toHaveLength(1);
  expect((await t.anonymous({ method: "GET", url: linkOf(id) })).body).toContain("停止しました");
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
  for (let n = 0; n < 2; n++) expect((await t.anonymous({ method: "POST", url: link.pathname })).statusCode).toBe(200);
  expect(
    await query(sql`select mail_event.kind, mail_event.customer_id, push.campaign_id from mail_events mail_event
      join push_actions push on push.account_id = mail_event.account_id and push.id = mail_event.push_action_id
      where mail_event.kind = 'unsubscribed'`),
  ).toEqual([{ kind: "unsubscribed", customer_id: id, campaign_id: campaign }]);
});

test("a customer merged since is unsubscribed as who he became", async () => {
  const [id = 0, survivor = 0] = await makeGuests(t.app, inn.accountId, { count: 2, mail: "twin" });
  await query(sql`update customers set merged_into = ${survivor}, active_status = 'inactive' where id = ${id}`);
  await t.anonymous({ method: "POST", url: linkOf(id) });
  expect(await consents(survivor)).toEqual([given, withdrawn]);
});

test("K03: a link tampered with, made up or from another key shows a plain page and changes nothing", async () => {
  const [id = 0] = await makeGuests(t.app, inn.accountId, { count: 1, mail: "safe" });
  const link = linkOf(id);
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
