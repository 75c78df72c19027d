import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import type { CallContext } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { lockRank } from "./ranks.queries.ts";

/** Adds a job that judges everybody of the programme, unless one waits already. @throws CallError NOT_FOUND */
export async function evaluateSoon(tx: Tx, { app, scope, ip }: CallContext, id: number): Promise<void> {
  const { accountId, userId: actorUserId } = scope;
  // Locked against a race: a second request at the same time sees this job.
  if (!(await lockRank(tx, accountId, id))) throw new CallError("NOT_FOUND");
  const jobs = await app.jobs.evaluations(tx, accountId);
  if (jobs.some(({ state }) => state === "waiting")) return;
  await app.jobs.add(tx, "evaluate-ranks", { account_id: accountId });
  await recordAudit(tx, { actorUserId, ip, accountId, action: "evaluate", entity: "ranks", entityId: id });
}
