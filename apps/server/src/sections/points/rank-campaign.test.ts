import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { all, pointAction, promotion } from "../campaigns/campaigns.fixture.ts";
import { csvOf, queued, runImport } from "../imports/imports.fixture.ts";
import { mergeIds } from "../merges/merges.fixture.ts";
import { undoMerge } from "../merges/undo-merge.ts";
import { rankNight } from "../ranks/ranks.fixture.ts";

// A campaign for each stay that asks for the rank of the evening before the check-out (docs/adr/0158).

let now = new Date("2026-03-01T03:00:00Z");
const t: TestApp = await testApp({ clock: { now: () => now } });
afterAll(() => t.close());

let inn: Facility;
let inns = 0;
let gold = 0;
let rank = { id: 0, details: [] as { id: number }[] };
let campaign = 0;
let user: Awaited<ReturnType<typeof makeUser>>;
/** The clock jumps past sessions' ends. */
const caller = (): Promise<Caller> => t.as(user);
// biome-ignore lint/suspicious/noExplicitAny: answers of several calls
async function ask(method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object): Promise<any> {
  const answer = await (await caller())({ method, url: `/api${url}`, ...(payload ? { payload } : {}) });
  return { ...answer.json(), http: answer.statusCode };
}
const on = (day: string) => {
  now = new Date(`${day}T12:00:00+09:00`);
};
const definition = (asks: { total_stay: number } | { total_get_point: number } = { total_stay: 2 }) => ({
  definition: "total_stay" in asks ? "stay" : "get_point",
  use_point_unit: 1,
  active_month: 12,
  base_month: 12,
  base_date: 31,
  details: [{ name: "金", priority: 1, min_use_point: 0, max_use_point: null, ...asks }],
});
const forGold = () => {
  const target = all({ field: "rank_detail_id", operator: "in", value: [gold] });
  return promotion({ type: "basic", segments: [{ id: null, priority_seq: 1, target, actions: [pointAction(100)] }] });
};

