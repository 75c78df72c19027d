import type { Tx } from "../../database/connection.ts";

/** What waits for these customers waits for another one, unless it waits for that one already. @returns the pushes. */
export async function handOverTargets(tx: Tx, accountId: number, from: number, to: number): Promise<number[]> {
  const moved = await tx.all<{ id: number }>`update push_action_targets t set customer_id = ${to}, updated_at = now()
    where t.account_id = ${accountId} and t.customer_id = ${from} and t.outcome = 'waiting'
      and t.push_action_id = any(array(select p.id from push_actions p where p.account_id = ${accountId} and p.push_status in ('standby', 'doing')))
      and not exists (
      select from push_action_targets o where o.account_id = t.account_id and o.push_action_id = t.push_action_id and o.customer_id = ${to})
    returning t.push_action_id as id`;
  return moved.map((row) => row.id);
}

/** Gives back what still waits. */
export async function handBackTargets(
  tx: Tx,
  accountId: number,
  pushIds: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<void> {
  await tx.run`update push_action_targets set customer_id = ${to}, updated_at = now() where account_id = ${accountId}
    and push_action_id = any(${pushIds}::bigint[]) and customer_id = ${from} and outcome = 'waiting'`;
}
