import { addDays, type CalendarDate, todayInTokyo } from "@okaeri/domain/calendar-date";
import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import { queueDue } from "../../jobs/clock.ts";
import type { DemoClock } from "../../jobs/demo-clock.ts";
import { SCHEDULES, type ScheduledJob, scheduledJobs, timesAround } from "../../jobs/schedules.ts";
import { nextByItself } from "../../sections/campaigns/list/demo-days.read.ts";
import { leftSince, nextToGoOn } from "../../sections/pushes/demo-days.read.ts";
import type { DemoHotel } from "./demo-hotel.ts";

/** Where a day of the demo stops last: the morning's sends have left, and who leaves has left. */
const NOON = "12:00";
const LEAVING = "11:30";
const BOOKINGS = "18:00";
const MINUTE_MS = 60_000;

const at = (day: CalendarDate, time: string) => new Date(`${day}T${time}:00+09:00`);
/** Jobs come by the minute: what is due within one is due at its end. */
const wholeMinute = (moment: Date) => new Date(Math.ceil(moment.getTime() / MINUTE_MS) * MINUTE_MS);

export type DayDone = { day: CalendarDate; mails: number };
type Moving = {
  app: App & { clock: DemoClock };
  hotel: DemoHotel;
  /** Of the programmes whose sends are waited for. */
  accountIds: readonly number[];
  /** After each day, the last one too. */
  dayDone?(done: DayDone): void;
  stopping?: AbortSignal;
};

/** Where the demo is after a move to this day. */
export const endOf = (day: CalendarDate): Date => at(day, NOON);

/**
 * Moves the days of the demo on until noon of `last`, from one moment at which something is due to the next: what is due there is done, here
 * or by other processes, before the next. A move that was interrupted is gone on from, for the hotels tell once what they tell again.
 */
export async function moveDays(moving: Moving, last: CalendarDate): Promise<void> {
  const { app, hotel } = moving;
  await app.clock.renew();
  const until = endOf(last);
  let moment = app.clock.now();
  let dayBegan = at(todayInTokyo(moment), "00:00");
  await standAt(moving);
  // What an interrupted move, or days on which nobody moved anything, left untold.
  if (moment >= at(todayOf(app.clock), LEAVING)) await deliverRows(moving, hotel.tellLeaving);
  if (moment >= at(todayOf(app.clock), BOOKINGS)) await deliverRows(moving, hotel.tellBookings);
  while (moment < until && !moving.stopping?.aborted) {
    const next = await nextMoment(moving, moment, until);
    if (todayInTokyo(next) !== todayInTokyo(moment)) {
      await report(moving, todayInTokyo(moment), dayBegan);
      dayBegan = at(todayInTokyo(next), "00:00");
    }
    moment = next;
    await app.clock.moveTo(moment);
    const day = todayInTokyo(moment);
    if (moment.getTime() === at(day, LEAVING).getTime()) await deliverRows(moving, hotel.tellLeaving);
    if (moment.getTime() === at(day, BOOKINGS).getTime()) await deliverRows(moving, hotel.tellBookings);
    await standAt(moving);
  }
  await report(moving, todayInTokyo(moment), dayBegan);
}

/** What is due now is done. */
async function standAt({ app }: Moving): Promise<void> {
  await queueDue(app);
  await app.jobs.settled();
}

async function deliverRows({ app }: Moving, tell: (day: CalendarDate) => Promise<void>): Promise<void> {
  await tell(todayOf(app.clock));
  await app.jobs.settled();
}

async function nextMoment({ app, accountIds }: Moving, after: Date, until: Date): Promise<Date> {
  const sends = await app.database.inScope({ accountIds }, async (tx) => [
    await nextByItself(tx, accountIds, after),
    await nextToGoOn(tx, accountIds, after),
  ]);
  const day = todayInTokyo(after);
  const hotels = [day, addDays(day, 1)].flatMap((one) => [at(one, LEAVING), at(one, BOOKINGS)]);
  // Backups are of the machine's nights.
  const daily = scheduledJobs(app.config).filter((job) => isDaily(job) && job !== "nightly-backup");
  const moments = [
    ...daily.map((job) => timesAround(job, after).next),
    ...hotels.filter((moment) => moment > after),
    ...sends.flatMap((moment) => (moment ? [wholeMinute(moment)] : [])),
    until,
  ];
  return new Date(Math.min(...moments.map((moment) => moment.getTime())));
}

const isDaily = (job: ScheduledJob) => "at" in SCHEDULES[job];

async function report({ app, accountIds, dayDone }: Moving, day: CalendarDate, since: Date): Promise<void> {
  const mails = await app.database.inScope({ accountIds }, (tx) => leftSince(tx, accountIds, "mail", since));
  dayDone?.({ day, mails });
}
