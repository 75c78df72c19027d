import { addDays, calendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, TEST_NOW, type TestApp, testApp } from "../../test/app.ts";
import { makeCustomer, makeGrant, makeStay, within } from "../customers/customers.fixture.ts";
import { mergeIds } from "../merges/merges.fixture.ts";
import { undoMerge } from "../merges/undo-merge.ts";
import { rankNight } from "./ranks.fixture.ts";
import { settleRanks } from "./settle-ranks.ts";

// Ranks given by staff, over HTTP (docs/adr/0136). Today is 2026-11-20 in Tokyo.
const today = calendarDate("2026-11-20");
let t: TestApp;
let hotel: Facility;
let boss: Caller;
const tiers: Record<string, number> = {};
let houses = 0;
beforeEach(async () => {
  t ??= await testApp();
  // Who holds a rank is counted: each test has a house of its own.
  hotel = await makeAccount(t.app, { name: `手動の宿${houses++}` });
  boss = await t.as(await makeUser(t.app, hotel, "role_admin", ["*"]));
  const tier = (name: string, total_stay: number, priority: number, most: number) => ({
    name,
    total_stay,
    priority,
    min_use_point: 100,
    max_use_point: most,
  });
  const made = await ask("POST", "/ranks", {
    definition: "stay",
    use_point_unit: 100,
    active_month: 12,
    base_month: 24,
    base_date: 31,
    details: [tier("プラチナ", 10, 1, 9_000), tier("ゴールド", 4, 2, 5_000), tier("一般", 0, 3, 1_000)],
  });
  for (const { name, id } of made.details) tiers[name] = id;
});
afterAll(() => t.close());

