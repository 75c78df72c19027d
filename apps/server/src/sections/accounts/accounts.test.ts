import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashToken } from "../../session/session-store.ts";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";

let t: TestApp;
let vcAdmin: Caller;
let admin: Caller;
let provider: Facility;
let own: Facility;
let other: Facility;

beforeAll(async () => {
  t = await testApp();
  provider = await makeAccount(t.app, { name: "provider", provider: true, option: null });
  own = await makeAccount(t.app, { name: "own", cards: true });
  other = await makeAccount(t.app, { name: "other" });
  vcAdmin = await t.as(await makeUser(t.app, provider, "role_vc_admin", ["*"]));
  admin = await t.as(await makeUser(t.app, own, "role_admin", ["*"]));
});
afterAll(() => t.close());

type Method = "GET" | "POST" | "PUT" | "DELETE";
const send = async (who: Caller, method: Method, path: string, payload?: object) => {
  const answer = await who({ method, url: `/api${path}`, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
};
const open = { contract_started_at: null, contract_ended_at: null };
let codes = 0;
async function create(companyId: number, change: object = {}) {
  const account = { company_id: companyId, code: `C${codes++}`, name: "宿", parent_id: null, ...open, ...change };
  return send(vcAdmin, "POST", "/accounts", account);
}
const basics = ({
  version,
  code,
  name,
  parent_id,
  contract_started_at,
  contract_ended_at,
}: Record<string, unknown>) => ({
  version,
  code,
  name,
  parent_id,
  contract_started_at,
  contract_ended_at,
});

test("a client, its chain of five facilities, an administrator and a clerk: one programme, and both can work", async () => {
  const client = await send(vcAdmin, "POST", "/clients", { name: "海風グループ" });
  expect(client.body).toMatchObject({
    name: "海風グループ",
    account_count: 0,
    contract_state: null,
    page_actions: ["*"],
  });
  const options = [{ option_type: "crm_option_parent", option_started_at: "2026-01-01", option_ended_at: null }];
  const hq = (await create(client.body.id, { name: "本部", options })).body;
  expect(hq.programme_account_id).toBe(hq.id);
  const chain = [];
  for (let i = 0; i < 5; i++) chain.push((await create(client.body.id, { parent_id: hq.id })).body);
  expect(chain.map((each) => [each.programme_account_id, each.depth])).toEqual(chain.map(() => [hq.id, 1]));
  const person = { name: "海野 渚", user_email: "nagisa@example.jp" };
  const boss = { ...person, role: "role_admin", accounts: [{ account_id: hq.id, permissions: ["*"] }] };
  const clerk = { ...person, role: "role_user", accounts: [{ account_id: chain[0].id, permissions: ["crm_option"] }] };
  for (const user of [boss, clerk]) expect((await send(vcAdmin, "POST", "/users", user)).status).toBe(200);
  const list = await send(vcAdmin, "GET", `/accounts?company_id=${client.body.id}`);
  expect(list.body.items.map((item: { id: number }) => item.id)).toEqual([hq.id, ...chain.map((each) => each.id)]);
  const seen = await send(vcAdmin, "GET", `/clients/${client.body.id}`);
  expect(seen.body).toMatchObject({
    account_count: 6,
    user_count: 2,
    contract_state: "running",
    contract_ended_at: null,
  });
  expect((await send(vcAdmin, "GET", `/rfms?account_id=${hq.id}`)).body.total).toBe(1);
});

test("a headquarters' option that comes later draws in the facilities without guests of their own", async () => {
  const client = (await send(vcAdmin, "POST", "/clients", { name: "山風" })).body;
  const hq = (await create(client.id)).body;
  const [empty, busy] = [
    (await create(client.id, { parent_id: hq.id })).body,
    (await create(client.id, { parent_id: hq.id })).body,
  ];
  expect(empty.programme_account_id).toBe(empty.id);
  await t.app.database.inScope({ accountIds: [busy.id] }, (tx) =>
    sql`insert into customers (account_id, name) values (${busy.id}, '山田 太郎')`.execute(tx.db),
  );
  const key = { kind: "feed", name: "予約", feed_channel: "s4", expires_on: null };
  expect((await send(vcAdmin, "POST", `/accounts/${empty.id}/keys`, key)).status).toBe(200);
  const agreed = { option_type: "crm_option_parent", option_item: "5施設まで" };
  const options = [{ id: null, ...agreed, option_started_at: "2026-01-01", option_ended_at: null }];
  const saved = await send(vcAdmin, "PUT", `/accounts/${hq.id}/options`, { version: hq.version, options });
  expect(saved.body.options).toEqual([agreed]);
  const programmes = await Promise.all([empty, busy].map((each) => send(vcAdmin, "GET", `/accounts/${each.id}`)));
  expect(programmes.map((each) => each.body.programme_account_id)).toEqual([hq.id, busy.id]);
  const keys = await send(vcAdmin, "GET", `/accounts/${empty.id}/keys`);
  expect(keys.body.items, "its keys come along").toMatchObject([{ name: "予約", feed_channel: "s4" }]);
});

test("bad input is refused at the field: codes, cycles, other clients' parents, periods, overlapping options", async () => {
  const first = (await create(own.companyId, { code: "TWICE" })).body;
  const below = (await create(own.companyId, { parent_id: first.id })).body;
  const faults = async (answer: Promise<{ status: number; body: { fields?: object } }>) => {
    const { status, body } = await answer;
    return [status, Object.keys(body.fields ?? {})];
  };
  expect(await faults(create(own.companyId, { code: "TWICE" }))).toEqual([400, ["code"]]);
  expect(await faults(create(own.companyId, { parent_id: other.accountId }))).toEqual([400, ["parent_id"]]);
  expect(await faults(create(own.companyId, { parent_id: 999_999 }))).toEqual([400, ["parent_id"]]);
  const backwards = { contract_started_at: "2026-02-01", contract_ended_at: "2026-01-31" };
  expect(await faults(create(own.companyId, backwards))).toEqual([400, ["contract_ended_at"]]);
  expect(await faults(create(own.companyId, { programme_account_id: 1 }))).toEqual([400, ["programme_account_id"]]);
  const cycle = send(vcAdmin, "PUT", `/accounts/${first.id}`, { ...basics(first), parent_id: below.id });
  expect(await faults(cycle)).toEqual([400, ["parent_id"]]);
  const period = (from: string, to: string | null) => ({
    id: null,
    option_type: "crm_option",
    option_started_at: from,
    option_ended_at: to,
  });
  const overlap = [period("2026-01-01", "2026-06-30"), period("2026-06-30", null)];
  const wrong = send(vcAdmin, "PUT", `/accounts/${first.id}/options`, { version: first.version, options: overlap });
  expect(await faults(wrong)).toEqual([400, ["options.1.option_started_at"]]);
  expect((await send(vcAdmin, "DELETE", `/accounts/${first.id}`)).status).toBe(400);
  expect((await send(vcAdmin, "PUT", `/accounts/${first.id}`, { ...basics(first), version: 99 })).status).toBe(412);
  const payment = {
    company_name: "本社",
    company_name_kana: "",
    post_code: "",
    address: "",
    department_name: "",
    contact_name: "",
    contact_tel: "",
    contact_email: "keiri@example.jp",
    discount_amount: 1000,
    discount_started_at: "2026-01-01",
    discount_ended_at: "2025-01-01",
  };
  const billing = (change: object) =>
    send(vcAdmin, "PUT", `/accounts/${first.id}/payment`, { version: first.version, ...payment, ...change });
  expect(await faults(billing({}))).toEqual([400, ["discount_ended_at"]]);
  expect((await billing({ discount_ended_at: null })).body.payment).toMatchObject({
    company_name: "本社",
    discount_amount: 1000,
  });
});

test("a tree has no active account beneath an inactive one: closing starts at the bottom, opening at the top", async () => {
  const above = (await create(own.companyId)).body;
  const below = (await create(own.companyId, { parent_id: above.id })).body;
  const open = (id: number) => send(vcAdmin, "POST", `/accounts/${id}/activation`);
  const close = (id: number) => send(vcAdmin, "DELETE", `/accounts/${id}`);
  const refused = (message: string) => ({ status: 400, body: { status: 400, message } });
  expect(await close(above.id)).toEqual(refused("下に有効なアカウントがあるため、無効にできません"));
  for (const { id } of [below, above]) expect((await close(id)).status).toBe(200);
  expect(await open(below.id)).toEqual(refused("上のアカウントが無効です。先に有効にしてください"));
  expect((await send(vcAdmin, "GET", `/accounts/${below.id}`)).body.active_status).toBe("inactive");
  for (const { id } of [above, below]) expect((await open(id)).body.active_status).toBe("active");
});

test("§6: a client's administrator edits with the CRM option, and never what the provider decides", async () => {
  const { body } = await send(admin, "GET", `/accounts/${own.accountId}`);
  expect(body).toMatchObject({
    page_actions: ["read", "edit"],
    editable_parts: ["name", "settings", "codes", "card", "keys"],
    payment: null,
  });
  const put = (change: object) => send(admin, "PUT", `/accounts/${own.accountId}`, { ...basics(body), ...change });
  expect((await put({ contract_ended_at: "2099-12-31" })).status).toBe(403);
  expect(
    (await send(admin, "PUT", `/accounts/${own.accountId}/options`, { version: body.version, options: [] })).status,
  ).toBe(403);
  expect((await put({ name: "新しい名前" })).body.name).toBe("新しい名前");
  for (const [method, path] of [
    ["POST", "/accounts"],
    ["DELETE", `/accounts/${own.accountId}`],
    ["POST", "/clients"],
  ] as const)
    expect((await send(admin, method, path, {})).status).toBe(403);
  const foreign = await send(admin, "GET", `/accounts/${other.accountId}`);
  expect(foreign).toEqual(await send(admin, "GET", "/accounts/999999"));
  expect(foreign.status).toBe(404);
  // Z13: one's own affiliation is read-only, also for a vc_admin.
  const home = (await send(vcAdmin, "GET", `/accounts/${provider.accountId}`)).body;
  expect(home.page_actions).toEqual(["read"]);
  expect((await send(vcAdmin, "PUT", `/accounts/${provider.accountId}`, { ...basics(home), name: "x" })).status).toBe(
    403,
  );
});

test("types and channels: linkages, taken codes, versions", async () => {
  const path = `/accounts/${own.accountId}/customer-types`;
  const type = {
    code: "VIP",
    name: "VIP",
    sort_order: 1,
    active_status: "active",
    linkages: [{ feed_channel: "s4", external_code: "9" }],
  };
  const made = await send(admin, "POST", path, type);
  expect(made.body).toMatchObject({ ...type, version: 1, used_by: 0 });
  expect(Object.keys((await send(admin, "POST", path, type)).body.fields)).toEqual(["code"]);
  expect(Object.keys((await send(admin, "POST", path, { ...type, code: "B" })).body.fields)).toEqual([
    "linkages.0.external_code",
  ]);
  const change = { ...type, version: 1, name: "大切なお客様", linkages: [] };
  expect((await send(admin, "PUT", `${path}/${made.body.id}`, change)).body).toMatchObject({
    name: "大切なお客様",
    linkages: [],
    version: 2,
  });
  expect((await send(admin, "PUT", `${path}/${made.body.id}`, change)).status).toBe(412);
  expect((await send(admin, "PUT", `${path}/999999`, change)).status).toBe(404);
  const channels = `/accounts/${own.accountId}/booking-channels`;
  const channel = { ...type, masked_email_domains: ["Guest.Booking.example"] };
  expect((await send(admin, "POST", channels, channel)).body.masked_email_domains).toEqual(["guest.booking.example"]);
  const wrong = await send(admin, "POST", channels, { ...channel, masked_email_domains: ["a.example", "@a.example"] });
  expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ["masked_email_domains.1"]]);
  expect((await send(admin, "GET", channels)).body).toMatchObject({
    owner: { id: own.accountId, editable: true },
    items: [{ code: "VIP" }],
  });
});

