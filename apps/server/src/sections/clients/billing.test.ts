import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { countStatements } from "../customers/count-statements.fixture.ts";

let t: TestApp;
let provider: Facility;
let inn: Facility;
let vcAdmin: Caller;

beforeAll(async () => {
  t = await testApp();
  provider = await makeAccount(t.app, { name: "提供会社", provider: true, option: null });
  inn = await makeAccount(t.app, { name: "花の湯", option: null });
  await makeAccount(t.app, { name: "離れ", companyId: inn.companyId, parentId: inn.accountId, option: null });
  vcAdmin = await t.as(await makeUser(t.app, provider, "role_vc_admin", ["*"]));
  await change(inn.accountId, "options", {
    options: [
      ...["2026-01-01", "2099-01-01"].map((option_started_at, later) => ({
        id: null,
        option_type: "crm_option",
        option_started_at,
        option_ended_at: later ? null : "2098-12-31",
        option_item: later ? "10施設まで" : "3施設まで",
      })),
      {
        id: null,
        option_type: "registration_card_option",
        option_started_at: "2020-01-01",
        option_ended_at: "2020-12-31",
        option_item: "試用",
      },
    ],
  });
  await change(inn.accountId, "payment", PAYMENT);
  await t.past.asSystem((tx) =>
    sql`update accounts set contract_started_at = '2026-04-01', contract_ended_at = '2099-03-31' where id = ${inn.accountId}`.execute(
      tx.db,
    ),
  );
});
afterAll(() => t.close());

const PAYMENT = {
  company_name: "株式会社花の湯",
  company_name_kana: "カブシキガイシャハナノユ",
  post_code: "413-0011",
  address: "静岡県熱海市1-1",
  department_name: "経理部",
  contact_name: "花田 千冬",
  contact_tel: "0557-81-0000",
  contact_email: "keiri@example.jp",
  discount_amount: 12_000,
  discount_started_at: "2026-04-01",
  discount_ended_at: "2027-03-31",
};