// biome-ignore lint/suspicious/noExplicitAny: answers of several calls
type Answer = { status: number } & Record<string, any>;
async function ask(method: "GET" | "POST" | "PUT", url: string, payload?: object, as = boss): Promise<Answer> {
  const answer = await as({ method, url: `/api${url}`, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, ...answer.json() };
}

const guest = async (name: string, stays: number, points = 0) => {
  const id = await within(t.app, [hotel.accountId], async (tx) => {
    const made = await makeCustomer(tx, hotel.accountId, { name });
    for (let n = 0; n < stays; n++) {
      const checkOut = addDays(today, -20 * n - 1);
      const stay = { code: `${name}${n}`, checkIn: addDays(checkOut, -1), checkOut, usePrice: 10_000 };
      await makeStay(tx, hotel.accountId, made, stay);
    }
    if (points > 0) await makeGrant(tx, hotel.accountId, made, { point: points, on: "2026-11-01" });
    await settleRanks(tx, { accountId: hotel.accountId, today }, [made]);
    return made;
  });
  return id;
};
/** The nightly job, which judges each regular day and clears what ran out. */
const night = (day: string) => rankNight(t.app, day);
const reason = "常連様のご紹介";
const give = (id: number, name: string, until: string | null, version = 0) =>
  ask("POST", `/customers/${id}/rank`, {
    version,
    rank_detail_id: tiers[name],
    expiration_date: until,
    remarks: reason,
  });
const shown = async (id: number) => {
  const { rank, rank_type, rank_expiration_date } = await ask("GET", `/customers/${id}`);
  return [rank?.name, rank_type, rank_expiration_date];
};

test("a rank given by hand holds everywhere at once: page, list, counts, targets, limits of points", async () => {
  const id = await guest("初めての方", 0, 10_000);
  expect((await ask("POST", `/customers/${id}/use-points`, { use_point: 2_000 })).fields.use_point).toMatch(/1,000/);
  const given = await give(id, "プラチナ", "2027-03-31");
  expect(given).toMatchObject({
    status: 200,
    held: { name: "プラチナ", rank_type: "manual", expiration_date: "2027-03-31" },
    given: { name: "プラチナ", since_date: "2026-11-20", remarks: reason, given_by: "試験 花子" },
    earned: { name: "一般", expiration_date: null },
    undoable: true,
  });
  expect(given.history[0]).toMatchObject({
    cause: "manual",
    rank_type: "manual",
    name: "プラチナ",
    previous_name: "一般",
    remarks: reason,
  });
  expect(await shown(id)).toEqual(["プラチナ", "manual", "2027-03-31"]);
  const ids = (items: { id: number }[]) => items.map((one) => one.id);
  expect(ids((await ask("GET", `/customers?rank_detail_id=${tiers.プラチナ}`)).items)).toEqual([id]);
  expect((await ask("GET", "/ranks")).items[0].details[0]).toMatchObject({ count: 1, manual_count: 1 });
  const target = { combinator: "and", rules: [{ field: "rank_detail_id", operator: "in", value: [tiers.プラチナ] }] };
  const { segments } = await ask("POST", "/campaigns/audience", { segments: [{ target, types: [] }] });
  expect(segments[0].examples.map((one: { name: string }) => one.name)).toEqual(["初めての方"]);
  expect(await ask("GET", `/customers/${id}/points`)).toMatchObject({ rank_name: "プラチナ", max_use_point: 9_000 });
  expect((await ask("POST", `/customers/${id}/use-points`, { use_point: 2_000 })).status).toBe(200);
  const events = (await ask("GET", `/customers/${id}/timeline?kinds=rank_given,rank`)).items;
  expect(events).toMatchObject([
    { kind: "rank_given", day: "2026-11-20", title: "プラチナ", detail: reason },
    { kind: "rank", title: "一般", detail: null },
  ]);
  const logged = await within(
    t.app,
    [hotel.accountId],
    (tx) => tx.all`select action, after from audit_logs where entity = 'customer_ranks' and entity_id = ${id}`,
  );
  expect(logged).toEqual([
    {
      action: "give_rank",
      after: { rank_detail_id: tiers.プラチナ, expiration_date: "2027-03-31", remarks: reason, customer_id: id },
    },
  ]);
});

test("the job never lowers it; on the day after its last one the guest holds what was earned", async () => {
  const id = await guest("昇格した方", 0);
  await give(id, "ゴールド", "2026-12-31");
  await night("2026-12-31");
  const stored = () =>
    within(
      t.app,
      [hotel.accountId],
      (tx) =>
        tx.all`select rank_type, expiration_date from customer_ranks where customer_id = ${id} order by rank_type`,
    );
  expect(await stored()).toEqual([
    { rank_type: "auto", expiration_date: null },
    { rank_type: "manual", expiration_date: "2026-12-31" },
  ]);
  await night("2027-01-01");
  expect(await stored()).toEqual([{ rank_type: "auto", expiration_date: null }]);
  expect((await ask("GET", `/customers/${id}/rank`)).history[0]).toMatchObject({
    cause: "expiry",
    rank_type: "manual",
    changed_on: "2027-01-01",
    name: "一般",
    previous_name: "ゴールド",
  });
});

test("a better earned rank does not show through; ended early it is there at once, and today's last act is undone", async () => {
  const id = await guest("たくさんの方", 5);
  expect(await shown(id)).toEqual(["ゴールド", "auto", "2027-11-20"]);
  const given = await give(id, "一般", null);
  expect(await shown(id)).toEqual(["一般", "manual", null]);
  expect(given.earned).toMatchObject({ name: "ゴールド", expiration_date: "2027-11-20" });
  const changed = await give(id, "プラチナ", "2026-12-31", given.version);
  expect((await give(id, "プラチナ", null, given.version)).status, "somebody else acted meanwhile").toBe(412);
  const ended = await ask("POST", `/customers/${id}/rank/end`, { version: changed.version, remarks: "取り違え" });
  expect(ended).toMatchObject({ given: null, held: { name: "ゴールド", rank_type: "auto" }, undoable: true });
  expect(await shown(id)).toEqual(["ゴールド", "auto", "2027-11-20"]);
  expect((await ask("POST", `/customers/${id}/rank/end`, { version: ended.version, remarks: "x" })).message).toBe(
    "手動で付けたランクはありません。画面を読み込み直してください",
  );
  const undone = await ask("POST", `/customers/${id}/rank/undo`, { version: ended.version });
  expect(undone).toMatchObject({ given: { name: "プラチナ", expiration_date: "2026-12-31", remarks: reason } });
  expect(undone.history.map((one: { cause: string; name: string }) => [one.cause, one.name]).slice(0, 4)).toEqual([
    ["manual_undo", "プラチナ"],
    ["manual_end", "ゴールド"],
    ["manual", "プラチナ"],
    ["manual", "一般"],
  ]);
  await night("2026-12-31");
  expect(await shown(id)).toEqual(["プラチナ", "manual", "2026-12-31"]);
});

test("the page tells what is missing for the next rank until when, and what becomes of this one; the night does as it was told", async () => {
  const progress = async (id: number) => (await ask("GET", `/customers/${id}/rank`)).progress;
  expect(await progress(await guest("はじめまして", 0))).toEqual({
    definition: "stay",
    base_month: 24,
    measure: 0,
    held: "一般",
    next: { name: "ゴールド", amount: 4, until: null },
    keep: null,
    falls: null,
  });
  // The first of the three was 41 days ago: on 10 October 2028 it is 24 months ago.
  expect(await progress(await guest("もう少しの方", 3))).toMatchObject({
    measure: 3,
    held: "一般",
    next: { name: "ゴールド", amount: 1, until: "2028-10-09" },
    falls: null,
  });
  const id = await guest("いまはゴールドの方", 4);
  const { falls, next } = await progress(id);
  expect(next).toEqual({ name: "プラチナ", amount: 6, until: "2028-09-19" });
  expect(falls).toEqual({ last_day: "2029-08-31", to: "一般" });
  const earned = async () => {
    const { rank_detail_id } = await within(
      t.app,
      [hotel.accountId],
      (tx) => tx.one<{ rank_detail_id: number }>`select rank_detail_id from customer_ranks where customer_id = ${id}`,
    );
    return Object.keys(tiers).find((name) => tiers[name] === rank_detail_id);
  };
  await night("2029-08-31");
  expect(await earned()).toBe("ゴールド");
  await night("2029-09-01");
  expect(await earned()).toBe("一般");
  // Back from the nights to come, for everybody.
  await within(t.app, [hotel.accountId], async (tx) => {
    const all = await tx.all<{ id: number }>`select id from customers where account_id = ${hotel.accountId}`;
    const ids = all.map((one) => one.id);
    await settleRanks(tx, { accountId: hotel.accountId, today }, ids);
  });
  // Beneath a rank given by hand it goes on.
  expect((await give(id, "プラチナ", null)).progress).toMatchObject({ held: "ゴールド", next: { name: "プラチナ" } });
});

test("merged guests hold what both earned at once, and the best rank that either was given; parted, each has their own", async () => {
  const [one, two] = [await guest("山田 花子", 2), await guest("山田 ハナコ", 2)];
  const ctx = { accountId: hotel.accountId, userId: null, ip: null, today, now: TEST_NOW };
  const merged = await within(t.app, [hotel.accountId], (tx) => mergeIds(tx, ctx, one, two));
  expect(await shown(one)).toEqual(["ゴールド", "auto", "2027-11-20"]);
  await within(t.app, [hotel.accountId], (tx) => undoMerge(tx, ctx, merged));
  expect([await shown(one), await shown(two)]).toEqual([
    ["一般", "auto", null],
    ["一般", "auto", null],
  ]);
  await give(two, "プラチナ", "2027-01-31");
  const again = await within(t.app, [hotel.accountId], (tx) => mergeIds(tx, ctx, one, two));
  expect(await shown(one)).toEqual(["プラチナ", "manual", "2027-01-31"]);
  await within(t.app, [hotel.accountId], (tx) => undoMerge(tx, ctx, again));
  expect([(await shown(one))[0], (await shown(two))[0]]).toEqual(["一般", "プラチナ"]);
});

test("only today's last act is undone; undoing the first gift leaves none", async () => {
  const id = await guest("すぐ戻す方", 0);
  expect((await ask("POST", `/customers/${id}/rank/undo`, { version: 0 })).status).toBe(400);
  const { version } = await give(id, "ゴールド", null);
  expect(await ask("POST", `/customers/${id}/rank/undo`, { version })).toMatchObject({
    given: null,
    held: { name: "一般" },
  });
  const again = await ask("GET", `/customers/${id}/rank`);
  await t.past.asSystem((tx) =>
    sql`update customer_rank_histories set changed_on = changed_on - 1 where customer_id = ${id}`.execute(tx.db),
  );
  expect((await ask("GET", `/customers/${id}/rank`)).undoable).toBe(false);
  expect((await ask("POST", `/customers/${id}/rank/undo`, { version: again.version })).message).toMatch(
    /今日の最後の操作/,
  );
});

test("bad input names its field; who only reads, and who works elsewhere, give none; a retired tier or guest neither", async () => {
  const id = await guest("試される方", 0);
  const other = await makeAccount(t.app, { name: "よその宿" });
  const stranger = await t.as(await makeUser(t.app, other, "role_admin", ["*"]));
  const reader = await t.as(await makeUser(t.app, hotel, "role_user", ["customers/read", "ranks/all"]));
  const editor = await t.as(await makeUser(t.app, hotel, "role_user", ["customers/edit", "customers/read"]));
  const body = { version: 0, rank_detail_id: tiers.ゴールド, expiration_date: null, remarks: "x" };
  const fields = async (more: object) => {
    const { status, fields: wrong } = await ask("POST", `/customers/${id}/rank`, { ...body, ...more });
    return [status, Object.keys(wrong ?? {})];
  };
  expect(await fields({ rank_detail_id: 999_999 })).toEqual([400, ["rank_detail_id"]]);
  expect(await fields({ remarks: " " })).toEqual([400, ["remarks"]]);
  for (const wrong of ["2026-11-19", "2036-11-21", "2027-02-30", "x"])
    expect(await fields({ expiration_date: wrong }), wrong).toEqual([400, ["expiration_date"]]);
  expect((await ask("POST", `/customers/${id}/rank`, body, reader)).status).toBe(403);
  expect((await ask("GET", `/customers/${id}/rank`, undefined, reader)).page_actions).toEqual(["read"]);
  expect((await ask("POST", `/customers/${id}/rank`, body, stranger)).status).toBe(404);
  expect((await ask("POST", `/customers/${id}/rank`, { ...body, expiration_date: "2026-11-20" }, editor)).status).toBe(
    200,
  );
  // What staff gave is not taken out of the definition.
  const [rank] = (await ask("GET", "/ranks")).items;
  const details = rank.details
    .filter((one: { name: string }) => one.name !== "ゴールド")
    .map(({ count: _c, manual_count: _m, ...one }: Record<string, unknown>) => one);
  const { definition, use_point_unit, active_month, base_month, base_date, version } = rank;
  const edit = { definition, use_point_unit, active_month, base_month, base_date, version, details };
  expect(Object.keys((await ask("PUT", `/ranks/${rank.id}`, edit)).fields)).toEqual(["details"]);
  const preview = await ask("POST", `/ranks/${rank.id}/preview`, {
    ...edit,
    details: rank.details.map(({ count: _c, manual_count: _m, ...one }: Record<string, unknown>) => one),
  });
  expect([preview.up, preview.down, preview.down_later], "the same definition moves nobody").toEqual([0, 0, 0]);
});
