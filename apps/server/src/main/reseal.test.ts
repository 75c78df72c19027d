import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addAccountMail } from "../sections/auth/account-mails.ts";
import { sendWaitingMails } from "../sections/auth/people.fixture.ts";
import { makeGuests, makeInn } from "../sections/campaigns/campaigns.fixture.ts";
import { eraseAddresses, suppressErased } from "../sections/customers/erased-addresses.ts";
import { booking, fed, feedKey } from "../sections/feeds/feeds.fixture.ts";
import { unsubscribeToken } from "../sections/messaging/unsubscribe-token.ts";
import { openCipher, secretKeysOf } from "../session/cipher.ts";
import { hashPassword } from "../session/passwords.ts";
import { bindingOf, type SEALED_PLACES } from "../session/sealed-places.ts";
import { codeOfStep, newTotpSecret, stepAt } from "../session/totp.ts";
import { type Facility, makeUser, TEST_NOW, type TestApp, testApp } from "../test/app.ts";
import { testCluster, urlOf } from "../test/database.ts";
import { beginOwnersWork, giveUpKey, keyStates, type Resealing, reseal } from "./reseal.ts";
import { openSecretKeys } from "./secret-keys.ts";

// Key rotation, the whole life of a key: in use, replaced, everything sealed again, gone from SECRET_KEY.
const [OLD, NEW, LATER] = ["the key of the first day", "the key after it", "the key of a later year"];
const ids = (secrets: readonly string[]) => secretKeysOf(secrets).map(({ id }) => id);
const PASSWORD = "裏山の柿が今年もよく実った";
const secret = newTotpSecret();
let t: TestApp;
let inn: Facility;
let owner: pg.Client;
let now: Date;
const clock = { now: () => now };
let userId: number;
let guest: number;
let link: string;
let key: string;

const start = async (...secrets: string[]) => {
  t.app.cipher = await openSecretKeys(t.app.database, secrets, clock);
};
const run = (secrets: string[], over: Partial<Resealing> = {}) =>
  reseal(owner, { secrets, today: "2026-11-20", onStep: () => {}, ...over });
const place = () => ({ accountId: inn.accountId, cipher: t.app.cipher });
const inInn = <T>(work: Parameters<typeof t.app.database.inScope<T>>[1]) =>
  t.app.database.inScope({ accountIds: [inn.accountId] }, work);
const put = (statement: string, values: unknown[]) => t.past.pool.query(statement, values);

beforeEach(async () => {
  now = TEST_NOW;
  t = await testApp({ clock });
  inn = await makeInn(t.app, "宿");
  owner = new pg.Client({
    connectionString: urlOf(
      testCluster().owner,
      new URL(String(t.past.pool.options.connectionString)).pathname.slice(1),
    ),
  });
  await owner.connect();
  await beginOwnersWork(owner);
  await start(OLD);
  userId = await makeUser(t.app, inn, "role_admin", ["*"]);
  [guest = 0] = await makeGuests(t.app, inn.accountId, { count: 1, mail: "guest" });
  link = `/u/${unsubscribeToken(t.app.cipher, { accountId: inn.accountId, customerId: guest, pushActionId: 1, addressMark: null })}`;
  key = await feedKey(t.app, { accountId: inn.accountId, facilityId: inn.accountId });
  // One value in every place.
  const seal = (name: keyof typeof SEALED_PLACES, ...of: number[]) => t.app.cipher.seal(secret, bindingOf(name, ...of));
  await put("update users set login_id = 'okami', password = $2, tfa_secret = $3 where id = $1", [
    userId,
    await hashPassword(PASSWORD),
    seal("tfa", userId),
  ]);
  await put(
    `insert into account_tokens (id, user_id, purpose, token_hash, tfa_secret, expires_at) overriding system value
      values (77, $1, 'tfa', decode(repeat('aa', 32), 'hex'), $2, now())`,
    [userId, seal("linkTfa", 77)],
  );
  await put(
    `insert into sessions (id, user_id, token_hash, pending_tfa_secret, expires_at) overriding system value
      values (78, $1, decode(repeat('bb', 32), 'hex'), $2, now())`,
    [userId, seal("pendingTfa", 78)],
  );
  await put(
    `insert into line_channels (account_id, id, channel_id, channel_secret, channel_access_token) overriding system value
      values ($1, 79, '1', $2, $3)`,
    [inn.accountId, seal("lineSecret", inn.accountId, 79), seal("lineToken", inn.accountId, 79)],
  );
  await put(
    "insert into mail_deliveries (account_id, via, sendgrid_api_key, webhook_key) values ($1, 'sendgrid', $2, 'hook')",
    [inn.accountId, seal("sendgridKey", inn.accountId)],
  );
  await put(
    `insert into dkim_keys (account_id, id, domain, selector, private_key, public_key) overriding system value
      values ($1, 80, 'example.jp', 's1', $2, 'x')`,
    [inn.accountId, seal("dkimKey", inn.accountId, 80)],
  );
  await put(
    `insert into unrecognised_reports (account_id, id, received_on, source, server, status_codes, excerpt, occurrences, first_at, last_at,
        customer_id, sealed) overriding system value
      values ($1, 81, '2026-11-20', 'smtp', '', '{}', '', 1, now(), now(), $2, $3)`,
    [inn.accountId, guest, seal("unrecognisedReport", inn.accountId, 81)],
  );
  const superuser = await t.past.pool.connect();
  await superuser.query("begin; set local session_replication_role = replica");
  for (const id of [1, 2, 3])
    await superuser.query(
      `insert into registration_cards (account_id, id, facility_account_id, stay_reservation_id, guest_no, guest_type, language_code,
        name, address, contact, keep_until, passport_number) overriding system value
        values ($1, $2, $1, $2, 1, 'representative', 'ja', '客', '', '', '2029-01-01', $3)`,
      [inn.accountId, id, seal("passportNumber", inn.accountId, id)],
    );
  await superuser.query("commit");
  superuser.release();
  await inInn((tx) => eraseAddresses(tx, place(), ["erased@example.jp"]));
  await t.app.database.asSystem((tx) =>
    addAccountMail(t.app, tx, "a", {
      kind: "invitation",
      inviter: null,
      company: "宿",
      to: "a@example.jp",
      token: "t",
      until: now.toISOString(),
      language: "ja",
    }),
  );
});
afterEach(async () => {
  await owner.end();
  await t.close();
});

