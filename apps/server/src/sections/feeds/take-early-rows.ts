import type { App } from "../../app.ts";
import type { Tx } from "../../database/connection.ts";
import { anyRowWaits } from "./feeds.queries.ts";

/** Writers of reservations other than feeds call it: takes in rows of feeds that came before their reservation. */
export async function takeEarlyRows(app: App, tx: Tx, accountId: number): Promise<void> {
  if (!(await anyRowWaits(tx, accountId))) return;
  await app.jobs.add(tx, "process-feeds", { account_id: accountId }, { group: String(accountId) });
}
