import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";

let t: TestApp;
let hq: Facility;
let provider: Caller;
let boss: Caller;

beforeAll(async () => {
  t = await testApp();
  const own = await makeAccount(t.app, { name: "provider", provider: true, option: null });
  provider = await t.as(await makeUser(t.app, own, "role_vc_admin", ["*"]));
  hq = await makeAccount(t.app, { name: "hq", option: "crm_option_parent" });
  boss = await t.as(await makeUser(t.app, hq, "role_admin", ["*"]));
});
afterAll(() => t.close());

type Line = { action: string; entity: string; entity_id: number; account: { name: string } | null };
const lines = async (who: Caller, filter: string): Promise<Line[]> => {
  const answer = await who({ method: "GET", url: `/api/audit?size=100&${filter}` });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json().items;
};
const done = (found: Line[]) => found.map(({ action, entity }) => `${action} ${entity}`);

async function added(over: { name: string; parent_id?: number | null; contract_started_at?: string }): Promise<number> {
  const payload = {
    code: `C-${over.name}`,
    company_id: hq.companyId,
    parent_id: null,
    options: [],
    contract_started_at: null,
    contract_ended_at: null,
    ...over,
  };
  const answer = await provider({ method: "POST", url: "/api/accounts", payload });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json().id;
}

test("the lines of a client stay visible to its headquarters when accounts are added, also before these are in force", async () => {
  const url = `/api/clients/${hq.companyId}`;
  const { version } = (await provider({ method: "GET", url })).json();
  await provider({ method: "PUT", url, payload: { name: "海の湯グループ", version } });
  const rename = [`update companies`];
  expect(done(await lines(boss, "entity=companies"))).toEqual(rename);
  const later = await added({ name: "later", parent_id: hq.accountId, contract_started_at: "2026-12-01" });
  expect(done(await lines(boss, "entity=companies")), "a facility that is not in force yet").toEqual(rename);
  expect(done(await lines(boss, `in_account_id=${later}&action=create`)), "what was done to it").toEqual([
    "create accounts",
  ]);
  const sibling = await added({ name: "beside" });
  expect(done(await lines(boss, "entity=companies")), "an account beside it").toEqual(rename);

  // The other's own lines stay theirs, and those of the client as a whole are the headquarters'.
  const ofNeighbour = { companyId: hq.companyId, accountId: sibling };
  const clerkId = await makeUser(t.app, ofNeighbour, "role_user", ["customers/read"]);
  const siblingBoss = await t.as(await makeUser(t.app, ofNeighbour, "role_admin", ["*"]));
  await (await t.as(clerkId))({ method: "GET", url: "/api/users" });
  await siblingBoss({ method: "POST", url: `/api/users/${clerkId}/password-demand`, payload: {} });
  expect(done(await lines(siblingBoss, "entity=companies"))).toEqual([]);
  expect(done(await lines(siblingBoss, `entity=users&action=force_password`))).toEqual(["force_password users"]);
  expect(done(await lines(boss, `entity=users&action=force_password`))).toEqual([]);
  expect(await lines(boss, `in_account_id=${sibling}`)).toEqual([]);
});

test("so do lines about accounts that are out of force or switched off since", async () => {
  const inn = await added({ name: "inn", parent_id: hq.accountId });
  await provider({ method: "DELETE", url: `/api/accounts/${inn}` });
  expect(done(await lines(boss, `in_account_id=${inn}`))).toEqual(
    expect.arrayContaining(["deactivate accounts", "create accounts"]),
  );
  const stranger = await makeAccount(t.app, { name: "stranger" });
  const other = await t.as(await makeUser(t.app, stranger, "role_admin", ["*"]));
  expect(await lines(other, `in_account_id=${inn}`)).toEqual([]);
  expect(await lines(other, "entity=companies")).toEqual([]);
});
