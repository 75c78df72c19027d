import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSession } from "../session/session-store.ts";
import { type Facility, makeAccount, makeUser, type TestApp, testApp } from "../test/app.ts";
import { type PersonScope, PRODUCT_ITSELF, type Tx } from "./connection.ts";

// As the application's role, which is all that an injected statement would have.
let t: TestApp;
let inn: Facility;
let clerk: number;
let mate: number;

beforeAll(async () => {
  t = await testApp();
  inn = await makeAccount(t.app, { name: "湯の宿" });
  clerk = await makeUser(t.app, inn, "role_user", ["customers/read"]);
  mate = await makeUser(t.app, inn, "role_user", ["customers/read"]);
  for (const id of [clerk, mate]) {
    await t.app.database.asSystem((tx) =>
      openSession(tx, t.app.clock, { userId: id, verified: true, ip: "127.0.0.1", userAgent: "test" }),
    );
    await t.past.asSystem(async (tx) => {
      await sql`insert into password_histories (user_id, password) values (${id}, 'x')`.execute(tx.db);
      await sql`insert into recovery_codes (user_id, code_hash) values (${id}, ${Buffer.alloc(32, id)})`.execute(tx.db);
      await sql`insert into account_tokens (user_id, purpose, token_hash, tfa_secret, expires_at)
        values (${id}, 'reset', ${Buffer.alloc(32, id)}, 'sealed', now() + interval '1 day')`.execute(tx.db);
      await sql`insert into sign_in_throttles (kind, key_hash) values ('login_ip', ${Buffer.alloc(32, id)})`.execute(
        tx.db,
      );
      await sql`update sessions set pending_tfa_secret = 'sealed' where user_id = ${id}`.execute(tx.db);
    });
  }
  await t.past.asSystem(async (tx) => {
    await sql`insert into payments (company_name) values ('ほかの会社')`.execute(tx.db);
    await sql`insert into groups (company_id, name) select ${inn.companyId}, '本館と別館'`.execute(tx.db);
  });
  await t.app.database.inScope({ accountIds: [inn.accountId] }, (tx) =>
    t.app.jobs.add(tx, "score-rfm", { account_id: inn.accountId, rfm_id: 1 }),
  );
});
afterAll(() => t.close());

type Outcome = number | "refused";
/** Rows that a statement reached, or that it was refused. */
async function outcome(run: (work: (tx: Tx) => Promise<unknown>) => Promise<unknown>, statement: RawBuilder<unknown>) {
  let found: Outcome = "refused";
  try {
    await run(async (tx) => {
      const answer = await statement.execute(tx.db);
      found = Number(answer.numAffectedRows ?? answer.rows.length);
      throw new Error("undo");
    });
  } catch (error) {
    if ((error as { code?: string }).code !== "42501" && (error as Error).message !== "undo") throw error;
  }
  return found as Outcome;
}
const tenant =
  (scope: PersonScope = {}) =>
  (work: (tx: Tx) => Promise<unknown>) =>
    t.app.database.inScope({ accountIds: [inn.accountId], ...scope }, work);
const system =
  (scope: PersonScope = {}) =>
  (work: (tx: Tx) => Promise<unknown>) =>
    t.app.database.asSystem(work, scope);
const NOTHING: Outcome[] = [0, "refused"];

const SECRETS: [string, RawBuilder<unknown>][] = [
  ["password hashes", sql`select password from users`],
  ["everything of people", sql`select * from users`],
  ["authenticator secrets", sql`select tfa_secret from users`],
  ["a guess at a hash", sql`select 1 from users where password = 'x'`],
  ["the function of one's own secrets", sql`select 1 from person_secrets()`],
  ["earlier passwords", sql`select 1 from password_histories`],
  ["recovery codes", sql`select 1 from recovery_codes`],
  ["hashes of sessions", sql`select token_hash from sessions`],
  ["authenticators on their way", sql`select pending_tfa_secret from sessions`],
  ["the same through its function", sql`select 1 from sessions where pending_tfa_secret(id) is not null`],
  ["hashes of links", sql`select token_hash from account_tokens`],
  ["secrets of links", sql`select tfa_secret from account_tokens`],
  ["the same through its function", sql`select 1 from account_tokens where link_tfa_secret(id) is not null`],
  ["waiting jobs", sql`select 1 from pgboss.job`],
];

test.each(SECRETS)("no transaction but one about the person reads %s", async (_name, statement) => {
  for (const run of [tenant(), system(), tenant({ actor: clerk }), system({ actor: PRODUCT_ITSELF })])
    expect(NOTHING).toContain(await outcome(run, statement));
});