beforeEach(async () => {
  on("2026-03-01");
  inn = await makeAccount(t.app, { name: `ランクの宿${++inns}` });
  user = await makeUser(t.app, inn, "role_admin", ["*"]);
  rank = await ask("POST", "/ranks", definition());
  gold = rank.details[0]?.id ?? 0;
  campaign = (await ask("POST", "/campaigns", forGold())).id;
  expect(await ask("POST", `/campaigns/${campaign}/activate`, { version: 1 })).toMatchObject({ http: 200 });
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
const bring = async (...rows: Record<string, string | number>[]) =>
  runImport(t.app, inn.accountId, await queued(t.app, inn.accountId, inn.accountId, csvOf(rows)));
const inInn = <T>(work: Parameters<typeof t.app.database.inScope<T>>[1]) =>
  t.app.database.inScope({ accountIds: [inn.accountId] }, work);
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

test("the stay that makes gold is not paid for gold; the next is; what comes late or is taken back judges later stays again", async () => {
  on("2026-04-20");
  await bring(stay("M-1", "2026-04-01"), stay("M-1", "2026-04-05"), stay("M-1", "2026-04-10"));
  expect(await paid()).toEqual(["04-10"]);
  await bring(stay("M-1", "2026-03-20"));
  expect(await paid()).toEqual(["04-05", "04-10"]);
  await bring(stay("M-1", "2026-03-20", { 予約状態: "キャンセル", 利用金額: "", キャンセル日: "2026-03-20" }));
  expect(await paid()).toEqual(["04-10"]);
  const judgedOn = async (day: string) => {
    const { id } = await inInn(
      (tx) => tx.one<{ id: number }>`select id from stay_reservations
        where account_id = ${inn.accountId} and original_reservation_code = ${`M-1-${day}`}`,
    );
    return (await ask("GET", `/customers/${await idOf("M-1")}/reservations/${id}`)).judged_by;
  };
  expect(await judgedOn("2026-04-10")).toEqual({ evening: "2026-04-09", rank: { name: "金" }, rfm: null });
  expect(await judgedOn("2026-04-05")).toEqual({ evening: "2026-04-04", rank: { name: null }, rfm: null });
  // What is expected of a booking knows that bookings before it count, too.
  const next = (day: string) => stay("M-2", day, { 予約状態: "予約", 利用金額: "", 予約金額: 10_000 });
  await bring(next("2026-05-01"), next("2026-05-02"), next("2026-05-03"));
  const { expected } = await ask("GET", `/customers/${await idOf("M-2")}/points`);
  expect(expected).toEqual({ points: 100, reservations: 1 });
});

test("a rank by hand counts from the evening of the day it was given until its last one, also after it ran out or was ended", async () => {
  on("2026-04-10");
  await bring(stay("M-1", "2026-04-01"));
  const id = await idOf("M-1");
  const given = await ask("POST", `/customers/${id}/rank`, {
    version: 0,
    rank_detail_id: gold,
    expiration_date: "2026-04-15",
    remarks: "紹介",
  });
  expect(given.http).toBe(200);
  await rankNight(t.app, "2026-04-20");
  on("2026-04-25");
  // Other guests' names, so that one stay alone earns no rank.
  const stayDays = ["2026-04-10", "2026-04-11", "2026-04-16", "2026-04-17"];
  for (const day of stayDays) {
    await bring(
      stay("M-1", day),
      stay("M-1", "2026-04-01", { 予約状態: "キャンセル", 利用金額: "", キャンセル日: "2026-04-01" }),
    );
    expect([day, await paid()]).toEqual([day, day === "2026-04-11" || day === "2026-04-16" ? [day.slice(5)] : []]);
    await bring(stay("M-1", day, { 予約状態: "キャンセル", 利用金額: "", キャンセル日: day }));
  }
});

test("ended early, a rank by hand counts until the evening before, however far its last day was", async () => {
  on("2026-04-10");
  await bring(stay("M-1", "2026-04-01"));
  const id = await idOf("M-1");
  const given = await ask("POST", `/customers/${id}/rank`, {
    version: 0,
    rank_detail_id: gold,
    expiration_date: "2026-12-31",
    remarks: "紹介",
  });
  on("2026-04-15");
  const ended = await ask("POST", `/customers/${id}/rank/end`, { version: given.version, remarks: "終了" });
  expect(ended.http).toBe(200);
  on("2026-04-25");
  // Known late, each alone, so that no stay earns a rank for another.
  for (const [day, pays] of Object.entries({ "04-10": false, "04-11": true, "04-15": true, "04-16": false })) {
    await bring(
      stay("M-1", `2026-${day}`),
      stay("M-1", "2026-04-01", { 予約状態: "キャンセル", 利用金額: "", キャンセル日: "2026-04-01" }),
    );
    expect([day, await paid()]).toEqual([day, pays ? [day] : []]);
    await bring(stay("M-1", `2026-${day}`, { 予約状態: "キャンセル", 利用金額: "", キャンセル日: "2026-04-25" }));
  }
});

test("merged, a guest keeps what the rank by hand of either earned; separated, each has its own again", async () => {
  on("2026-04-10");
  await bring(stay("M-1", "2026-04-01"), stay("M-2", "2026-04-02"));
  const [one, two] = [await idOf("M-1"), await idOf("M-2")];
  await ask("POST", `/customers/${two}/rank`, {
    version: 0,
    rank_detail_id: gold,
    expiration_date: null,
    remarks: "紹介",
  });
  on("2026-04-20");
  await bring(stay("M-2", "2026-04-12"));
  expect(await paid()).toEqual(["04-12"]);
  const ctx = { accountId: inn.accountId, userId: null, ip: null, today: "2026-04-20" as never, now };
  const merge = await inInn((tx) => mergeIds(tx, ctx, one, two));
  expect(await paid()).toEqual(["04-12"]);
  await inInn((tx) => undoMerge(tx, ctx, merge));
  expect(await paid()).toEqual(["04-12"]);
});

test("once its definition is deleted, earlier evenings keep their ranks", async () => {
  on("2026-04-20");
  await bring(stay("M-1", "2026-04-01"), stay("M-1", "2026-04-05"), stay("M-1", "2026-04-10"));
  await ask("POST", `/campaigns/${campaign}/stop`, {});
  const { version, segments: _segments, ...saved } = await ask("GET", `/campaigns/${campaign}`);
  const everybody = {
    ...forGold(),
    name: saved.name,
    version,
    segments: [{ ...forGold().segments[0], target: all() }],
  };
  expect((await ask("PUT", `/campaigns/${campaign}`, everybody)).http).toBe(200);
  const { version: seen } = await ask("GET", `/ranks/${rank.id}`);
  expect((await ask("DELETE", `/ranks/${rank.id}`, { version: seen, lose_ranks: true })).http).toBe(200);
  on("2026-04-25");
  await bring(stay("M-1", "2026-04-07"), stay("M-1", "2026-04-22"));
  expect(await paid()).toEqual(["04-07", "04-10"]);
});

test("ranks by points got and a campaign that grants by rank exclude each other, and each refusal names its field", async () => {
  const byPoints = definition({ total_get_point: 500 });
  const edit = { ...byPoints, version: 1, details: byPoints.details.map((tier) => ({ ...tier, id: gold })) };
  const refused = await ask("PUT", `/ranks/${rank.id}`, edit);
  expect([refused.http, refused.fields.definition]).toEqual([400, expect.stringContaining("秋のご案内")]);

  inn = await makeAccount(t.app, { name: "ポイントの宿" });
  user = await makeUser(t.app, inn, "role_admin", ["*"]);
  gold = (await ask("POST", "/ranks", byPoints)).details[0].id;
  const asked = await ask("POST", "/campaigns", forGold());
  expect([asked.http, Object.keys(asked.fields)]).toEqual([400, ["segments.0.target.rules.0.field"]]);
  for (const script of [`rank_detail_id == ${gold}`, "rank_detail_id ~= nil"]) {
    const written = { ...forGold(), segments: [{ ...forGold().segments[0], target: { lua: script } }] };
    const answer = await ask("POST", "/campaigns", written);
    expect([answer.http, Object.keys(answer.fields)]).toEqual([400, ["segments.0.target"]]);
  }
  expect((await ask("POST", "/campaigns", { ...forGold(), type: "repeat_promotion" })).http).toBe(200);
});
