import { readFileSync } from "node:fs";
import { join } from "node:path";
import { addDays, calendarDate } from "@okaeri/domain/calendar-date";
import { SCORES, toRfmDetails } from "@okaeri/domain/rfms/score";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jobHandlers } from "../../main/job-handlers.ts";
import { makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { within } from "../customers/customers.fixture.ts";
import { feedKey, send } from "../feeds/feeds.fixture.ts";
import { createDefaultRfm } from "./create-default-rfm.ts";

const PUBLISHED = join(import.meta.dirname, "../../../../../packages/domain/src/rfms/fixtures/rfm_customers.json");
const { customers } = JSON.parse(readFileSync(PUBLISHED, "utf8")) as { customers: [number, number, number][] };
// Today is 2026-11-20 in Tokyo.
const TODAY = calendarDate("2026-11-20");

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

test("the published orders of the R package rfm come in by a feed and give its counts on the page", async () => {
  const hotel = await makeAccount(t.app, { name: "公表値" });
  const { accountId } = hotel;
  const staff = await t.as(await makeUser(t.app, hotel, "role_admin", ["*"]));
  const id = await within(t.app, [accountId], (tx) => createDefaultRfm(tx, accountId));
  const url = `/api/rfms/${id}`;
  const { groups, version } = (await staff({ method: "GET", url })).json();
  const saved = await staff({
    method: "PUT",
    url,
    headers: { origin: "http://localhost:3000" },
    payload: {
      version,
      frequency_aggregation_years: 10,
      monetary_aggregation_years: 10,
      details: toRfmDetails({
        recency: [115, 181, 297, 482],
        frequency: [4, 5, 6, 8],
        monetary: [256, 382, 506, 666],
      }),
      groups: groups.map(({ count: _count, ...group }: { count: number }) => group),
    },
  });
  expect(saved.statusCode).toBe(200);

  const key = await feedKey(t.app, { accountId, facilityId: accountId });
  const rows = customers.flatMap(([recency, frequency, monetary], guest) =>
    Array.from({ length: frequency }, (_, n) => ({
      reservation_code: `${guest}-${n}`,
      state: "stayed",
      check_in_date: addDays(TODAY, -recency - 1),
      check_out_date: addDays(TODAY, -recency),
      guest_name: `Guest ${guest}`,
      email: `guest${guest}@example.com`,
      use_price: n === 0 ? monetary : 0,
    })),
  );
  expect(rows.length).toBe(4_906);
  for (let at = 0; at < rows.length; at += 1_000) {
    const answer = await send(t, { key, payload: { rows: rows.slice(at, at + 1_000) } });
    expect(answer.statusCode).toBe(202);
  }
  await t.app.jobs.drain(jobHandlers(t.app));
  await within(t.app, [accountId], (tx) => t.app.jobs.add(tx, "score-all-rfms", {}));
  await t.app.jobs.drain(jobHandlers(t.app));

  type Cell = { recency_score: number; frequency_score: number; count: number };
  const page = (await staff({ method: "GET", url })).json() as { customers_scored: number; heatmap: Cell[] };
  expect(page.customers_scored).toBe(995);
  const along = (axis: "recency_score" | "frequency_score") =>
    SCORES.map((score) =>
      page.heatmap.filter((cell) => cell[axis] === score).reduce((sum, cell) => sum + cell.count, 0),
    );
  expect(along("recency_score")).toEqual([197, 201, 198, 199, 200]);
  expect(along("frequency_score")).toEqual([268, 187, 176, 244, 120]);
  const monetary = [];
  for (const score of SCORES)
    monetary.push((await staff({ method: "GET", url: `/api/customers?monetary_score=${score}` })).json().total);
  expect(monetary).toEqual([200, 200, 197, 203, 195]);
});