test("sender: addresses and names that could end a header are refused (B18)", async () => {
  const path = `/accounts/${own.accountId}/sender`;
  const start = (await send(admin, "GET", path)).body;
  expect(start).toMatchObject({
    version: 0,
    frequency_cap_count: null,
    frequency_cap_days: 7,
    mail_from_state: "none",
    mail_from_in_use: expect.any(String),
    mail_from_asked_at: null,
  });
  const save = (change: object) => send(admin, "PUT", path, { ...start, ...change });
  for (const bad of [
    { mail_from_address: "a@b.jp\r\nBcc: c@d.jp" },
    { mail_from_name: "宿\r\nBcc: x" },
    { frequency_cap_days: 0 },
    { conversion_days: 0 },
    { conversion_days: 366 },
  ])
    expect((await save(bad)).status, JSON.stringify(bad)).toBe(400);
  expect((await save({ mail_from_address: "info@Own.example.jp" })).body).toMatchObject({
    version: 1,
    mail_from_address: "info@own.example.jp",
  });
  expect((await save({})).status).toBe(412);
  // What was read is put back whole; what only the answer says changes nothing.
  const read = (await send(admin, "GET", path)).body;
  const again = await send(admin, "PUT", path, { ...read, mail_from_in_use: "other@example.jp" });
  expect(again.body).toEqual({ ...read, version: 2 });
});

