import type { App } from "../../../app.ts";
import { stillHolds } from "../../../session/still-holds.ts";
import { campaignSource, lockCampaignRow } from "../campaign-source.ts";

type Of = { accountId: number; campaignId: number };

/**
 * Whether the person who switched the campaign on or resumed it still may, as of a send (pushes/starter-may.ts). If not, it is stopped, and
 * waits for somebody who may resume it.
 */
export async function starterStillMay(app: App, { accountId, campaignId }: Of): Promise<boolean> {
  const source = campaignSource([]);
  const inScope = app.database.inScope;
  const starterOf = () =>
    inScope(
      { accountIds: [accountId] },
      (tx) =>
        tx.maybe<{ updated_by: number | null }>`select updated_by
        from campaigns
        where account_id = ${accountId} and id = ${campaignId} and status = 'active'`,
    );
  for (;;) {
    const starter = await starterOf();
    if (starter === undefined) return false;
    const { updated_by: userId } = starter;
    if (userId === null || (await stillHolds(app, userId, { action: source.needs, accountIds: [accountId] })))
      return true;
    const stopped = await inScope({ accountIds: [accountId] }, async (tx) => {
      if (!(await lockCampaignRow(tx, accountId, campaignId))) return true;
      const now = await tx.maybe<{ updated_by: number | null }>`select updated_by
        from campaigns
        where account_id = ${accountId} and id = ${campaignId} and status = 'active'`;
      // Somebody else may have resumed it in this moment: then that person is asked.
      if (now !== undefined && now.updated_by !== userId) return false;
      if (now !== undefined)
        await source.stop(tx, { accountId, campaignId, now: app.clock.now(), reason: "starter_lost_right" });
      return true;
    });
    if (stopped) return false;
  }
}
