import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { all, handlersFor, pointAction, promotion } from "../campaigns/campaigns.fixture.ts";
import { csvOf, queued, runImport } from "../imports/imports.fixture.ts";
import { mergeIds } from "../merges/merges.fixture.ts";
import { undoMerge } from "../merges/undo-merge.ts";
import { createDefaultRfm } from "../rfms/create-default-rfm.ts";

// A campaign for each stay that asks for the RFM group or scores of the evening before the check-out (docs/adr/0158).

let now = new Date("2026-03-01T03:00:00Z");
const t: TestApp = await testApp({ clock: { now: () => now } });
afterAll(() => t.close());

type Group = { id: number | null; name: string; priority: number } & Record<Score, number | null>;
type Score = "recency_score" | "frequency_score" | "monetary_score";
type Edit = { id: number; version: number; details: object[]; groups: Group[] };

let inn: Facility;
let inns = 0;
let user: number;
let rfm: Edit;
let campaign = 0;
/** The clock jumps past sessions' ends. */
const caller = (): Promise<Caller> => t.as(user);
// biome-ignore lint/suspicious/noExplicitAny: answers of several calls
async function ask(method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object): Promise<any> {
  const answer = await (await caller())({ method, url: `/api${url}`, ...(payload ? { payload } : {}) });
  return { ...answer.json(), http: answer.statusCode };
}
const on = (day: string, time = "12:00") => {
  now = new Date(`${day}T${time}:00+09:00`);
};
const inScope = <T>(accountIds: number[], work: Parameters<typeof t.app.database.inScope<T>>[1]) =>
  t.app.database.inScope({ accountIds }, work);
const inInn = <T>(work: Parameters<typeof t.app.database.inScope<T>>[1]) => inScope([inn.accountId], work);

/** Regulars came twice or more; bounds are days, stays and yen. */
const painted = (over: Partial<Group> = {}, bounds = [90, 180, 365, 730]) => ({
  frequency_aggregation_years: 2,
  monetary_aggregation_years: 2,
  details: [5, 4, 3, 2, 1].map((score) => ({
    score,
    recency: score === 5 ? 0 : bounds[4 - score],
    frequency: Math.max(0, score - 1) && score,
    monetary: score === 1 ? 0 : score * 10_000,
  })),
  groups: [
    { id: null, name: "常連", priority: 1, recency_score: null, frequency_score: 2, monetary_score: null, ...over },
  ],
});
async function save(edit: object): Promise<Edit> {
  const { version } = await ask("GET", `/rfms/${rfm.id}`);
  const saved = await ask("PUT", `/rfms/${rfm.id}`, { ...edit, version });
  expect([saved.http, saved.fields]).toEqual([200, undefined]);
  return saved;
}
const regulars = () => rfm.groups[0]?.id ?? 0;
const asking = (...rules: object[]) =>
  promotion({
    type: "basic",
    segments: [{ id: null, priority_seq: 1, target: all(...(rules as never[])), actions: [pointAction(100)] }],
  });
const forRegulars = () => asking({ field: "rfm_group_id", operator: "in", value: [regulars()] });
async function switchOn(document: object): Promise<void> {
  campaign = (await ask("POST", "/campaigns", document)).id;
  expect(await ask("POST", `/campaigns/${campaign}/activate`, { version: 1 })).toMatchObject({ http: 200 });
}

beforeEach(async () => {
  on("2026-03-01");
  inn = await makeAccount(t.app, { name: `RFMの宿${++inns}` });
  user = await makeUser(t.app, inn, "role_admin", ["*"]);
  rfm = { id: await inInn((tx) => createDefaultRfm(tx, inn.accountId)), version: 1, details: [], groups: [] };
  rfm = await save(painted());
  await switchOn(forRegulars());
});

const stay = (member: string, day: string, over: Record<string, string | number> = {}) => ({
  予約番号: `${member}-${day}`,
  予約状態: "滞在済",
  チェックイン日: day,
  チェックアウト日: day,
  利用金額: 10_000,
  氏名: member === "M-1" ? "山田 花子" : "鈴木 太郎",
  会員番号: member,
  キャンセル日: "",
  ...over,
});
const gone = (member: string, day: string) =>
  stay(member, day, { 予約状態: "キャンセル", 利用金額: "", キャンセル日: day });
const bring = async (...rows: Record<string, string | number>[]) =>
  runImport(t.app, inn.accountId, await queued(t.app, inn.accountId, inn.accountId, csvOf(rows)));
/** Days whose stays have points. */
const paid = () =>
  inInn(async (tx) => {
    const { rows } = await sql<{ day: string }>`select grant_date as day from grant_points
      where account_id = ${inn.accountId} group by 1 having sum(grant_point) <> 0 order by 1`.execute(tx.db);
    return rows.map(({ day }) => day.slice(5));
  });
const idOf = (member: string) =>
  inInn(
    async (tx) =>
      (
        await tx.one<{
          id: number;
        }>`select id from customers where member_number = ${member} and account_id = ${inn.accountId}`
      ).id,
  );