async function signIn(): Promise<number> {
  const post = (url: string, payload: object, cookie = "") =>
    t.server.inject({ method: "POST", url, payload, headers: { cookie: `okaeri=${cookie}` } });
  const first = await post("/api/auth/login", { userId: "okami", password: PASSWORD });
  const cookie = first.cookies.find(({ name }) => name === "okaeri")?.value;
  return (await post("/api/auth/verify", { code: codeOfStep(secret, stepAt(now)) }, cookie)).statusCode;
}

async function isRecognised(): Promise<boolean> {
  await inInn((tx) => tx.run`delete from suppressions where account_id = ${inn.accountId}`);
  await inInn((tx) => suppressErased(tx, place(), [{ id: guest, email: "Erased@example.jp" }]));
  const found = await inInn((tx) => tx.all`select 1 from suppressions where account_id = ${inn.accountId}`);
  return found.length === 1;
}

/** What every part of the product that has to do with a key answers. */
async function works() {
  now = new Date(now.getTime() + 60_000);
  const delivered = await fed(t, inn.accountId, key, "/feeds/plain/reservations", [booking(`R${now.getTime()}`, {})]);
  return {
    signIn: await signIn(),
    link: (await t.anonymous({ method: "GET", url: link })).statusCode,
    erased: await isRecognised(),
    caller: delivered !== undefined,
  };
}
const ALL = { signIn: 200, link: 200, erased: true, caller: true };
const stateOf = async (id: string | undefined) => (await keyStates(owner)).find((state) => state.id === id);

