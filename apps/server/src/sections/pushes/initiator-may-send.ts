import { todayOf } from "../../clock.ts";
import { isActiveOn } from "../../database/active-version.ts";
import type { Tx } from "../../database/connection.ts";
import { recheckPermission } from "../../session/recheck-permission.ts";
import { sourceOf } from "./causes.ts";
import { sendOfPush } from "./finish-push.ts";
import type { PushEngine } from "./ports.ts";

type Push = { accountId: number; pushActionId: number };

/**
 * Whether the client, and the person who started or resumed a push, may still do it when a worker takes it up. If not, everything of the
 * campaign that is running is stopped, and waits for somebody who may resume it.
 */
export async function initiatorMaySend(engine: Pick<PushEngine, "app" | "causes">, push: Push): Promise<boolean> {
  const { app } = engine;
  const { accountId, pushActionId } = push;
  const inScope = <T>(work: (tx: Tx) => Promise<T>) => app.database.inScope({ accountIds: [accountId] }, work);
  for (;;) {
    const { inForce, initiator, campaignId, kind } = await inScope(async (tx) => ({
      ...(await sendOfPush(tx, accountId, pushActionId)),
      inForce: await isActiveOn(tx, accountId, todayOf(app.clock)),
      initiator: await initiatorOf(tx, push),
    }));
    const source = sourceOf(engine, kind);
    // A push that is stopped or over is not worked on anyway.
    if (initiator === undefined) return true;
    // What no person started has nobody to ask.
    const may =
      initiator === null ||
      (await recheckPermission(app, initiator, { action: source.needs, accountIds: [accountId] }));
    if (inForce && may) return true;
    const stopped = await inScope(async (tx) => {
      if (!(await source.lock(tx, accountId, campaignId))) return true;
      // Somebody else may have resumed it in this moment: then that person is asked.
      if ((await initiatorOf(tx, push)) !== initiator) return false;
      await source.stop(tx, { accountId, campaignId, now: app.clock.now(), reason: "initiator_lost_right" });
      return true;
    });
    if (stopped) return false;
  }
}

async function initiatorOf(tx: Tx, { accountId, pushActionId }: Push): Promise<number | null | undefined> {
  const found = await tx.maybe<{ updated_by: number | null }>`select updated_by
    from push_actions
    where account_id = ${accountId} and id = ${pushActionId} and push_status in ('standby', 'doing') and not stop_requested`;
  return found?.updated_by;
}
