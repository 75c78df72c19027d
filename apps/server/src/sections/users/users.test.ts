import type { LightMyRequestResponse } from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOfStep, stepAt } from "../../session/totp.ts";
import { type Caller, type Facility, makeAccount, makeUser, TEST_NOW, type TestApp, testApp } from "../../test/app.ts";
import { CHANGED, PASSWORD, tokenFromMail } from "../auth/people.fixture.ts";

let t: TestApp;
const now = TEST_NOW;
let provider: Facility;
let hq: Facility;
let inn: Facility;
let annex: Facility;
let other: Facility;
let vcAdminId: number;
let adminId: number;
let vcAdmin: Caller;
let admin: Caller;

beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } });
  provider = await makeAccount(t.app, { name: "provider", provider: true, option: null });
  hq = await makeAccount(t.app, { name: "hq", option: "crm_option_parent" });
  inn = await makeAccount(t.app, { name: "inn", above: hq, option: null });
  annex = await makeAccount(t.app, { name: "annex", above: hq, option: null });
  other = await makeAccount(t.app, { name: "other", option: null });
  vcAdminId = await makeUser(t.app, provider, "role_vc_admin", ["*"]);
  adminId = await makeUser(t.app, hq, "role_admin", ["*"]);
  vcAdmin = await t.as(vcAdminId);
  admin = await t.as(adminId);
});
afterAll(() => t.close());

const get = async (who: Caller, id: number) => (await who({ method: "GET", url: `/api/users/${id}` })).json();
const at = (facility: Facility, permissions: string[]) => ({ account_id: facility.accountId, permissions });
const put = (who: Caller, id: number, payload: object) => who({ method: "PUT", url: `/api/users/${id}`, payload });
const post = (who: Caller, path: string, payload: object = {}) =>
  who({ method: "POST", url: `/api/users${path}`, payload });
const statusOf = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json().message];

/** The record as an edit sends it back. */
async function edit(who: Caller, id: number, change: object = {}) {
  const { name, user_email, role, version, accounts } = await get(who, id);
  const list = accounts.map((a: { id: number; permissions: string[] }) => ({
    account_id: a.id,
    permissions: a.permissions,
  }));
  return { version, name, user_email, role, accounts: list, ...change };
}
const person = (change: object = {}) => ({
  name: "仲居 花子",
  user_email: "hanako@example.jp",
  role: "role_user",
  accounts: [at(inn, ["customers/read"])],
  ...change,
});

test("a person's life: invited, re-invited, signed up, permissions reduced (S05: 409), deactivated, active again", async () => {
  const created = await post(admin, "", person());
  expect(created.statusCode).toBe(200);
  const { id } = created.json();
  expect(created.json()).toMatchObject({ status: "pending", login_id: null, page_actions: ["read", "edit"] });
  const first = await tokenFromMail(t);
  expect((await post(admin, `/${id}/invitation`)).statusCode).toBe(200);
  const second = await tokenFromMail(t);
  expect(second).not.toBe(first);
  const signup = (token: string) => t.anonymous({ method: "POST", url: "/api/auth/signup", payload: { token } });
  expect((await signup(first)).statusCode).toBe(400);

  const steps = await signup(second);
  const cookie = steps.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const call = (method: "POST" | "PUT", url: string, payload: object) =>
    t.anonymous({ method, url: `/api/auth/signup/${url}`, payload, headers: { cookie } });
  const login_id = "nakai.hanako";
  const { tfa_secret } = (await call("POST", "generatetfa", { login_id })).json();
  await call("POST", "verifycode", { code: codeOfStep(tfa_secret, stepAt(now)), tfa_secret });
  expect((await call("PUT", "registration", { login_id, password: PASSWORD, tfa_secret })).statusCode).toBe(200);
  expect(await get(admin, id)).toMatchObject({ status: "active", login_id });

  const hanako = await t.as(id);
  const unchanged = await put(admin, id, await edit(admin, id));
  expect(unchanged.json().version).toBe((await get(admin, id)).version);
  expect((await hanako({ method: "GET", url: "/api/menu" })).statusCode).toBe(200);
  await put(admin, id, await edit(admin, id, { name: "仲居 花代" }));
  expect((await hanako({ method: "GET", url: "/api/menu" })).statusCode).toBe(200);
  await put(admin, id, await edit(admin, id, { accounts: [at(inn, ["customers/all"])] }));
  for (let i = 0; i < 2; i++) expect((await hanako({ method: "GET", url: "/api/menu" })).json()).toEqual(CHANGED);

  const again = await t.as(id);
  expect((await post(admin, `/${id}/password-demand`)).json().password_update_required).toBe(true);
  expect((await again({ method: "GET", url: "/api/menu" })).statusCode).toBe(409);
  const confined = await t.as(id);
  expect((await confined({ method: "GET", url: "/api/menu" })).statusCode).toBe(403);
  expect((await post(admin, `/${id}/password-demand`)).statusCode).toBe(200);
  expect((await confined({ method: "GET", url: "/api/menu" })).statusCode).toBe(403);

  expect((await admin({ method: "DELETE", url: `/api/users/${id}` })).json().status).toBe("inactive");
  expect((await confined({ method: "GET", url: "/api/menu" })).statusCode).toBe(409);
  expect((await post(admin, `/${id}/activation`)).json().status).toBe("active");
});

