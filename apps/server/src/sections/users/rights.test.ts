import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";

// Issue 8, "rights say what they do": what is stored, who may give it, and what it opens.

let t: TestApp;
let provider: Facility;
let hq: Facility;
let inn: Facility;
let annex: Facility;
let vcAdmin: Caller;
let admin: Caller;

beforeAll(async () => {
  t = await testApp();
  provider = await makeAccount(t.app, { name: "provider", provider: true, option: null });
  hq = await makeAccount(t.app, { name: "hq", option: "crm_option_parent" });
  inn = await makeAccount(t.app, { name: "inn", above: hq, option: null });
  annex = await makeAccount(t.app, { name: "annex", above: hq, option: null });
  vcAdmin = await t.as(await makeUser(t.app, provider, "role_vc_admin", ["*"]));
  admin = await t.as(await makeUser(t.app, hq, "role_admin", ["*"]));
});
afterAll(() => t.close());

type Membership = { account_id: number; permissions: string[]; can_export?: boolean };
const at = ({ accountId }: Facility, permissions: string[], can_export?: boolean): Membership => ({
  account_id: accountId,
  permissions,
  ...(can_export === undefined ? {} : { can_export }),
});
const get = async (who: Caller, id: number) => (await who({ method: "GET", url: `/api/users/${id}` })).json();
const remove = (who: Caller, id: number) => who({ method: "DELETE", url: `/api/users/${id}` });
const download = (who: Caller, url = "/api/users/export.csv") => who({ method: "GET", url });
const invite = (who: Caller, accounts: Membership[], change: object = {}) => {
  const payload = { name: "仲居 花子", user_email: "hanako@example.jp", role: "role_user", accounts, ...change };
  return who({ method: "POST", url: "/api/users", payload });
};
/** Saves the person as loaded by `who`, with these changes. */
async function save(who: Caller, id: number, change: { accounts?: Membership[]; name?: string; role?: string }) {
  const { name, user_email, role, version, accounts } = await get(who, id);
  const loaded = accounts.map(({ id: account_id, permissions, can_export }: Membership & { id: number }) => ({
    account_id,
    permissions,
    can_export,
  }));
  const payload = { name, user_email, role, version, accounts: loaded, ...change };
  return who({ method: "PUT", url: `/api/users/${id}`, payload });
}
const actOf = async (who: Caller, id: number, act: string) =>
  (await get(who, id)).acts.find((each: { act: string }) => each.act === act).refusal;

test("§6: admin roles hold everything; a call that would store less is refused with the field named", async () => {
  for (const permissions of [[], ["users/all", "campaigns/all"], ["crm_option"]]) {
    const answer = await invite(admin, [at(hq, permissions)], { role: "role_admin" });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ["accounts.0.permissions"]]);
  }
  const vc = await invite(vcAdmin, [at(provider, ["clients/all"])], { role: "role_vc_admin" });
  expect([vc.statusCode, Object.keys(vc.json().fields)]).toEqual([400, ["accounts.0.permissions"]]);
  const made = await invite(admin, [at(hq, ["*"]), at(inn, ["*"])], { role: "role_admin" });
  expect(made.statusCode).toBe(200);
  const less = await save(admin, made.json().id, { accounts: [at(hq, ["*"]), at(inn, ["users/all"])] });
  expect([less.statusCode, Object.keys(less.json().fields)]).toEqual([400, ["accounts.1.permissions"]]);
  // Somebody raised to administrator needs it as well.
  const clerk = await makeUser(t.app, inn, "role_user", ["customers/read"]);
  expect((await save(admin, clerk, { role: "role_admin" })).statusCode).toBe(400);
  expect((await save(admin, clerk, { role: "role_admin", accounts: [at(inn, ["*"])] })).statusCode).toBe(200);
});

test("whoever holds more is neither renamed nor deactivated, though the row's page_actions stay as §6 has them", async () => {
  const held = ["users/read", "users/edit", "users/delete", "customers/read"];
  const clerk = await t.as(await makeUser(t.app, inn, "role_user", held));
  const more = [
    await makeUser(t.app, inn, "role_user", ["customers/read", "reports/read"]),
    await makeUser(t.app, inn, "role_user", ["customers/read"], { canExport: true }),
    await makeUser(t.app, inn, "role_admin", ["*"]),
  ];
  for (const id of more) {
    const before = await get(admin, id);
    expect((await get(clerk, id)).page_actions).toEqual(["read", "edit"]);
    const refused = [await save(clerk, id, { name: "改名 太郎" }), await remove(clerk, id)];
    expect(refused.map((answer) => answer.statusCode)).toEqual([403, 403]);
    const { page_actions: _page, acts: _acts, ...after } = await get(admin, id);
    expect(before).toMatchObject(after);
  }
  expect(await actOf(clerk, more[0] ?? 0, "change_name")).toBe("holds_more");
  const equal = await makeUser(t.app, inn, "role_user", ["customers/read"]);
  expect((await save(clerk, equal, { name: "改名 花子" })).json().name).toBe("改名 花子");
  expect((await remove(clerk, equal)).json().status).toBe("inactive");
});

