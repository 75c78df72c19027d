import { addDays, calendarDate } from "@okaeri/domain/calendar-date";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jobHandlers } from "../../main/job-handlers.ts";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { makeCustomer, makeStay, within } from "../customers/customers.fixture.ts";
import { createDefaultRfm } from "./create-default-rfm.ts";
import { chosenOf } from "./rfms.fixture.ts";

// Accounts with hardly a guest, and settings that cannot be. Today is 2026-11-20 in Tokyo.
const today = calendarDate("2026-11-20");
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

// biome-ignore lint/suspicious/noExplicitAny: answers of several calls
type Answer = { status: number; body: any };
const ask = async (
  { staff }: Pick<House, "staff">,
  method: "GET" | "POST" | "PUT",
  url: string,
  payload?: object,
  language = "ja",
): Promise<Answer> => {
  const headers = { "x-okaeri-language": language };
  const answer = await staff({ method, url: `/api${url}`, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
};

let houses = 0;
type House = { hotel: Facility; staff: Caller; rfmId: number };
/** A hotel whose guests were there once, so many days ago each and for so much. */
async function house(stays: { ago: number; usePrice: number }[]): Promise<House> {
  const hotel = await makeAccount(t.app, { name: `宿 ${houses++}` });
  const rfmId = await within(t.app, [hotel.accountId], async (tx) => {
    for (const [n, { ago, usePrice }] of stays.entries()) {
      const guest = await makeCustomer(tx, hotel.accountId, { name: `客 ${n}` });
      const checkOut = addDays(today, -ago);
      await makeStay(tx, hotel.accountId, guest, { code: `S${n}`, checkIn: addDays(checkOut, -1), checkOut, usePrice });
    }
    return createDefaultRfm(tx, hotel.accountId);
  });
  const staff = await t.as(await makeUser(t.app, hotel, "role_admin", ["*"]));
  return { hotel, staff, rfmId };
}
const YEARS = { frequency_aggregation_years: 2, monetary_aggregation_years: 2 };
const editOf = ({ version, details, groups }: Answer["body"]) => ({
  version,
  details: chosenOf(details),
  ...YEARS,
  groups: groups.map(({ count: _count, ...group }: { count: number }) => group),
});
const sizes = (counts: { count: number }[]) => counts.map(({ count }) => count);
const alike = (guests: number) => Array.from({ length: guests }, () => ({ ago: 30, usePrice: 20_000 }));

describe("an account with hardly a guest", () => {
  test.each([
    ["no guest at all", [], 0],
    ["three guests", [10, 200, 900].map((ago) => ({ ago, usePrice: ago * 100 })), 3],
    ["six guests who are all alike", alike(6), 6],
  ])(
    "%s: it is scored, tried out, saved, shown as map and movement, and every guest is counted once",
    async (_what, stays, guests) => {
      const hotel = await house(stays);
      const url = `/rfms/${hotel.rfmId}`;
      expect((await ask(hotel, "POST", `${url}/score`)).status).toBe(200);
      await t.app.jobs.drain(jobHandlers(t.app));
      const { body: rfm } = await ask(hotel, "GET", url);
      expect(rfm).toMatchObject({ customers_scored: guests, customers_without_stay: 0, scored_on: today });
      const all = (counts: { count: number }[]) => sizes(counts).reduce((sum, count) => sum + count, 0);
      expect([all(rfm.heatmap), all(rfm.groups), ...Object.values<never>(rfm.scores).map(all)]).toEqual(
        new Array(5).fill(guests),
      );
      const edit = editOf(rfm);
      const tried = await ask(hotel, "POST", `${url}/preview`, edit);
      expect([
        tried.status,
        ...["recency", "frequency", "monetary", "groups"].map((key) => all(tried.body[key])),
      ]).toEqual([200, guests, guests, guests, guests]);
      const movement = await ask(hotel, "GET", `${url}/movement`);
      expect([movement.status, all(movement.body.flows)]).toEqual([200, guests]);
      const before = await ask(hotel, "GET", `${url}/movement?from=2020-01-01&to=2020-02-01`);
      const expected = guests === 0 ? { status: 200 } : { status: 400, body: { fields: { from: expect.any(String) } } };
      expect(before).toMatchObject(expected);
      const saved = await ask(hotel, "PUT", url, edit);
      expect([saved.status, saved.body.customers_scored]).toEqual([200, guests]);
      for (const file of ["heatmap", "groups", "scores", "movement"])
        expect((await hotel.staff({ method: "GET", url: `/api${url}/${file}.csv` })).statusCode).toBe(200);
    },
  );

  test.each([
    ["no guest at all", 0],
    ["four guests", 4],
  ])("%s: no thresholds can be suggested, and why is said in both languages", async (_what, guests) => {
    const hotel = await house(alike(guests));
    const suggest = (language: string) => ask(hotel, "POST", `/rfms/${hotel.rfmId}/suggest`, YEARS, language);
    expect(await suggest("ja")).toMatchObject({
      status: 400,
      body: { message: "しきい値を提案するには、宿泊実績のある顧客が5人以上必要です" },
    });
    expect(await suggest("en")).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/at least five customers/) },
    });
  });

  test("all guests alike: the suggestion can be saved as it is, leaves them together and names the tie", async () => {
    const hotel = await house(alike(6));
    const url = `/rfms/${hotel.rfmId}`;
    const suggested = await ask(hotel, "POST", `${url}/suggest`, YEARS);
    const tie = (value: number) => ({ value, customers: 6 });
    expect(suggested).toMatchObject({
      status: 200,
      body: { ties: { recency: tie(30), frequency: tie(1), monetary: tie(20_000) } },
    });
    const edit = { ...editOf((await ask(hotel, "GET", url)).body), details: suggested.body.details };
    const saved = await ask(hotel, "PUT", url, edit);
    expect([
      saved.status,
      ...Object.values<{ count: number }[]>(saved.body.scores).map((one) => Math.max(...sizes(one))),
    ]).toEqual([200, 6, 6, 6]);
  });
});

