import type { RawBuilder } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { addNextSteps, type Moving } from "./next-steps.ts";
import { wasTakenBack } from "./take-backs.read.ts";

/** Recipients whose outcome is unknown: the message may have arrived. `only`: those a person chose. */
export type Unknown = {
  only: readonly { push_action_id: number; customer_id: number }[] | null;
  /** SQL over customers `c`: whom the person sees. */
  within: RawBuilder<boolean>;
  userId: number;
};

type Chosen = { push_action_id: number; customer_id: number };

/**
 * Sends to them again, with the present message: they wait, like recipients who were not sent to yet, and consent and cap are checked
 * again. The caller has locked the campaign, and makes it active; of a stopped one they wait with the rest. `actionIds`: actions that still
 * have their message. Returns how many: the second of two clicks finds none.
 */
export async function resendUnknown(
  tx: Tx,
  moving: Moving,
  { actionIds, isStopped, ...unknown }: Unknown & { actionIds: readonly number[]; isStopped: boolean },
): Promise<number> {
  const { accountId } = moving;
  const chosen = await lockUnknown(tx, moving, { ...unknown, actionIds });
  if (chosen.length === 0) return 0;
  const pushIds = chosen.map((one) => one.push_action_id);
  await tx.run`update push_action_targets t
    set outcome = 'waiting', reason = null, detail = null, sent_at = null, provider_message_id = null, claimed_by = null, attempt_count = 0,
      wave = p.wave, updated_by = ${unknown.userId}, updated_at = now()
    from unnest(${pushIds}::bigint[], ${chosen.map((one) => one.customer_id)}::bigint[]) x (push_action_id, customer_id)
    join push_actions p on p.account_id = ${accountId} and p.id = x.push_action_id
    where t.account_id = p.account_id and t.push_action_id = p.id and t.customer_id = x.customer_id`;
  // A run that is still at work goes on with them; a push that is over begins again.
  await tx.run`update push_actions p
    set unknown_count = p.unknown_count - x.n, updated_by = ${unknown.userId}, updated_at = now(),
      push_status = case when p.finished_at is null then p.push_status else 'doing' end,
      heartbeat_at = case when p.finished_at is null then p.heartbeat_at end,
      stop_requested = case when p.finished_at is null then p.stop_requested else ${isStopped} end, finished_at = null
    from (select id, count(*)::int as n from unnest(${pushIds}::bigint[]) u (id) group by id) x
    where p.account_id = ${accountId} and p.id = x.id`;
  await addNextSteps(tx, moving);
  return chosen.length;
}

/** Records that they got it, as the mail server's log says. Returns how many. */
export async function confirmUnknown(
  tx: Tx,
  { accountId, campaignId }: Pick<Moving, "accountId" | "campaignId">,
  unknown: Unknown,
): Promise<number> {
  const chosen = await lockUnknown(tx, { accountId, campaignId }, { ...unknown, actionIds: null });
  const pushIds = chosen.map((one) => one.push_action_id);
  await tx.run`update push_action_targets t set outcome = 'sent', reason = null, updated_by = ${unknown.userId}, updated_at = now()
    from unnest(${pushIds}::bigint[], ${chosen.map((one) => one.customer_id)}::bigint[]) x (push_action_id, customer_id)
    where t.account_id = ${accountId} and t.push_action_id = x.push_action_id and t.customer_id = x.customer_id`;
  await tx.run`update push_actions p set unknown_count = p.unknown_count - x.n, sent_count = p.sent_count + x.n, updated_at = now()
    from (select id, count(*)::int as n from unnest(${pushIds}::bigint[]) u (id) group by id) x
    where p.account_id = ${accountId} and p.id = x.id`;
  return chosen.length;
}

/** Lock order: the pushes first, as in a run. A worker that still records their results comes before or after. */
async function lockUnknown(
  tx: Tx,
  { accountId, campaignId }: Pick<Moving, "accountId" | "campaignId">,
  { only, within, actionIds }: Unknown & { actionIds: readonly number[] | null },
): Promise<Chosen[]> {
  await tx.run`select from push_actions where account_id = ${accountId} and campaign_id = ${campaignId} and unknown_count > 0
    order by id for no key update`;
  return tx.all<Chosen>`select t.push_action_id, t.customer_id from push_actions p
    join push_action_targets t on t.account_id = p.account_id and t.push_action_id = p.id and t.outcome = 'unknown'
    join customers c on c.account_id = t.account_id and c.id = t.customer_id
    where p.account_id = ${accountId} and p.campaign_id = ${campaignId} and p.unknown_count > 0 and ${within}
      -- Nobody is told of what was taken back.
      and (${actionIds}::bigint[] is null or (p.campaign_action_id = any(${actionIds}::bigint[]) and not ${wasTakenBack}))
      and (${only === null} or (t.push_action_id, t.customer_id) in (select * from
        unnest(${only?.map((one) => one.push_action_id) ?? []}::bigint[], ${only?.map((one) => one.customer_id) ?? []}::bigint[])))
    order by t.push_action_id, t.customer_id for no key update of t`;
}
