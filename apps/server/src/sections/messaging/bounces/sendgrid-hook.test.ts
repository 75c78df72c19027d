import { generateKeyPairSync, sign } from "node:crypto";
import { PassThrough } from "node:stream";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAccount, TEST_NOW } from "../../../test/app.ts";
import { type SentCampaign, sentCampaign } from "./bounces.fixture.ts";

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const PUBLIC = publicKey.export({ type: "spki", format: "der" }).toString("base64");
const NOW = Math.floor(TEST_NOW.getTime() / 1_000);
let c: SentCampaign;
let next = 0;
let eventId = 0;
beforeAll(async () => {
  c = await sentCampaign(60);
  await c.query(sql`insert into mail_deliveries (account_id, sendgrid_webhook_public_key, webhook_key)
    values (${c.inn.accountId}, ${PUBLIC}, 'hook-of-the-inn')`);
});
afterAll(() => c.t.close());

const guest = () => ({ id: c.guests[next] ?? 0, address: `guest${++next}@example.jp` });
type Guest = ReturnType<typeof guest>;
const messageId = ({ id }: Pick<Guest, "id">) => `<p${c.pushId}.c${id}.a${c.inn.accountId}@localhost>`;
const event = (kind: string, to: Guest, more: object = {}) => ({
  event: kind,
  email: to.address,
  timestamp: NOW - 60,
  sg_event_id: `e${++eventId}`,
  "smtp-id": messageId(to),
  ...more,
});
const signed = (body: string, timestamp: string) =>
  sign("sha256", Buffer.from(timestamp + body), privateKey).toString("base64");
async function post(
  events: unknown,
  over: { key?: string; timestamp?: string; signature?: string; sent?: string } = {},
) {
  const body = typeof events === "string" ? events : JSON.stringify(events);
  const timestamp = over.timestamp ?? String(NOW);
  const answer = await c.t.anonymous({
    method: "POST",
    url: `/hooks/sendgrid/${over.key ?? "hook-of-the-inn"}`,
    headers: {
      "content-type": "application/json",
      "x-twilio-email-event-webhook-signature": over.signature ?? signed(body, timestamp),
      "x-twilio-email-event-webhook-timestamp": timestamp,
    },
    payload: over.sent ?? body,
  });
  return { status: answer.statusCode, body: answer.body };
}
const kindsOf = ({ id }: Guest) =>
  c
    // What SMTP said when it left is not SendGrid's.
    .query(sql<{ kind: string }>`select kind from message_events
      where customer_id = ${id} and provider_event_id not like 'delivered:%' order by id`)
    .then((rows) => rows.map((row) => row.kind));

test("what is not signed, is signed of something else, too long ago, or for another address is one same answer", async () => {
  const one = guest();
  const batch = [event("bounce", one)];
  const other = generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey;
  const body = JSON.stringify(batch);
  const refused = [
    await post(batch, { signature: "" }),
    await post(batch, { signature: "MEUCIQ==" }),
    await post(batch, { signature: sign("sha256", Buffer.from(NOW + body), other).toString("base64") }),
    await post(batch, { sent: JSON.stringify(batch, null, 1) }),
    await post(batch, { sent: body.replace("bounce", "bouncf") }),
    await post(batch, { timestamp: String(NOW - 601) }),
    await post(batch, { timestamp: "yesterday" }),
    await post(batch, { key: "hook-of-nobody" }),
  ];
  const bodyOf = (text: string) => text.replace(/"request_id":"[^"]*"/, "");
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 401));
  expect(new Set(refused.map((answer) => bodyOf(answer.body))).size).toBe(1);
  expect(await kindsOf(one)).toEqual([]);
  expect((await post("payload")).status).toBe(400);
  expect((await post({ event: "bounce" })).status).toBe(400);
  expect((await post([null, 7, "x", {}, { event: 1 }])).status).toBe(200);
});