test("guests from before the window, however many, take no score away from those within it: new guests stay a group", async () => {
  const gone = Array.from({ length: 60 }, (_, n) => ({ ago: 1_000 + n, usePrice: 10_000 }));
  const once = Array.from({ length: 40 }, (_, n) => ({ ago: 10 + n, usePrice: 20_000 + n }));
  const hotel = await house([...gone, ...once]);
  const url = `/rfms/${hotel.rfmId}`;
  const { body } = await ask(hotel, "POST", `${url}/suggest`, YEARS);
  const edit = { ...editOf((await ask(hotel, "GET", url)).body), details: body.details };
  const { body: counts } = await ask(hotel, "POST", `${url}/preview`, edit);
  const scores = (axis: string) => counts[axis].map(({ count }: { count: number }) => count);
  const named = edit.groups.findIndex(({ name }: { name: string }) => name === "新規");
  const fresh = counts.groups.find(({ index }: { index: number | null }) => index === named);
  expect([scores("frequency"), scores("monetary"), fresh.count, body.ties.frequency]).toEqual([
    [100, 0, 0, 0, 0],
    [68, 8, 8, 8, 8],
    expect.any(Number),
    { value: 1, customers: 40 },
  ]);
  expect(fresh.count).toBeGreaterThan(0);
});