test("deactivating asks the row's edit and users/delete, in every account the person works in", async () => {
  const colleague = () => makeUser(t.app, inn, "role_user", []);
  const editor = await t.as(await makeUser(t.app, inn, "role_user", ["users/read", "users/edit"]));
  const one = await colleague();
  expect(await actOf(editor, one, "deactivate")).toBe("not_permitted");
  expect((await remove(editor, one)).statusCode).toBe(403);
  const deleter = await t.as(await makeUser(t.app, inn, "role_user", ["users/read", "users/delete"]));
  expect((await remove(deleter, one)).statusCode).toBe(403);
  // users/delete in the annex does not reach who works in the inn.
  const both = await makeUser(t.app, inn, "role_user", []);
  await save(admin, both, { accounts: [at(inn, ["users/read", "users/edit"]), at(annex, ["users/all"])] });
  const split = await t.as(both);
  expect((await remove(split, one)).statusCode).toBe(403);
  expect((await remove(split, await makeUser(t.app, annex, "role_user", []))).statusCode).toBe(200);
  expect((await remove(admin, one)).statusCode).toBe(200);
});

test("whoever may change a section may read it: the list is stored so, and an older list is not a change", async () => {
  const made = (await invite(admin, [at(inn, ["campaigns/edit", "customers/all", "crm_option"])])).json();
  expect(made.accounts[0].permissions.toSorted()).toEqual(
    ["campaigns/edit", "campaigns/read", "crm_option", "customers/all"].toSorted(),
  );
  const older = await makeUser(t.app, inn, "role_user", ["customers/create"]);
  const caller = await t.as(older);
  expect((await save(admin, older, { name: "取込 係" })).statusCode).toBe(200);
  expect((await caller({ method: "GET", url: "/api/menu" })).statusCode).toBe(200);
  expect((await get(admin, older)).accounts[0].permissions).toEqual(["customers/create"]);
});

test("nobody is invited without any right by oversight", async () => {
  const refused = await invite(admin, [at(inn, []), at(annex, [], true)]);
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ["accounts"]]);
  expect((await invite(admin, [at(inn, []), at(annex, ["reports/read"])])).statusCode).toBe(200);
  expect((await invite(admin, [at(inn, [])], { without_rights: true })).statusCode).toBe(200);
});

test("files of people's data ask the switch, for provider staff too; figures do not", async () => {
  const reads = ["users/read", "customers/read", "clients/read", "accounts/read"];
  const support = await t.as(await makeUser(t.app, provider, "role_vc_user", reads));
  const trusted = await t.as(await makeUser(t.app, provider, "role_vc_user", reads, { canExport: true }));
  const lines = `/api/imports/999999999/rejections.csv?account_id=${inn.accountId}`;
  expect((await support({ method: "GET", url: "/api/users" })).statusCode).toBe(200);
  expect((await download(support)).json()).toEqual({ status: 403, message: "不正リクエストです" });
  expect((await download(support, lines)).statusCode).toBe(403);
  expect((await download(support, "/api/clients/export.csv")).statusCode).toBe(200);
  expect((await download(trusted)).statusCode).toBe(200);
  expect((await download(trusted, lines)).statusCode).toBe(404);
  expect((await download(vcAdmin)).statusCode).toBe(200);
});

test("a file holds the people of those accounts alone in which one may export", async () => {
  const clerk = await makeUser(t.app, inn, "role_user", ["users/read"], { canExport: true });
  const granted = await save(admin, clerk, { accounts: [at(inn, ["users/read"], true), at(annex, ["users/read"])] });
  expect(granted.statusCode).toBe(200);
  const caller = await t.as(clerk);
  const named = async (place: Facility, name: string) => {
    const answer = await invite(admin, [at(place, ["reports/read"])], { name });
    expect(answer.statusCode).toBe(200);
  };
  await named(inn, "本館 一郎");
  await named(annex, "別館 二郎");
  expect((await caller({ method: "GET", url: "/api/users?q=別館" })).json().total).toBe(1);
  const csv = (await download(caller)).body;
  expect(csv).toContain("本館 一郎");
  expect(csv).not.toContain("別館 二郎");
});

test("the switch is given and taken only by who holds it, ends with what implied it, and its change signs the person out", async () => {
  const held = ["users/read", "users/create", "users/edit", "customers/read"];
  const without = await t.as(await makeUser(t.app, inn, "role_user", held));
  const holding = await t.as(await makeUser(t.app, inn, "role_user", held, { canExport: true }));
  expect((await invite(without, [at(inn, ["customers/read"], true)])).statusCode).toBe(403);
  expect((await invite(holding, [at(inn, ["customers/read"], true)])).json().accounts[0].can_export).toBe(true);
  const id = await makeUser(t.app, inn, "role_user", ["customers/read"]);
  const person = await t.as(id);
  expect((await save(without, id, { accounts: [at(inn, ["customers/read"], true)] })).statusCode).toBe(403);
  expect((await save(holding, id, { accounts: [at(inn, ["customers/read"], true)] })).statusCode).toBe(200);
  expect((await person({ method: "GET", url: "/api/menu" })).statusCode).toBe(409);
  expect((await save(without, id, { accounts: [at(inn, ["customers/read"], false)] })).statusCode).toBe(403);
  // Left out, it stays.
  expect((await save(admin, id, { accounts: [at(inn, ["customers/all"])] })).json().accounts[0].can_export).toBe(true);
  expect((await save(admin, id, { accounts: [at(inn, ["*"])] })).json().accounts[0].can_export).toBe(true);
  expect((await save(admin, id, { accounts: [at(inn, ["customers/all"])] })).json().accounts[0].can_export).toBe(false);
  const offers = async (who: Caller) => (await who({ method: "GET", url: "/api/users/offers?role=role_user" })).json();
  expect([(await offers(without)).accounts[0].can_export, (await offers(holding)).accounts[0].can_export]).toEqual([
    false,
    true,
  ]);
});
