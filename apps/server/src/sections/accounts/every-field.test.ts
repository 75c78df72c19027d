import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";

/** Specification §3, organisation: what is sent in a field is stored in its column and comes back in the answer. */
let t: TestApp;
let own: Facility;
let below: Facility;
let vcAdmin: Caller;

beforeAll(async () => {
  t = await testApp();
  const provider = await makeAccount(t.app, { name: "provider", provider: true, option: null });
  vcAdmin = await t.as(await makeUser(t.app, provider, "role_vc_admin", ["*"]));
  own = await makeAccount(t.app, { name: "own" });
  below = await makeAccount(t.app, { name: "below", companyId: own.companyId, parentId: own.accountId, option: null });
});
afterAll(() => t.close());

async function send(method: "GET" | "POST" | "PUT", path: string, payload?: object) {
  const answer = await vcAdmin({ method, url: `/api${path}`, ...(payload ? { payload } : {}) });
  expect([method, path, answer.statusCode]).toEqual([method, path, 200]);
  return answer.json();
}
const stored = async (table: string, where: Record<string, unknown>) => {
  const conditions = Object.entries(where).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  return t.app.database.asSystem(async (tx) => {
    await sql`select set_config('app.account_ids', ${`${own.accountId},${below.accountId}`}, true)`.execute(tx.db);
    const { rows } = await sql<{ row: Record<string, unknown> }>`select to_jsonb(x) as row from ${sql.table(table)} x
      where ${sql.join(conditions, sql` and `)} order by to_jsonb(x) ->> 'id'`.execute(tx.db);
    return rows.map(({ row }) => row);
  });
};

test("Account: code, name, parent_id, contract_started_at, contract_ended_at", async () => {
  const { version } = await send("GET", `/accounts/${below.accountId}`);
  const fields = {
    code: "BELOW-2",
    name: "離れ",
    parent_id: own.accountId,
    contract_started_at: "2025-04-01",
    contract_ended_at: "2031-03-31",
  };
  expect(await send("PUT", `/accounts/${below.accountId}`, { version, ...fields })).toMatchObject(fields);
  expect(await stored("accounts", { id: below.accountId })).toMatchObject([fields]);
});

test("Payment: every field, and its account's payment_id", async () => {
  const fields = {
    company_name: "株式会社花の湯",
    company_name_kana: "カブシキガイシャハナノユ",
    post_code: "413-0011",
    address: "静岡県熱海市田原本町1-1",
    department_name: "経理部",
    contact_name: "花田 千冬",
    contact_tel: "0557-81-0000",
    contact_email: "keiri@hananoyu.example.jp",
    discount_amount: 12_000,
    discount_started_at: "2026-04-01",
    discount_ended_at: "2027-03-31",
  };
  const { version } = await send("GET", `/accounts/${own.accountId}`);
  await send("PUT", `/accounts/${own.accountId}/payment`, { version, ...fields });
  expect((await send("GET", `/accounts/${own.accountId}`)).payment).toEqual(fields);
  const [account] = await stored("accounts", { id: own.accountId });
  expect(await stored("payments", { id: account?.payment_id })).toMatchObject([fields]);
});

test.each([
  ["crm_option", () => below],
  ["crm_option_parent", () => own],
  ["registration_card_option", () => below],
] as const)(
  "AccountOption %s: option_type, option_started_at, option_ended_at, option_item",
  async (option_type, at) => {
    const { accountId } = at();
    const fields = {
      option_type,
      option_started_at: "2026-01-01",
      option_ended_at: "2026-12-31",
      option_item: "3施設まで",
    };
    const { version } = await send("GET", `/accounts/${accountId}`);
    await send("PUT", `/accounts/${accountId}/options`, { version, options: [{ id: null, ...fields }] });
    const { account_options } = await send("GET", `/accounts/${accountId}`);
    expect(account_options).toMatchObject([fields]);
    expect(await stored("account_options", { account_id: accountId, active_status: "active" })).toMatchObject([fields]);
  },
);

test.each([
  ["customer-types", "account_customer_type", "account_customer_type_id", {}],
  [
    "booking-channels",
    "account_booking_channel",
    "account_booking_channel_id",
    { masked_email_domains: ["guest.booking.example"] },
  ],
] as const)(
  "%s: code, name, sort_order, active_status, and linkages by feed_channel and external_code",
  async (path, table, owner, more) => {
    const linkages = [
      { feed_channel: "dynalution", external_code: "D-01" },
      { feed_channel: "s4", external_code: "S-01" },
    ];
    const fields = { code: "WEB", name: "公式サイト", sort_order: 3, active_status: "inactive", ...more };
    const item = await send("POST", `/accounts/${own.accountId}/${path}`, { ...fields, linkages });
    const { items } = await send("GET", `/accounts/${own.accountId}/${path}`);
    expect(items).toMatchObject([{ ...fields, linkages }]);
    expect(await stored(`${table}s`, { id: item.id })).toMatchObject([{ ...fields, account_id: own.accountId }]);
    const linked = await stored(`${table}_linkages`, { [owner]: item.id });
    expect(linked).toMatchObject(linkages);
  },
);

test("Group: name and description; AccountGroup: account_id and group_id", async () => {
  const fields = { name: "伊豆の宿", description: "伊豆半島にある施設" };
  const { id } = await send("POST", "/accounts/groups", { ...fields, account_ids: [own.accountId] });
  expect(await send("GET", `/accounts/groups/${id}`)).toMatchObject({ ...fields, members: [{ id: own.accountId }] });
  expect(await stored("groups", { id })).toMatchObject([fields]);
  expect(await stored("account_groups", { group_id: id })).toMatchObject([{ account_id: own.accountId }]);
});
