import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { addDays, type CalendarDate } from "@okaeri/domain/calendar-date";
import { afterAll, beforeAll, expect, test } from "vitest";
import { todayOf } from "../clock.ts";
import { readConfig } from "../config.ts";
import { openLog } from "../log.ts";
import { CLOCK_CAMPAIGNS } from "../seed/clock-campaigns.ts";
import { demoHotel } from "../seed/days/demo-hotel.ts";
import { openHouses } from "../seed/days/demo-houses.ts";
import { moveDays } from "../seed/days/move-days.ts";
import { differences, type Message, owedOn, rowsNow, sentBy } from "../seed/days/told-by-rows.fixture.ts";
import { cloneDatabase } from "../test/database.ts";
import { openQuickFolder } from "../test/quick-folder.ts";
import { openSmtpSink, type SmtpSink } from "../test/smtp-sink.ts";
import { buildServer } from "./build-server.ts";
import { jobHandlers } from "./job-handlers.ts";
import { openApp } from "./open-app.ts";
import { startProcess } from "./start.fixture.ts";

// The whole demo, moved by 60 days beside a running worker: what its four campaigns send is held against a calculation from bookings, stays,
// birthdays and consents alone. In the middle the worker is killed, and so is a move.

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
  while (!running.said.out.includes("準備ができました")) {
    expect(running.child.exitCode, running.said.err + running.said.out).toBe(null);
    await sleep(50);
  }
  return running;
}

test("every message that is owed in 60 days has left once, on its day, and no other, whoever is killed meanwhile", async () => {
  const seeding = performance.now();
  const seed = start(DB, "seed");
  expect(await seed.ended, seed.said.err).toBe(0);
  const seeded = performance.now();
  let beside = await worker();
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
    if (n === WORKER_KILLED_ON) setTimeout(() => beside.child.kill("SIGKILL"), 700);
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
      await beside.ended;
      beside = await worker();
    }
    owed.push(...owedOn(day, await rowsNow(database.past, accountId), owed));
  }
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
