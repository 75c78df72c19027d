import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

test("§2 Menu: six entries, disabled when the section's read permission is lacking", async () => {
  const ryokan = await makeAccount(t.app, { name: "ryokan", option: null });
  const call = await t.as(
    await makeUser(t.app, ryokan, "role_user", ["customers/read", "ranks/all", "users/edit", "rfms/read"]),
  );
  const answer = await call({ method: "GET", url: "/api/menu" });
  expect(answer.statusCode).toBe(200);
  expect(answer.json().map((e: { section: string; disabled: boolean }) => [e.section, e.disabled])).toEqual([
    ["users", true],
    ["ranks", false],
    // Held, but the plan has no RFM.
    ["rfms", true],
    ["customers", false],
    ["campaigns", true],
    ["reports", true],
  ]);
});

test("what may be done, and whether people's data may be taken out, is told for the account one works in", async () => {
  const ryokan = await makeAccount(t.app, { name: "exports" });
  const entries = async (canExport: boolean) => {
    const id = await makeUser(t.app, ryokan, "role_user", ["customers/read", "customers/create"], { canExport });
    const menu = (await (await t.as(id))({ method: "GET", url: "/api/menu" })).json();
    return menu.filter((entry: { page_actions: string[] }) => entry.page_actions.length > 0);
  };
  const customers = { section: "customers", page_actions: ["read", "create"] };
  expect(await entries(false)).toMatchObject([{ ...customers, can_export: false }]);
  expect(await entries(true)).toMatchObject([{ ...customers, can_export: true }]);
});

test("an account that is not there has no menu", async () => {
  const ryokan = await makeAccount(t.app, { name: "nowhere" });
  const call = await t.as(await makeUser(t.app, ryokan, "role_admin", ["*"]));
  for (const account of ["999", "abc"]) {
    const { statusCode } = await call({ method: "GET", url: `/api/menu?account_id=${account}` });
    expect([account, statusCode]).toEqual([account, 404]);
  }
});

test("signed out: 401 with the specification's text; unknown call: 404", async () => {
  const menu = await t.anonymous({ method: "GET", url: "/api/menu" });
  expect([menu.statusCode, menu.json()]).toEqual([
    401,
    { status: 401, message: "セッションの有効期限が切れました。再度ログインしてください。" },
  ]);
  const unknown = await t.anonymous({ method: "GET", url: "/api/nothing" });
  expect([unknown.statusCode, unknown.json().message]).toEqual([404, "お探しのページが見つかりませんでした"]);
});
