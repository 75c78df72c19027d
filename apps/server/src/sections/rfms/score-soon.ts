import type { App } from "../../app.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { todayOf } from "../../clock.ts";
import { somewhereIncludes } from "../../database/active-version.ts";
import type { Tx } from "../../database/connection.ts";
import type { CallContext } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { lockRfm, type RfmRow } from "./rfms.queries.ts";
import { activeRfmIds } from "./rfms.read.ts";
import { sharedRows } from "./share-rfm.ts";

/** Adds a scoring of each active RFM of the programme, where its plan has them. */
export async function scoreSoon(app: App, accountId: number): Promise<void> {
  const today = todayOf(app.clock);
  const planned = await app.database.asSystem(
    (tx) =>
      tx.maybe`select from accounts account where account.id = ${accountId} and ${somewhereIncludes("rfm_scores", today)}`,
  );
  if (planned === undefined) return;
  await app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    for (const rfmId of await activeRfmIds(tx, accountId))
      await app.jobs.add(tx, "score-rfm", { account_id: accountId, rfm_id: rfmId });
  });
}

/** Somebody asks for a scoring, in all programmes that share it: one is added where none waits. @throws CallError NOT_FOUND */
export async function scoreOnRequest(
  tx: Tx,
  { app, scope, ip }: CallContext,
  row: RfmRow,
  programmeIds: readonly number[],
): Promise<void> {
  const rows = await lockedRows(tx, scope.accountId, row, programmeIds);
  if (rows.length === 0) throw new CallError("NOT_FOUND");
  for (const { account_id: accountId, id } of rows) {
    const jobs = await app.jobs.scorings(tx, accountId);
    if (jobs.some((job) => job.rfm_id === id && job.state === "waiting")) continue;
    await app.jobs.add(tx, "score-rfm", { account_id: accountId, rfm_id: id });
    const about = { action: "score", entity: "rfms", entityId: id };
    await recordAudit(tx, { actorUserId: scope.userId, ip, accountId, ...about });
  }
}

/** Locked against a race: a second request at the same time sees the jobs of the first. */
async function lockedRows(tx: Tx, accountId: number, row: RfmRow, programmeIds: readonly number[]) {
  if (row.group_id !== null) return sharedRows(tx, row.group_id, programmeIds);
  return (await lockRfm(tx, accountId, row.id)) ? [{ account_id: accountId, id: row.id }] : [];
}