test("each event counts once and in any order; a delivery that is told after its bounce does not take it back", async () => {
  const [one, other] = [guest(), guest()];
  const bounce = event("bounce", one, { reason: "550 no such user", status: "5.1.1" });
  const delivered = event("delivered", one);
  const before = await c.pushOf();
  expect((await post([bounce, bounce])).status).toBe(200);
  expect((await post([delivered, bounce])).status).toBe(200);
  expect((await post([delivered])).status).toBe(200);
  expect(await kindsOf(one)).toEqual(["bounced", "delivered"]);
  expect([await c.mailState(one.id), (await c.outcomeOf(one.id)).outcome]).toEqual(["bounced", "failed"]);
  expect(await c.pushOf()).toEqual({ sent: before.sent - 1, failed: before.failed + 1, consistent: true });
  await post([event("delivered", other), event("bounce", other)]);
  expect([await c.mailState(other.id), (await c.outcomeOf(other.id)).outcome]).toEqual(["bounced", "failed"]);
});

test.each([
  ["bounce", { type: "bounce" }, "bounced", "failed"],
  ["bounce", { type: "blocked" }, "reachable", "failed"],
  [
    "bounce",
    { type: "expired", status: "4.4.7", reason: "421 4.4.7 not accepted within 72 hours" },
    "reachable",
    "failed",
  ],
  [
    "bounce",
    { type: "bounce", status: "5.0.0", reason: "550 5.7.1 blocked using dnsbl.example" },
    "reachable",
    "failed",
  ],
  ["bounce", { type: "bounce", status: "5.1.1", reason: "550 5.1.1 no such user" }, "bounced", "failed"],
  ["bounce", { type: "bounce", reason: "550 mailbox over quota" }, "reachable", "failed"],
  ["bounce", { type: "bounce", reason: "550 Rejected" }, "reachable", "failed"],
  ["bounce", { type: "bounce", reason: "550 Rejected", bounce_classification: "Unclassified" }, "reachable", "failed"],
  [
    "bounce",
    { type: "bounce", reason: "unable to deliver", bounce_classification: "Reputation" },
    "reachable",
    "failed",
  ],
  [
    "bounce",
    { type: "bounce", reason: "unable to deliver", bounce_classification: "Invalid Address" },
    "bounced",
    "failed",
  ],
  ["blocked", { reason: "421 try later" }, "reachable", "failed"],
  ["dropped", { reason: "Bounced Address" }, "bounced", "failed"],
  ["dropped", { reason: "Invalid" }, "bounced", "failed"],
  ["dropped", { reason: "Unsubscribed Address" }, "opted_out", "failed"],
  ["dropped", { reason: "Spam Reporting Address" }, "opted_out", "failed"],
  ["dropped", { reason: "Recipient List over Package Quota" }, "reachable", "failed"],
  ["spamreport", {}, "opted_out", "sent"],
  ["unsubscribe", {}, "opted_out", "sent"],
  ["group_unsubscribe", { asm_group_id: 10 }, "opted_out", "sent"],
  ["group_resubscribe", { asm_group_id: 10 }, "reachable", "sent"],
  ["processed", {}, "reachable", "sent"],
  ["deferred", { response: "400 try again later" }, "reachable", "sent"],
] as const)("%s %o leaves the guest %s and the mail %s", async (kind, more, state, outcome) => {
  const one = guest();
  await post([event(kind, one, more)]);
  expect([await c.mailState(one.id), (await c.outcomeOf(one.id)).outcome]).toEqual([state, outcome]);
});

test("mails that are not known here, of another programme, and names of every kind are left", async () => {
  const one = guest();
  const elsewhere = await makeAccount(c.t.app, { name: "よその宿" });
  const theirs = `<p${c.pushId}.c${one.id}.a${elsewhere.accountId}@localhost>`;
  const known = await c.query(sql`select 1 from message_events`);
  const unknown = ["<p999999.c1.a1@localhost>", theirs, "", "%", "x".repeat(900)];
  const odd = unknown.map((name) => event("bounce", { ...one, id: 0 }, { "smtp-id": name, sg_message_id: "abc.def" }));
  expect((await post(odd)).status).toBe(200);
  expect((await post([event("bounce", one, { "smtp-id": 7, sg_message_id: { a: 1 } })])).status).toBe(200);
  expect(await c.query(sql`select 1 from message_events`)).toHaveLength(known.length);
  expect(await c.mailState(one.id)).toBe("reachable");
});

