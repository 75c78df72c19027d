import type { SegmentTarget } from "@okaeri/contract/campaigns/audience/condition";
import type { Tx } from "../../../database/connection.ts";
import type { Scope } from "../../../session/scope.ts";

export type SavedConditionRow = {
  id: number;
  name: string;
  target: SegmentTarget;
  updated_at: Date;
  updated_by_name: string | null;
  version: number;
};
export type WrittenCondition = { name: string; target: SegmentTarget };

/** All of a programme, by name. */
export function savedConditionRows(tx: Tx, accountId: number): Promise<SavedConditionRow[]> {
  return tx.all<SavedConditionRow>`select saved_condition.id, saved_condition.name, saved_condition.target, saved_condition.updated_at,
      person.name as updated_by_name, saved_condition.version
    from saved_conditions saved_condition
    left join users person on person.id = saved_condition.updated_by
    where saved_condition.account_id = ${accountId}
    order by saved_condition.name, saved_condition.id`;
}

/** Locked until the transaction ends. */
export function lockSavedCondition(
  tx: Tx,
  accountId: number,
  id: number,
): Promise<Pick<SavedConditionRow, "version" | "target"> | undefined> {
  return tx.maybe<Pick<SavedConditionRow, "version" | "target">>`select version, target
    from saved_conditions
    where account_id = ${accountId} and id = ${id}
    for update`;
}

/** How many others there are, and whether one of them has the name. */
export function otherSavedConditions(
  tx: Tx,
  accountId: number,
  { name, except }: { name: string; except: number | null },
): Promise<{ others: number; taken: boolean }> {
  return tx.one<{
    others: number;
    taken: boolean;
  }>`select count(*)::int as others, coalesce(bool_or(name = ${name}), false) as taken
    from saved_conditions
    where account_id = ${accountId} and id is distinct from ${except}::bigint`;
}

/** Undefined where the name was taken meanwhile. */
export function insertSavedCondition(
  tx: Tx,
  { accountId, userId }: Scope,
  { name, target }: WrittenCondition,
  now: Date,
): Promise<{ id: number } | undefined> {
  return tx.maybe<{
    id: number;
  }>`insert into saved_conditions (account_id, name, target, created_by, updated_by, created_at, updated_at)
    values (${accountId}, ${name}, ${JSON.stringify(target)}::jsonb, ${userId}, ${userId}, ${now}, ${now})
    on conflict (account_id, name) do nothing
    returning id`;
}

export async function updateSavedCondition(
  tx: Tx,
  { accountId, userId }: Scope,
  id: number,
  { name, target }: WrittenCondition,
  now: Date,
): Promise<void> {
  await tx.run`update saved_conditions
    set name = ${name}, target = ${JSON.stringify(target)}::jsonb, version = version + 1, updated_by = ${userId}, updated_at = ${now}
    where account_id = ${accountId} and id = ${id}`;
}

export async function deleteSavedCondition(tx: Tx, accountId: number, id: number): Promise<void> {
  await tx.run`delete from saved_conditions where account_id = ${accountId} and id = ${id}`;
}
