import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";
import { anyRowWaits } from "./feeds.queries.ts";

/** Whoever writes reservations beside the feeds has the rows of feeds taken in that came before theirs. */
export async function takeEarlyRows(app: App, tx: Tx, accountId: number): Promise<void> {
  if (!(await anyRowWaits(tx, accountId))) return;
  await app.jobs.add(tx, "process-feeds", { account_id: accountId }, { group: String(accountId) });
}