/** What the page of a stay says it was judged by. */
async function judged(member: string, day: string) {
  const guest = await idOf(member);
  const { id } = await inInn(
    (tx) => tx.one<{ id: number }>`select id from stay_reservations
      where account_id = ${inn.accountId} and original_reservation_code = ${`${member}-${day}`}`,
  );
  return (await ask("GET", `/customers/${guest}/reservations/${id}`)).judged_by;
}

test("the stay that makes a regular is not paid as one; the next is; what comes late or is taken back judges later stays again", async () => {
  on("2026-04-20");
  await bring(stay("M-1", "2026-04-01"), stay("M-1", "2026-04-05"), stay("M-1", "2026-04-10"));
  expect(await paid()).toEqual(["04-10"]);
  expect(await judged("M-1", "2026-04-10")).toEqual({
    evening: "2026-04-09",
    rank: null,
    rfm: { groups: ["常連"], recency_score: 5, frequency_score: 2, monetary_score: 2 },
  });
  expect(await judged("M-1", "2026-04-01")).toEqual({
    evening: "2026-03-31",
    rank: null,
    rfm: { groups: [], recency_score: null, frequency_score: null, monetary_score: null },
  });
  await bring(stay("M-1", "2026-03-20"));
  // On the evening before the 10th there are three stays: no regular by this definition any more.
  expect(await paid()).toEqual(["04-05"]);
  await bring(gone("M-1", "2026-03-20"));
  expect(await paid()).toEqual(["04-10"]);
  const id = await idOf("M-1");
  const booked = (day: string) => stay("M-2", day, { 予約状態: "予約", 利用金額: "", 予約金額: 10_000 });
  await bring(booked("2026-05-01"), booked("2026-05-02"), booked("2026-05-03"));
  const { expected } = await ask("GET", `/customers/${await idOf("M-2")}/points`);
  expect(expected).toEqual({ points: 100, reservations: 1 });
  expect((await ask("GET", `/customers/${id}/points`)).balance).toBe(100);
});

test("a changed grid counts from the evening of its day and does nothing to evenings before, whenever their stays come", async () => {
  on("2026-04-10", "23:59");
  // A mistake of the same day is in force on no evening.
  rfm = await save({ ...painted({ id: regulars(), frequency_score: 5 }) });
  rfm = await save({ ...painted({ id: regulars(), name: "上得意", frequency_score: 3 }) });
  on("2026-04-25");
  await bring(
    ...["04-01", "04-05", "04-10", "04-11", "04-12", "04-20"].map((day) => stay("M-1", `2026-${day}`)),
    ...["04-02", "04-03", "04-11"].map((day) => stay("M-2", `2026-${day}`)),
  );
  // Of the 10th's evening three stays make the group, where before two did; M-2 had two.
  expect(await paid()).toEqual(["04-10", "04-11"]);
  expect(
    await inInn(
      (tx) => tx.all`select valid_from::text as day, groups -> 0 ->> 'name' as name from rfm_versions
    where account_id = ${inn.accountId} order by 1`,
    ),
  ).toEqual([
    { day: "0001-01-01", name: "最優良" },
    { day: "2026-03-01", name: "常連" },
    { day: "2026-04-10", name: "上得意" },
  ]);
});

test("thresholds of a day: recency is told as of each evening, also where the guest was not seen since", async () => {
  await ask("POST", `/campaigns/${campaign}/stop`, {});
  await switchOn(asking({ field: "rfm_recency_score", operator: "<=", value: 3 }));
  on("2026-04-10");
  rfm = await save(painted({ id: regulars() }, [5, 10, 15, 20]));
  on("2026-06-20");
  await bring(
    stay("M-1", "2026-03-20"),
    stay("M-1", "2026-04-08"),
    stay("M-1", "2026-04-19"),
    stay("M-1", "2026-04-23"),
  );
  // 18 days on 7 April are R5 by the first grid; 10 days on the 18th are R3 by the second; three on the 22nd R5.
  expect(await paid()).toEqual(["04-19"]);
});

test("once a group is retired nobody is in it; earlier evenings keep it, and older stays can still be paid by it", async () => {
  const id = regulars();
  on("2026-04-10");
  rfm = await save({ ...painted({ name: "別のグループ" }) });
  expect(regulars()).not.toBe(id);
  on("2026-04-25");
  await bring(...["04-01", "04-05", "04-08"].map((day) => stay("M-1", `2026-${day}`)));
  await bring(...["04-02", "04-05", "04-20"].map((day) => stay("M-2", `2026-${day}`)));
  expect(await paid()).toEqual(["04-08"]);
  // Older stays are paid by what was in force on their own evenings: 新規 was painted over before this campaign began.
  const { id: newcomers } = await inInn(
    (tx) => tx.one<{ id: number }>`select id from rfm_groups where account_id = ${inn.accountId} and name = '新規'`,
  );
  await switchOn(asking({ field: "rfm_group_id", operator: "in", value: [newcomers] }));
  await bring(...["02-01", "02-05", "02-08"].map((day) => stay("M-3", `2025-${day}`, { 氏名: "佐藤 次郎" })));
  const older = { from: "2025-01-01", to: "2026-03-31" };
  const preview = await ask("POST", `/campaigns/${campaign}/pay-stays`, { ...older, preview: true });
  expect(preview).toMatchObject({ http: 200, stays: 1, customers: 1, points: 100 });
});

