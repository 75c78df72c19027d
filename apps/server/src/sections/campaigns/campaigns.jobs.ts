import { sql } from "kysely";
import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import type { JobHandler } from "../../jobs/jobs.ts";
import { mailSenderOf } from "../messaging/mail-sender.read.ts";
import { type SendOptions, sendMails } from "../messaging/send-mails.ts";
import { addPushJobs, campaignOfPush, finishPush } from "./finish-push.ts";
import { freezeTargets } from "./freeze-targets.ts";
import { grantPushPoints } from "./grant-push-points.ts";
import { starterMay } from "./starter-may.ts";

/** A push nobody has worked on for so long has lost its job (a worker died too often, or its last retry failed). */
const ABANDONED_SECONDS = 90;

/** The push pipeline (product §8): fix the recipients, grant the points, send the mails. Each step can be killed and run again. */
export function campaignJobs(app: App, options: SendOptions = {}) {
  const inScope = <T>(accountId: number, work: (tx: Tx) => Promise<T>) =>
    app.database.inScope({ accountIds: [accountId] }, work);

  /** Closes the push when it is through, and starts what waited for it. */
  const goOn = (accountId: number, pushActionId: number) =>
    inScope(accountId, async (tx) => {
      if (!(await finishPush(tx, accountId, pushActionId, app.clock.now()))) return;
      const campaignId = await campaignOfPush(tx, accountId, pushActionId);
      if (campaignId !== null) await addPushJobs(tx, app.jobs, accountId, campaignId);
    });

  const mayBegin = (accountId: number, pushActionId: number) => starterMay(app, { accountId, pushActionId });

  const preparePush: JobHandler<"prepare-push"> = async ({ account_id, push_action_id }) => {
    if (!(await mayBegin(account_id, push_action_id))) return;
    await inScope(account_id, async (tx) => {
      const sender = await mailSenderOf(tx, account_id, app.origin);
      const moment = { today: todayOf(app.clock), now: app.clock.now() };
      await freezeTargets(tx, account_id, push_action_id, moment, sender);
      const campaignId = await campaignOfPush(tx, account_id, push_action_id);
      if (campaignId !== null) await addPushJobs(tx, app.jobs, account_id, campaignId);
    });
  };

  const grant: JobHandler<"grant-push-points"> = async ({ account_id, push_action_id }, { signal }) => {
    if (!(await mayBegin(account_id, push_action_id))) return;
    const input = { accountId: account_id, pushActionId: push_action_id };
    if (await grantPushPoints(app, input, signal)) await goOn(account_id, push_action_id);
    // A worker that shuts down leaves the rest to the next one.
    else if (signal.aborted)
      await inScope(account_id, (tx) => app.jobs.add(tx, "grant-push-points", { account_id, push_action_id }));
  };

  const send: JobHandler<"send-mails"> = async ({ account_id, push_action_id }, { signal }) => {
    if (!(await mayBegin(account_id, push_action_id))) return;
    const ended = await sendMails(app, { accountId: account_id, pushActionId: push_action_id }, signal, options);
    if (ended.end === "done") await goOn(account_id, push_action_id);
    if (ended.end !== "later") return;
    const startAfter = new Date(Date.now() + ended.seconds * 1000);
    await inScope(account_id, (tx) =>
      app.jobs.add(tx, "send-mails", { account_id, push_action_id }, ended.seconds > 0 ? { startAfter } : {}),
    );
  };

  const readopt = async (): Promise<void> => {
    await readoptPushes(app);
  };
  return { "prepare-push": preparePush, "grant-push-points": grant, "send-mails": send, "readopt-pushes": readopt };
}

/** Gives jobs to pushes that have lost theirs; run now and then by the worker. Returns how many were found. */
export async function readoptPushes(app: App): Promise<number> {
  const found = await app.database.asSystem((tx) =>
    sql<{ account_id: number; id: number }>`select account_id, id from push_actions
      where push_status in ('standby', 'doing') and not stop_requested
        and coalesce(heartbeat_at, updated_at) < now() - make_interval(secs => ${ABANDONED_SECONDS})`.execute(tx.db),
  );
  for (const { account_id, id } of found.rows) {
    await app.database.inScope({ accountIds: [account_id] }, async (tx) => {
      // Moves the moment it is next looked at; a worker that takes the job in between is not held up by it.
      const still = await sql`update push_actions set updated_at = now(), heartbeat_at = now() - interval '30 seconds'
        where account_id = ${account_id} and id = ${id} and push_status in ('standby', 'doing') and not stop_requested
          and coalesce(heartbeat_at, updated_at) < now() - make_interval(secs => ${ABANDONED_SECONDS})`.execute(tx.db);
      const campaignId = await campaignOfPush(tx, account_id, id);
      if (still.numAffectedRows === 1n && campaignId !== null) await addPushJobs(tx, app.jobs, account_id, campaignId);
    });
  }
  return found.rows.length;
}
