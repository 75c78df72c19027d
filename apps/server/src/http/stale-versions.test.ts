import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../test/app.ts";

let t: TestApp;
let inn: Facility;
let people: { first: Caller; second: Caller; guest: Caller };

beforeAll(async () => {
  t = await testApp();
  const provider = await makeAccount(t.app, { name: "提供会社", provider: true, option: null });
  inn = await makeAccount(t.app, { name: "花の湯", option: "crm_option_parent" });
  const staff = () => makeUser(t.app, provider, "role_vc_admin", ["*"]);
  const [first, second] = [await staff(), await staff()];
  people = {
    first: await t.as(first),
    second: await t.as(second),
    guest: await t.as(await makeUser(t.app, inn, "role_admin", ["*"])),
  };
});
afterAll(() => t.close());

type Json = Record<string, unknown> & { version: number };
const read = async (url: string) => (await people.first({ method: "GET", url })).json() as Json;
const save = (who: Caller, url: string, payload: object) => who({ method: "PUT", url, payload });

const pick = (from: Json, keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, from[key]]));
const RECORDS: Record<string, { read: () => string; write: () => string; keys: readonly string[]; change: string }> = {
  client: {
    read: () => `/api/clients/${inn.companyId}`,
    write: () => `/api/clients/${inn.companyId}`,
    keys: ["name"],
    change: "name",
  },
  account: {
    read: () => `/api/accounts/${inn.accountId}`,
    write: () => `/api/accounts/${inn.accountId}`,
    change: "name",
    keys: ["code", "name", "parent_id", "contract_started_at", "contract_ended_at"],
  },
  sender: {
    read: () => `/api/accounts/${inn.accountId}/sender`,
    write: () => `/api/accounts/${inn.accountId}/sender`,
    change: "mail_from_name",
    keys: [
      "mail_from_name",
      "mail_from_address",
      "mail_signature",
      "legal_sender_name",
      "legal_sender_address",
      "legal_sender_tel",
      "frequency_cap_count",
      "frequency_cap_days",
      "standing_control_rate",
      "approval_above_count",
      "grace_above_count",
      "grace_seconds",
      "quiet_from",
      "quiet_until",
      "missed_run_hours",
      "conversion_days",
    ],
  },
};

test.each(Object.entries(RECORDS))("a stale %s says who was faster, and when", async (_name, record) => {
  const before = await read(record.read());
  const values = { ...pick(before, record.keys), version: before.version };
  const faster = await save(people.second, record.write(), { ...values, [record.change]: "ほかの人の名前" });
  expect(faster.statusCode, faster.body).toBe(200);
  const [{ at }] = (await people.first({ method: "GET", url: "/api/audit" })).json().items;
  const late = await save(people.first, record.write(), { ...values, [record.change]: "わたしの名前" });
  const { name } = (await people.second({ method: "GET", url: "/api/profile" })).json();
  expect([late.statusCode, late.json().changed]).toEqual([412, { by: name, at }]);
});

test("client staff are not told the provider's names", async () => {
  const account = RECORDS.account;
  if (account === undefined) throw new Error("no account");
  const before = await read(account.read());
  const values = { ...pick(before, account.keys), version: before.version };
  expect((await save(people.second, account.write(), { ...values, name: "本館" })).statusCode).toBe(200);
  const late = await save(people.guest, account.write(), { ...values, name: "別館" });
  expect([late.statusCode, late.json().changed?.by]).toEqual([412, null]);
});
