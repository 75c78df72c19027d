import { addDays, calendarDate } from "@okaeri/domain/calendar-date";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jobHandlers } from "../../main/job-handlers.ts";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { makeCustomer, makeStay, within } from "../customers/customers.fixture.ts";

// Accounts with hardly a guest, and definitions that cannot be. Today is 2026-11-20 in Tokyo.
const today = calendarDate("2026-11-20");
let t: TestApp;
let houses = 0;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

// biome-ignore lint/suspicious/noExplicitAny: answers of several calls
type Answer = { status: number; body: any };
const ask = async (
  staff: Caller,
  method: "GET" | "POST" | "PUT" | "DELETE",
  url: string,
  payload?: object,
  language = "ja",
): Promise<Answer> => {
  const headers = { "x-okaeri-language": language };
  const answer = await staff({ method, url: `/api/ranks${url}`, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
};

/** The administrator of a hotel whose guests came so many times each. */
async function house(guests: readonly number[]): Promise<Caller> {
  const hotel = await makeAccount(t.app, { name: `宿 ${houses++}` });
  await within(t.app, [hotel.accountId], async (tx) => {
    for (const [n, times] of guests.entries()) {
      const guest = await makeCustomer(tx, hotel.accountId, { name: `客 ${n}` });
      for (let stay = 0; stay < times; stay++) {
        const checkOut = addDays(today, -10 * stay - 1);
        const about = { code: `S${n}-${stay}`, checkIn: addDays(checkOut, -1), checkOut, usePrice: 20_000 };
        await makeStay(tx, hotel.accountId, guest, about);
      }
    }
  });
  return t.as(await makeUser(t.app, hotel, "role_admin", ["*"]));
}

const terms = { definition: "stay", use_point_unit: 100, active_month: 12, base_month: 24, base_date: 31 };
const tier = (name: string, total_stay: number | null, priority: number, more: object = {}) => ({
  name,
  total_stay,
  priority,
  min_use_point: 100,
  max_use_point: 5_000,
  ...more,
});
const details = [tier("金", 4, 1), tier("銀", 2, 2), tier("一般", 0, 3)];

describe("an account with hardly a guest", () => {
  test.each([
    ["no guest at all", [], { 金: 0, 銀: 0, 一般: 0 }],
    ["three guests", [0, 2, 5], { 金: 1, 銀: 1, 一般: 1 }],
    ["sixty guests who are all alike", new Array<number>(60).fill(2), { 金: 0, 銀: 60, 一般: 0 }],
  ])(
    "%s: ranks are proposed, tried out, made, evaluated and changed, and every guest is counted once",
    async (_what, guests, held) => {
      const staff = await house(guests);
      const all = guests.length;
      const suggested = await ask(staff, "POST", "/suggest", { definition: "stay", base_month: 24 });
      expect(suggested).toMatchObject({ status: 200, body: { customers: all, own: all >= 50 } });
      const proposed = suggested.body.tiers.map(
        (one: { threshold: number; priority: number; max_use_point: number }) => ({
          name: `第${one.priority}`,
          total_stay: one.threshold,
          priority: one.priority,
          max_use_point: one.max_use_point,
        }),
      );
      expect((await ask(staff, "POST", "/preview", { ...terms, details: proposed })).status).toBe(200);
      const tried = await ask(staff, "POST", "/preview", { ...terms, details });
      expect(tried).toMatchObject({ status: 200, body: { customers: all, up: all, down: 0, down_later: 0 } });
      const made = await ask(staff, "POST", "", { ...terms, details });
      const counts = ({ body }: Answer) =>
        Object.fromEntries(body.details.map(({ name, count }: { name: string; count: number }) => [name, count]));
      expect([made.status, counts(made), made.body.customers_without_rank]).toEqual([200, held, 0]);
      const url = `/${made.body.id}`;
      expect((await ask(staff, "POST", `${url}/evaluate`)).status).toBe(200);
      await t.app.jobs.drain(jobHandlers(t.app));
      expect(counts(await ask(staff, "GET", url))).toEqual(held);
      // Five stays in place of four: whoever has them keeps the rank.
      const harder = {
        ...terms,
        details: made.body.details.map((one: { name: string; id: number; priority: number }) =>
          tier(one.name, { 金: 5, 銀: 2, 一般: 0 }[one.name] ?? null, one.priority, { id: one.id }),
        ),
      };
      const dry = await ask(staff, "POST", `${url}/preview`, harder);
      expect([dry.status, dry.body.customers, dry.body.up, dry.body.down, dry.body.down_later]).toEqual([
        200,
        all,
        0,
        0,
        0,
      ]);
      const changed = await ask(staff, "PUT", url, { ...harder, version: 1 });
      expect([changed.status, counts(changed)]).toEqual([200, held]);
      expect(await ask(staff, "GET", `${url}/months`)).toMatchObject({ status: 200, body: { months: [] } });
      expect((await staff({ method: "GET", url: `/api/ranks${url}/months.csv` })).statusCode).toBe(200);
    },
  );
});

describe("definitions that cannot be are refused with their field, in Japanese and English, and nothing is changed", () => {
  let staff: Caller;
  let made: Answer["body"];
  beforeAll(async () => {
    staff = await house([5, 1]);
    made = (await ask(staff, "POST", "", { ...terms, details })).body;
  });
  const [gold, silver] = [tier("金", 4, 1), tier("銀", 2, 2)];
  const cases: [string, object[], string, RegExp, RegExp, object?][] = [
    [
      "two ranks that overlap: both from four stays",
      [gold, { ...silver, total_stay: 4 }],
      "details.0.total_stay",
      /条件が同じ/,
      /asks for the same/,
    ],
    [
      "reversed: gold asks for less than silver",
      [{ ...gold, total_stay: 1 }, silver],
      "details.0.total_stay",
      /やさしく/,
      /asks for less/,
    ],
    ["a threshold is missing", [gold, { ...silver, total_stay: null }], "details.1.total_stay", /入力/, /enter/i],
    [
      "decided by spend, and thresholds of stays alone",
      [gold],
      "details.0.total_use_price",
      /入力/,
      /enter/i,
      { definition: "use_price" },
    ],
    ["a threshold below zero", [{ ...gold, total_stay: -1 }], "details.0.total_stay", /0以上/, /0 or more/],
    ["half a stay", [{ ...gold, total_stay: 1.5 }], "details.0.total_stay", /./, /[a-z]/i],
    [
      "the least use is more than the most",
      [{ ...gold, min_use_point: 600, max_use_point: 500 }],
      "details.0.max_use_point",
      /下限以上/,
      /[a-z]/i,
    ],
    [
      "a gap between the limits in which no multiple of the unit lies",
      [{ ...gold, min_use_point: 110, max_use_point: 190 }],
      "details.0.max_use_point",
      /利用の単位/,
      /No multiple of the unit/,
    ],
    ["two ranks in the same place", [gold, { ...silver, priority: 1 }], "details.1.priority", /重複/, /twice/],
    ["two ranks of one name", [gold, { ...silver, name: "金" }], "details.1.name", /重複/, /twice/],
    ["no rank at all", [], "details", /1件以上/, /[a-z]/i],
    ["a day that no month has", [gold], "base_date", /31以下/, /31 or less/, { base_date: 32 }],
    ["from yesterday on", [gold], "valid_from", /今日以降/, /[a-z]/i, { valid_from: "2026-11-19" }],
  ];
  test.each(cases)("%s", async (_what, tiers, field, ja, en, more = {}) => {
    for (const [language, words] of [
      ["ja", ja],
      ["en", en],
    ] as const) {
      const edit = { ...terms, details: tiers, ...more };
      for (const [method, url, payload] of [
        ["PUT", `/${made.id}`, { ...edit, version: made.version }],
        ["POST", `/${made.id}/preview`, edit],
      ] as const) {
        const { status, body } = await ask(staff, method, url, payload, language);
        expect([status, body.fields], `${method} ${language}`).toEqual([
          400,
          { [field]: expect.stringMatching(words) },
        ]);
        if (language === "en") expect(JSON.stringify(body)).not.toMatch(/[ぁ-ん]/);
      }
    }
    expect((await ask(staff, "GET", `/${made.id}`)).body).toEqual(made);
  });

  test("ranks that guests hold are not deleted before it is said that they lose them", async () => {
    const remove = (language: string) => ask(staff, "DELETE", `/${made.id}`, { version: made.version }, language);
    expect(await remove("ja")).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^2人のお客様/) } });
    expect(await remove("en")).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^2 guests/) } });
    expect((await ask(staff, "GET", `/${made.id}`)).body).toEqual(made);
  });
});