test("merged, a guest's scores are those of all stays; separated, each has its own again", async () => {
  on("2026-04-20");
  await bring(stay("M-1", "2026-04-01"), stay("M-1", "2026-04-10"), stay("M-2", "2026-04-05"));
  expect(await paid()).toEqual([]);
  const [one, two] = [await idOf("M-1"), await idOf("M-2")];
  const ctx = { accountId: inn.accountId, userId: null, ip: null, today: "2026-04-20" as never, now };
  const merge = await inInn((tx) => mergeIds(tx, ctx, one, two));
  expect(await paid()).toEqual(["04-10"]);
  await inInn((tx) => undoMerge(tx, ctx, merge));
  expect(await paid()).toEqual([]);
});

test("an RFM that account groups share counts its members' stays, from its first evening to its last", async () => {
  const branch = await makeAccount(t.app, { name: `浜の宿${inns}`, above: inn, option: null });
  const { rows } = await t.past.pool.query<{ id: number }>(
    "insert into groups (company_id, name) values ($1, $2) returning id",
    [inn.companyId, `海辺${inns}`],
  );
  const groupId = rows[0]?.id ?? 0;
  await t.past.pool.query("insert into account_groups (account_id, group_id) values ($1, $2)", [
    branch.accountId,
    groupId,
  ]);
  on("2026-04-01");
  const shared = await ask("POST", "/rfms", { group_id: groupId });
  expect([shared.http, shared.fields]).toEqual([200, undefined]);
  const newcomers = shared.groups.find((group: Group) => group.name === "新規").id;
  await ask("POST", `/campaigns/${campaign}/stop`, {});
  await switchOn(asking({ field: "rfm_group_id", operator: "in", value: [newcomers] }));
  const at = (facility: Facility, ...rows: Record<string, string | number>[]) =>
    queued(t.app, inn.accountId, facility.accountId, csvOf(rows)).then((batch) =>
      runImport(t.app, inn.accountId, batch),
    );
  on("2026-04-10");
  await at(branch, stay("M-1", "2026-03-20"), stay("M-1", "2026-04-01"));
  await at(inn, stay("M-2", "2026-04-02"), stay("M-2", "2026-04-03"));
  await at(inn, stay("M-1", "2026-04-04"));
  // On 31 March there was no such RFM; M-2 was never at the branch; on the 3rd M-1 had come twice.
  expect(await paid()).toEqual([]);
  await at(branch, { ...stay("M-2", "2026-04-05"), 予約番号: "B-5" });
  await at(inn, stay("M-2", "2026-04-06"));
  expect(await paid()).toEqual(["04-06"]);

  const provider = await makeAccount(t.app, { name: `運営${inns}`, provider: true });
  const clerk = await t.as(await makeUser(t.app, provider, "role_vc_admin", ["*"]));
  const group = (await clerk({ method: "GET", url: `/api/accounts/groups/${groupId}` })).json();
  const members = await clerk({
    method: "PUT" as const,
    url: `/api/accounts/groups/${groupId}`,
    payload: {
      name: group.name,
      description: "",
      account_ids: [inn.accountId, branch.accountId],
      version: group.version,
    },
  });
  expect([members.statusCode, members.json().fields]).toEqual([200, undefined]);
  on("2026-04-12");
  // From the evening of the 10th on stays at the inn count, too: M-2 has come more than once.
  await at(inn, stay("M-2", "2026-04-10"), stay("M-2", "2026-04-11"));
  expect(await paid()).toEqual(["04-06", "04-10"]);

  const { version } = await ask("GET", `/rfms/${shared.id}`);
  expect((await ask("DELETE", `/rfms/${shared.id}`, { version })).http).toBe(200);
  on("2026-04-20");
  const third = (member: string, day: string) =>
    stay(member, day, { 氏名: member === "M-3" ? "佐藤 次郎" : "田中 三郎" });
  await at(branch, third("M-3", "2026-04-07"), third("M-4", "2026-04-11"));
  await at(inn, third("M-3", "2026-04-08"), third("M-4", "2026-04-13"));
  expect(await paid()).toEqual(["04-06", "04-08", "04-10"]);
});

test("neither the night of scoring nor its scores matter: without them the points are the same", async () => {
  on("2026-04-20");
  await bring(stay("M-1", "2026-04-01"), stay("M-1", "2026-04-05"), stay("M-1", "2026-04-10"));
  const before = await paid();
  await t.app.jobs.drain(handlersFor(t.app));
  await inInn((tx) => tx.run`delete from customer_rfms where account_id = ${inn.accountId}`);
  await bring(stay("M-1", "2026-04-12"));
  await bring(gone("M-1", "2026-04-12"));
  expect(await paid()).toEqual(before);
});
