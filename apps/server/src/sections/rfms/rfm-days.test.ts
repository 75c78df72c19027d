import { addDays, calendarDate } from "@okaeri/domain/calendar-date";
import { afterAll, expect, test } from "vitest";
import { makeAccount, makeUser, testApp } from "../../test/app.ts";
import { ZONES } from "../../test/database.ts";
import { makeCustomer, makeStay, within } from "../customers/customers.fixture.ts";
import { createDefaultRfm } from "./create-default-rfm.ts";
import { rfmJobs } from "./rfms.jobs.ts";

// Scores at the edges of days: ends of months and years, the leap day, the 31st. A day is a day in Asia/Tokyo wherever the database and
// the host stand, and what counts within two years begins with the same day two years ago.

const hostZone = process.env.TZ;
afterAll(() => {
  process.env.TZ = hostZone;
});

/** The day of scoring, the first check-out day of its two years, and whether the day before that one counted on the evening before. */
const EDGES = [
  // The leap day two years on is 28 February in other years.
  { on: "2028-02-29", first: "2026-02-28", still: 0 },
  // The day after: 1 March, so that 28 February falls out.
  { on: "2028-03-01", first: "2026-03-01", still: 1 },
  // From the other side: the leap day is before 1 March and after 28 February.
  { on: "2030-02-28", first: "2028-02-28", still: 1 },
  { on: "2030-03-01", first: "2028-03-01", still: 1 },
  { on: "2027-12-31", first: "2025-12-31", still: 1 },
  { on: "2028-01-01", first: "2026-01-01", still: 1 },
  { on: "2027-08-31", first: "2025-08-31", still: 1 },
  { on: "2027-05-01", first: "2025-05-01", still: 1 },
] as const;

test.each(ZONES)("scores change with Tokyo's days, with host and database in %s", async (zone) => {
  process.env.TZ = zone;
  let now = new Date(0);
  const t = await testApp({ zone, clock: { now: () => now } });
  for (const { on, first, still } of EDGES) {
    const inn = await makeAccount(t.app, { name: `節目の宿 ${on}` });
    const user = await makeUser(t.app, inn, "role_admin", ["*"]);
    const today = calendarDate(on);
    // One guest for each first and last day: of the window, and of R5 (90 days) and R4 (180).
    const last = [
      calendarDate(first),
      addDays(calendarDate(first), -1),
      ...[-89, -90, -179, -180].map((n) => addDays(today, n)),
    ];
    const rfmId = await within(t.app, [inn.accountId], async (tx) => {
      for (const [at, day] of last.entries())
        await makeStay(tx, inn.accountId, await makeCustomer(tx, inn.accountId, { name: `客${at}` }), {
          code: `S${at}`,
          checkIn: addDays(day, -1),
          checkOut: day,
          usePrice: 1_000,
        });
      return createDefaultRfm(tx, inn.accountId);
    });
    const scoredAt = async (moment: string) => {
      now = new Date(moment);
      const run = { signal: new AbortController().signal, attempt: 0 };
      await rfmJobs(t.app)["score-rfm"]({ account_id: inn.accountId, rfm_id: rfmId }, run);
      const rfm = (await (await t.as(user))({ method: "GET", url: `/api/rfms/${rfmId}` })).json();
      const { rows } = await t.past.pool.query<{ recency_score: number; frequency_count: number }>(
        "select recency_score, frequency_count from customer_rfms where account_id = $1 order by customer_id",
        [inn.accountId],
      );
      return {
        on: rfm.scored_on,
        counted: rows.map((row) => row.frequency_count),
        recency: rows.slice(2).map((row) => row.recency_score),
        shown: rfm.scores.recency.map(({ count }: { count: number }) => count),
      };
    };
    const before = addDays(today, -1);
    expect(await scoredAt(`${before}T23:59:59+09:00`)).toMatchObject({
      on: before,
      counted: [1, still, 1, 1, 1, 1],
      recency: [5, 5, 4, 4],
    });
    expect(await scoredAt(`${on}T00:00:01+09:00`)).toEqual({
      on,
      counted: [1, 0, 1, 1, 1, 1],
      recency: [5, 4, 4, 3],
      shown: [2, 0, 1, 2, 1],
    });
    expect(await scoredAt(`${on}T23:59:59+09:00`)).toMatchObject({ on, counted: [1, 0, 1, 1, 1, 1] });
  }
  await t.close();
});
