import { calendarDate } from "@okaeri/domain/calendar-date";
import { afterAll, expect, test } from "vitest";
import { makeAccount, makeUser, testApp } from "../../test/app.ts";
import { ZONES } from "../../test/database.ts";
import { makeCustomer, makeStay, within } from "../customers/customers.fixture.ts";
import { rankNight } from "./ranks.fixture.ts";
import { settleRanks } from "./settle-ranks.ts";

// Days of ranks at their edges: ends of months and years, 29 February, the 31st as base date. A day is a day in Asia/Tokyo wherever the
// database and the host stand.

const hostZone = process.env.TZ;
afterAll(() => {
  process.env.TZ = hostZone;
});

/** Two stays earn 銀 for two months, judged on the last day of each month over the month before. */
const TERMS = { definition: "stay", use_point_unit: 1, active_month: 2, base_month: 1, base_date: 31 };
const TIERS = [
  { name: "銀", total_stay: 2, priority: 1 },
  { name: "一般", total_stay: 0, priority: 2 },
];

/** Two stays that end on the day, the last second of a Tokyo day and the first of the next, and what is held in each. */
const EDGES = [
  // Judged again on 31 January: nothing counts any more, and two months after New Year's Eve end with the leap day.
  { on: "2027-12-31", last: "2028-02-29", first: "2028-03-01", until: "2028-02-29" },
  // Of any other year with the 28th.
  { on: "2028-12-31", last: "2029-02-28", first: "2029-03-01", until: "2029-02-28" },
  // Renewed on the leap day, the 31st of its month, because the stays of 31 January still count.
  { on: "2028-01-31", last: "2028-04-29", first: "2028-04-30", until: "2028-04-29" },
  // Renewed on the 31st, ends with the year.
  { on: "2027-10-30", last: "2027-12-31", first: "2028-01-01", until: "2027-12-31" },
] as const;

test.each(ZONES)(
  "ranks end with Tokyo's days at the ends of months and years, with host and database in %s",
  async (zone) => {
    process.env.TZ = zone;
    let now = new Date(0);
    const t = await testApp({ zone, clock: { now: () => now } });
    for (const { on, last, first, until } of EDGES) {
      now = new Date(`${on}T12:00:00+09:00`);
      const inn = await makeAccount(t.app, { name: `節目の宿 ${on}` });
      const user = await makeUser(t.app, inn, "role_admin", ["*"]);
      const ask = async (method: "GET" | "POST", url: string, payload?: object) =>
        (await (await t.as(user))({ method, url: `/api${url}`, ...(payload ? { payload } : {}) })).json();
      const tiers = (await ask("POST", "/ranks", { ...TERMS, details: TIERS })).details;
      const held = async (id: number) => {
        const rank = (await ask("GET", `/customers/${id}/rank`)).held;
        return [rank?.name, rank?.expiration_date];
      };
      const id = await within(t.app, [inn.accountId], async (tx) => {
        const guest = await makeCustomer(tx, inn.accountId, { name: on });
        for (const code of ["一", "二"])
          await makeStay(tx, inn.accountId, guest, { code: on + code, checkIn: on, checkOut: on, usePrice: 1 });
        await settleRanks(tx, { accountId: inn.accountId, today: calendarDate(on) }, [guest]);
        return guest;
      });
      const other = await within(t.app, [inn.accountId], (tx) =>
        makeCustomer(tx, inn.accountId, { name: `手動${on}` }),
      );
      const given = { version: 0, rank_detail_id: tiers[0].id, expiration_date: last, remarks: "節目" };
      expect((await ask("POST", `/customers/${other}/rank`, given)).held.expiration_date).toBe(last);
      await rankNight(t.app, last);
      now = new Date(`${last}T23:59:59+09:00`);
      const before = [await held(id), await held(other)];
      now = new Date(`${first}T00:00:01+09:00`);
      const after = [await held(id), await held(other)];
      await rankNight(t.app, first);
      expect({ on, before, after, judged: [await held(id), await held(other)] }).toEqual({
        on,
        before: [
          ["銀", until],
          ["銀", last],
        ],
        after: [
          ["一般", null],
          ["一般", null],
        ],
        judged: [
          ["一般", null],
          ["一般", null],
        ],
      });
      const lines = (await ask("GET", `/customers/${other}/rank`)).history;
      expect([lines[0].changed_on, lines[0].cause]).toEqual([first, "expiry"]);
    }
    await t.close();
  },
);