test("Z02, Z03, Z05: nobody raises their own rights, gives what they do not hold, or a role above theirs", async () => {
  const clerkId = await makeUser(t.app, inn, "role_user", [
    "users/read",
    "users/create",
    "users/edit",
    "customers/read",
  ]);
  const mateId = await makeUser(t.app, inn, "role_user", ["customers/read"]);
  const clerk = await t.as(clerkId);
  const own = await edit(clerk, clerkId);
  expect((await put(clerk, clerkId, { ...own, role: "role_vc_admin" })).statusCode).toBe(400);
  expect((await put(clerk, clerkId, { ...own, accounts: [at(inn, ["*"])] })).statusCode).toBe(400);
  expect((await get(clerk, clerkId)).role).toBe("role_user");
  const mate = await edit(clerk, mateId);
  const answers = await Promise.all(
    [{ accounts: [at(inn, ["*"])] }, { accounts: [at(inn, ["customers/all"])] }, { role: "role_admin" }].map((change) =>
      put(clerk, mateId, { ...mate, ...change }),
    ),
  );
  expect(answers.map((answer) => answer.statusCode)).toEqual([403, 403, 403]);
  for (const accounts of [
    [at(inn, ["clients/all"])],
    [at(other, ["customers/read"])],
    [at(annex, [])],
    [at(inn, []), at(inn, [])],
  ])
    expect((await put(clerk, mateId, { ...mate, accounts })).statusCode, JSON.stringify(accounts)).toBe(400);
  expect(
    (await put(clerk, mateId, { ...mate, accounts: [at(inn, ["customers/read", "users/read"])] })).statusCode,
  ).toBe(200);
  expect((await post(clerk, "", person({ role: "role_admin" }))).statusCode).toBe(403);
  expect((await post(clerk, "", person({ accounts: [at(inn, ["*"])] }))).statusCode).toBe(403);
  expect((await post(clerk, "", person())).statusCode).toBe(200);
  expect((await post(admin, "", person({ company_id: 1 }))).statusCode).toBe(400);
  const denied = (await admin({ method: "GET", url: "/api/audit?action=denied&entity=users/edit" })).json();
  expect(denied.total).toBeGreaterThanOrEqual(3);
});

test("Z03: rfms/read needs the plan option, for the account it is given in", async () => {
  const list = (facility: Facility) => person({ accounts: [at(facility, ["rfms/read"])] });
  expect((await post(vcAdmin, "", list(other))).statusCode).toBe(400);
  expect((await post(vcAdmin, "", list(inn))).statusCode).toBe(200);
});

test("Z10, Z11: whoever belongs to accounts out of reach is read-only, and those accounts are not named", async () => {
  const bothId = await makeUser(t.app, inn, "role_user", ["customers/read"]);
  await put(
    admin,
    bothId,
    await edit(admin, bothId, { accounts: [at(inn, ["customers/read"]), at(annex, ["customers/read"])] }),
  );
  const innAdmin = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const seen = await get(innAdmin, bothId);
  expect(seen).toMatchObject({ page_actions: ["read"], other_account_count: 1 });
  expect(JSON.stringify(seen)).not.toContain("annex");
  expect(statusOf(await put(innAdmin, bothId, await edit(innAdmin, bothId, { name: "x" })))).toEqual([
    403,
    "不正リクエストです",
  ]);
  const foreign = await innAdmin({ method: "GET", url: `/api/users/${await makeUser(t.app, other, "role_user", [])}` });
  const missing = await innAdmin({ method: "GET", url: "/api/users/999999999" });
  expect([foreign.statusCode, foreign.body]).toEqual([404, missing.body]);
});

test("Z14: not oneself, not the last administrator of a family", async () => {
  for (const [who, id] of [[vcAdmin, vcAdminId] as const, [admin, adminId] as const])
    expect((await who({ method: "DELETE", url: `/api/users/${id}` })).statusCode).toBe(400);
  const soleId = await makeUser(t.app, other, "role_admin", ["*"]);
  const sole = await edit(vcAdmin, soleId);
  expect((await vcAdmin({ method: "DELETE", url: `/api/users/${soleId}` })).statusCode).toBe(400);
  expect((await put(vcAdmin, soleId, { ...sole, role: "role_user" })).statusCode).toBe(400);
  expect((await put(vcAdmin, soleId, { ...sole, accounts: [at(other, ["users/read"])] })).statusCode).toBe(400);
  // The last administrator may have lost the phone: id and rights stay, and the mailed link leads back in.
  expect((await post(vcAdmin, `/${soleId}/tfa-reset`)).statusCode).toBe(200);
  expect((await get(vcAdmin, soleId)).acts).toContainEqual({ act: "deactivate", refusal: "last_administrator" });
});

