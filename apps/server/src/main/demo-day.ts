import { addDays, type CalendarDate, daysBetween, formatJa, parseDate } from "@okaeri/domain/calendar-date";
import { todayOf } from "../clock.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/connection.ts";
import { openLog } from "../log.ts";
import { demoHotel } from "../seed/days/demo-hotel.ts";
import { openHouses } from "../seed/days/demo-houses.ts";
import { endOf, moveDays } from "../seed/days/move-days.ts";
import { isSeeded } from "../seed/seed-demo.ts";
import { inJapanese } from "./at-the-keyboard.ts";
import { buildServer } from "./build-server.ts";
import { jobHandlers } from "./job-handlers.ts";
import { openApp } from "./open-app.ts";

const MOST_DAYS = 400;

/** npm run db -- demo-day YYYY-MM-DD: moves the days of the demo on, while Okaeri runs and while it does not (docs/adr/0521). */
export async function demoDay(config: Config, text: string | undefined): Promise<void> {
  if (!config.demo) throw new Error("デモデータを使っていません (DEMO=0)。日付を進められるのはデモだけです");
  const day = text === undefined ? undefined : parseDate(text);
  if (day === undefined) throw new Error("進める先の日付を書いてください: npm run db -- demo-day 2026-12-01");
  const log = openLog((process.env.LOG_LEVEL ?? "warn") as never);
  const open = await openApp(config, log, { mail: true, attach: true });
  const { app, demoClock } = open;
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  try {
    if (demoClock === null) throw new Error("a demo without a clock");
    const today = todayOf(app.clock);
    refuseDay(today, day);
    if (app.clock.now() >= endOf(day)) return console.log(`デモはもう ${formatJa(day)} です`);
    if (!(await isSeeded(app)))
      throw new Error("デモデータがまだありません。先に npm start か npm run db -- seed を実行してください");
    await alone(app.database, async () => {
      await app.jobs.work(jobHandlers(app, open.ownerUrl));
      const { houses, giveBack } = await openHouses(app);
      const server = await buildServer(app, log);
      const hotel = demoHotel(app, server, houses);
      const accountIds = [...new Set(houses.map(({ accountId }) => accountId))];
      try {
        const dayDone = (done: { day: CalendarDate; mails: number }) =>
          console.log(`${formatJa(done.day)}  メール ${inJapanese(done.mails)}通`);
        await moveDays(
          { app: { ...app, clock: demoClock }, hotel, accountIds, dayDone, stopping: stopping.signal },
          day,
        );
      } finally {
        await giveBack();
        await server.close();
      }
    });
    if (stopping.signal.aborted)
      console.log(`${formatJa(todayOf(app.clock))} で止めました。同じコマンドで続きから進めます`);
    else console.log(`デモは ${formatJa(day)} になりました (${daysBetween(today, day)}日進めました)`);
  } finally {
    await open.rest();
    await open.close();
  }
}

export function refuseDay(today: CalendarDate, day: CalendarDate): void {
  if (day < today)
    throw new Error(`デモはいま ${formatJa(today)} です。前の日には戻せません (npm run db -- reset で作り直せます)`);
  if (daysBetween(today, day) > MOST_DAYS)
    throw new Error(`一度に進められるのは${MOST_DAYS}日までです (${formatJa(addDays(today, MOST_DAYS))} まで)`);
}

/** One move at a time; the lock ends with the process. */
async function alone(database: Database, work: () => Promise<void>): Promise<void> {
  const client = await database.pool.connect();
  try {
    const { rows } = await client.query<{ got: boolean }>(
      "select pg_try_advisory_lock(hashtext('okaeri.demo-day')) as got",
    );
    if (!rows[0]?.got) throw new Error("ほかのところで日付を進めています。終わってから実行してください");
    await work();
  } finally {
    client.release(true);
  }
}
