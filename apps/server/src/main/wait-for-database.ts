import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** What a server says, or does not, that is only about to start. */
const STARTING = ["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "57P03"];
const MOST_MS = 120_000;
const PAUSE_MS = 500;

/** Polls until the server takes connections, or refuses for a reason that waiting does not change. At most two minutes. */
export async function waitForDatabase(url: string, mostMs = MOST_MS): Promise<void> {
  for (const end = performance.now() + mostMs; performance.now() < end; await sleep(PAUSE_MS)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    try {
      await client.connect();
      return;
    } catch (error) {
      const { code = "", errors = [] } = error as { code?: string; errors?: { code?: string }[] };
      const codes = [code, ...errors.map((each) => each.code ?? "")];
      if (!codes.some((each) => STARTING.includes(each))) return;
    } finally {
      await client.end().catch(() => {});
    }
  }
}