async function change(accountId: number, part: string, payload: object): Promise<void> {
  const url = `/api/accounts/${accountId}`;
  const { version } = (await vcAdmin({ method: "GET", url })).json();
  const answer = await vcAdmin({ method: "PUT", url: `${url}/${part}`, payload: { version, ...payload } });
  expect([part, answer.statusCode]).toEqual([part, 200]);
}
const detail = async (who: Caller, { companyId }: Facility) => {
  const answer = await who({ method: "GET", url: `/api/clients/${companyId}` });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const file = (who: Caller, query = "", language = "ja") =>
  who({ method: "GET", url: `/api/clients/billing.csv${query}`, headers: { "x-okaeri-language": language } });

test("product §4: the client's page has every payment field, the contract and what was agreed about each option that runs", async () => {
  const shown = await detail(vcAdmin, inn);
  expect(shown.reads_billing).toBe(true);
  expect(shown.accounts).toMatchObject([
    {
      name: "花の湯",
      contract_state: "running",
      contract_started_at: "2026-04-01",
      contract_ended_at: "2099-03-31",
      options: [{ option_type: "crm_option", option_item: "3施設まで" }],
      payment: PAYMENT,
    },
    { name: "離れ", options: [], payment: null },
  ]);
  const own = await detail(vcAdmin, provider);
  expect([own.reads_billing, own.accounts[0].payment], "nobody bills themselves").toEqual([false, null]);
});

test("a client of many accounts is read with as many statements as one of few", async () => {
  const grown = await makeAccount(t.app, { name: "森の湯", option: null });
  const count = () => countStatements(t, () => detail(vcAdmin, grown).then(() => undefined));
  const before = await count();
  const more = Array.from({ length: 12 }, (_, n) =>
    makeAccount(t.app, { name: `棟${n}`, companyId: grown.companyId, parentId: grown.accountId }),
  );
  const made = await Promise.all(more);
  for (const { accountId } of made.slice(0, 3)) await change(accountId, "payment", PAYMENT);
  expect(await count()).toBe(before);
});

test("the billing file says per account what the page says, and leaves the provider itself out", async () => {
  const text = (await file(vcAdmin)).body;
  expect(text).toContain(
    "\r\n花の湯,A-花の湯,花の湯,有効,2026年04月01日,2099年03月31日,CRM: 3施設まで,株式会社花の湯,カブシキガイシャハナノユ,413-0011,静岡県熱海市1-1,経理部,花田 千冬,0557-81-0000,keiri@example.jp,12000,2026年04月01日,2027年03月31日\r\n",
  );
  expect(text).toContain("\r\n花の湯,A-離れ,離れ,有効,,,,,,,,,,,,,,\r\n");
  expect(text).not.toContain("提供会社");
  const english = (await file(vcAdmin, "", "en")).body;
  expect(english).toContain(",Active,2026-04-01,2099-03-31,CRM: 3施設まで,");
  expect((await file(vcAdmin, "?active_status=inactive")).body.split("\r\n")).toHaveLength(2);
  const list = await vcAdmin({ method: "GET", url: "/api/accounts/export.csv" });
  expect(list.body, "where the option is, there is what was agreed").toContain(",CRM: 3施設まで,");
});

test("its accounts stand beneath each other, whatever order they came in, and a clerk's as far as they reach", async () => {
  const first = await makeAccount(t.app, { name: "山の湯", option: null });
  const beneath = await makeAccount(t.app, {
    name: "山の湯 本館",
    companyId: first.companyId,
    parentId: first.accountId,
  });
  await makeAccount(t.app, { name: "山の湯 第二", companyId: first.companyId });
  await makeAccount(t.app, { name: "山の湯 新館", companyId: first.companyId, parentId: first.accountId });
  await makeAccount(t.app, { name: "山の湯 離れ", companyId: first.companyId, parentId: beneath.accountId });
  const placed = async (who: Caller) =>
    (await detail(who, first)).accounts.map((one: { name: string; depth: number }) => [one.name, one.depth]);
  expect(await placed(vcAdmin)).toEqual([
    ["山の湯", 0],
    ["山の湯 本館", 1],
    ["山の湯 離れ", 2],
    ["山の湯 新館", 1],
    ["山の湯 第二", 0],
  ]);
  const clerk = await t.as(await makeUser(t.app, beneath, "role_user", ["users/read"]));
  expect(await placed(clerk)).toEqual([["山の湯 本館", 1]]);
  const [seen] = (await detail(clerk, first)).accounts;
  expect([seen.contract_state, seen.contract_started_at, seen.options]).toEqual([null, null, null]);
});

test("billing is for provider staff who read accounts, the file for those of them who may export too", async () => {
  const both = ["clients/read", "accounts/read"];
  const people = [
    ["vc_admin", provider, "role_vc_admin", ["*"], false],
    ["reads both, exports", provider, "role_vc_user", both, true],
    ["reads both", provider, "role_vc_user", both, false],
    ["reads clients, exports", provider, "role_vc_user", ["clients/read"], true],
    ["client's admin", inn, "role_admin", ["*"], true],
    ["client's clerk", inn, "role_user", ["customers/read"], true],
  ] as const;
  const seen = [];
  for (const [name, place, role, held, canExport] of people) {
    const who = await t.as(await makeUser(t.app, place, role, held, { canExport }));
    const shown = await detail(who, inn);
    const [account] = shown.accounts;
    const list = (await who({ method: "GET", url: "/api/clients" })).json();
    const { statusCode } = await file(who);
    expect([name, shown.reads_billing]).toEqual([name, account.payment !== null]);
    expect([name, list.billing_file]).toEqual([name, statusCode === 200]);
    seen.push([name, shown.reads_billing, account.options?.length ?? null, account.contract_ended_at, statusCode]);
  }
  expect(seen).toEqual([
    ["vc_admin", true, 1, "2099-03-31", 200],
    ["reads both, exports", true, 1, "2099-03-31", 200],
    ["reads both", true, 1, "2099-03-31", 403],
    ["reads clients, exports", false, 1, "2099-03-31", 403],
    ["client's admin", false, 1, "2099-03-31", 403],
    ["client's clerk", false, null, null, 403],
  ]);
});

test("taking the file is written down as such, with its conditions", async () => {
  await file(vcAdmin, "?active_status=active");
  const { items } = (await vcAdmin({ method: "GET", url: "/api/audit?action=export_billing" })).json();
  expect(items[0]).toMatchObject({ action: "export_billing", entity: "companies" });
  const lines = await t.app.database.asSystem((tx) =>
    sql<{
      after: object;
    }>`select after from audit_logs where action = 'export_billing' order by id desc limit 1`.execute(tx.db),
  );
  expect(lines.rows[0]?.after).toMatchObject({ active_status: "active" });
});