test("a vc_user does not take over a vc_admin, and a stale version is 412", async () => {
  const helper = await t.as(await makeUser(t.app, provider, "role_vc_user", ["users/all", "customers/read"]));
  const boss = await edit(helper, vcAdminId);
  expect((await put(helper, vcAdminId, { ...boss, user_email: "evil@example.jp" })).statusCode).toBe(403);
  expect((await post(helper, `/${vcAdminId}/tfa-reset`)).statusCode).toBe(403);
  const secondId = await makeUser(t.app, inn, "role_user", ["customers/read"]);
  const stale = await edit(helper, secondId, { name: "一" });
  expect((await put(helper, secondId, stale)).statusCode).toBe(200);
  expect((await put(helper, secondId, { ...stale, name: "二" })).statusCode).toBe(412);
});

test("E01, E07: the list filters and sorts, its file neutralises formulas and has a Japanese name", async () => {
  const named = (await post(vcAdmin, "", person({ name: "=1+1", accounts: [at(annex, ["customers/read"])] }))).json();
  const list = await vcAdmin({
    method: "GET",
    url: `/api/users?in_account_id=${annex.accountId}&status=pending&sort=-last_login_at`,
  });
  expect(list.json().items.map((item: { id: number }) => item.id)).toContain(named.id);
  const csv = await vcAdmin({
    method: "GET",
    url: `/api/users/export.csv?in_account_id=${annex.accountId}&account_id=${inn.accountId}`,
  });
  expect([csv.statusCode, csv.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(csv.headers["content-disposition"]).toBe(
    `attachment; filename="users.csv"; filename*=UTF-8''${encodeURIComponent("ユーザー一覧.csv")}`,
  );
  expect(csv.body.startsWith("\ufeff氏名,")).toBe(true);
  expect(csv.body).toContain("\r\n'=1+1,");
  const sjis = await vcAdmin({ method: "GET", url: "/api/users/export.csv?encoding=sjis" });
  expect(sjis.rawPayload.subarray(0, 4)).toEqual(Buffer.from([0x8e, 0x81, 0x96, 0xbc]));
  expect((await vcAdmin({ method: "GET", url: "/api/users/export.csv?sort=password" })).statusCode).toBe(400);
  const offers = (await admin({ method: "GET", url: "/api/users/offers?role=role_user" })).json();
  expect(offers.roles).toEqual(["role_admin", "role_user"]);
  expect(offers.accounts.map((a: { id: number }) => a.id)).toEqual([hq, inn, annex].map((a) => a.accountId));
});

test("two administrators who remove each other at once: one of them stays", async () => {
  const home = await makeAccount(t.app, { name: "pair" });
  const ids = await Promise.all([1, 2].map(() => makeUser(t.app, home, "role_admin", ["*"])));
  const [first, second] = await Promise.all(ids.map((id) => t.as(id)));
  if (!first || !second) throw new Error("no sessions");
  await Promise.all([
    first({ method: "DELETE", url: `/api/users/${ids[1]}` }),
    second({ method: "DELETE", url: `/api/users/${ids[0]}` }),
  ]);
  const left = await t.app.database.asSystem((tx) =>
    sql<{
      n: number;
    }>`select count(*)::int as n from users where company_id = ${home.companyId} and status = 'active'`.execute(tx.db),
  );
  expect(left.rows[0]?.n).toBe(1);
});

test("Z08: RFM is closed the day after its option ended, and open on the last day", async () => {
  const home = await makeAccount(t.app, { name: "ending" });
  const boss = await t.as(await makeUser(t.app, home, "role_admin", ["*"]));
  const account = (await vcAdmin({ method: "GET", url: `/api/accounts/${home.accountId}` })).json();
  const [option] = account.account_options;
  const until = async (option_ended_at: string, version: number) => {
    const { is_active_today: _active, ...optionEdit } = option;
    const payload = { version, options: [{ ...optionEdit, option_ended_at }] };
    await vcAdmin({ method: "PUT", url: `/api/accounts/${home.accountId}/options`, payload });
    return (await boss({ method: "GET", url: "/api/rfms" })).statusCode;
  };
  expect(await until("2026-11-20", account.version)).toBe(200);
  expect(await until("2026-11-19", account.version + 1)).toBe(403);
});

test("what a role cannot hold any more may be cleared away, but not kept in a change of rights", async () => {
  const home = await makeAccount(t.app, { name: "without", option: null });
  const boss = await t.as(await makeUser(t.app, home, "role_admin", ["*"]));
  const id = await makeUser(t.app, home, "role_user", ["rfms/read", "customers/read"]);
  const renamed = await edit(boss, id, { name: "三" });
  expect((await put(boss, id, renamed)).statusCode).toBe(200);
  const unchanged = await edit(boss, id, { accounts: [at(home, ["rfms/read", "customers/all"])] });
  expect((await put(boss, id, unchanged)).statusCode).toBe(400);
  const cleared = await edit(boss, id, { accounts: [at(home, ["customers/all"])] });
  expect((await put(boss, id, cleared)).statusCode).toBe(200);
});
