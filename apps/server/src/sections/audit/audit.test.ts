import { afterAll, beforeAll, expect, test } from "vitest";
import { type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { mentionedAccounts } from "./mentioned-accounts.ts";

let t: TestApp;
let hq: Facility;
let inn: Facility;
let annex: Facility;

beforeAll(async () => {
  t = await testApp();
  hq = await makeAccount(t.app, { name: "hq", option: "crm_option_parent" });
  const below = { companyId: hq.companyId, parentId: hq.accountId, programmeId: hq.accountId, option: null };
  inn = await makeAccount(t.app, { name: "inn", ...below });
  annex = await makeAccount(t.app, { name: "annex", ...below });
});
afterAll(() => t.close());

test("accounts that a line's values speak of, however deep", () => {
  const values = { accounts: [{ account_id: 3, permissions: ["*"] }], parent_id: null, account_ids: [4, 3], name: "5" };
  expect(mentionedAccounts([values, undefined])).toEqual([3, 4]);
});

test("a line names its thing and the accounts in it, but none out of the viewer's reach", async () => {
  const admin = await t.as(await makeUser(t.app, hq, "role_admin", ["*"]));
  const innAdmin = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const accounts = [inn, annex].map((facility) => ({ account_id: facility.accountId, permissions: [] }));
  const payload = { name: "仲居 花子", user_email: "hanako@example.jp", role: "role_user", accounts };
  const { id } = (await admin({ method: "POST", url: "/api/users", payload })).json();
  const url = `/api/users/${id}/history`;
  const [line] = (await admin({ method: "GET", url })).json().items;
  expect(line).toMatchObject({ action: "create", entity: "users", entity_id: id, entity_name: "仲居 花子" });
  expect(line.mentioned_accounts.map((account: { id: number }) => account.id)).toEqual([
    inn.accountId,
    annex.accountId,
  ]);
  const [seen] = (await innAdmin({ method: "GET", url })).json().items;
  expect(seen.mentioned_accounts.map((account: { id: number }) => account.id)).toEqual([inn.accountId]);
});
