import { calendarDate } from "@okaeri/domain/calendar-date";
import { DEFAULT_THRESHOLDS } from "@okaeri/domain/rfms/groups";
import { toRfmDetails } from "@okaeri/domain/rfms/score";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { makeCustomer, makeStay, within } from "../customers/customers.fixture.ts";
import { createDefaultRfm } from "./create-default-rfm.ts";
import { chosenOf } from "./rfms.fixture.ts";
import { scoreRfm } from "./score-rfm.ts";

// Today is 2026-11-20 in Tokyo.
let t: TestApp;
let hotel: Facility;
let annex: Facility;
let staff: Caller;
let rfmId = 0;
let foreignId = 0;

beforeEach(async () => {
  t = await testApp();
  hotel = await makeAccount(t.app, { name: "本館", option: "crm_option_parent" });
  annex = await makeAccount(t.app, { name: "別館", above: hotel, option: null });
  const other = await makeAccount(t.app, { name: "他社" });
  staff = await t.as(await makeUser(t.app, hotel, "role_admin", ["*"]));
  const account = hotel.accountId;
  await within(t.app, [account, annex.accountId], async (tx) => {
    const stays = [
      ["2026-11-01", 400_000],
      ["2026-10-30", 10_000],
      ["2026-01-15", 50_000],
      ["2024-01-01", 90_000],
    ] as const;
    for (const [at, [checkOut, usePrice]] of stays.entries()) {
      const customer = await makeCustomer(tx, account, { name: `客 ${at}` });
      await makeStay(tx, account, customer, {
        code: `R${at}`,
        facilityId: at === 0 ? annex.accountId : account,
        checkIn: checkOut,
        checkOut,
        usePrice,
      });
    }
    await makeCustomer(tx, account, { name: "未泊" });
    rfmId = await createDefaultRfm(tx, account);
    for (const day of ["2026-11-10", "2026-11-20"])
      await scoreRfm(tx, account, rfmId, { today: calendarDate(day), now: new Date(`${day}T03:00:00Z`) });
  });
  foreignId = await within(t.app, [other.accountId], (tx) => createDefaultRfm(tx, other.accountId));
});
afterEach(() => t.close());

type Rfm = {
  id: number;
  version: number;
  details: { score: number; recency: number; frequency: number; monetary: number; priority: number }[];
  groups: {
    id: number | null;
    name: string;
    recency_score: number | null;
    frequency_score: number | null;
    monetary_score: number | null;
    priority: number;
    count?: number;
  }[];
  heatmap: {
    recency_score: number;
    frequency_score: number;
    count: number;
    monetary_score: number | null;
    use_price: number;
  }[];
  page_actions: string[];
};
const read = async (caller = staff) => (await caller({ method: "GET", url: `/api/rfms/${rfmId}` })).json() as Rfm;
const editOf = (rfm: Rfm) => ({
  version: rfm.version,
  frequency_aggregation_years: 2,
  monetary_aggregation_years: 2,
  details: chosenOf(rfm.details),
  groups: rfm.groups.map(({ count: _count, ...group }) => group),
});

describe("list and detail", () => {
  it("show the heat map, the groups' sizes and who never stayed", async () => {
    const { items, total } = (await staff({ method: "GET", url: "/api/rfms" })).json();
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({
      id: rfmId,
      account_id: hotel.accountId,
      account_name: "本館",
      group_id: null,
      scored_on: "2026-11-20",
      customers_scored: 4,
      customers_without_stay: 1,
      details: toRfmDetails(DEFAULT_THRESHOLDS).map((row, at) => ({ ...row, priority: 5 - at })),
      page_actions: ["read", "create", "edit", "delete"],
    });
    const { heatmap, groups } = await read();
    expect(heatmap).toHaveLength(25);
    expect(heatmap.filter((cell) => cell.count > 0)).toEqual([
      { recency_score: 1, frequency_score: 1, count: 1, monetary_score: 1, use_price: 0 },
      { recency_score: 3, frequency_score: 1, count: 1, monetary_score: 2, use_price: 50_000 },
      { recency_score: 5, frequency_score: 1, count: 2, monetary_score: 3, use_price: 410_000 },
    ]);
    expect(groups.filter((group) => group.count).map((group) => [group.name, group.count])).toEqual([
      ["高単価", 1],
      ["新規", 1],
      ["離反注意", 1],
      ["離反", 1],
    ]);
  });

  it("a customer's page shows the scores as of today and the day since which they stand", async () => {
    const found = (await staff({ method: "GET", url: "/api/customers?q=%E5%AE%A2%200" })).json();
    const detail = (await staff({ method: "GET", url: `/api/customers/${found.items[0].id}` })).json();
    expect(detail.rfm).toEqual({
      recency_days: 19,
      frequency_count: 1,
      monetary_total: 400_000,
      recency_score: 5,
      frequency_score: 1,
      monetary_score: 5,
      scored_on: "2026-11-20",
      held_since: "2026-11-10",
    });
  });

  it("a facility's user sees the facility's customers and may not edit the programme's definition", async () => {
    const clerk = await t.as(await makeUser(t.app, annex, "role_user", ["rfms/all"]));
    const rfm = await read(clerk);
    expect(rfm.heatmap.reduce((sum, cell) => sum + cell.count, 0)).toBe(1);
    expect(rfm.page_actions).toEqual(["read"]);
    const answer = await clerk({
      method: "PUT",
      url: `/api/rfms/${rfmId}`,
      payload: editOf(rfm),
      headers: { origin: "http://localhost:3000" },
    });
    expect(answer.statusCode).toBe(403);
  });
});

