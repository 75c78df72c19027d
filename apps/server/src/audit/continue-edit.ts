import type { Tx } from "../database/connection.ts";
import { type AuditEntry, recordAudit } from "./record-audit.ts";

type Edit = Pick<AuditEntry, "actorUserId" | "ip"> & {
  accountId: number;
  campaignId: number;
  before: object;
  after: object;
  /** Who saved the campaign last. */
  lastBy: number | null;
  now: Date;
};

/**
 * One line of the log for one person's work on a campaign, in the transaction of each of its saves (docs/adr/0462). It goes on until somebody
 * else saves, something else is done with the campaign, or half an hour passes without a save; then the next save has a line of its own.
 */
export async function recordEdit(tx: Tx, edit: Edit) {
  const { actorUserId, ip = null, accountId, campaignId, before, after } = edit;
  if (edit.lastBy === actorUserId && (await isContinued(tx, edit))) return;
  await recordAudit(tx, {
    actorUserId,
    ip,
    accountId,
    action: "update",
    entity: "campaigns",
    entityId: campaignId,
    before,
    after: { ...after, saves: 1, since: edit.now.toISOString() },
  });
}

async function isContinued(
  tx: Tx,
  { actorUserId, ip = null, accountId, campaignId, before, after }: Edit,
): Promise<boolean> {
  const { continued } = await tx.one<{
    continued: boolean;
  }>`select continue_edit(${accountId}::bigint, ${campaignId}::bigint,
      ${actorUserId}::bigint, ${ip}::inet, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb) as continued`;
  return continued;
}
