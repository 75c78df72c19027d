import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TEST_NOW, type TestApp, testApp } from "../../test/app.ts";
import { closeLostAdministrator, inviteProvider, isEmptyInstallation } from "./invite-provider.ts";

let t: TestApp;
let now: Date;

beforeEach(async () => {
  now = TEST_NOW;
  t = await testApp({ clock: { now: () => now } });
});
afterEach(() => t.close());

async function invite(mail?: string): Promise<string> {
  const made = await inviteProvider(t.app, mail);
  if (!("link" in made)) throw new Error(`there are ${made.administrators} administrators`);
  return made.link;
}

const tokenOf = (link: string) => new URL(link).searchParams.get("token") ?? "";
const opens = async (link: string) => {
  const payload = { token: tokenOf(link) };
  return (await t.anonymous({ method: "POST", url: "/api/auth/signup", payload })).statusCode;
};
async function rows<T>(text: string): Promise<T[]> {
  return t.past.asSystem(async (tx) => (await sql.raw<T>(text).execute(tx.db)).rows);
}
const activate = () =>
  rows(
    "update users set status = 'active', login_id = 'owner', password = 'x', tfa_secret = 'x' where status = 'pending'",
  );

test("an empty database gets a provider, its account and one person who may do everything there", async () => {
  expect(await isEmptyInstallation(t.app)).toBe(true);
  await invite("owner@example.jp");
  expect(await isEmptyInstallation(t.app)).toBe(false);
  expect(
    await rows(`select company.name as company, company.is_provider, account.name as account, account.parent_id, person.role,
      person.status, person.user_email, account_user.permissions
      from users person join account_users account_user on account_user.user_id = person.id
        join accounts account on account.id = account_user.account_id join companies company on company.id = account.company_id`),
  ).toEqual([
    {
      company: "おかえりサービス",
      is_provider: true,
      account: "おかえりサービス",
      parent_id: null,
      role: "role_vc_admin",
      status: "pending",
      user_email: "owner@example.jp",
      permissions: ["*"],
    },
  ]);
});

test("a link works for 72 hours, a new one voids the old, and no token is stored", async () => {
  const first = await invite();
  const second = await invite();
  expect(await opens(first)).toBe(400);
  now = new Date(TEST_NOW.getTime() + 72 * 3_600_000 - 1_000);
  expect(await opens(second)).toBe(200);
  now = new Date(TEST_NOW.getTime() + 72 * 3_600_000);
  expect(await opens(second)).toBe(400);
  const stored = JSON.stringify(
    await rows("select token.*, audit_log.before, audit_log.after from account_tokens token, audit_logs audit_log"),
  );
  expect(stored).not.toContain(tokenOf(second));
  expect(await rows("select id from users")).toHaveLength(1);
});

test("invited again with another address the same person waits, and can be reached there", async () => {
  await invite("wrong@example.jp");
  await invite("owner@example.jp");
  await invite();
  expect(await rows("select user_email, status, version from users")).toEqual([
    { user_email: "owner@example.jp", status: "pending", version: 2 },
  ]);
});

test("several processes that start on one empty database make one provider and one person", async () => {
  await Promise.all([invite(), invite(), invite()]);
  expect(await rows("select id from companies")).toHaveLength(1);
  expect(await rows("select id from accounts")).toHaveLength(1);
  expect(await rows("select id from users")).toHaveLength(1);
  expect(await rows("select id from account_tokens where used_at is null and voided_at is null")).toHaveLength(1);
});

test("once an administrator is active the answer holds no secret and makes nothing", async () => {
  await invite();
  await activate();
  expect(await inviteProvider(t.app)).toEqual({ administrators: 1 });
  expect(await rows("select id from account_tokens")).toHaveLength(1);
  expect(await rows("select id from users")).toHaveLength(1);
});

test("an administrator who has lost everything is closed, on the record, and a new one invited", async () => {
  await invite();
  await activate();
  const [person] = await rows<{ id: number }>("select id from users");
  const call = await t.as(person?.id ?? 0);
  expect(await closeLostAdministrator(t.app, "nobody")).toBe(false);
  expect(await closeLostAdministrator(t.app, "owner")).toBe(true);
  expect((await call({ method: "GET", url: "/api/profile" })).statusCode).toBe(409);
  expect(await opens(await invite())).toBe(200);
  expect(await rows("select status from users order by id")).toEqual([{ status: "inactive" }, { status: "pending" }]);
  const lines = await rows<{ action: string }>("select action from audit_logs order by id");
  expect(lines.map((line) => line.action)).toEqual(["invite", "deactivate", "invite"]);
});
