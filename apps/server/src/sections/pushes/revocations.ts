import type { Tx } from "../../database/connection.ts";
import type { Moving } from "./next-steps.ts";

/** Guests of one transaction: short enough to let imports, uses and other sends run in between. */
const GUESTS_AT_ONCE = 500;

type RevocationOrder = { triggerKey: string; pushIds: readonly number[]; remarks: string; userId: number };

/** The take-back of a send that is under way: its id. */
export async function openRevocation(
  tx: Tx,
  { accountId, campaignId }: Pick<Moving, "accountId" | "campaignId">,
  triggerKey: string,
): Promise<number | null> {
  const found = await tx.maybe<{ id: number }>`select id
    from send_revocations
    where account_id = ${accountId} and campaign_id = ${campaignId} and trigger_key = ${triggerKey} and state = 'running'`;
  return found?.id ?? null;
}

/** Begins to take back what these pushes of a send gave. The caller has locked the campaign. Returns its id. */
export async function beginRevocation(tx: Tx, moving: Moving, order: RevocationOrder): Promise<number> {
  const { accountId, campaignId, now } = moving;
  const { id } = await tx.one<{
    id: number;
  }>`insert into send_revocations (account_id, campaign_id, trigger_key, remarks, guests, created_by, created_at)
    select ${accountId}, ${campaignId}, ${order.triggerKey}, ${order.remarks}, count(distinct target.customer_id)::int, ${order.userId},
      ${now}
    from push_action_targets target
    where target.account_id = ${accountId} and target.push_action_id = any(${order.pushIds}::bigint[]) and target.outcome = 'sent'
    returning id`;
  return id;
}

export type OpenRevocation = {
  id: number;
  campaign_id: number;
  push_action_id: number;
  remarks: string;
  created_by: number;
  done_until: number;
};

/** Locks a take-back that is not done until the transaction ends: of two workers one waits. */
export async function lockRevocation(tx: Tx, accountId: number, id: number): Promise<OpenRevocation | null> {
  const found =
    await tx.maybe<OpenRevocation>`select send_revocation.id, send_revocation.campaign_id, send_revocation.remarks,
      send_revocation.created_by,
        send_revocation.done_until,
        (select min(push.id)
          from push_actions push
          where push.account_id = send_revocation.account_id
            and push.campaign_id = send_revocation.campaign_id and push.trigger_key = send_revocation.trigger_key) as push_action_id
      from send_revocations send_revocation
      where send_revocation.account_id = ${accountId} and send_revocation.id = ${id}
        and send_revocation.state = 'running' for update of send_revocation`;
  return found ?? null;
}

/** The next guests, by id, who got something by any of these pushes. */
export async function nextGuests(
  tx: Tx,
  accountId: number,
  pushIds: readonly number[],
  after: number,
): Promise<number[]> {
  const found = await tx.all<{
    id: number;
  }>`select distinct f.customer_id as id
    from unnest(${pushIds}::bigint[]) p (id)
    cross join lateral (
      select target.customer_id
      from push_action_targets target
      where target.account_id = ${accountId} and target.push_action_id = p.id and target.customer_id > ${after}
        and target.outcome = 'sent'
      order by target.customer_id limit ${GUESTS_AT_ONCE}
    ) f
    order by f.customer_id limit ${GUESTS_AT_ONCE}`;
  return found.map((row) => row.id);
}

export type RevokedTotals = { customers: number; points: number; coupons: number };

/** Writes down what was taken of some guests, the last of them by id. */
export async function recordRevoked(
  tx: Tx,
  accountId: number,
  id: number,
  guests: readonly number[],
  taken: RevokedTotals,
): Promise<void> {
  await tx.run`update send_revocations
    set done = done + ${guests.length}, done_until = ${guests.at(-1)}, customers = customers + ${taken.customers},
      points = points + ${taken.points}, coupons = coupons + ${taken.coupons}
    where account_id = ${accountId} and id = ${id}`;
}

export async function endRevocation(tx: Tx, accountId: number, id: number, now: Date): Promise<void> {
  await tx.run`update send_revocations set state = 'done', finished_at = ${now} where account_id = ${accountId} and id = ${id}`;
}
