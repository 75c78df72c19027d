import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ATTRIBUTED_WORDS } from "@okaeri/contract/campaigns/results/attributed-words";
import { FIGURE_WORDS } from "@okaeri/contract/campaigns/results/figure-words";
import { addDays, type CalendarDate } from "@okaeri/domain/calendar-date";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { App } from "../app.ts";
import { todayOf } from "../clock.ts";
import { readConfig } from "../config.ts";
import { openLog } from "../log.ts";
import { recomputeAttributions } from "../sections/conversions/conversions.jobs.ts";
import { type MessageEvent, recordMessageEvents } from "../sections/messaging/events/record-message-events.ts";
import { CLOCK_CAMPAIGNS } from "../seed/clock-campaigns.ts";
import { demoHotel } from "../seed/days/demo-hotel.ts";
import { openHouses } from "../seed/days/demo-houses.ts";
import { moveDays } from "../seed/days/move-days.ts";
import { differences, type Message, owedOn, rowsNow, sentBy } from "../seed/days/reported-by-rows.fixture.ts";
import { resultsByRows } from "../seed/days/results-by-rows.fixture.ts";
import { openSession } from "../session/session-store.ts";
import { cloneDatabase } from "../test/database.ts";
import { openQuickFolder } from "../test/quick-folder.ts";
import { openSmtpSink, type SmtpSink } from "../test/smtp-sink.ts";
import { buildServer } from "./build-server.ts";
import { jobHandlers } from "./job-handlers.ts";
import { openApp } from "./open-app.ts";
import { startProcess } from "./start.fixture.ts";

// The whole demo, moved by 60 days beside a running worker: what its four campaigns send is held against a calculation from bookings, stays,
// birthdays and consents alone, and what every campaign reached and brought against bookings, stays, clicks and messages. In the middle the
// worker is killed, and so is a move.

