import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../../test/app.ts";
import { type DnsServer, openDnsServer } from "../../../test/dns-server.ts";
import { spfMechanism } from "./dns-records.ts";

let t: TestApp;
let dns: DnsServer;
let n = 0;
const records: Record<string, string[]> = {};
beforeAll(async () => {
  t = await testApp();
  dns = await openDnsServer(records);
  t.app.config = { ...t.app.config, dnsServer: dns.address };
});
afterAll(async () => {
  await t.close();
  dns.close();
});

/** An inn of its own for each test. */
async function open(): Promise<{
  inn: Facility;
  call: (method: "GET" | "PUT" | "POST", path: string, body?: object) => Promise<Answer>;
}> {
  const inn = await makeAccount(t.app, { name: `宿${n++}` });
  const staff: Caller = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  return {
    inn,
    call: async (method, path, payload) => {
      const answer = await staff({
        method,
        url: `/api/accounts/${inn.accountId}${path}`,
        ...(payload ? { payload } : {}),
      });
      return { status: answer.statusCode, body: answer.json() };
    },
  };
}
// biome-ignore lint/suspicious/noExplicitAny: answers of the calls, looked at field by field.
type Answer = { status: number; body: any };

const VERIFICATION = generateKeyPairSync("ec", {
  namedCurve: "prime256v1",
  publicKeyEncoding: { type: "spki", format: "der" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
}).publicKey.toString("base64");

test("a way of sending is saved whole, its key is sealed and never answered, and what is left out stays", async () => {
  const { inn, call } = await open();
  expect((await call("GET", "/mail-delivery")).body).toMatchObject({
    version: 0,
    via: "smtp",
    sendgrid_api_key_set: false,
    webhook_url: null,
    mails_per_minute: null,
  });
  expect((await call("PUT", "/mail-delivery", { version: 0, via: "sendgrid" })).body.fields).toHaveProperty(
    "sendgrid_api_key",
  );
  const saved = await call("PUT", "/mail-delivery", {
    // What was read is put back whole; what only the answer says changes nothing.
    ...(await call("GET", "/mail-delivery")).body,
    via: "sendgrid",
    sendgrid_api_key: "SG.canary",
    sendgrid_webhook_public_key: VERIFICATION,
  });
  expect(saved.body).toMatchObject({
    version: 1,
    via: "sendgrid",
    sendgrid_api_key_set: true,
    sendgrid_webhook_public_key: VERIFICATION,
    webhook_url: expect.stringMatching(/^http:\/\/localhost:3000\/hooks\/sendgrid\/[\w-]{24}$/),
  });
  const again = await call("PUT", "/mail-delivery", { version: 1, via: "sendgrid", mails_per_minute: 600 });
  expect(again.body).toEqual({ ...saved.body, version: 2, mails_per_minute: 600 });
  const row = await t.past.pool.query(
    `select row_to_json(m)::text || (select string_agg(a::text, '') from audit_logs a where account_id = $1) as v
    from mail_deliveries m where account_id = $1`,
    [inn.accountId],
  );
  expect(row.rows[0].v).not.toContain("canary");
  expect((await call("PUT", "/mail-delivery", { version: 1, via: "smtp" })).status).toBe(412);
  expect((await call("PUT", "/mail-delivery", { version: 2, via: "sendgrid", sendgrid_api_key: null })).status).toBe(
    400,
  );
  const smtp = await call("PUT", "/mail-delivery", { version: 2, via: "smtp", sendgrid_api_key: null });
  expect(smtp.body).toMatchObject({ via: "smtp", sendgrid_api_key_set: false, webhook_url: saved.body.webhook_url });
});

test.each([
  ["a key with a line break", { sendgrid_api_key: "SG.x\r\nX-Evil: 1" }, "sendgrid_api_key"],
  ["no key", { sendgrid_api_key: "" }, "sendgrid_api_key"],
  ["text that is no key", { sendgrid_webhook_public_key: "abc" }, "sendgrid_webhook_public_key"],
  ["a way that nobody knows", { via: "pigeon" }, "via"],
  ["no mail at all", { mails_per_minute: 0 }, "mails_per_minute"],
  ["half a mail", { domain_mails_per_minute: 0.5 }, "domain_mails_per_minute"],
])("refuses %s", async (_, change, field) => {
  const { call } = await open();
  const answer = await call("PUT", "/mail-delivery", { version: 0, via: "smtp", ...change });
  expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]]);
});

