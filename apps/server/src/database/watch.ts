import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import pg from "pg";

/** `everyMs`: pause between two looks; `patienceMs`: how long an answer may take; `name`: how others see the connection. */
export type Watching = { everyMs: number; patienceMs: number; name?: string; on(state: "frozen" | "back"): void };

export type Watch = { isFrozen(): boolean; stop(): void };

const LATE = Symbol("late");

/**
 * A heartbeat of the database, on a connection of its own. A database that is down refuses at once; one that is frozen, or behind a broken
 * network, says nothing, and its callers would wait just as long.
 */
export function watchDatabase(url: string, { everyMs, patienceMs, name = "okaeri-watch", on }: Watching): Watch {
  let frozen = false;
  let stopped = false;
  const set = (now: boolean) => {
    if (frozen === now || stopped) return;
    frozen = now;
    on(now ? "frozen" : "back");
  };
  const look = async () => {
    const client = new pg.Client({ connectionString: url, application_name: name });
    client.on("error", () => {});
    try {
      if ((await within(patienceMs, client.connect())) === LATE) return set(true);
      while (!stopped) {
        if ((await within(patienceMs, client.query("select 1"))) === LATE) return set(true);
        set(false);
        await sleep(everyMs, undefined, { ref: false });
      }
    } finally {
      // A frozen server takes no goodbye.
      (client as unknown as Connected).connection.stream.destroy();
    }
  };
  const keepLooking = async () => {
    while (!stopped) {
      await look().catch(() => {});
      await sleep(everyMs, undefined, { ref: false });
    }
  };
  void keepLooking();
  return {
    isFrozen: () => frozen,
    stop: () => {
      stopped = true;
    },
  };
}

/** The driver's socket, which it does not show. */
export type Connected = { connection: { stream: { destroy(error?: Error): void } } };

/** What is answered when the database does not: PostgreSQL's own code for a broken connection. */
export function frozenError(): Error {
  return Object.assign(new Error("the database does not answer"), { code: "08006" });
}

async function within<T>(ms: number, work: Promise<T>): Promise<T | typeof LATE> {
  const giveUp = new AbortController();
  const late = sleep(ms, LATE, { signal: giveUp.signal, ref: false }).then(async () => {
    // This process may have been the busy one: what has arrived meanwhile is read first.
    for (let round = 0; round < 3; round++) await turn();
    return LATE;
  });
  late.catch(() => {});
  work.catch(() => {});
  return Promise.race([work, late]).finally(() => giveUp.abort()) as Promise<T | typeof LATE>;
}
