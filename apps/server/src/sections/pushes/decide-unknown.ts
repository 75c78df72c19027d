import type { RawBuilder } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { addNextSteps, type Moving } from "./next-steps.ts";
import { wasRevoked } from "./revocations.read.ts";

/** Recipients whose outcome is unknown: the message may have arrived. `only`: those a person chose. */
export type Unknown = {
  only: readonly { push_action_id: number; customer_id: number }[] | null;
  /** SQL over customers `customer`: whom the person sees. */
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
  await tx.run`update push_action_targets target
    set outcome = 'waiting', reason = null, detail = null, sent_at = null, provider_message_id = null, claimed_by = null,
      attempt_count = 0,
      wave = case when push.wave <> 'remaining' then push.wave when target.wave = 'canary' then 'main' else target.wave end,
      updated_by = ${unknown.userId}, updated_at = now()
    from unnest(${pushIds}::bigint[], ${chosen.map((one) => one.customer_id)}::bigint[]) x (push_action_id, customer_id)
    join push_actions push on push.account_id = ${accountId} and push.id = x.push_action_id
    where target.account_id = push.account_id and target.push_action_id = push.id and target.customer_id = x.customer_id`;
  // A run that is still at work goes on with them; a push that is over begins again. Who had a text waits for no choice of one.
  await tx.run`update push_actions push
    set unknown_count = push.unknown_count - x.n, updated_by = ${unknown.userId}, updated_at = now(),
      push_status = case when push.finished_at is null then push.push_status else 'doing' end,
      heartbeat_at = case when push.finished_at is null then push.heartbeat_at end,
      stop_requested = case when push.finished_at is null then push.stop_requested else ${isStopped} end, finished_at = null,
      wave = case when push.wave = 'remaining' and exists (select from push_action_targets target
          where target.account_id = ${accountId} and target.push_action_id = push.id and target.wave = 'main'
            and target.outcome = 'waiting')
        then 'main' else push.wave end
    from (select id, count(*)::int as n from unnest(${pushIds}::bigint[]) u (id) group by id) x
    where push.account_id = ${accountId} and push.id = x.id`;
  await addNextSteps(tx, moving);
  return chosen.length;
}

/** Records that they got it, as the log of the server that sent it shows. Returns how many. */
export async function confirmUnknown(
  tx: Tx,
  { accountId, campaignId }: Pick<Moving, "accountId" | "campaignId">,
  unknown: Unknown,
): Promise<number> {
  const chosen = await lockUnknown(tx, { accountId, campaignId }, { ...unknown, actionIds: null });
  const pushIds = chosen.map((one) => one.push_action_id);
  await tx.run`update push_action_targets target
    set outcome = 'sent', reason = null, updated_by = ${unknown.userId}, updated_at = now()
    from unnest(${pushIds}::bigint[], ${chosen.map((one) => one.customer_id)}::bigint[]) x (push_action_id, customer_id)
    where target.account_id = ${accountId} and target.push_action_id = x.push_action_id and target.customer_id = x.customer_id`;
  await tx.run`update push_actions push
    set unknown_count = push.unknown_count - x.n, sent_count = push.sent_count + x.n, updated_at = now()
    from (select id, count(*)::int as n from unnest(${pushIds}::bigint[]) u (id) group by id) x
    where push.account_id = ${accountId} and push.id = x.id`;
  return chosen.length;
}

/** Lock order: the pushes first, as in a run. A worker that still records their results comes before or after. */
async function lockUnknown(
  tx: Tx,
  { accountId, campaignId }: Pick<Moving, "accountId" | "campaignId">,
  { only, within, actionIds }: Unknown & { actionIds: readonly number[] | null },
): Promise<Chosen[]> {
  await tx.run`select from push_actions
    where account_id = ${accountId} and campaign_id = ${campaignId} and unknown_count > 0
    order by id for no key update`;
  return tx.all<Chosen>`select target.push_action_id, target.customer_id
    from push_actions push
    join push_action_targets target on target.account_id = push.account_id and target.push_action_id = push.id
      and target.outcome = 'unknown'
    join customers customer on customer.account_id = target.account_id and customer.id = target.customer_id
    where push.account_id = ${accountId} and push.campaign_id = ${campaignId} and push.unknown_count > 0 and ${within}
      -- Nobody is told of what was taken back.
      and (${actionIds}::bigint[] is null or (push.campaign_action_id = any(${actionIds}::bigint[]) and not ${wasRevoked}))
      and (${only === null}
        or (target.push_action_id, target.customer_id) in (select *
          from unnest(${only?.map((one) => one.push_action_id) ?? []}::bigint[], ${only?.map((one) => one.customer_id) ?? []}::bigint[])))
    order by target.push_action_id, target.customer_id for no key update of target`;
}
