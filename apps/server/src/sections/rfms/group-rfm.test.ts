import { afterEach, beforeEach, expect, it } from "vitest";
import { jobHandlers } from "../../main/job-handlers.ts";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { makeCustomer, makeStay, within } from "../customers/customers.fixture.ts";
import { createDefaultRfm } from "./create-default-rfm.ts";
import { chosenOf } from "./rfms.fixture.ts";
import { rfmJobs } from "./rfms.jobs.ts";

// docs/adr/0147. Today is 2026-11-20 in Tokyo. A chain with a branch, and an inn of the same client with a programme of its own; the group
// "海辺" holds the branch and the inn.
let t: TestApp;
let hq: Facility;
let branch: Facility;
let inn: Facility;
let groupId = 0;
let boss: Caller;
let guests: Record<string, number>;

const at = (facility: Facility, path: string) =>
  `/api${path}${path.includes("?") ? "&" : "?"}account_id=${facility.accountId}`;
async function ask(caller: Caller, method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object) {
  const answer = await caller({ method, url, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
}
async function person(facilities: Facility[], held: string[], role = "role_user" as const): Promise<Caller> {
  const [first, ...others] = facilities;
  const id = await makeUser(t.app, first as Facility, role, held);
  for (const { accountId } of others)
    await t.past.pool.query("insert into account_users (account_id, user_id, permissions) values ($1, $2, $3)", [
      accountId,
      id,
      held,
    ]);
  return t.as(id);
}
async function groupOf(companyId: number, name: string, members: Facility[]): Promise<number> {
  const { rows } = await t.past.pool.query<{ id: number }>(
    "insert into groups (company_id, name) values ($1, $2) returning id",
    [companyId, name],
  );
  for (const { accountId } of members)
    await t.past.pool.query("insert into account_groups (account_id, group_id) values ($1, $2)", [
      accountId,
      rows[0]?.id,
    ]);
  return rows[0]?.id ?? 0;
}

beforeEach(async () => {
  guests = {};
  t = await testApp();
  hq = await makeAccount(t.app, { name: "本部", option: "crm_option_parent" });
  const { companyId } = hq;
  branch = await makeAccount(t.app, { name: "浜の宿", above: hq, option: null });
  inn = await makeAccount(t.app, { name: "岬の宿", companyId });
  groupId = await groupOf(companyId, "海辺", [branch, inn]);
  await within(t.app, [hq.accountId, branch.accountId, inn.accountId], async (tx) => {
    const stays = [
      ["both", hq.accountId, branch.accountId, "2026-11-01", 50_000],
      ["both", hq.accountId, hq.accountId, "2026-11-10", 400_000],
      ["town", hq.accountId, hq.accountId, "2026-11-05", 10_000],
      ["cape", inn.accountId, inn.accountId, "2026-01-05", 70_000],
    ] as const;
    for (const [n, [guest, programme, facilityId, day, usePrice]] of stays.entries()) {
      guests[guest] ??= await makeCustomer(tx, programme, { name: guest });
      await makeStay(tx, programme, guests[guest], {
        code: `S${n}`,
        facilityId,
        checkIn: day,
        checkOut: day,
        usePrice,
      });
    }
    await createDefaultRfm(tx, hq.accountId);
    await createDefaultRfm(tx, inn.accountId);
  });
  await rfmJobs(t.app)["score-all-rfms"]({}, { signal: new AbortController().signal, attempt: 0 });
  await t.app.jobs.drain(jobHandlers(t.app));
  boss = await person([hq, inn], ["rfms/all", "customers/read", "campaigns/all"]);
});
afterEach(() => t.close());

const makeShared = () => ask(boss, "POST", at(hq, "/rfms"), { group_id: groupId });
const linesOf = async (action: string) =>
  (await t.past.pool.query("select from audit_logs where entity = 'rfms' and action = $1", [action])).rowCount;
const listed = async (facility: Facility) => (await ask(boss, "GET", at(facility, "/rfms"))).body.items;
const shared = async (facility: Facility) => (await listed(facility))[1];
const names = async (query: string) =>
  (await ask(boss, "GET", at(hq, `/customers?${query}`))).body.items.map((one: { name: string }) => one.name);

it("is refused without the right at every programme, for a group that is not one's own, and where RFM is not in the plan", async () => {
  const body = { group_id: groupId };
  const here = at(hq, "/rfms");
  const half = await person([hq], ["rfms/all"]);
  expect((await ask(half, "POST", here, body)).status).toBe(403);
  expect((await ask(half, "GET", at(hq, "/rfms/candidates"))).body.items).toEqual([
    {
      group_id: groupId,
      name: "海辺",
      accounts: ["浜の宿", "岬の宿"],
      refusal: "RFMの新規登録の権限がないアカウントがあります: 岬の宿",
    },
  ]);
  // A right on the facility is none on the programme; reading is not making; the provider only looks.
  expect((await ask(await person([branch, inn], ["rfms/all"]), "POST", at(branch, "/rfms"), body)).status).toBe(403);
  expect((await ask(await person([hq, inn], ["rfms/read", "rfms/edit"]), "POST", here, body)).status).toBe(403);
  const provider = await makeAccount(t.app, { name: "提供会社", provider: true, option: null });
  const admin = await t.as(await makeUser(t.app, provider, "role_vc_admin", ["*"]));
  expect((await ask(admin, "POST", here, body)).status).toBe(403);
  const other = await makeAccount(t.app, { name: "他社" });
  const town = await groupOf(hq.companyId, "町だけ", [inn]);
  const strange = [await groupOf(other.companyId, "他社の群", [other]), 999_999, town];
  for (const group_id of strange) {
    const { status, body } = await ask(boss, "POST", here, { group_id });
    expect([status, body.fields]).toEqual([400, { group_id: "これは選べません。選び直してください" }]);
  }
  const closed = await makeAccount(t.app, { name: "契約外の宿", companyId: hq.companyId, option: null });
  const mixed = await groupOf(hq.companyId, "一部だけ", [hq, closed]);
  expect((await ask(boss, "POST", here, { group_id: mixed })).body.fields).toEqual({
    group_id: "RFMを使える契約のないアカウントがあります: 契約外の宿",
  });
  const denials = await t.past.pool.query("select from audit_logs where action = 'denied' and entity = 'rfms/create'");
  expect(denials.rowCount).toBeGreaterThan(2);
  expect(await listed(hq)).toHaveLength(1);
});

it("counts the stays at its accounts, beside the account's own RFM, in each programme", async () => {
  const made = await makeShared();
  expect([made.status, made.body]).toMatchObject([
    200,
    { group_id: groupId, group_name: "海辺", group_accounts: ["浜の宿"], customers_scored: 1, scored_on: "2026-11-20" },
  ]);
  const [own, group] = await listed(hq);
  expect(own).toMatchObject({ group_id: null, group_name: null, group_accounts: [], customers_scored: 2 });
  const counted = (rfm: typeof group) => rfm.heatmap.filter((cell: { count: number }) => cell.count > 0);
  expect(counted(group)).toMatchObject([{ recency_score: 5, frequency_score: 1, use_price: 50_000 }]);
  expect(await shared(inn)).toMatchObject({ group_accounts: ["岬の宿"], customers_scored: 1 });
  const again = await ask(boss, "POST", at(inn, "/rfms"), { group_id: groupId });
  expect([again.status, again.body.fields]).toEqual([400, { group_id: "このアカウントグループのRFMはすでにあります" }]);
  expect((await ask(boss, "GET", at(hq, "/rfms/candidates"))).body.items).toEqual([]);
  expect(await linesOf("create")).toBe(2);
});

it("lists and targets go by its groups; scores without it are those of the account's own", async () => {
  await makeShared();
  const [own, group] = await listed(hq);
  const idOf = (rfm: typeof own, name: string) => rfm.groups.find((one: { name: string }) => one.name === name).id;
  expect(await names(`rfm_group_id=${idOf(group, "新規")}`)).toEqual(["both"]);
  expect(await names(`rfm_group_id=${idOf(own, "新規")}`)).toEqual(["town"]);
  expect(await names(`rfm_group_id=${idOf(group, "新規")},${idOf(own, "新規")}&sort=name_kana`)).toHaveLength(2);
  expect(await names(`rfm_id=${group.id}&frequency_score=1`)).toEqual(["both"]);
  expect(await names("frequency_score=1")).toEqual(["town"]);
  const detail = await ask(boss, "GET", at(hq, `/customers/${guests.both}`));
  expect(detail.body.rfm).toMatchObject({ frequency_count: 2, monetary_total: 450_000 });
  const audience = async (rule: object) => {
    const payload = { segments: [{ target: { combinator: "and", rules: [rule] }, types: ["point"] }] };
    return (await ask(boss, "POST", at(hq, "/campaigns/audience"), payload)).body.segments[0].matched;
  };
  expect(await audience({ field: "rfm_group_id", operator: "in", value: [idOf(group, "新規")] })).toBe(1);
  expect(await audience({ field: "rfm_frequency_score", operator: "=", value: 2 })).toBe(1);
  expect(await audience({ field: "rfm_frequency_score", operator: "!=", value: 2 })).toBe(1);
});

const editOf = (rfm: { details: object[]; groups: { count: number }[]; version: number }) => ({
  version: rfm.version,
  frequency_aggregation_years: 1,
  monetary_aggregation_years: 3,
  details: chosenOf(rfm.details),
  groups: rfm.groups.slice(0, 7).map(({ count: _count, ...group }) => group),
});

it("is one definition: counted, suggested and saved over all its programmes, with the right on each", async () => {
  await makeShared();
  const rfm = await shared(hq);
  const half = await person([hq], ["rfms/all"]);
  const { body } = await ask(half, "GET", at(hq, `/rfms/${rfm.id}`));
  expect(body.page_actions).toEqual(["read", "create"]);
  for (const [method, path] of [
    ["PUT", ""],
    ["POST", "/preview"],
    ["DELETE", ""],
  ] as const) {
    const asked = method === "DELETE" ? { version: rfm.version } : { ...editOf(rfm) };
    if (path !== "") delete (asked as { version?: number }).version;
    expect((await ask(half, method, at(hq, `/rfms/${rfm.id}${path}`), asked)).status).toBe(403);
  }
  const { version: _version, ...edit } = editOf(rfm);
  const counted = await ask(boss, "POST", at(hq, `/rfms/${rfm.id}/preview`), edit);
  expect(counted.body.recency).toEqual([
    { score: 1, count: 0 },
    { score: 2, count: 0 },
    { score: 3, count: 1 },
    { score: 4, count: 0 },
    { score: 5, count: 1 },
  ]);
  const before = await shared(inn);
  const saved = await ask(boss, "PUT", at(hq, `/rfms/${rfm.id}`), editOf(rfm));
  expect([saved.status, saved.body.groups.length]).toEqual([200, 7]);
  const after = await shared(inn);
  expect(after).toMatchObject({ version: before.version + 1, frequency_aggregation_years: 1 });
  expect(after.groups.map((one: { id: number }) => one.id)).toEqual(
    before.groups.slice(0, 7).map((one: { id: number }) => one.id),
  );
  expect((await ask(boss, "PUT", at(inn, `/rfms/${after.id}`), editOf(before))).status).toBe(412);
  expect(await linesOf("update")).toBe(2);
});

it("an account that loses the option takes no part; the others go on", async () => {
  await makeShared();
  const before = await shared(inn);
  await t.past.pool.query("update account_options set option_ended_at = '2026-11-19' where account_id = $1", [
    inn.accountId,
  ]);
  const rfm = await shared(hq);
  const edit = { ...editOf(rfm), frequency_aggregation_years: 4 };
  expect((await ask(boss, "PUT", at(hq, `/rfms/${rfm.id}`), edit)).body.frequency_aggregation_years).toBe(4);
  expect((await ask(boss, "GET", at(inn, "/rfms"))).status).toBe(403);
  expect((await ask(boss, "POST", at(hq, `/rfms/${rfm.id}/score`))).status).toBe(200);
  const scorings = await t.past.pool.query(
    "select data from pgboss.job where name = 'score-rfm' and state = 'created'",
  );
  expect(scorings.rows).toEqual([{ data: { account_id: hq.accountId, rfm_id: rfm.id } }]);
  await t.app.jobs.drain(jobHandlers(t.app));
  await t.past.pool.query("update account_options set option_ended_at = '2026-11-20' where account_id = $1", [
    inn.accountId,
  ]);
  expect((await shared(inn)).frequency_aggregation_years).toBe(before.frequency_aggregation_years);
  const now = await shared(hq);
  expect((await ask(boss, "PUT", at(hq, `/rfms/${now.id}`), editOf(now))).status).toBe(200);
  expect((await shared(inn)).version).toBe(before.version + 1);
  // Both take part again: one press scores both.
  expect((await ask(boss, "POST", at(inn, `/rfms/${(await shared(inn)).id}/score`))).status).toBe(200);
  expect([(await shared(hq)).scoring.state, (await shared(inn)).scoring.state]).toEqual(["waiting", "waiting"]);
  await t.app.jobs.drain(jobHandlers(t.app));
  expect([await linesOf("update"), await linesOf("score")]).toEqual([3, 3]);
});

it("an account that left the group no longer counts, and one that joined does after the next night", async () => {
  await makeShared();
  const move = (from: Facility, to: Facility) =>
    t.past.pool.query("update account_groups set account_id = $3 where group_id = $1 and account_id = $2", [
      groupId,
      from.accountId,
      to.accountId,
    ]);
  await move(branch, hq);
  const run = { signal: new AbortController().signal, attempt: 0 };
  const rfm = await shared(hq);
  await rfmJobs(t.app)["score-rfm"]({ account_id: hq.accountId, rfm_id: rfm.id }, run);
  expect(await shared(hq)).toMatchObject({ group_accounts: ["本部"], customers_scored: 2 });
});

it("can be taken out of use, the account's own cannot", async () => {
  await makeShared();
  const [own, group] = await listed(hq);
  const refused = await ask(boss, "DELETE", at(hq, `/rfms/${own.id}`), { version: own.version });
  expect([refused.status, refused.body.message]).toEqual([
    400,
    "アカウント自身のRFMは削除できません。しきい値とグループを変えてお使いください",
  ]);
  const url = at(hq, `/rfms/${group.id}`);
  expect((await ask(boss, "DELETE", url, { version: 99 })).status).toBe(412);
  expect((await ask(boss, "DELETE", url, { version: group.version })).status).toBe(200);
  expect([(await listed(hq)).length, (await listed(inn)).length]).toEqual([1, 1]);
  expect(await names(`rfm_group_id=${group.groups[0].id}`)).toEqual([]);
  expect(await names("frequency_score=1")).toEqual(["town"]);
  expect(await linesOf("delete")).toBe(2);
});
