import { type Clock, systemClock } from "../clock.ts";
import type { Database } from "../database/connection.ts";

export type DemoClock = Clock & {
  renew(): Promise<void>;
  /** From now on it is `moment` for all processes of the demo; where it is later already, it stays so. */
  moveTo(moment: Date): Promise<void>;
  stop(): void;
};

/** Every process of a demo follows a move within this time; a job looks before it begins (clock.ts, `notingRuns`). */
const LOOK_MS = 500;

/** The clock of a demo: real time and what the demo was moved by, which all its processes read in the database (docs/adr/0520). */
export async function openDemoClock(database: Database, real: Clock = systemClock): Promise<DemoClock> {
  let ahead = 0;
  const renew = async () => {
    const read = await database.asSystem((tx) => tx.maybe<{ ahead_ms: number }>`select ahead_ms from demo_clocks`);
    // It only goes forward: an answer that comes late says nothing new.
    ahead = Math.max(ahead, read?.ahead_ms ?? 0);
  };
  await renew();
  const looking = setInterval(() => void renew().catch(() => {}), LOOK_MS);
  looking.unref();
  return {
    now: () => new Date(real.now().getTime() + ahead),
    renew,
    async moveTo(moment) {
      const wanted = Math.max(0, moment.getTime() - real.now().getTime());
      await database.asSystem(
        (tx) => tx.run`insert into demo_clocks as demo_clock (ahead_ms)
          values (${wanted})
          on conflict (is_only) do update set ahead_ms = greatest(demo_clock.ahead_ms, excluded.ahead_ms)`,
      );
      await renew();
    },
    stop: () => clearInterval(looking),
  };
}