test("an event without an id, with a long one, or with its time as text is taken, and counts once", async () => {
  const [silent, long, texted] = [guest(), guest(), guest()];
  const unsubscribe = { ...event("unsubscribe", silent), sg_event_id: undefined };
  expect(await post([unsubscribe, unsubscribe])).toMatchObject({ status: 200, body: '{"received":2,"refused":0}' });
  await post([unsubscribe]);
  expect([await c.mailState(silent.id), await kindsOf(silent)]).toEqual(["opted_out", ["unsubscribed"]]);
  const complaint = { ...event("spamreport", long), sg_event_id: "x".repeat(500) };
  await post([complaint]);
  await post([complaint]);
  expect([await c.mailState(long.id), await kindsOf(long)]).toEqual(["opted_out", ["complained"]]);
  await post([{ ...event("open", texted), timestamp: String(NOW - 600) }]);
  for (const timestamp of ["yesterday", 1e300, -5, null, undefined])
    await post([{ ...event("bounce", texted, { sg_event_id: "same", reason: "550 user unknown" }), timestamp }]);
  expect([await c.mailState(texted.id), (await kindsOf(texted)).length]).toEqual(["bounced", 2]);
});

test("an event that cannot be read or stored discards none of its neighbours", async () => {
  const [angry, odd] = [guest(), guest()];
  const reason = "550 no such\u0000user \ud800";
  const answer = await post([
    event("bounce", odd, { reason, status: "5.1.1\u0000" }),
    { event: "open" },
    null,
    [],
    event("open", odd, { sg_event_id: `nul\u0000${odd.id}`, "smtp-id": `${messageId(odd)}\u0000` }),
    event("spamreport", angry),
    { ...event("click", odd), email: 7 },
  ]);
  expect(answer).toMatchObject({ status: 200, body: '{"received":3,"refused":4}' });
  expect([await c.mailState(angry.id), await c.mailState(odd.id)]).toEqual(["opted_out", "bounced"]);
});

test("an event of a mail that is not recorded as sent yet holds up its own report alone", async () => {
  const [early, angry] = [guest(), guest()];
  await c.query(sql`update push_action_targets set outcome = 'sending' where customer_id = ${early.id}`);
  const both = [event("bounce", early, { reason: "550 5.1.1 no such user" }), event("spamreport", angry)];
  expect((await post(both)).status).toBe(503);
  expect(await c.mailState(angry.id)).toBe("opted_out");
  await c.query(sql`update push_action_targets set outcome = 'sent' where customer_id = ${early.id}`);
  expect((await post(both)).status).toBe(200);
  expect([await c.mailState(early.id), await kindsOf(angry)]).toEqual(["bounced", ["complained"]]);
});

test("ten thousand events in one body; one that is larger than any is refused", async () => {
  const one = guest();
  const many = Array.from({ length: 10_000 }, (_, n) =>
    event(n === 7_000 ? "bounce" : "open", one, { useragent: "Mozilla/5.0".repeat(10), sg_machine_open: n % 2 === 0 }),
  );
  const began = performance.now();
  expect((await post(many)).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(await kindsOf(one)).toHaveLength(10_000);
  expect(await c.mailState(one.id)).toBe("bounced");
  expect((await post(`["${"x".repeat(17_000_000)}"]`)).status).toBe(413);
});

test("who sends slowly and much at once keeps places of its own programme alone (W09)", async () => {
  const other = await makeAccount(c.t.app, { name: "別館" });
  await c.t.past.pool.query(
    "insert into mail_deliveries (account_id, sendgrid_webhook_public_key, webhook_key) values ($1, $2, 'hook-of-the-other')",
    [other.accountId, PUBLIC],
  );
  const slow = Array.from({ length: 50 }, () => {
    const body = new PassThrough();
    const answer = c.t.anonymous({
      method: "POST",
      url: "/hooks/sendgrid/hook-of-the-inn",
      headers: {
        "content-type": "application/json",
        "x-twilio-email-event-webhook-signature": "x",
        "x-twilio-email-event-webhook-timestamp": String(NOW),
      },
      payload: body,
    });
    return { body, status: answer.then(({ statusCode }) => statusCode) };
  });
  let refused = 0;
  for (const { status } of slow)
    void status.then((code) => {
      if (code === 429) refused += 1;
    });
  await expect.poll(() => refused).toBe(48);
  expect((await post([], { key: "hook-of-the-other" })).status).toBe(200);
  for (const { body } of slow) body.end("[]");
  const statuses = await Promise.all(slow.map(({ status }) => status));
  expect(Map.groupBy(statuses, (status) => status).get(401)).toHaveLength(2);
  expect(statuses.filter((status) => status === 429)).toHaveLength(48);
  expect((await post([])).status).toBe(200);
});
