import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";

let t: TestApp;
let vcAdmin: Caller;
let provider: Facility;
let other: Facility;

beforeAll(async () => {
  t = await testApp();
  provider = await makeAccount(t.app, { name: "provider", provider: true, option: null });
  other = await makeAccount(t.app, { name: "other" });
  vcAdmin = await t.as(await makeUser(t.app, provider, "role_vc_admin", ["*"]));
});
afterAll(() => t.close());

const send = async (who: Caller, method: "GET" | "POST" | "PUT", path: string, payload?: object) => {
  const answer = await who({ method, url: `/api${path}`, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
};
const open = { contract_started_at: null, contract_ended_at: null };
let codes = 0;
async function create(companyId: number, change: object = {}) {
  const account = { company_id: companyId, code: `C${codes++}`, name: "宿", parent_id: null, ...open, ...change };
  return send(vcAdmin, "POST", "/accounts", account);
}

test("product §1: a vc_admin makes branches beneath the provider's account, and nobody else does", async () => {
  const beneath = { parent_id: provider.accountId };
  const branch = (await create(provider.companyId, { name: "大阪支店", ...beneath })).body;
  expect(branch).toMatchObject({ parent_id: provider.accountId, depth: 1, page_actions: ["read"] });
  const desk = (await create(provider.companyId, { name: "大阪支店 電話窓口", parent_id: branch.id })).body;
  expect(desk).toMatchObject({ parent_id: branch.id, depth: 2 });
  const options = [{ option_type: "crm_option", option_started_at: "2026-01-01", option_ended_at: null }];
  const wrong = [create(provider.companyId), create(provider.companyId, { ...beneath, options })];
  const fields = (await Promise.all(wrong)).map(({ status, body }) => [status, Object.keys(body.fields)]);
  expect(fields).toEqual([
    [400, ["parent_id"]],
    [400, ["options"]],
  ]);
  const helper = await t.as(await makeUser(t.app, { ...provider, accountId: desk.id }, "role_vc_user", ["*"]));
  const payload = { company_id: provider.companyId, code: "NO", name: "無", ...beneath, ...open };
  const refused = await send(helper, "POST", "/accounts", payload);
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ["company_id"]]);
  const mayAdd = async (who: Caller) =>
    (await send(who, "GET", `/clients/${provider.companyId}`)).body.may_add_accounts;
  expect([await mayAdd(vcAdmin), await mayAdd(helper)]).toEqual([true, false]);
  // People join the branch, and its own staff only read those above them.
  const person = { name: "大谷 恵", user_email: "megumi@example.jp", role: "role_vc_user" };
  const join = async (id: number) =>
    send(vcAdmin, "POST", "/users", { ...person, accounts: [{ account_id: id, permissions: ["users/read"] }] });
  const people = await Promise.all([provider.accountId, branch.id, desk.id].map(join));
  const rows = await Promise.all(people.map(({ body }) => send(helper, "GET", `/users/${body.id}`)));
  expect(rows.map(({ body }) => body.page_actions)).toEqual([["read"], ["read"], ["read", "edit"]]);
});

test("of the own account a clerk reads names and contacts, and no count of people beyond the own reach", async () => {
  const below = { companyId: other.companyId, option: null };
  const inn = await makeAccount(t.app, { name: "clerks", parentId: other.accountId, ...below });
  await makeAccount(t.app, { name: "beside", parentId: other.accountId, ...below });
  const settings = await send(vcAdmin, "GET", `/accounts/${inn.accountId}`);
  const empty = [
    "company_name_kana",
    "post_code",
    "address",
    "department_name",
    "contact_name",
    "contact_tel",
    "contact_email",
  ];
  const payment = {
    ...Object.fromEntries(empty.map((name) => [name, ""])),
    company_name: "本社経理",
    discount_amount: 0,
    discount_started_at: null,
    discount_ended_at: null,
  };
  const paid = await send(vcAdmin, "PUT", `/accounts/${inn.accountId}/payment`, {
    ...payment,
    version: settings.body.version,
  });
  expect(paid.body.payment.company_name).toBe("本社経理");
  const clerk = await t.as(await makeUser(t.app, inn, "role_user", ["customers/read"]));
  const reader = await t.as(await makeUser(t.app, inn, "role_user", ["users/read"]));
  for (const [who, people] of [
    [clerk, null],
    [reader, 2],
  ] as const) {
    const { body } = await send(who, "GET", `/accounts/${inn.accountId}`);
    expect(body).toMatchObject({
      name: "clerks",
      contract_state: null,
      options: null,
      account_options: [],
      payment: null,
    });
    expect([body.user_count, body.readable_parts.includes("users")]).toEqual([people, people !== null]);
    const list = await send(who, "GET", "/accounts?contract_state=running&option_type=crm_option");
    expect(list.body.total, "nobody filters by what they may not read").toBe(0);
    const [row] = (await send(who, "GET", "/accounts?sort=contract_ended_at")).body.items;
    expect([row.contract_started_at, row.contract_ended_at, row.options]).toEqual([null, null, null]);
    const client = (await send(who, "GET", `/clients/${other.companyId}`)).body;
    expect(client).toMatchObject({ account_count: 1, user_count: people, contract_state: null });
    expect(client.accounts).toMatchObject([{ name: "clerks", contract_state: null, options: null }]);
    for (const part of ["keys", "line", "customer-types", "booking-channels", "registration-card"])
      expect([part, (await send(who, "GET", `/accounts/${inn.accountId}/${part}`)).status]).toEqual([part, 403]);
    expect((await send(who, "GET", `/accounts/${inn.accountId}/sender`)).status).toBe(200);
  }
  const boss = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  expect((await send(boss, "GET", `/clients/${other.companyId}`)).body).toMatchObject({
    account_count: 1,
    user_count: 3,
    contract_state: "running",
  });
});