test("whom a transaction is about has their own secrets there, and nobody else's", async () => {
  const own = system({ person: clerk });
  const rows = async (statement: RawBuilder<unknown>) => outcome(own, statement);
  expect(await rows(sql`select 1 from person_secrets() where password = 'x'`)).toBe(1);
  expect(await rows(sql`select 1 from recovery_codes`)).toBe(1);
  expect(await rows(sql`select 1 from password_histories`)).toBe(1);
  expect(await rows(sql`select 1 from sessions where pending_tfa_secret(id) is not null`)).toBe(1);
  expect(await rows(sql`select 1 from account_tokens where link_tfa_secret(id) is not null`)).toBe(1);
  expect(await rows(sql`select password from users where id = ${mate}`)).toBe("refused");
});

test("billing, groups and counts of guesses are seen in their own scope only", async () => {
  expect(await outcome(tenant(), sql`select 1 from payments`)).toBe(0);
  expect(await outcome(tenant(), sql`update payments set discount_amount = 1`)).toBe(0);
  expect(await outcome(tenant(), sql`select 1 from groups`)).toBe(1);
  const elsewhere = (work: (tx: Tx) => Promise<unknown>) => t.app.database.inScope({ accountIds: [999] }, work);
  for (const statement of [sql`select 1 from groups`, sql`update groups set name = 'x'`, sql`delete from groups`])
    expect(await outcome(elsewhere, statement)).toBe(0);
  expect(await outcome(elsewhere, sql`insert into groups (company_id, name) values (${inn.companyId}, 'x')`)).toBe(
    "refused",
  );
  expect(await outcome(tenant(), sql`select 1 from sign_in_throttles`)).toBe(0);
  expect(await outcome(tenant(), sql`delete from sign_in_throttles`)).toBe(0);
});

const CHANGES: [string, (id: number) => RawBuilder<unknown>][] = [
  ["a role", (id) => sql`update users set role = 'role_vc_admin' where id = ${id}`],
  ["a password", (id) => sql`update users set password = 'y' where id = ${id}`],
  ["a status", (id) => sql`update users set status = 'inactive' where id = ${id}`],
  ["a mail address", (id) => sql`update users set user_email = 'evil@example.jp' where id = ${id}`],
  ["rights", (id) => sql`update account_users set permissions = '{*}' where user_id = ${id}`],
  ["a session", (id) => sql`update sessions set verified = true where user_id = ${id}`],
  ["a link", (id) => sql`update account_tokens set expires_at = now() + interval '9 days' where user_id = ${id}`],
  ["recovery codes", (id) => sql`delete from recovery_codes where user_id = ${id}`],
  [
    "a new session",
    (id) => sql`insert into sessions (token_hash, user_id, verified, expires_at)
    values (${Buffer.alloc(32, 99)}, ${id}, true, now() + interval '1 day')`,
  ],
  [
    "a new link",
    (id) => sql`insert into account_tokens (user_id, purpose, token_hash, expires_at)
    values (${id}, 'invitation', ${Buffer.alloc(32, 98)}, now() + interval '1 day')`,
  ],
  [
    "a new person",
    () => sql`insert into users (company_id, user_email, name, role)
    values (${inn.companyId}, 'evil@example.jp', 'x', 'role_vc_admin')`,
  ],
  ["waiting jobs", () => sql`delete from pgboss.job`],
];

test.each(CHANGES)(
  "outside sign-in and user administration nobody changes %s of another person",
  async (_name, change) => {
    for (const run of [tenant(), system(), tenant({ person: clerk }), system({ person: clerk })])
      expect(NOTHING).toContain(await outcome(run, change(mate)));
  },
);

test("a role is changed by an actor who is somebody else, a password by nobody but the person", async () => {
  const role = sql`update users set role = 'role_admin' where id = ${clerk}`;
  const password = sql`update users set password = 'y' where id = ${clerk}`;
  const done = await Promise.all(
    [system({ person: clerk }), tenant({ person: clerk, actor: clerk }), tenant({ person: clerk, actor: mate })].map(
      async (run) => [await outcome(run, role), await outcome(run, password)],
    ),
  );
  expect(done).toEqual([
    ["refused", 1],
    ["refused", "refused"],
    [1, "refused"],
  ]);
  for (const verb of [sql`delete from users`, sql`delete from account_users`, sql`truncate users cascade`])
    expect(await outcome(tenant({ person: clerk, actor: mate }), verb)).toBe("refused");
});
