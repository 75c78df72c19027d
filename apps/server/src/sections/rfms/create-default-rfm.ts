import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { DEFAULT_AGGREGATION_YEARS, DEFAULT_GROUPS, DEFAULT_THRESHOLDS } from "@okaeri/domain/rfms/groups";
import type { Tx } from "../../database/connection.ts";
import { FROM_THE_BEGINNING, writeDefinition } from "./rfm-versions.ts";

/** The RFM a new programme account starts with; its id, also when the account already has one. Nobody is scored yet. */
export async function createDefaultRfm(tx: Tx, accountId: number, userId: number | null = null): Promise<number> {
  const made = await makeRfm(tx, { accountId, groupId: null, userId, from: FROM_THE_BEGINNING });
  if (made !== undefined) return made;
  const { id } = await tx.one<{
    id: number;
  }>`select id from rfms where account_id = ${accountId} and group_id is null and active_status = 'active'`;
  return id;
}

/** A definition with the starting thresholds and groups; undefined where the account, or the account and group, has one. */
export async function makeRfm(
  tx: Tx,
  {
    accountId,
    groupId,
    userId,
    from,
  }: { accountId: number; groupId: number | null; userId: number | null; from: CalendarDate },
): Promise<number | undefined> {
  const made = await tx.maybe<{ id: number }>`insert into rfms (account_id, group_id, frequency_aggregation_years,
      monetary_aggregation_years, created_by, updated_by)
    values (${accountId}, ${groupId}, ${DEFAULT_AGGREGATION_YEARS}, ${DEFAULT_AGGREGATION_YEARS}, ${userId}, ${userId})
    on conflict (account_id, group_id) where active_status = 'active' do nothing
    returning id`;
  if (made === undefined) return undefined;
  const key = { accountId, rfmId: made.id, userId };
  const groups = DEFAULT_GROUPS.map((group) => ({ ...group, id: null }));
  await writeDefinition(tx, key, { thresholds: DEFAULT_THRESHOLDS, groups }, from);
  return made.id;
}