test("a DKIM key is made once for each name, its record is a 2,048-bit key, and the DNS is asked for it", async () => {
  const { inn, call } = await open();
  expect((await call("GET", "/dkim")).body).toMatchObject({ domain: null, record: null });
  const none = await call("GET", "/dkim/check");
  expect([none.status, none.body.message]).toEqual([400, "差出人アドレスを設定すると、DNSを確認できます"]);
  const made = await call("POST", "/dkim", { domain: "Mail.Inn.example", selector: "Okaeri1" });
  const { record } = made.body;
  expect(record).toMatchObject({ name: "okaeri1._domainkey.mail.inn.example", type: "TXT" });
  const der = Buffer.from(/^v=DKIM1; k=rsa; p=(.+)$/.exec(record.value)?.[1] ?? "", "base64");
  expect(createPublicKey({ key: der, format: "der", type: "spki" }).asymmetricKeyDetails?.modulusLength).toBe(2_048);
  const twice = await call("POST", "/dkim", { domain: "mail.inn.example", selector: "okaeri1" });
  expect([twice.body, (await call("GET", "/dkim")).body]).toEqual([made.body, made.body]);
  const states = async () => {
    const { dkim, spf, dmarc } = (await call("GET", "/dkim/check")).body;
    return [dkim.state, spf.state, dmarc.state, dmarc.name];
  };
  expect(await states()).toEqual(["missing", "missing", "missing", "_dmarc.mail.inn.example"]);
  records[record.name] = ["v=DKIM1; k=rsa; p=AAAA"];
  records["mail.inn.example"] = ["google-site-verification=x", "v=spf1 -all", "v=spf1 mx ~all"];
  records["_dmarc.inn.example"] = ["v=DMARC1; p=maybe"];
  expect(await states()).toEqual(["wrong", "wrong", "wrong", "_dmarc.inn.example"]);
  records[record.name] = [record.value.replace("; p=", " ;p = ")];
  records["mail.inn.example"] = ["v=spf1 mx ~all"];
  records["_dmarc.inn.example"] = ["v=DMARC1; p=quarantine; rua=mailto:a@inn.example"];
  expect(await states()).toEqual(["ok", "ok", "ok", "_dmarc.inn.example"]);
  await call("PUT", "/mail-delivery", { version: 0, via: "sendgrid", sendgrid_api_key: "SG.x" });
  expect((await call("GET", "/dkim/check")).body.spf).toMatchObject({
    state: "wrong",
    found: "v=spf1 mx ~all",
    wanted: "v=spf1 include:sendgrid.net ~all",
  });
  // The one before stays until the new record is out; older ones go.
  for (const selector of ["okaeri2", "okaeri3"]) await call("POST", "/dkim", { domain: "mail.inn.example", selector });
  const remaining = await t.past.pool.query(
    "select selector, private_key from dkim_keys where account_id = $1 order by id",
    [inn.accountId],
  );
  expect(remaining.rows.map((row) => row.selector)).toEqual(["okaeri2", "okaeri3"]);
  expect(remaining.rows.every((row) => row.private_key.startsWith("v1."))).toBe(true);
});

test.each([
  ["domain", "inn"],
  ["domain", "inn.example\r\nx"],
  ["domain", "192.0.2.1"],
  ["selector", "a b"],
  ["selector", "a._domainkey"],
  ["selector", ".a"],
  ["selector", "a".repeat(64)],
])("a key has a name that the DNS can hold: %s %j has not", async (field, value) => {
  const { call } = await open();
  const answer = await call("POST", "/dkim", { domain: "inn.example", selector: "s1", [field]: value });
  expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]]);
});

test("a name server that does not answer is told apart from one that knows nothing", async () => {
  const { inn, call } = await open();
  await t.app.database.inScope({ accountIds: [inn.accountId] }, (tx) =>
    sql`insert into account_settings (account_id, mail_from_address) values (${inn.accountId}, 'a@quiet.example')`.execute(
      tx.db,
    ),
  );
  expect((await call("GET", "/dkim/check")).body).toMatchObject({
    domain: "quiet.example",
    dkim: { state: "missing" },
  });
  const { config } = t.app;
  // Nobody listens there: refused at once.
  t.app.config = { ...config, dnsServer: "127.0.0.1:9" };
  const answer = await call("GET", "/dkim/check");
  t.app.config = config;
  expect(answer.body).toMatchObject({ spf: { state: "unknown", found: null }, dmarc: { state: "unknown" } });
});

test.each([
  ["smtps://user:x@mail.example.jp", null, "a:mail.example.jp"],
  ["smtp://192.0.2.7:587", null, "ip4:192.0.2.7"],
  ["smtp://[2001:db8::1]", null, "ip6:2001:db8::1"],
  ["smtp://127.0.0.1:1025", null, null],
  ["smtps://mail.example.jp", "include:spf.example.jp", "include:spf.example.jp"],
])("what SPF must hold where mails leave by %s", (smtpUrl, mailSpf, wanted) => {
  expect(spfMechanism({ smtpUrl, mailSpf }, "smtp")).toBe(wanted);
});
