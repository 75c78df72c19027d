import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkPassword, hashPassword } from "../../session/passwords.ts";
import { bindingOf } from "../../session/sealed-places.ts";
import { codeOfStep, newTotpSecret, stepAt } from "../../session/totp.ts";
import { type Facility, makeAccount, makeUser, TEST_NOW, type TestApp, testApp } from "../../test/app.ts";

// docs/coverage.md: the session names its accounts and those above them, and a password that was leaves its hash behind.
const [FIRST, SECOND] = ["本館の 長い 合言葉 2026", "別館の 長い 合言葉 2027"];
let t: TestApp;
let hq: Facility;
let annex: Facility;
beforeAll(async () => {
  t = await testApp();
  hq = await makeAccount(t.app, { name: "本部", option: "crm_option_parent" });
  annex = await makeAccount(t.app, { name: "別館", companyId: hq.companyId, parentId: hq.accountId, option: null });
});
afterAll(() => t.close());

test("a permitted page action names the account, the one above it, and the actions", async () => {
  const clerk = await t.as(await makeUser(t.app, annex, "role_user", ["customers/read"]));
  expect((await clerk({ method: "GET", url: "/api/auth/session" })).json().permitted_page_actions).toEqual([
    { account_id: annex.accountId, parent_id: hq.accountId, actions: ["customers/read"] },
  ]);
});

test("one's own new password is kept as a hash beside the one before", async () => {
  const id = await makeUser(t.app, hq, "role_admin", ["*"]);
  const secret = newTotpSecret();
  const [password, sealed] = [await hashPassword(FIRST), t.app.cipher.seal(secret, bindingOf("tfa", id))];
  await t.app.database.asSystem(
    (tx) =>
      sql`update users set login_id = 'okami', password = ${password}, tfa_secret = ${sealed} where id = ${id}`.execute(
        tx.db,
      ),
    { person: id },
  );
  const okami = await t.as(id);
  const payload = { old_password: FIRST, password: SECOND, code: codeOfStep(secret, stepAt(TEST_NOW)) };
  expect((await okami({ method: "PUT", url: "/api/profile/password", payload })).statusCode).toBe(200);
  const history = await t.app.database.asSystem(
    (tx) =>
      sql<{
        user_id: number;
        password: string;
      }>`select user_id, password from password_histories where user_id = ${id}`.execute(tx.db),
    { person: id },
  );
  expect(history.rows.map((row) => row.user_id)).toEqual(history.rows.map(() => id));
  const right = await Promise.all(history.rows.map((row) => checkPassword(row.password, SECOND)));
  expect(right.filter(Boolean)).toHaveLength(1);
});
