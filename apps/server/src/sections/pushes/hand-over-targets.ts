import type { Tx } from "../../database/connection.ts";

/** What waits for these customers waits for another one, unless it waits for that one already. @returns the pushes. */
export async function handOverTargets(tx: Tx, accountId: number, from: number, to: number): Promise<number[]> {
  const moved = await tx.all<{
    id: number;
  }>`update push_action_targets target
    set customer_id = ${to}, updated_at = now()
    where target.account_id = ${accountId} and target.customer_id = ${from} and target.outcome = 'waiting'
      and target.push_action_id = any(array(select push.id
          from push_actions push
          where push.account_id = ${accountId}
            and push.push_status in ('standby', 'doing')))
      and not exists (select from push_action_targets stored_target
        where stored_target.account_id = target.account_id
          and stored_target.push_action_id = target.push_action_id and stored_target.customer_id = ${to})
    returning target.push_action_id as id`;
  return moved.map((row) => row.id);
}

/** Gives back what still waits. */
export async function handBackTargets(
  tx: Tx,
  accountId: number,
  pushIds: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<void> {
  await tx.run`update push_action_targets
    set customer_id = ${to}, updated_at = now()
    where account_id = ${accountId}
      and push_action_id = any(${pushIds}::bigint[]) and customer_id = ${from} and outcome = 'waiting'`;
}
