import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bindingOf } from "../../session/sealed-places.ts";
import { type DnsServer, openDnsServer } from "../../test/dns-server.ts";
import { openSendgrid, type SendgridDouble, type SendgridVerdict } from "../../test/sendgrid-double.ts";
import { makeGuests, promotion } from "../campaigns/campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";
import { eventsIn } from "./bounces/sendgrid-events.ts";
import { takeEvents } from "./bounces/take-events.ts";

// A whole send of a programme, by each way that it can choose.
let p: Pipeline;
let sendgrid: SendgridDouble;
let dns: DnsServer;
const verdicts: Record<string, SendgridVerdict> = {};
const records: Record<string, string[]> = {};
beforeAll(async () => {
  p = await openPipeline();
  await makeGuests(p.t.app, p.inn.accountId, { count: 3, mail: "guest" });
  sendgrid = await openSendgrid((recipient) => verdicts[recipient] ?? 202);
  dns = await openDnsServer(records);
  p.t.app.config = { ...p.t.app.config, sendgridApiBaseUrl: sendgrid.url, dnsServer: dns.address };
});
afterAll(async () => {
  await p.close();
  await sendgrid.close();
  dns.close();
});

const settings = () => `/accounts/${p.inn.accountId}/mail-delivery`;
async function sendBy(way: object): Promise<number> {
  const { version } = await p.call("GET", settings());
  await p.call("PUT", settings(), { version, ...way });
  await p.rules({ quiet_from: null, quiet_until: null, grace_above_count: null });
  const id = await p.started(promotion());
  await p.drain();
  return id;
}

test("by SendGrid, each recipient has an outcome of their own, nobody gets two, and what is unknown stays unknown", async () => {
  p.sink.received.length = 0;
  verdicts["guest2@example.jp"] = 400;
  verdicts["guest3@example.jp"] = "break_off";
  const id = await sendBy({ via: "sendgrid", sendgrid_api_key: "SG.secret" });
  expect(await p.outcomes(id)).toEqual({
    "guest1@example.jp": ["sent", null],
    "guest2@example.jp": ["failed", "相手のサーバーに断られました (400)"],
    "guest3@example.jp": ["unknown", expect.stringContaining("接続が切れました")],
  });
  expect((await p.detail(id)).pushes.map(({ mail_api_id }: { mail_api_id: string }) => mail_api_id)).toEqual([
    "sendgrid",
  ]);
  await p.wake();
  expect(sendgrid.taken.map(({ key, body }) => [key, body.personalizations[0].to[0].email]).sort()).toEqual(
    [1, 2, 3].map((n) => ["Bearer SG.secret", `guest${n}@example.jp`]),
  );
  expect(sendgrid.taken[0]?.body.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  expect(p.sink.received).toEqual([]);
  // Accepted is not delivered: the provider reports that itself.
  const delivered = async () =>
    (await p.call("GET", `/campaigns/${id}/results?by=action&lift=false`)).rows.map(
      (row: { sent: number; delivered: number }) => [row.sent, row.delivered],
    );
  expect(await delivered()).toEqual([[3, 0]]);
  const report = { event: "delivered", email: "guest1@example.jp", timestamp: 0, sg_event_id: "delivered-1" };
  const found = eventsIn([{ ...report, okaeri_message_id: sendgrid.taken[0]?.body.headers["Message-ID"] }]);
  await takeEvents(p.t.app, p.inn.accountId, found?.events ?? []);
  expect(await delivered()).toEqual([[3, 1]]);
  const guests = await p.call(
    "GET",
    `/campaigns/${id}/results/guests?by=action&figure=delivered&key=${await actionOf(id)}`,
  );
  expect(guests.total).toBe(1);
});

const actionOf = async (id: number) => (await p.detail(id)).segments[0].actions[0].id;

test("over SMTP mails are signed by the key that the DNS shows", async () => {
  const add = async (id: number, selector: string) => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", {
      modulusLength: 1_024,
      publicKeyEncoding: { type: "spki", format: "der" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    const sealed = p.t.app.cipher.seal(privateKey, bindingOf("dkimKey", p.inn.accountId, id));
    await p.t.past.pool.query(
      `insert into dkim_keys (account_id, id, domain, selector, private_key, public_key) overriding system value
        values ($1, $2, 'inn.example', $3, $4, $5)`,
      [p.inn.accountId, id, selector, sealed, publicKey.toString("base64")],
    );
    return publicKey.toString("base64");
  };
  const signedBy = async () => {
    p.sink.raw.clear();
    const id = await sendBy({ via: "smtp" });
    expect((await p.detail(id)).pushes[0].mail_api_id).toBe("smtp");
    const mail = p.sink.raw.get("guest1@example.jp") ?? "";
    return /^DKIM-Signature:[^;]*(?:;\s*\w+=[^;]*)*?;\s*s=(\w+);/m.exec(mail)?.[1] ?? null;
  };
  expect(await signedBy()).toBeNull();
  await add(901, "old");
  expect(await signedBy()).toBe("old");
  const published = await add(902, "new");
  expect(await signedBy()).toBe("old");
  records["new._domainkey.inn.example"] = [`v=DKIM1; k=rsa; p=${published}`];
  expect(await signedBy()).toBe("new");
});
