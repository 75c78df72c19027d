import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Facility, makeUser } from "../../../test/app.ts";
import { handlersFor, makeGuests, makeInn, pointAction, until } from "../campaigns.fixture.ts";
import { FAST } from "../pipeline.fixture.ts";
import { queueDueCampaigns } from "./due-campaigns.ts";
import { openRuns, type RunsPipeline, running, scheduled, segment } from "./runs.fixture.ts";

// Five hundred programmes whose runs are all due at ten o'clock, one of them with three times as many guests as all others together: none waits for
// it. The figures of docs/adr/0496.

const ACCOUNTS = 500;
const EACH = 20;
const LARGE = 30_000;
let p: RunsPipeline;
beforeAll(async () => {
  p = await openRuns("2026-11-20 09:30");
}, 60_000);
afterAll(() => p.close());

async function begin(inn: Facility, count: number): Promise<number> {
  await makeGuests(p.t.app, inn.accountId, { count, mail: null });
  const staff = await p.t.as(await makeUser(p.t.app, inn, "role_admin", ["*"]));
  const payload = running([segment([scheduled(pointAction(100))])]);
  const { id } = (await staff({ method: "POST", url: "/api/campaigns", payload })).json();
  const url = `/api/campaigns/${id}/activate`;
  expect((await staff({ method: "POST", url, payload: { version: 1 } })).statusCode).toBe(200);
  return inn.accountId;
}

test("five hundred accounts that are due together finish evenly, and none waits for another's many guests", {
  timeout: 1_800_000,
}, async () => {
  await p.query(sql`update account_settings set grace_above_count = null`);
  const large = await begin(p.inn, LARGE);
  for (let n = 1; n < ACCOUNTS; n += 1) await begin(await makeInn(p.t.app, `宿${n}`), EACH);
  p.at("2026-11-20 10:00");
  const started = performance.now();
  await queueDueCampaigns(p.t.app);
  const queued = performance.now();
  const finished = new Map<number, number>();
  await p.t.app.jobs.work(handlersFor(p.t.app, FAST));
  await until(
    "all runs end",
    async () => {
      const done = await p.t.app.database.asSystem((tx) =>
        sql<{ id: number }>`select account_id as id from push_actions where push_status = 'done'`.execute(tx.db),
      );
      for (const { id } of done.rows) if (!finished.has(id)) finished.set(id, (performance.now() - started) / 1_000);
      return finished.size === ACCOUNTS;
    },
    1_500,
  );
  const small = [...finished]
    .filter(([id]) => id !== large)
    .map(([, at]) => at)
    .sort((a, b) => a - b);
  const at = (share: number) => (small[Math.floor((small.length - 1) * share)] ?? 0).toFixed(1);
  const ofLarge = finished.get(large) ?? 0;
  console.log(
    `${ACCOUNTS} runs queued in ${((queued - started) / 1_000).toFixed(1)} s; those of ${EACH} guests end after ${at(0)} s (first), ` +
      `${at(0.5)} s (half), ${at(1)} s (last), that of ${LARGE.toLocaleString("en")} after ${ofLarge.toFixed(1)} s`,
  );
  const [counted] = await p.t.app.database
    .asSystem((tx) =>
      sql<{
        pushes: number;
        sent: number;
      }>`select count(*)::int as pushes, sum(sent_count)::int as sent from push_actions`.execute(tx.db),
    )
    .then(({ rows }) => rows);
  expect(counted).toEqual({ pushes: ACCOUNTS, sent: LARGE + (ACCOUNTS - 1) * EACH });
  expect(Number(at(0.5))).toBeLessThan(ofLarge);
});
