import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { all, couponAction, mailAction, makeGuests } from "../campaigns.fixture.ts";
import { openRuns, type RunsPipeline, running, scheduled, segment } from "./runs.fixture.ts";

// Forecasts of scheduled runs beside what the runs send, run by run.

let p: RunsPipeline;
beforeEach(async () => {
  p = await openRuns("2026-11-20 09:00");
});
afterEach(() => p.close());

const FIRST = { day_of_month: "1" };
const ONCE = { once_per: "days", once_days: 60 } as const;
const AWAY = all({ field: "last_stay_days", operator: "between", value: [365, 730] });
const runs = ["2026-12-01 10:00", "2027-01-01 10:00", "2027-02-01 10:00"];

/** Guests who have been away for a year on that day for the first time. */
async function guestsFrom(day: string, count: number, consent: "given" | null = "given") {
  const ids = await makeGuests(p.t.app, p.inn.accountId, { count, mail: `from${day}${consent}-`, consent });
  await p.query(sql`update customers set last_stay_on = (${day}::date - 365) where id = any(${ids}::bigint[])`);
}
type Forecast = { action_id: number; at: string; count: number };
async function forecast(id: number): Promise<number[][]> {
  const { schedule } = await p.call("GET", `/campaigns/${id}/expected`);
  const byRun = Map.groupBy(schedule as Forecast[], ({ at }) => at);
  return [...byRun.values()].slice(0, runs.length).map((of) => of.map(({ count }) => count));
}
/** By run, what each action sent. */
const sentBy = async (id: number) => {
  const rows = await p.query(sql<{ run: string; sent: number[] }>`select push.trigger_key as run,
      array_agg((select count(*)::int from push_action_targets target
        where target.push_action_id = push.id and target.outcome = 'sent') order by push.id) as sent
    from push_actions push where push.campaign_id = ${id} group by 1 order by 1`);
  return rows.map(({ sent }) => sent);
};

test("a guest counts in the run that reaches them, and not again within the limit; guests come in on their own day", async () => {
  await guestsFrom("2026-11-01", 4);
  await guestsFrom("2026-11-01", 2, null);
  await guestsFrom("2026-12-15", 3);
  await guestsFrom("2027-01-20", 1);
  const actions = [
    scheduled(couponAction({ valid_days_from_acquire: 60, without_end: false }), FIRST, ONCE),
    scheduled(mailAction(), FIRST, ONCE),
  ];
  const id = await p.started(running([segment(actions, 1, AWAY)]));
  const forecasts = await forecast(id);
  // 62 days after the first run its four guests get it again.
  expect(forecasts).toEqual([
    [4, 4],
    [3, 3],
    [5, 5],
  ]);
  expect((await p.call("GET", `/campaigns/${id}/review`)).audience.all.will_receive).toBe(4);
  for (const [place, moment] of runs.entries()) {
    p.at(moment);
    await p.minute();
    expect(await sentBy(id)).toEqual(forecasts.slice(0, place + 1));
    const next = (await forecast(id))[0];
    if (place + 1 < forecasts.length) expect(next).toEqual(forecasts[place + 1]);
  }
});

test("whom a moved run meets is not met by the planned ones after it", async () => {
  await guestsFrom("2026-11-01", 2);
  await guestsFrom("2026-12-15", 1);
  const id = await p.started(
    running([segment([scheduled(mailAction(), FIRST, { once_per: "ever", once_days: null })], 1, AWAY)]),
  );
  expect(await forecast(id)).toEqual([[2], [1], [0]]);
  const [{ action_id }] = (await p.detail(id)).next_runs;
  const change = { action_id, at: "2026-12-01T01:00:00Z", move_to: "2026-12-20T01:00:00Z" };
  await p.call("POST", `/campaigns/${id}/runs`, change);
  expect(await forecast(id)).toEqual([[3], [0], [0]]);
});
