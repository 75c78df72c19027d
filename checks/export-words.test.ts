import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../apps/server/src/test/app.ts";
import { texts as enReports } from "../apps/web/src/i18n/en/reports.ts";
import { texts as enShell } from "../apps/web/src/i18n/en/shell.ts";
import { texts as enUi } from "../apps/web/src/i18n/en/ui.ts";
import { texts as enUsers } from "../apps/web/src/i18n/en/users.ts";
import { texts as jaReports } from "../apps/web/src/i18n/ja/reports.ts";
import { texts as jaShell } from "../apps/web/src/i18n/ja/shell.ts";
import { texts as jaUi } from "../apps/web/src/i18n/ja/ui.ts";
import { texts as jaUsers } from "../apps/web/src/i18n/ja/users.ts";

// A file says what the screen says: its words for values are those of the web app.
let t: TestApp;
let boss: Caller;
let reported: number;
beforeAll(async () => {
  t = await testApp();
  const provider = await makeAccount(t.app, { name: "provider", provider: true, option: null });
  boss = await t.as(await makeUser(t.app, provider, "role_vc_admin", ["*"]));
  await makeUser(t.app, provider, "role_vc_user", []);
  const accounts = [];
  for (const option of ["crm_option", "crm_option_parent", "registration_card_option", null] as const)
    accounts.push(await makeAccount(t.app, { name: `${option}`, option: option as null }));
  const [first, second, third] = accounts;
  if (!first || !second || !third) throw new Error("no accounts");
  const pending = await makeUser(t.app, first, "role_admin", []);
  const inactive = await makeUser(t.app, first, "role_user", []);
  await t.past.asSystem(async (tx) => {
    await sql`update users set status = 'pending' where id = ${pending}`.execute(tx.db);
    await sql`update users set status = 'inactive' where id = ${inactive}`.execute(tx.db);
    await sql`update accounts set contract_started_at = '2027-01-01' where id = ${first.accountId}`.execute(tx.db);
    await sql`update accounts set contract_ended_at = '2026-01-01' where id = ${second.accountId}`.execute(tx.db);
    await sql`update accounts set active_status = 'inactive' where id = ${third.accountId}`.execute(tx.db);
    reported = second.accountId;
    // A campaign of each status that was on in the period.
    await sql`insert into campaigns (account_id, name, type, status, activated_at)
      select ${reported}, s, 'basic', s, '2026-11-01T00:00:00Z' from unnest(array['active', 'inactive', 'stopped']) s`.execute(
      tx.db,
    );
  });
});
afterAll(() => t.close());

const cells = async (section: string, language: string, query = "") => {
  const url = `/api/${section}/export.csv${query}`;
  const { statusCode, body } = await boss({ method: "GET", url, headers: { "x-okaeri-language": language } });
  expect([url, statusCode]).toEqual([url, 200]);
  return new Set(
    body
      .replace("\ufeff", "")
      .split("\r\n")
      .flatMap((line) => line.split(",")),
  );
};

test.each([
  ["ja", jaShell.roles, jaUsers.status, jaUi],
  ["en", enShell.roles, enUsers.status, enUi],
])("%s", async (language, roles, statuses, { contract, activeStatus, option }) => {
  const people = await cells("users", language);
  expect([...Object.values(roles), ...Object.values(statuses)].filter((word) => !people.has(word))).toEqual([]);
  const accounts = await cells("accounts", language);
  const words = [...Object.values(contract), ...Object.values(activeStatus), ...Object.values(option)];
  expect(words.filter((word) => !accounts.has(word))).toEqual([]);
  const clients = await cells("clients", language);
  expect([contract.before, contract.running, contract.ended].filter((word) => !clients.has(word))).toEqual([]);
});

test.each([
  ["ja", jaReports],
  ["en", enReports],
])("%s: reports", async (language, { campaigns, points, stays }) => {
  const table = (name: string) => cells("reports", language, `?table=${name}&account_id=${reported}`);
  const words = (found: Set<string>, wanted: string[]) => wanted.filter((word) => !found.has(word));
  const results = [...Object.values(campaigns.column), ...Object.values(campaigns.status)];
  expect(words(await table("campaigns"), results)).toEqual([]);
  const { month, granted, used, expired, outstanding } = points;
  expect(words(await table("points"), [month, granted, used, expired, outstanding])).toEqual([]);
  expect(words(await table("stays"), [month, stays.count, stays.usePrice])).toEqual([]);
});
