import { addDays, calendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { makeCustomer, makeStay, within } from "../customers/customers.fixture.ts";
import { rankNight } from "./ranks.fixture.ts";
import { settleRanks } from "./settle-ranks.ts";

// Who held which rank at the ends of months. Today is 2026-11-20 in Tokyo.
const today = calendarDate("2026-11-20");
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const night = (day: string) => rankNight(t.app, day);

/** A hotel with guests of several kinds; every one like the other. */
async function hotel(name: string) {
  const { accountId, ...rest } = await makeAccount(t.app, { name });
  const staff = await t.as(await makeUser(t.app, { accountId, ...rest }, "role_admin", ["*"]));
  const ask = async (method: "GET" | "POST" | "PUT", url: string, payload?: object) =>
    (await staff({ method, url: `/api${url}`, ...(payload ? { payload } : {}) })).json();
  const tier = (label: string, total_stay: number, priority: number, id: number | null = null) => ({
    id,
    name: label,
    total_stay,
    priority,
  });
  const terms = { definition: "stay", use_point_unit: 1, active_month: 1, base_month: 2, base_date: 31 };
  const rank = await ask("POST", "/ranks", {
    ...terms,
    details: [tier("金", 4, 1), tier("銀", 2, 2), tier("一般", 0, 3)],
  });
  const ids = await within(t.app, [accountId], async (tx) => {
    const made: number[] = [];
    for (const [n, agos] of [[], [1], [1, 2], [50, 51], [10, 11, 12, 13], [40, 41, 42, 43]].entries()) {
      const id = await makeCustomer(tx, accountId, { name: `客${n}` });
      made.push(id);
      for (const ago of agos) {
        const checkOut = addDays(today, -ago);
        await makeStay(tx, accountId, id, {
          code: `${n}-${ago}`,
          checkIn: addDays(checkOut, -1),
          checkOut,
          usePrice: 1,
        });
      }
    }
    await sql`update customers set created_at = '2026-11-01' where account_id = ${accountId}`.execute(tx.db);
    await settleRanks(tx, { accountId, today }, made);
    return made;
  });
  // A definition that begins within, and a rank by hand that lasts beyond all of it.
  const [gold, silver, entry] = rank.details.map((one: { id: number }) => one.id);
  await ask("PUT", `/ranks/${rank.id}`, {
    ...terms,
    base_month: 3,
    version: 1,
    valid_from: "2026-12-15",
    details: [tier("金", 4, 1, gold), tier("銀", 1, 2, silver), tier("一般", 0, 3, entry)],
  });
  const given = { version: 0, rank_detail_id: gold, expiration_date: null, remarks: "役員様" };
  await ask("POST", `/customers/${ids[0]}/rank`, given);
  const months = async () => {
    const found = await ask("GET", `/ranks/${rank.id}/months`);
    const names = new Map(found.tiers.map((one: { id: number; name: string }) => [one.id, one.name]));
    return found.months.map((one: { month_end: string; counts: { rank_detail_id: number; count: number }[] }) => [
      one.month_end,
      Object.fromEntries(one.counts.map(({ rank_detail_id, count }) => [names.get(rank_detail_id), count])),
    ]);
  };
  return { accountId, staff, rank, months };
}

test("the night counts each month's last evening; who slept through three months makes up for them alike", async () => {
  const awake = await hotel("起きている宿");
  expect(await awake.months()).toEqual([]);
  await night("2026-11-30");
  expect(await awake.months(), "the month is not over").toEqual([]);
  for (const day of ["2026-12-01", "2026-12-20", "2027-01-01", "2027-01-20", "2027-02-01", "2027-03-01"])
    await night(day);
  const slept = await hotel("眠っていた宿");
  await night("2027-03-02");
  // Of the two who had gold from stays, the later ones count until February; the one stay of November is silver by the new definition.
  const expected = [
    ["2026-11-30", { 金: 3, 銀: 2, 一般: 1 }],
    ["2026-12-31", { 金: 3, 銀: 3, 一般: 0 }],
    ["2027-01-31", { 金: 3, 銀: 3, 一般: 0 }],
    ["2027-02-28", { 金: 2, 銀: 2, 一般: 2 }],
  ];
  expect(await slept.months()).toEqual(await awake.months());
  expect(await awake.months()).toEqual(expected);
  await night("2027-03-02");
  expect(await awake.months(), "asked again nothing changes").toEqual(expected);

  const file = await awake.staff({ method: "GET", url: `/api/ranks/${awake.rank.id}/months.csv` });
  expect(file.body.replace("\uFEFF", "").split("\r\n").slice(0, 2)).toEqual([
    "月末,金,銀,一般",
    "2026年11月30日,3,2,1",
  ]);
  const now = await awake.staff({ method: "GET", url: `/api/ranks/${awake.rank.id}/distribution.csv` });
  const { details } = (await awake.staff({ method: "GET", url: `/api/ranks/${awake.rank.id}` })).json();
  expect(now.body.replace("\uFEFF", "").trim().split("\r\n")).toEqual([
    "ランク,人数,うち手動で付けた人数",
    ...details.map((one: { name: string; count: number; manual_count: number }) =>
      [one.name, one.count, one.manual_count].join(),
    ),
    "ランクのないお客様,0,0",
  ]);
  const other = await t.as(await makeUser(t.app, await makeAccount(t.app, { name: "よそ" }), "role_admin", ["*"]));
  for (const url of [
    `/api/ranks/${awake.rank.id}/months`,
    `/api/ranks/${awake.rank.id}/months.csv`,
    `/api/ranks/${awake.rank.id}/distribution.csv`,
  ])
    expect((await other({ method: "GET", url })).statusCode).toBe(404);
});
