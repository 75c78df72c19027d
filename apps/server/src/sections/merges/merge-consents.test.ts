import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { guestForm, within } from "../customers/customers.fixture.ts";
import { csvOf, queued, runImport } from "../imports/imports.fixture.ts";
import { undoImport } from "../imports/undo/undo-import.ts";

// docs/adr/0101: what a merge makes of consents to mail, and an import that is undone after a merge was.
let t: TestApp;
let inn: Facility;
let staff: Caller;
beforeAll(async () => {
  t = await testApp();
  inn = await makeAccount(t.app, { name: "湯の宿" });
  staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
});
afterAll(() => t.close());

const get = async (url: string) => (await staff({ method: "GET", url: `/api${url}` })).json();
const post = (url: string, payload: object = {}) => staff({ method: "POST", url: `/api${url}`, payload });
let serial = 0;
async function guest(email: string, consent: "given" | "withdrawn" | null): Promise<number> {
  const made = await post("/customers", guestForm({ name: `同意 ${++serial}`, email }));
  expect(made.statusCode, made.body).toBe(200);
  const { id } = made.json();
  const details = { channel: "mail", purpose: "marketing", text_version: "", remarks: "", happened_on: "2026-11-20" };
  if (consent !== null)
    expect((await post(`/customers/${id}/consents`, { ...details, state: consent })).statusCode).toBe(200);
  return id;
}
const stateOf = async (id: number) => (await get(`/customers/${id}`)).mail_state as string;
async function merge(survivor_id: number, source_id: number, fields: object): Promise<number> {
  const request = { survivor_id, source_id, fields };
  const preview = (await post("/merges/preview", request)).json();
  const versions = { survivor_version: preview.survivor.version, source_version: preview.source.version };
  const done = await post("/merges/merge", { ...request, ...versions });
  expect(done.statusCode, done.body).toBe(200);
  const merged = await stateOf(survivor_id);
  expect(preview.after.detail.mail_state, "as the preview said").toBe(merged);
  return done.json().merge_id;
}

test.each([
  // Whose consent, and whose address is kept.
  ["given", null, "survivor", "reachable"],
  ["given", null, "source", "opted_out"],
  [null, "given", "source", "reachable"],
  [null, "given", "survivor", "no_consent"],
  ["given", "given", "source", "reachable"],
  ["given", "withdrawn", "survivor", "opted_out"],
] as const)(
  "consents %s and %s, the %s's address kept: mail is %s, and parted again as before",
  async (own, other, winner, expected) => {
    const n = ++serial;
    const [survivor, source] = [await guest(`a${n}@example.jp`, own), await guest(`b${n}@example.jp`, other)];
    const before = [await stateOf(survivor), await stateOf(source)];
    const id = await merge(survivor, source, { email: winner });
    expect((await get(`/customers/${survivor}`)).email).toBe(
      winner === "survivor" ? `a${n}@example.jp` : `b${n}@example.jp`,
    );
    expect(await stateOf(survivor)).toBe(expected);
    expect((await post(`/merges/done/${id}/undo`)).statusCode).toBe(200);
    // A consent that only the other one gave reads as withdrawn afterwards (docs/adr/0101).
    const after = own === null && expected === "reachable" ? "opted_out" : before[0];
    expect([await stateOf(survivor), await stateOf(source)]).toEqual([after, before[1]]);
  },
);

test("an address in two spellings is one", async () => {
  const [survivor, source] = [await guest("Same@Example.jp", null), await guest("same@example.jp", "given")];
  await merge(survivor, source, { email: "survivor" });
  expect(await stateOf(survivor)).toBe("reachable");
});

test("who was merged and parted again is no work by hand: undoing the import takes both back; what staff wrote stays", async () => {
  const row = { チェックイン: "2026-10-01", チェックアウト: "2026-10-02", 状態: "宿泊済", 利用金額: 1000 };
  const names = ["一", "二", "三", "四"].map((name, n) => ({
    予約番号: `U-${n}`,
    氏名: `取消 ${name}`,
    メール: `u${n}@example.jp`,
    メール同意: n === 1 ? "はい" : "",
  }));
  const { accountId } = inn;
  const batch = await queued(t.app, accountId, accountId, csvOf(names.map((one) => ({ ...one, ...row }))));
  await runImport(t.app, accountId, batch);
  const inScope = <T>(work: Parameters<typeof within<T>>[2]) => within(t.app, [accountId], work);
  const ids = (
    await inScope((tx) => tx.all<{ id: number }>`select id from customers where name like '取消 %' order by id`)
  ).map(({ id }) => id);
  const [one, two, three, four] = ids as [number, number, number, number];
  for (const fields of [{ email: "source" }, {}]) {
    const id = await merge(one, two, fields);
    expect((await post(`/merges/done/${id}/undo`)).statusCode).toBe(200);
  }
  const mixed = await merge(three, four, {});
  expect((await post(`/merges/done/${mixed}/undo`)).statusCode).toBe(200);
  await inScope((tx) => tx.run`update customers set notes = '常連', version = version + 1 where id = ${three}`);

  expect((await get(`/imports/${batch}/undo`)).retained).toEqual({ later_import: 0, by_hand: 1, in_use: 0 });
  expect((await post(`/imports/${batch}/undo`)).statusCode).toBe(200);
  await undoImport(t.app, { account_id: accountId, import_batch_id: batch }, { signal: new AbortController().signal });
  const left = await inScope(
    (tx) => tx.all`select name from customers where id = any(${ids}::bigint[]) and active_status = 'active'`,
  );
  expect(left).toEqual([{ name: "取消 三" }]);
});
