import type { Clock } from "../clock.ts";
import type { Database } from "../database/connection.ts";

type DemoClock = Clock & { renew(): Promise<void>; stop(): void };

/** Every process of a demo follows a move within this time; a job looks before it begins (clock.ts, `notingRuns`). */
const LOOK_MS = 500;

/** The clock of a demo: real time and what the demo was moved by, which all its processes read in the database (docs/adr/0520). */
export async function openDemoClock(database: Database): Promise<DemoClock> {
  let ahead = 0;
  const renew = async () => {
    const read = await database.asSystem((tx) => tx.maybe<{ ahead_ms: number }>`select ahead_ms from demo_clocks`);
    // It only goes forward: an answer that comes late says nothing new.
    ahead = Math.max(ahead, read?.ahead_ms ?? 0);
  };
  await renew();
  const looking = setInterval(() => void renew().catch(() => {}), LOOK_MS);
  looking.unref();
  return { now: () => new Date(Date.now() + ahead), renew, stop: () => clearInterval(looking) };
}

/** From now on it is `moment` for all processes of the demo; where it is later already, it stays so. */
export async function moveDemoClock(database: Database, moment: Date): Promise<void> {
  const ahead = Math.max(0, moment.getTime() - Date.now());
  await database.asSystem(
    (tx) => tx.run`insert into demo_clocks as demo_clock (ahead_ms)
      values (${ahead})
      on conflict (is_only) do update set ahead_ms = greatest(demo_clock.ahead_ms, excluded.ahead_ms)`,
  );
}