test("LINE secrets are sealed, written only, and bound to their row", async () => {
  const path = `/accounts/${own.accountId}/line`;
  const edit = { version: 0, name: "公式", channel_id: "1650000001", basic_id: "@inn" };
  expect((await send(admin, "PUT", path, edit)).status).toBe(400);
  const saved = await send(admin, "PUT", path, {
    ...edit,
    channel_secret: "canary-secret",
    channel_access_token: "canary-token",
  });
  expect(saved.body.channel).toMatchObject({ version: 1, channel_secret_set: true, channel_access_token_set: true });
  const rows = await t.app.database.inScope({ accountIds: [own.accountId] }, (tx) =>
    sql`select line_channel.*, (select json_agg(audit_log) from audit_logs audit_log) as audit from line_channels line_channel`.execute(
      tx.db,
    ),
  );
  expect(JSON.stringify([rows.rows, saved.body])).not.toContain("canary");
  expect((await send(admin, "PUT", path, { ...edit, version: 1, name: "改名" })).body.channel.name).toBe("改名");
  expect((await send(admin, "DELETE", path)).body.channel).toBeNull();
  // The same channel again: it reuses its row, with new secrets.
  expect((await send(admin, "PUT", path, edit)).status).toBe(400);
  const again = { ...edit, name: "再登録", channel_secret: "canary-2", channel_access_token: "canary-3" };
  expect((await send(admin, "PUT", path, again)).body.channel).toMatchObject({ version: 4, name: "再登録" });
});

