import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { addNextSteps, type Moving } from "./next-steps.ts";
import { decidedAlike } from "./open-sends.read.ts";
import { sendRulesOf } from "./send-rules.read.ts";
import { graceEnd } from "./snapshot-recipients.ts";

/** A second person lets a send of the campaign go as it stands now. A large one waits from here on. */
export async function approvePushes(tx: Tx, moving: Moving, triggerKey: string, userId: number): Promise<void> {
  const { source, accountId, campaignId, now } = moving;
  const rules = await sendRulesOf(tx, accountId);
  const graceUntil = rules.carefulAbove === null ? null : graceEnd(rules, now);
  // The rest of a set of events waits without end until its canary has ended (close-sets.ts).
  await tx.run`with waiting as materialized (
      select push.id
      from push_actions push
      where push.account_id = ${accountId} and push.campaign_id = ${campaignId} and ${decidedAlike} = ${triggerKey}
        and push.held_for = 'approval' and push.push_status in ('standby', 'doing')
      order by push.id for no key update
    )
    update push_actions push
    set approved_by = ${userId}, approved_at = ${now}, approval_void_at = null,
      approved_fingerprint = ${await source.contentHash(tx, accountId, campaignId)},
      grace_until = case when push.wave = 'canary' then ${graceUntil}::timestamptz when push.in_sets then push.grace_until end,
      held_for = case when not push.in_sets then push.held_for when push.wave = 'canary' or push.grace_until = 'infinity' then 'grace' end,
      held_until = case when not push.in_sets then push.held_until when push.wave = 'canary' or push.grace_until = 'infinity'
        then ${graceUntil}::timestamptz end, updated_at = now()
    from waiting
    where push.account_id = ${accountId} and push.id = waiting.id`;
  await addNextSteps(tx, moving);
}

/** Who calls off a send, and why where a second person did not approve; or the reason (a code of STOP_REASONS) that no person had. */
type CallingOff = { by: number; refusal: string | null; triggerKey: string } | { because: string };

/**
 * Ends the open pushes of one of a campaign's sends; without a person all it has, also those of events. Recipients who still wait are recorded
 * as not sent to; the outcome of messages already let go stays unknown. Returns how many pushes ended.
 */
export async function callOffPushes(
  tx: Tx,
  { accountId, campaignId, now }: Pick<Moving, "accountId" | "campaignId" | "now">,
  calling: CallingOff,
): Promise<number> {
  const { by, refusal, because, triggerKey } =
    "because" in calling ? { ...NOBODY, ...calling } : { ...calling, because: null };
  const open = sql`push.account_id = ${accountId} and push.campaign_id = ${campaignId} and push.push_status in ('standby', 'doing')
    and (${triggerKey}::text is null or (${decidedAlike} = ${triggerKey} and not (push.in_sets and push.started_at is not null)))`;
  // Lock order: the pushes before their recipients, as in a run that records them.
  await tx.run`select from push_actions push where ${open} order by push.id for no key update`;
  return tx.run`with skipped as (
      update push_action_targets target
      set updated_at = now(), outcome = case when target.sent_at is null then 'skipped' else 'unknown' end,
        reason = case when target.sent_at is null then 'stopped' else 'connection' end
      from push_actions push
      where ${open} and target.account_id = push.account_id and target.push_action_id = push.id
        and target.outcome in ('waiting', 'sending')
      returning target.push_action_id, target.outcome
    )
    update push_actions push
    set push_status = 'done', finished_at = now(), held_for = null, held_until = null, stop_requested = false, error = ${because},
      called_off_by = ${by}, called_off_at = ${by === null ? null : now}, refusal = ${refusal}, updated_at = now(),
      push_sent_time = case when push.started_at is not null then ${now}::timestamptz end,
      skipped_count = push.skipped_count
        + (select count(*)::int from skipped s where s.push_action_id = push.id and s.outcome = 'skipped'),
      unknown_count = push.unknown_count
        + (select count(*)::int from skipped s where s.push_action_id = push.id and s.outcome = 'unknown')
    where ${open}`;
}

const NOBODY = { by: null, refusal: null, triggerKey: null } as const;
