import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { mentionedAccounts } from "./mentioned-accounts.ts";

let t: TestApp;
let hq: Facility;
let inn: Facility;
let annex: Facility;
let provider: Facility;

beforeAll(async () => {
  t = await testApp();
  hq = await makeAccount(t.app, { name: "hq", option: "crm_option_parent" });
  inn = await makeAccount(t.app, { name: "inn", above: hq, option: null });
  annex = await makeAccount(t.app, { name: "annex", above: hq, option: null });
  provider = await makeAccount(t.app, { name: "provider", provider: true, option: null });
});
afterAll(() => t.close());

test("accounts that a line's values speak of, however deep", () => {
  const values = { accounts: [{ account_id: 3, permissions: ["*"] }], parent_id: null, account_ids: [4, 3], name: "5" };
  expect(mentionedAccounts([values, undefined])).toEqual([3, 4]);
});

test("a line names its thing and the accounts in it, but none out of the viewer's reach", async () => {
  const admin = await t.as(await makeUser(t.app, hq, "role_admin", ["*"]));
  const innAdmin = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const accounts = [inn, annex].map((facility) => ({
    account_id: facility.accountId,
    permissions: ["customers/read"],
  }));
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

test("product §1: provider staff choose a client before any guest is read", async () => {
  const staff = await t.as(await makeUser(t.app, provider, "role_vc_user", ["customers/read", "ranks/read"]));
  for (const url of ["/api/customers", "/api/ranks", "/api/imports"]) {
    const answer = await staff({ method: "GET", url });
    if (answer.statusCode === 404) throw new Error(`${url} is no call`);
    expect([url, answer.statusCode, answer.json().fields]).toEqual([
      url,
      400,
      { account_id: "クライアントを選んでください" },
    ]);
  }
  const refused = await staff({ method: "GET", url: "/api/campaigns" });
  expect(refused.statusCode, "a right that is missing comes first").toBe(403);
  expect((await staff({ method: "GET", url: "/api/accounts/picker" })).json().default_account_id).toBeNull();
});

test("product §1: the administrators of every account concerned see who entered guest data, and when", async () => {
  const staffId = await makeUser(t.app, provider, "role_vc_user", ["customers/read"]);
  const boss = async (facility: Facility) => t.as(await makeUser(t.app, facility, "role_admin", ["*"]));
  const [ofHq, ofInn, ofAnnex] = [await boss(hq), await boss(inn), await boss(annex)];
  const stranger = await boss(await makeAccount(t.app, { name: "stranger" }));
  const entries = async (who: Caller, filter = "") => {
    const { items } = (
      await who({ method: "GET", url: `/api/audit?action=enter&actor_user_id=${staffId}${filter}` })
    ).json();
    return items.map((line: { entity_name: string; actor: { id: number }; at: string }) => {
      expect([line.actor.id, line.at.slice(0, 4)]).toEqual([staffId, expect.stringMatching(/^20/)]);
      return line.entity_name;
    });
  };
  const staff = await t.as(staffId);
  const enter = (facility: Facility) =>
    staff({ method: "GET", url: `/api/customers?account_id=${facility.accountId}` });
  await enter(inn);
  await enter(inn);
  expect(await Promise.all([ofHq, ofInn, ofAnnex, stranger].map((who) => entries(who)))).toEqual([
    ["inn"],
    ["inn"],
    [],
    [],
  ]);
  expect(await entries(ofHq, `&in_account_id=${inn.accountId}`)).toEqual(["inn"]);
  await enter(hq);
  expect(await Promise.all([ofHq, ofInn, ofAnnex, stranger].map((who) => entries(who)))).toEqual([
    ["hq", "inn"],
    ["hq", "inn"],
    ["hq"],
    [],
  ]);
});