const DAYS = 60;
const WORKER_KILLED_ON = 20;
const MOVE_KILLED_ON = 33;
/** In the order of the demo's campaigns. */
const NAMES = ["defection", "birthday", "arrival", "thanks"];
const DB = join(import.meta.dirname, "db.ts");
/** A smaller demo where somebody is in a hurry. */
const SHARE = process.env.OKAERI_DEMO_SHARE ?? "1";

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let sink: SmtpSink;
let folder: string;
const started: ReturnType<typeof startProcess>[] = [];
beforeAll(async () => {
  database = await cloneDatabase();
  sink = await openSmtpSink(undefined, { keep: false });
  folder = openQuickFolder();
  chmodSync(folder, 0o755);
});
afterAll(async () => {
  for (const { child, ended } of started) {
    child.kill("SIGKILL");
    await ended;
  }
  await sink.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const settings = () => ({ DEMO: "1", SMTP_URL: sink.url, OKAERI_DEMO_SHARE: SHARE, LOG_LEVEL: "warn" });

function start(program?: string, ...args: string[]) {
  const running = startProcess(database, folder, settings(), program, args);
  started.push(running);
  return running;
}

async function worker() {
  const running = start();
  while (!running.output.out.includes("準備ができました")) {
    expect(running.child.exitCode, running.output.err + running.output.out).toBe(null);
    await sleep(50);
  }
  return running;
}

/** Some read what they got this morning, some of them click, and some use the coupon they got. */
async function guestsAnswer(app: App, accountId: number, day: CalendarDate): Promise<void> {
  const { rows: sent } = await database.past.pool.query<{ push: number; guest: number; at: Date }>(
    `select target.push_action_id as push, target.customer_id as guest, target.sent_at as at
      from push_action_targets target
      join push_actions push on push.account_id = target.account_id and push.id = target.push_action_id
      where target.account_id = $1 and push.channel = 'mail' and target.outcome = 'sent'
        and (target.sent_at at time zone 'Asia/Tokyo')::date = $2 and target.customer_id % 3 = 0`,
    [accountId, day],
  );
  const events = sent.flatMap(({ push, guest, at }) =>
    (["opened", "clicked"] as const).flatMap((kind, n): MessageEvent[] =>
      kind === "clicked" && guest % 2 === 0
        ? []
        : [
            {
              providerEventId: `${kind}-${push}-${guest}`,
              kind,
              // Machines look at once.
              happenedAt: new Date(+at + (guest % 5 === 0 ? 20_000 : 600_000) + n * 1_000),
              pushActionId: push,
              customerId: guest,
              linkNo: kind === "clicked" ? 1 : null,
            },
          ],
    ),
  );
  await app.database.inScope({ accountIds: [accountId] }, (tx) => recordMessageEvents(tx, accountId, events));
  await database.past.pool.query(
    `insert into use_coupon_cases (account_id, facility_account_id, customer_id, coupon_id, acquire_coupon_id, stay_reservation_id,
        use_date, discount, idempotency_key)
      select distinct on (acquired.id) acquired.account_id, reservation.facility_account_id, acquired.customer_id, acquired.coupon_id,
        acquired.id, reservation.id, $2, 1000, 'demo-' || acquired.id
      from acquire_coupons acquired
      join stay_reservations reservation on reservation.account_id = acquired.account_id
        and reservation.customer_id = acquired.customer_id and reservation.reserved_date = $2 and reservation.cancel_date is null
      where acquired.account_id = $1 and acquired.active_status = 'active' and acquired.customer_id % 2 = 0
      order by acquired.id, reservation.id
      on conflict (account_id, idempotency_key) do nothing`,
    [accountId, day],
  );
}

/** Page, list, report and file of every campaign say what follows from messages, clicks, bookings, stays and uses of coupons alone. */
async function saysWhatRowsSay(app: App, server: FastifyInstance, accountId: number): Promise<void> {
  await recomputeAttributions(app, { signal: new AbortController().signal });
  const expected = await resultsByRows(database.past, accountId);
  const { rows } = await database.past.pool.query<{ id: number }>("select id from users where login_id = 'hana_admin'");
  const token = await app.database.asSystem((tx) =>
    openSession(tx, app.realClock, { userId: rows[0]?.id ?? 0, verified: true, ip: "127.0.0.1", userAgent: "test" }),
  );
  const ask = async (url: string) => {
    const answer = await server.inject({ method: "GET", url: `/api${url}`, headers: { cookie: `okaeri=${token}` } });
    expect([url, answer.statusCode]).toEqual([url, 200]);
    return answer;
  };
  const asked = async (url: string) => (await ask(url)).json();
  const period = `from=${addDays(todayOf(app.clock), -9 * 365)}&to=${todayOf(app.clock)}`;
  const listed = (await asked("/campaigns?size=100")).items;
  const reported = (await asked(`/reports?${period}`)).campaigns;
  const [head = "", ...lines] = (await ask(`/reports/export.csv?table=campaigns&${period}`)).body
    .replace("\ufeff", "")
    .trimEnd()
    .split("\r\n");
  expect(lines).toHaveLength(reported.length);
  let bookings = 0;
  for (const [id, wanted] of expected) {
    const page = await asked(`/campaigns/${id}`);
    const inList = listed.find((one: { id: number }) => one.id === id);
    const at = reported.findIndex((one: { id: number }) => one.id === id);
    for (const result of [page, inList, ...(wanted.figures ? [reported[at]] : [])]) {
      if (wanted.figures) expect([id, result.figures]).toMatchObject([id, wanted.figures]);
      if (wanted.figures) expect([id, result.attributed]).toEqual([id, wanted.attributed]);
    }
    if (!wanted.figures) continue;
    const cells = Object.fromEntries(head.split(",").map((word, n) => [word, lines[at]?.split(",")[n]]));
    const figures = Object.entries(wanted.figures).filter(
      ([name]) => name in FIGURE_WORDS && name !== "targets" && name !== "waiting",
    );
    for (const [name, figure] of [...figures, ...Object.entries(wanted.attributed)]) {
      const words = name in FIGURE_WORDS ? FIGURE_WORDS[name as "reached"] : ATTRIBUTED_WORDS[name as "reserved"];
      expect([id, name, Number(cells[words.ja])]).toEqual([id, name, figure]);
    }
    bookings += wanted.attributed.reserved;
  }
  console.log(`${expected.size} campaigns have ${bookings} attributed bookings`);
  expect(bookings).toBeGreaterThan(0);
}

test("every message that is owed in 60 days has left once, on its day, and no other, whoever is killed meanwhile", async () => {
  const seeding = performance.now();
  const seed = start(DB, "seed");
  expect(await seed.ended, seed.output.err).toBe(0);
  const seeded = performance.now();
  let otherWorker = await worker();
  const config = readConfig({
    ...settings(),
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    SECRET_KEY: "a key for tests only",
    DATA_DIR: folder,
  });
  const log = openLog("warn");
  const open = await openApp(config, log, { mail: true });
  const { app, demoClock } = open;
  if (demoClock === null) throw new Error("a demo without a clock");
  await app.jobs.work(jobHandlers(app));
  const { houses } = await openHouses(app);
  const server = await buildServer(app, log);
  const accountId = houses.find(({ place }) => place.code === "HANA-HAKONE")?.accountId ?? 0;
  const accountIds = [...new Set(houses.map((house) => house.accountId))];
  const moving = { app: { ...app, clock: demoClock }, hotel: demoHotel(app, server, houses), accountIds };

  const { rows } = await database.past.pool.query<{ id: number; name: string }>("select id, name from campaigns");
  const campaigns = new Map(
    rows.flatMap(({ id, name }) => {
      const at = CLOCK_CAMPAIGNS.findIndex((document) => document.name === name);
      return at < 0 ? [] : [[id, NAMES[at] ?? ""] as const];
    }),
  );
  const today = todayOf(app.clock);
  const noon = addDays(today, 0);
  await moveDays(moving, noon);
  // What was due on the day it was made is not looked at: who knows at which hour that was.
  const owed: Message[] = [];
  const receivedBefore = sink.received.length;
  let moved = 0;
  for (let n = 1; n <= DAYS; n++) {
    const day: CalendarDate = addDays(today, n);
    if (n === WORKER_KILLED_ON) setTimeout(() => otherWorker.child.kill("SIGKILL"), 700);
    if (n === MOVE_KILLED_ON) {
      const killed = start(DB, "demo-day", day);
      // In the middle of the day: it has begun to move.
      while (app.clock.now() < new Date(`${day}T09:00:00+09:00`) && killed.child.exitCode === null) await sleep(10);
      killed.child.kill("SIGKILL");
      await killed.ended;
      moving.hotel = demoHotel(app, server, (await openHouses(app)).houses);
    }
    const began = performance.now();
    await moveDays(moving, day);
    moved += performance.now() - began;
    if (n === WORKER_KILLED_ON) {
      await otherWorker.ended;
      otherWorker = await worker();
    }
    owed.push(...owedOn(day, await rowsNow(database.past, accountId), owed));
    await guestsAnswer(app, accountId, day);
  }
  await saysWhatRowsSay(app, server, accountId);
  const first = addDays(today, 1);
  const sent = (await sentBy(database.past, campaigns)).filter(({ day }) => day >= first);
  const unknown = await database.past.pool.query(
    "select 1 from push_action_targets where campaign_id = any($1) and outcome = 'unknown'",
    [[...campaigns.keys()]],
  );
  const count = (campaign: string) => owed.filter((message) => message.campaign === campaign).length;
  console.log(
    `demo moved by ${DAYS} days (1/${SHARE} of its guests): seeded in ${Math.round((seeded - seeding) / 1000)} s, moved in ${Math.round(moved / 1000)} s; owed ${owed.length} (${NAMES.map((name) => `${name} ${count(name)}`).join(", ")}), sent ${sent.length}, unknown ${unknown.rowCount}`,
  );
  expect(new Set(owed.map(({ campaign }) => campaign))).toEqual(new Set(NAMES));
  expect(differences(owed, sent)).toEqual({ missing: [], more: [] });
  // What the mail server took: who was being sent to when a process was killed may have got it or not, and is unknown.
  const received = sink.received.length - receivedBefore;
  expect(received).toBeLessThanOrEqual(sent.length);
  expect(received).toBeGreaterThanOrEqual(sent.length - (unknown.rowCount ?? 0));
  await server.close();
  await open.rest();
  await open.close();
});
