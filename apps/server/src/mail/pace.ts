import { setTimeout as sleep } from "node:timers/promises";

/** Mails a minute, of all together and of each receiving domain; null: as many as are taken. */
export type Rates = { perMinute: number | null; perDomainAndMinute: number | null };

/** Lets mails go one after the other, no faster than the rates allow. */
export type Pace = {
  /** Resolves when the mail's turn has come. */
  turn(address: string, rates: Rates): Promise<void>;
};

const MINUTE_MS = 60_000;
/** So many receiving domains are remembered before those whose time is over are forgotten. */
const MANY = 1_000;

/** `now` and `wait` in milliseconds; the turns of one process. */
export function openPace(
  now: () => number = () => performance.now(),
  wait: (ms: number) => Promise<unknown> = (ms) => sleep(ms),
): Pace {
  const free = new Map<string, number>();
  return {
    async turn(address, rates) {
      const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
      const steps: [string, number | null][] = [
        ["", rates.perMinute],
        [domain, rates.perDomainAndMinute],
      ];
      const limited = steps.flatMap(([key, rate]) => (rate === null ? [] : [{ key, step: MINUTE_MS / rate }]));
      if (limited.length === 0) return;
      const at = now();
      if (free.size > MANY) for (const [key, until] of free) if (until < at) free.delete(key);
      const slot = Math.max(at, ...limited.map(({ key }) => free.get(key) ?? at));
      for (const { key, step } of limited) free.set(key, slot + step);
      if (slot > at) await wait(slot - at);
    },
  };
}

/** Seconds that mails which are under way wait for their turn, at most: so long a stop or the next campaign waits for them. */
const PATIENCE_S = 5;

/** How many may be under way at once, so that none of them waits long. */
export function underWayAtOnce({ perMinute, perDomainAndMinute }: Rates, most: number): number {
  const slowest = Math.min(perMinute ?? Number.POSITIVE_INFINITY, perDomainAndMinute ?? Number.POSITIVE_INFINITY);
  return Math.max(1, Math.min(most, Math.floor((slowest / 60) * PATIENCE_S)));
}