test("a key that is replaced may go: killed, the resealing goes on; then everything works without it", async () => {
  expect(await works()).toEqual(ALL);
  // Without the key that sealed the data the start fails, and its message says which key is missing.
  await expect(start("another key, by mistake")).rejects.toThrow(
    new RegExp(`^SECRET_KEY: .* ${ids([OLD])[0]} がありません`),
  );
  await start(NEW, OLD);
  expect(await works()).toEqual(ALL);
  const [fresh, old] = ids([NEW, OLD]);
  await expect(run([NEW])).rejects.toThrow(`${old} がありません`);

  // Cut off after two small steps: what is done stays done, and the key in the middle of it does not count as free.
  let steps = 0;
  await expect(
    run([NEW, OLD], {
      rowsAStep: 1,
      onStep: () => {
        if (++steps === 9) throw new Error("killed");
      },
    }),
  ).rejects.toThrow("killed");
  expect(await stateOf(old)).toMatchObject({ retiredAt: null, values: { passportNumber: 1, accountMail: 1 } });
  expect(await stateOf(fresh)).toMatchObject({ values: { tfa: 1, passportNumber: 2 } });
  expect(await run([NEW, OLD], { rowsAStep: 1 })).toBe(0);
  const held = {
    tfa: 1,
    linkTfa: 1,
    pendingTfa: 1,
    lineSecret: 1,
    lineToken: 1,
    passportNumber: 3,
    unrecognisedReport: 1,
    accountMail: 2,
    retiredKey: 2,
  };
  expect(await stateOf(fresh)).toMatchObject({ retiredAt: null, values: held });
  expect(await stateOf(old)).toMatchObject({
    retiredAt: expect.any(Date),
    values: {},
    retention: [
      { purpose: "unsubscribe", endsOn: "2029-11-20" },
      { purpose: "erased", endsOn: null },
    ],
  });

  await start(NEW);
  expect(await works()).toEqual(ALL);
  await sendWaitingMails(t);
  expect(t.mails.map(({ to }) => to)).toContain("a@example.jp");
  // Rows of the old key were the same values, in their own rows.
  const cards = await t.past.pool.query("select id::int, passport_number from registration_cards order by id");
  expect(
    cards.rows.map(({ id, passport_number: text }) =>
      t.app.cipher.open(text, bindingOf("passportNumber", inn.accountId, id)),
    ),
  ).toEqual([secret, secret, secret]);
  // Every step left its line.
  const audited = await t.past.pool.query(
    "select action, count(*)::int as n from audit_logs where entity = 'secret_keys' group by 1 order by 1",
  );
  expect(audited.rows).toEqual([
    { action: "reseal", n: 12 },
    { action: "retire_secret_key", n: 1 },
    { action: "use_secret_key", n: 2 },
  ]);
});

test("what a key was kept for ends on its day, and its other purpose goes on; a third key changes nothing of that", async () => {
  await start(NEW, OLD);
  await run([NEW, OLD]);
  await start(LATER, NEW);
  await run([LATER, NEW]);
  await start(LATER);
  expect(await works()).toEqual(ALL);
  const before = now;
  now = new Date("2029-11-20T14:59:00Z");
  expect((await t.anonymous({ method: "GET", url: link })).statusCode).toBe(200);
  now = new Date("2029-11-20T15:00:00Z");
  expect((await t.anonymous({ method: "GET", url: link })).statusCode).toBe(404);
  expect(await isRecognised()).toBe(true);
  now = before;
  await run([LATER], { today: "2029-11-21" });
  expect((await stateOf(ids([OLD])[0]))?.retention).toEqual([{ purpose: "erased", endsOn: null }]);
  // A kept key opens nothing else.
  const retiredCipher = openCipher(
    [LATER],
    [{ ...(secretKeysOf([OLD])[0] ?? { id: "", key: Buffer.alloc(32) }), purpose: "unsubscribe", endsAt: null }],
  );
  expect(() => retiredCipher.open(openCipher([OLD]).seal("x", bindingOf("tfa", 1)), bindingOf("tfa", 1))).toThrow(
    "unknown key",
  );
});

test("a key is not retired while a process seals with it; one that is lost is given up by name, and then nothing hinders a start", async () => {
  const [old, lost] = ids([OLD, "a key that is lost"]);
  await start("a key that is lost", OLD);
  const process = new pg.Client({
    connectionString: urlOf(testCluster().app, new URL(String(t.past.pool.options.connectionString)).pathname.slice(1)),
    application_name: `okaeri-watch ${lost}`,
  });
  await process.connect();
  await run([OLD, "a key that is lost"]);
  expect(await stateOf(lost)).toMatchObject({ retiredAt: null, processes: 1, values: {} });
  await process.end();
  await put("update users set tfa_secret = $2 where id = $1", [
    userId,
    t.app.cipher.seal(secret, bindingOf("tfa", userId)),
  ]);
  await expect(start(OLD)).rejects.toThrow(`${lost} がありません`);
  await expect(run([OLD])).rejects.toThrow(`${lost} がありません`);
  expect(await giveUpKey(owner, lost ?? "")).toBe(true);
  expect(await giveUpKey(owner, lost ?? "")).toBe(false);
  await start(OLD);
  // What only it opens is left as it is, and counted.
  expect(await run([OLD])).toBe(1);
  expect(await stateOf(lost)).toMatchObject({ values: { tfa: 1 } });
  expect(await stateOf(old)).toMatchObject({ retiredAt: null });
});
