import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import { CallError, staleVersion } from "../../http/errors.ts";
import type { Scope } from "../../session/scope.ts";
import { groupsOf, type RfmEdit, thresholdsOf } from "./check-rfm-edit.ts";
import { lockRfm } from "./rfms.queries.ts";
import { scoreRfm } from "./score-rfm.ts";
import { writeDetails, writeGroups } from "./write-rfm.queries.ts";

/**
 * Saves an edited definition and scores everybody anew, in the caller's transaction: whoever reads the definition sees its numbers.
 * @throws CallError NOT_FOUND, STALE_VERSION, INVALID_INPUT with the fields at fault.
 */
export async function updateRfm(
  tx: Tx,
  scope: Scope,
  edit: RfmEdit & { id: number; version: number },
  at: { today: CalendarDate; now: Date; ip: string },
): Promise<void> {
  const before = await lockRfm(tx, scope.accountId, edit.id);
  if (!before) throw new CallError("NOT_FOUND");
  if (before.version !== edit.version) throw staleVersion("rfms", edit.id);
  const thresholds = thresholdsOf(edit);
  const groups = groupsOf(
    edit,
    before.groups.map((group) => group.id),
  );
  const key = { accountId: scope.accountId, rfmId: edit.id, userId: scope.userId };
  await tx.run`update rfms set frequency_aggregation_years = ${edit.frequency_aggregation_years},
      monetary_aggregation_years = ${edit.monetary_aggregation_years}, version = version + 1, updated_by = ${scope.userId}, updated_at = ${at.now}
    where account_id = ${scope.accountId} and id = ${edit.id}`;
  await writeDetails(tx, key, thresholds);
  await writeGroups(tx, key, groups);
  await scoreRfm(tx, scope.accountId, edit.id, at);
  const { account_has_own: _own, ...was } = before;
  await recordAudit(tx, {
    actorUserId: scope.userId,
    ip: at.ip,
    accountId: scope.accountId,
    action: "update",
    entity: "rfms",
    entityId: edit.id,
    before: was,
    after: edit,
  });
}
