import { addDays, calendarDate } from "@okaeri/domain/calendar-date";
import type { Clock } from "../../clock.ts";
import { refreshStatistics } from "../../database/statistics.ts";
import { type DemoClock, openDemoClock } from "../../jobs/demo-clock.ts";
import { jobHandlers } from "../../main/job-handlers.ts";
import { makeInn } from "../../sections/campaigns/campaigns.fixture.ts";
import { feedKey } from "../../sections/feeds/feeds.fixture.ts";
import { imported } from "../../sections/imports/imports.fixture.ts";
import { type Facility, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { DEMO_PROGRAMMES, demoReservations, sliceOf } from "../demo-guests.ts";
import { type DemoHotel, demoHotel } from "./demo-hotel.ts";

/** The demo's smallest programme with few guests, at work on a fixed day. */
export type DemoHouse = {
  t: TestApp;
  inn: Facility;
  user: number;
  clock: DemoClock;
  hotel: DemoHotel;
  close(): Promise<void>;
};

export const TODAY = calendarDate("2026-11-29");

export async function openDemoHouse(guests: number): Promise<DemoHouse> {
  const began = performance.now();
  const real: Clock = {
    now: () => new Date(new Date(`${TODAY}T12:00:00+09:00`).getTime() + performance.now() - began),
  };
  let clock: DemoClock | undefined;
  const moved: Clock = { now: () => (clock ?? real).now(), renew: async () => clock?.renew() };
  const t = await testApp({ clock: moved, realClock: real });
  clock = await openDemoClock(t.app.database, real);
  const inn = await makeInn(t.app, "月の宿");
  const user = await makeUser(t.app, inn, "role_admin", ["*"]);
  await t.past.pool.query(
    "update account_settings set quiet_from = null, quiet_until = null, grace_above_count = null",
  );
  const programme = DEMO_PROGRAMMES.find(({ prefix }) => prefix === "T");
  const place = programme?.facilities[0];
  if (!programme || !place) throw new Error("no programme");
  for (const rows of demoReservations({ ...programme, guests }, TODAY).values()) {
    const csv = Buffer.from(sliceOf(rows, addDays(TODAY, -730), null));
    await imported(t.app, inn.accountId, inn.accountId, csv);
  }
  await refreshStatistics(t.app.database);
  const key = await feedKey(t.app, { accountId: inn.accountId, facilityId: inn.accountId });
  const house = { accountId: inn.accountId, facilityId: inn.accountId, key, place, programme };
  const hotel = demoHotel(t.app, t.server, [house]);
  await t.app.jobs.work(jobHandlers(t.app));
  return {
    t,
    inn,
    user,
    clock,
    hotel,
    async close() {
      clock?.stop();
      await t.close();
    },
  };
}