test("keys are shown once and stored as a hash; a revoked one says so", async () => {
  const path = `/accounts/${own.accountId}/keys`;
  const made = await send(admin, "POST", path, {
    kind: "feed",
    name: "フロント",
    feed_channel: "s4",
    expires_on: null,
  });
  const stored = await t.app.database.inScope({ accountIds: [own.accountId] }, (tx) =>
    sql<{ key_hash: Buffer }>`select key_hash from feed_keys`.execute(tx.db),
  );
  expect(stored.rows[0]?.key_hash).toEqual(hashToken(made.body.key));
  const list = await send(admin, "GET", path);
  expect(JSON.stringify(list.body)).not.toContain(made.body.key);
  expect(list.body.items).toMatchObject([{ kind: "feed", feed_channel: "s4", revoked_at: null }]);
  expect((await send(admin, "DELETE", `${path}/partner/${made.body.item.id}`)).status).toBe(404);
  expect((await send(admin, "DELETE", `${path}/feed/${made.body.item.id}`)).body.items[0].revoked_at).not.toBeNull();
  expect(
    (await send(admin, "POST", path, { kind: "partner", name: "予約", feed_channel: null, expires_on: "2026-11-20" }))
      .status,
  ).toBe(200);
  expect(
    (await send(admin, "POST", path, { kind: "partner", name: "予約", feed_channel: null, expires_on: "2026-11-19" }))
      .status,
  ).toBe(400);
});

