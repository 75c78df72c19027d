import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import { CallError, fieldError, staleVersion } from "../../http/errors.ts";
import { makeRfm } from "./create-default-rfm.ts";
import { endVersions } from "./rfm-versions.ts";
import { lockRfm } from "./rfms.queries.ts";
import { scoreRfm } from "./score-rfm.ts";

export type RfmEditContext = { userId: number; ip: string; today: CalendarDate; now: Date };

/**
 * One definition for each programme of the group, all scored, in the caller's transaction. One that joined the group later gets its own
 * with the next call. @throws CallError when the caller's programme has it already.
 */
export async function createForGroup(
  tx: Tx,
  by: RfmEditContext,
  group: { id: number; programmeIds: readonly number[]; ownId: number },
): Promise<number> {
  let own: number | undefined;
  for (const accountId of group.programmeIds) {
    const id = await makeRfm(tx, { accountId, groupId: group.id, userId: by.userId, from: by.today });
    if (accountId === group.ownId) own = id;
    if (id === undefined) continue;
    await scoreRfm(tx, accountId, id, by);
    const about = { action: "create", entity: "rfms", entityId: id, after: { group_id: group.id } };
    await recordAudit(tx, { actorUserId: by.userId, ip: by.ip, accountId, ...about });
  }
  if (own === undefined) throw fieldError("group_id", { code: "rfm_exists_already" });
  return own;
}

/** Takes the group's definition out of use in all these programmes; scores go, what was held before stays as history. */
export async function removeForGroup(
  tx: Tx,
  by: RfmEditContext,
  what: { id: number; version: number; accountId: number; programmeIds: readonly number[] },
): Promise<void> {
  const found = await lockRfm(tx, what.accountId, what.id);
  if (!found) throw new CallError("NOT_FOUND");
  if (found.version !== what.version) throw staleVersion("rfms", what.id);
  const rows = await sharedRows(tx, found.group_id, what.programmeIds);
  for (const { account_id: accountId, id } of rows) {
    await tx.run`delete from customer_rfms where account_id = ${accountId} and rfm_id = ${id}`;
    await endVersions(tx, { accountId, rfmId: id, userId: by.userId }, by.today);
    await tx.run`update rfms
      set active_status = 'inactive', version = version + 1, updated_by = ${by.userId}, updated_at = ${by.now}
      where account_id = ${accountId} and id = ${id}`;
    const about = { action: "delete", entity: "rfms", entityId: id, before: { group_id: found.group_id } };
    await recordAudit(tx, { actorUserId: by.userId, ip: by.ip, accountId, ...about });
  }
}

/**
 * The group's definitions in these programmes, locked in the order of their accounts: edits from two programmes run one after the other and
 * cannot deadlock.
 */
export async function sharedRows(
  tx: Tx,
  groupId: number | null,
  programmeIds: readonly number[],
): Promise<{ account_id: number; id: number }[]> {
  return tx.all<{ account_id: number; id: number }>`select account_id, id
    from rfms
    where account_id = any(${programmeIds}::bigint[]) and group_id = ${groupId} and active_status = 'active'
    order by account_id for update`;
}
