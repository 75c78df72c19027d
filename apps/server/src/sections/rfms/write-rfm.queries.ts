import { priorityOf, type RfmThresholds, toRfmDetails } from "@okaeri/domain/rfms/score";
import type { Tx } from "../../database/connection.ts";

export type RfmWriteContext = { accountId: number; rfmId: number; userId: number | null };

/** The five threshold rows, written over those that stand. */
export async function writeDetails(tx: Tx, key: RfmWriteContext, thresholds: RfmThresholds): Promise<void> {
  const rows = toRfmDetails(thresholds).map((row) => ({ ...row, priority: priorityOf(row.score) }));
  await tx.run`insert into rfm_details (account_id, rfm_id, score, recency, frequency, monetary, priority, created_by, updated_by)
    select ${key.accountId}, ${key.rfmId}, score, recency, frequency, monetary, priority, ${key.userId}::bigint, ${key.userId}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as d (score smallint, recency integer, frequency integer, monetary bigint, priority smallint)
    on conflict (account_id, rfm_id, score) do update set recency = excluded.recency, frequency = excluded.frequency,
      monetary = excluded.monetary, priority = excluded.priority, updated_by = excluded.updated_by, updated_at = now()`;
}

export type GroupToWrite = {
  id: number | null;
  name: string;
  recency_score: number | null;
  frequency_score: number | null;
  monetary_score: number | null;
  priority: number;
};

/**
 * Writes the groups of the edit: known ids are changed, others added. A group that is no longer named is retired, not deleted (soft
 * delete), because histories name it.
 */
export async function writeGroups(tx: Tx, key: RfmWriteContext, groups: readonly GroupToWrite[]): Promise<void> {
  const existing = groups.filter((group) => group.id !== null);
  const added = groups.filter((group) => group.id === null);
  await tx.run`update rfm_groups rfm_group
    set name = w.name, recency_score = w.recency_score, frequency_score = w.frequency_score, monetary_score = w.monetary_score,
      priority = w.priority, updated_by = ${key.userId}, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(existing)}::jsonb)
        as w (id bigint, name text, recency_score smallint, frequency_score smallint, monetary_score smallint, priority smallint)
    where rfm_group.account_id = ${key.accountId} and rfm_group.rfm_id = ${key.rfmId} and rfm_group.id = w.id`;
  await tx.run`update rfm_groups
    set active_status = 'inactive', updated_by = ${key.userId}, updated_at = now()
    where account_id = ${key.accountId} and rfm_id = ${key.rfmId} and active_status = 'active'
      and id <> all (${existing.map((group) => group.id)}::bigint[])`;
  await tx.run`insert into rfm_groups (account_id, rfm_id, name, recency_score, frequency_score, monetary_score, priority, created_by,
      updated_by)
    select ${key.accountId}, ${key.rfmId}, name, recency_score, frequency_score, monetary_score, priority, ${key.userId}::bigint,
      ${key.userId}::bigint
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb)
        as w (name text, recency_score smallint, frequency_score smallint, monetary_score smallint, priority smallint)`;
}