const write = (caller: Caller, method: "PUT" | "POST", url: string, payload: object) =>
  caller({ method, url, payload, headers: { origin: "http://localhost:3000", host: "localhost:3000" } });

describe("edit", () => {
  it("previews the counts without saving", async () => {
    const edit = editOf(await read());
    const details = edit.details.map((detail) => (detail.score === 4 ? { ...detail, recency: 20 } : detail));
    const answer = await write(staff, "POST", `/api/rfms/${rfmId}/preview`, {
      ...edit,
      details,
      groups: edit.groups.slice(0, 6),
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      {
        recency: [
          { score: 1, count: 1 },
          { score: 2, count: 0 },
          { score: 3, count: 1 },
          { score: 4, count: 1 },
          { score: 5, count: 1 },
        ],
        groups: [{}, {}, {}, {}, {}, { index: 5, count: 1 }, { index: null, count: 3 }],
      },
    ]);
    expect(chosenOf((await read()).details)).toEqual(edit.details);
  });

  it("suggests thresholds only from enough data", async () => {
    const answer = await write(staff, "POST", `/api/rfms/${rfmId}/suggest`, {
      frequency_aggregation_years: 2,
      monetary_aggregation_years: 2,
    });
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      "しきい値を提案するには、宿泊実績のある顧客が5人以上必要です",
    ]);
  });

  it("names every field at fault", async () => {
    const edit = editOf(await read());
    const details = edit.details.map((detail) =>
      detail.score === 3 ? { ...detail, recency: 10, frequency: 2 } : detail,
    );
    const groups = edit.groups.map((group, at) =>
      at === 1
        ? { ...group, name: " " }
        : at === 2
          ? { ...group, priority: 1 }
          : at === 3
            ? { ...group, id: 999_999 }
            : group,
    );
    const thresholds = await write(staff, "PUT", `/api/rfms/${rfmId}`, { ...edit, details });
    expect([thresholds.statusCode, thresholds.json().fields]).toEqual([
      400,
      {
        "details.2.recency": "ひとつ前のしきい値より大きくしてください",
        "details.2.frequency": "ひとつ前のしきい値より大きくしてください",
      },
    ]);
    const named = await write(staff, "PUT", `/api/rfms/${rfmId}`, { ...edit, groups });
    expect([named.statusCode, Object.keys(named.json().fields).sort()]).toEqual([
      400,
      ["groups.1.name", "groups.2.priority", "groups.3.id"],
    ]);
    const painted = edit.groups.map((group, at) => ({ ...group, name: at < 2 ? "いちばん" : group.name }));
    const same = painted.map((group, at) => (at === 5 ? { ...group, ...scoresOf(painted[0]) } : group));
    const repeated = await write(staff, "PUT", `/api/rfms/${rfmId}`, { ...edit, groups: same });
    expect([repeated.statusCode, repeated.json().fields]).toEqual([
      400,
      { "groups.5.recency_score": "同じスコアの組み合わせが「いちばん」にあります。どちらかを変えてください" },
    ]);
    const twice = await write(staff, "PUT", `/api/rfms/${rfmId}`, {
      ...edit,
      details: edit.details.map((detail) => ({ ...detail, score: 1 })),
    });
    expect(twice.json().fields).toEqual({ details: "スコア1から5までが必要です" });
    const years = await write(staff, "PUT", `/api/rfms/${rfmId}`, { ...edit, frequency_aggregation_years: 21 });
    expect(Object.keys(years.json().fields)).toEqual(["frequency_aggregation_years"]);
  });

  it("saves, scores anew at once, raises the version and writes the audit line; a stale version is 412", async () => {
    const before = await read();
    const edit = editOf(before);
    const details = edit.details.map((detail) => (detail.score === 4 ? { ...detail, recency: 20 } : detail));
    const groups = [
      {
        id: edit.groups[0]?.id ?? null,
        name: "いちばん",
        recency_score: 4,
        frequency_score: null,
        monetary_score: null,
        priority: 1,
      },
      { id: null, name: "新しい群", recency_score: 5, frequency_score: null, monetary_score: null, priority: 2 },
    ];
    const answer = await write(staff, "PUT", `/api/rfms/${rfmId}`, { ...edit, details, groups });
    expect(answer.statusCode).toBe(200);
    const after = answer.json() as Rfm;
    expect(after.version).toBe(before.version + 1);
    expect(after.groups.map((group) => [group.name, group.count])).toEqual([
      ["いちばん", 1],
      ["新しい群", 1],
    ]);
    expect(after.groups[0]?.id).toBe(edit.groups[0]?.id);
    const stale = await write(staff, "PUT", `/api/rfms/${rfmId}`, { ...edit, details, groups });
    expect(stale.statusCode).toBe(412);
    const lines = await within(t.app, [hotel.accountId], (tx) =>
      sql<{ entity_id: number }>`select entity_id from audit_logs where action = 'update' and entity = 'rfms'`.execute(
        tx.db,
      ),
    );
    expect(lines.rows).toEqual([{ entity_id: rfmId }]);
  });
});

