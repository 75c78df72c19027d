import type { App } from "../../../app.ts";
import { todayOf } from "../../../clock.ts";
import type { Tx } from "../../../database/connection.ts";
import { recheckPermission } from "../../../session/recheck-permission.ts";
import { sendRulesOf } from "../../pushes/send-rules.read.ts";
import { campaignSource, lockCampaignRow } from "../delivery/campaign-source.ts";
import { type RefusalReason, recordRuns } from "../schedule/record-runs.ts";
import { guestsToJudge } from "./judged-guests.ts";
import { dueOf, runningTriggers, triggerOccasions } from "./running-triggers.ts";

const LOST = "initiator_lost_right";

type Of = { accountId: number; campaignId: number };

/**
 * Whether the person who switched the campaign on or resumed it still may, as of a send (pushes/initiator-may-send.ts). If not, it is stopped, and
 * waits for somebody who may resume it.
 */
export async function initiatorMayRun(app: App, { accountId, campaignId }: Of): Promise<boolean> {
  const source = campaignSource([]);
  const inScope = app.database.inScope;
  const initiatorOf = () =>
    inScope(
      { accountIds: [accountId] },
      (tx) =>
        tx.maybe<{ updated_by: number | null }>`select updated_by
        from campaigns
        where account_id = ${accountId} and id = ${campaignId} and status = 'active'`,
    );
  for (;;) {
    const initiator = await initiatorOf();
    if (initiator === undefined) return false;
    const { updated_by: userId } = initiator;
    if (userId === null || (await recheckPermission(app, userId, { action: source.needs, accountIds: [accountId] })))
      return true;
    const stopped = await inScope({ accountIds: [accountId] }, async (tx) => {
      if (!(await lockCampaignRow(tx, accountId, campaignId))) return true;
      const now = await tx.maybe<{ updated_by: number | null }>`select updated_by
        from campaigns
        where account_id = ${accountId} and id = ${campaignId} and status = 'active'`;
      // Somebody else may have resumed it in this moment: then that person is asked.
      if (now !== undefined && now.updated_by !== userId) return false;
      if (now !== undefined) {
        await missDue(app, tx, { accountId, campaignId }, LOST);
        await source.stop(tx, { accountId, campaignId, now: app.clock.now(), reason: LOST });
      }
      return true;
    });
    if (stopped) return false;
  }
}

/** Notes the moments whose guests are not met, so that the campaign's page tells why. */
export async function missDue({ clock }: App, tx: Tx, of: Of, reason: RefusalReason): Promise<void> {
  const moment = { today: todayOf(clock), now: clock.now() };
  const { missedRunHours } = await sendRulesOf(tx, of.accountId);
  for (const occasion of triggerOccasions(await runningTriggers(tx, of.accountId, of.campaignId))) {
    const due = dueOf(occasion, moment.now, missedRunHours);
    if (due.length === 0) continue;
    const missed = await tx.all<{ planned_at: Date }>`select distinct g.planned_at
      from (${guestsToJudge({ ...of, moment }, occasion, due)}) g`;
    const runs = missed.flatMap(({ planned_at: planned }) =>
      occasion.actions.map(({ action_id: actionId }) => ({ action: { actionId }, run: { planned }, reason }) as const),
    );
    await recordRuns(tx, of, runs);
  }
}