describe("settings that cannot be are refused with their field, in Japanese and English, and nothing is changed", () => {
  let hotel: House;
  // biome-ignore lint/suspicious/noExplicitAny: an answer
  let edit: any;
  beforeAll(async () => {
    hotel = await house([{ ago: 10, usePrice: 100 }]);
    edit = editOf((await ask(hotel, "GET", `/rfms/${hotel.rfmId}`)).body);
  });
  // Rows are by score, the lowest first.
  const row = (score: number, change: object) => ({
    details: edit.details.map((one: { score: number }) => (one.score === score ? { ...one, ...change } : one)),
  });
  const group = (change: object) => [
    { id: null, name: "甲", recency_score: 5, frequency_score: null, monetary_score: null, priority: 1 },
    { id: null, name: "乙", recency_score: 4, frequency_score: null, monetary_score: null, priority: 2, ...change },
  ];
  const cases: [string, () => object, string, RegExp, RegExp][] = [
    [
      "two scores that overlap: the same days twice",
      () => row(3, { recency: edit.details.find((one: { score: number }) => one.score === 4).recency }),
      "details.2.recency",
      /ひとつ前のしきい値より大きく/,
      /greater than the threshold before/,
    ],
    [
      "reversed: F4 asks for less than F3",
      () => row(4, { frequency: 1 }),
      "details.3.frequency",
      /ひとつ前のしきい値より大きく/,
      /greater than the threshold before/,
    ],
    [
      "reversed: M5 asks for less than M4",
      () => row(5, { monetary: 1 }),
      "details.4.monetary",
      /ひとつ前のしきい値より大きく/,
      /greater than the threshold before/,
    ],
    [
      "M3 asks for more than there is",
      () => row(3, { monetary: 1_000_000_000_001 }),
      "details.2.monetary",
      /1,000,000,000,000以下/,
      /1,000,000,000,000 or less/,
    ],
    ["a score is missing", () => ({ details: edit.details.slice(1) }), "details", /5/, /5/],
    [
      "a score is there twice and another is missing",
      () => row(2, { score: 3 }),
      "details",
      /スコア1から5まで/,
      /scores 1 to 5/i,
    ],
    ["a threshold is missing", () => row(3, { recency: null }), "details.2.recency", /./, /[a-z]/i],
    ["a threshold below zero", () => row(3, { monetary: -1 }), "details.2.monetary", /0以上/, /0 or more/],
    [
      "a place of a score",
      () => row(3, { priority: 1 }),
      "details.2.priority",
      /変更できません|使えません|受け付け/,
      /[a-z]/i,
    ],
    ["half a stay", () => row(3, { frequency: 1.5 }), "details.2.frequency", /./, /[a-z]/i],
    [
      "two groups of the same combination",
      () => ({ groups: group({ recency_score: 5 }) }),
      "groups.1.recency_score",
      /同じスコアの組み合わせが「甲」/,
      /“甲” asks for the same scores/,
    ],
    ["two groups in the same place", () => ({ groups: group({ priority: 1 }) }), "groups.1.priority", /重複/, /twice/],
    ["a group without a name", () => ({ groups: group({ name: " " }) }), "groups.1.name", /入力/, /[a-z]/i],
    [
      "a group of score 6",
      () => ({ groups: group({ monetary_score: 6 }) }),
      "groups.1.monetary_score",
      /5以下/,
      /5 or less/,
    ],
    ["no year at all", () => ({ frequency_aggregation_years: 0 }), "frequency_aggregation_years", /1以上/, /1 or more/],
  ];
  test.each(cases)("%s", async (_what, change, field, ja, en) => {
    const url = `/rfms/${hotel.rfmId}`;
    for (const [language, words] of [
      ["ja", ja],
      ["en", en],
    ] as const)
      for (const [method, to] of [
        ["PUT", url],
        ["POST", `${url}/preview`],
      ] as const) {
        const { status, body } = await ask(hotel, method, to, { ...edit, ...change() }, language);
        expect([status, body.fields], `${method} ${language}`).toEqual([
          400,
          { [field]: expect.stringMatching(words) },
        ]);
        if (language === "en") expect(JSON.stringify(body)).not.toMatch(/[ぁ-ん]/);
      }
    expect(editOf((await ask(hotel, "GET", url)).body)).toEqual(edit);
  });

  test("movement from a later day to an earlier one, and on a day that is none", async () => {
    const movement = (days: string, language: string) =>
      ask(hotel, "GET", `/rfms/${hotel.rfmId}/movement?${days}`, undefined, language);
    for (const language of ["ja", "en"]) {
      const reversed = await movement("from=2026-11-20&to=2026-11-19", language);
      expect([reversed.status, Object.keys(reversed.body.fields)]).toEqual([
        400,
        [expect.stringMatching(/^(from|to)$/)],
      ]);
      const none = await movement("from=2026-02-30&to=2026-11-19", language);
      expect([none.status, Object.keys(none.body.fields)]).toEqual([400, ["from"]]);
    }
  });
});