const scoresOf = (group: Rfm["groups"][number] | undefined) => ({
  recency_score: group?.recency_score ?? null,
  frequency_score: group?.frequency_score ?? null,
  monetary_score: group?.monetary_score ?? null,
});

it("rows of one name are one group: its guests are in the first row, and the list offers it once", async () => {
  const edit = editOf(await read());
  const row = (name: string, recency_score: number | null, priority: number) => ({
    id: priority === 1 ? (edit.groups[0]?.id ?? null) : null,
    name,
    recency_score,
    frequency_score: null,
    monetary_score: null,
    priority,
  });
  const groups = [row("最近と昔", 5, 1), row("ほか", 3, 2), row("最近と昔", 1, 3), row("最近と昔", 4, 4)];
  const saved = (await write(staff, "PUT", `/api/rfms/${rfmId}`, { ...edit, groups })).json() as Rfm;
  expect(saved.groups.map((group) => [group.name, group.count])).toEqual([
    ["最近と昔", 3],
    ["ほか", 1],
    ["最近と昔", 0],
    ["最近と昔", 0],
  ]);
  expect(saved.groups[0]?.id).toBe(edit.groups[0]?.id);
  const { rfm_groups } = (await staff({ method: "GET", url: "/api/customers/filters" })).json();
  expect(rfm_groups.map((group: { name: string; count: number }) => [group.name, group.count])).toEqual([
    ["最近と昔", 3],
    ["ほか", 1],
  ]);
});

describe("who may call", () => {
  const calls = [
    ["GET", "/api/rfms"],
    ["GET", "/api/rfms/ID"],
    ["POST", "/api/rfms/ID/preview"],
    ["POST", "/api/rfms/ID/suggest"],
    ["PUT", "/api/rfms/ID"],
  ] as const;
  const send = async (caller: Caller, method: "GET" | "POST" | "PUT", url: string, rfm: number) =>
    method === "GET"
      ? caller({ method, url: url.replace("ID", String(rfm)) })
      : write(caller, method, url.replace("ID", String(rfm)), editOf(await read()));

  test.each(calls)("%s %s: signed out 401, without the action 403, foreign as missing 404", async (method, url) => {
    expect((await send(t.anonymous, method, url, rfmId)).statusCode).toBe(401);
    const lacking = await t.as(await makeUser(t.app, hotel, "role_user", ["customers/read"]));
    expect((await send(lacking, method, url, rfmId)).statusCode).toBe(403);
    if (url.includes("ID")) {
      const [foreign, missing] = [await send(staff, method, url, foreignId), await send(staff, method, url, 999_999)];
      expect([foreign.statusCode, foreign.body]).toEqual([404, missing.body]);
    }
  });

  // quality Z07
  test("provider staff read and never edit, whatever they hold", async () => {
    const provider = await makeAccount(t.app, { name: "提供会社", provider: true, option: null });
    const admin = await t.as(await makeUser(t.app, provider, "role_vc_admin", ["*"]));
    const there = `?account_id=${hotel.accountId}`;
    expect((await admin({ method: "GET", url: `/api/rfms/${rfmId}${there}` })).statusCode).toBe(200);
    expect((await admin({ method: "GET", url: `/api/rfms/${rfmId}${there}` })).json().page_actions).toEqual(["read"]);
    for (const [method, url] of calls.slice(2))
      expect((await send(admin, method, `${url}${there}`, rfmId)).statusCode).toBe(403);
  });
});