test("registration card, groups of one client, and provider staff's entry in the client's own log", async () => {
  const card = { version: 0, legal_profile: "minpaku", asks_passport_photo: true, extra_fields: [] };
  expect((await send(admin, "PUT", `/accounts/${own.accountId}/registration-card`, card)).body).toMatchObject({
    version: 1,
    legal_profile: "minpaku",
  });
  const group = { name: "東日本", description: "", account_ids: [own.accountId] };
  expect(
    (await send(vcAdmin, "POST", "/accounts/groups", { ...group, account_ids: [own.accountId, other.accountId] }))
      .status,
  ).toBe(400);
  const made = await send(vcAdmin, "POST", "/accounts/groups", group);
  expect(made.body).toMatchObject({
    name: "東日本",
    members: [{ id: own.accountId }],
    page_actions: ["read", "edit", "delete"],
  });
  expect((await send(admin, "GET", "/accounts/groups")).body).toMatchObject({
    total: 1,
    items: [{ page_actions: ["read"] }],
  });
  expect((await send(admin, "PUT", `/accounts/groups/${made.body.id}`, { ...group, version: 1 })).status).toBe(403);
  const stranger = await t.as(await makeUser(t.app, other, "role_admin", ["*"]));
  expect((await send(stranger, "GET", `/accounts/groups/${made.body.id}`)).status).toBe(404);
  const one = `/accounts/groups/${made.body.id}`;
  expect((await send(vcAdmin, "DELETE", one)).body).toMatchObject({ active_status: "inactive", version: 2 });
  expect((await send(admin, "POST", `${one}/activation`, {})).status).toBe(403);
  expect((await send(vcAdmin, "POST", `${one}/activation`, {})).body).toMatchObject({
    active_status: "active",
    version: 3,
  });
  expect((await send(vcAdmin, "POST", `${one}/activation`, {})).body.version).toBe(3);
  const switched = { active: { active_status: "active" }, inactive: { active_status: "inactive" } };
  expect((await send(vcAdmin, "GET", "/audit?entity=groups&sort=at")).body.items).toMatchObject([
    { action: "create", entity_id: made.body.id, before: null, after: group },
    { action: "deactivate", entity_id: made.body.id, before: switched.active, after: switched.inactive },
    { action: "activate", entity_id: made.body.id, before: switched.inactive, after: switched.active },
  ]);
  await Promise.all([1, 2, 3].map(() => send(vcAdmin, "GET", `/customers?account_id=${own.accountId}`)));
  const entered = (await send(admin, "GET", "/audit?action=enter")).body;
  expect(entered).toMatchObject({
    total: 1,
    items: [{ account: { id: own.accountId }, actor: { name: "試験 花子" } }],
  });
  expect((await send(stranger, "GET", "/audit?action=enter")).body.total).toBe(0);
  expect((await send(stranger, "GET", `/accounts/${own.accountId}/history`)).status).toBe(404);
});

test("deactivating a client lets its people out at once", async () => {
  const closing = await makeAccount(t.app, { name: "closing" });
  const clerk = await t.as(await makeUser(t.app, closing, "role_user", ["customers/read"]));
  expect((await send(clerk, "GET", "/customers")).status).toBe(200);
  expect((await send(vcAdmin, "DELETE", `/clients/${closing.companyId}`)).body.active_status).toBe("inactive");
  expect((await send(clerk, "GET", "/customers")).status).toBe(401);
  expect((await send(vcAdmin, "DELETE", `/clients/${provider.companyId}`)).status).toBe(400);
});

test("B14: of two edits from one version one is kept and the other is 412, never 409", async () => {
  const client = (await send(vcAdmin, "POST", "/clients", { name: "同時" })).body;
  const account = (await create(client.id)).body;
  const edits: [string, object][] = [
    [`/clients/${client.id}`, { version: client.version }],
    [`/accounts/${account.id}`, basics(account)],
  ];
  for (const [path, from] of edits) {
    const both = await Promise.all(["一", "二"].map((name) => send(vcAdmin, "PUT", path, { ...from, name })));
    expect([path, ...both.map((answer) => answer.status).sort()]).toEqual([path, 200, 412]);
    const storedName = both.find((answer) => answer.status === 200)?.body.name;
    expect((await send(vcAdmin, "GET", path)).body.name).toBe(storedName);
  }
});

test("I10: ids guessed one after the other lead to nothing of another client", async () => {
  const highest = await t.past.asSystem(
    (tx) => tx.one<{ id: number }>`select max(id) as id from (select id from accounts union all select id from users
      union all select id from companies union all select id from groups) every`,
  );
  const walk = async (section: string) => {
    const found = [];
    for (let id = 1; id <= highest.id + 2; id++)
      if ((await send(admin, "GET", `/${section}/${id}`)).status !== 404) found.push(id);
    return found;
  };
  const listed = async (section: string) => {
    const { body } = await send(admin, "GET", `/${section}?size=100`);
    return body.items.map((item: { id: number }) => item.id).sort((a: number, b: number) => a - b);
  };
  for (const section of ["accounts", "users", "clients", "accounts/groups"])
    expect([section, await walk(section)]).toEqual([section, await listed(section)]);
});
