import type { ActionType } from "@okaeri/domain/enumerations";
import { firstWaveSize, isLarge, needsApproval, type SendRules } from "@okaeri/domain/pushes/send-rules";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { withoutLoops } from "../../database/without-loops.ts";
import { channelOf, sourceOf } from "./causes.ts";
import { funnelOf, type ReasonCounts, reasonCounts } from "./funnel.ts";
import type { Moment, PushEngine } from "./ports.ts";
import { sendRulesOf } from "./send-rules.read.ts";

type Unfrozen = {
  id: number;
  campaign_id: number;
  campaign_segment_id: number;
  campaign_action_id: number;
  started_by: string;
  channel: ActionType;
  funnel: { facility_ids?: number[] | null };
};

/**
 * Fixes the recipients of all pushes of one send together, so that a customer falls into exactly one segment. Those who get nothing are
 * recorded too, with the reason. Their number decides what the send has to go through. Idempotent.
 */
export async function freezePushes(
  tx: Tx,
  engine: Pick<PushEngine, "causes">,
  push: { accountId: number; pushActionId: number },
  moment: Moment,
): Promise<void> {
  const { accountId } = push;
  // A large programme takes longer than a page's statement may.
  await tx.run`set local statement_timeout = '15min'`;
  const firstOfSegment = new Map<number, number>();
  const reached = new Map<number, number>();
  const fixed: { id: number; recipients: number }[] = [];
  for (const open of await lockUnfrozen(tx, accountId, push.pushActionId)) {
    const channel = channelOf(engine, open.started_by, open.channel);
    const campaign = {
      campaignId: open.campaign_id,
      campaignActionId: open.campaign_action_id,
      campaignSegmentId: open.campaign_segment_id,
    };
    const { joins, reason } = await channel.eligibility(tx, { accountId, campaign }, moment);
    const first = firstOfSegment.get(open.campaign_segment_id);
    const into = sql`insert into push_action_targets (account_id, push_action_id, campaign_id, campaign_segment_id, customer_id, outcome,
        reason)
      select ${accountId}, ${open.id}, ${open.campaign_id}, ${open.campaign_segment_id}, r.id,
        case when r.reason is null then 'waiting' else 'skipped' end, r.reason`;
    if (first === undefined) {
      const facilityIds = open.funnel.facility_ids ?? null;
      const segment = { accountId, campaignSegmentId: open.campaign_segment_id, facilityIds };
      const meant = await sourceOf(engine, open.started_by).audience(tx, segment, moment);
      const taken = [...firstOfSegment.values()];
      await withoutLoops(
        tx,
        () => tx.run`${into}
          from (
            select customer.id, ${reason} as reason
            from customers customer ${joins}
            where ${meant}
              and not exists (select from push_action_targets target
                where target.account_id = ${accountId}
                  and target.push_action_id = any(${taken}::bigint[]) and target.customer_id = customer.id)
          ) r`,
      );
      firstOfSegment.set(open.campaign_segment_id, open.id);
    } else {
      await withoutLoops(
        tx,
        () => tx.run`${into}
          from (
            select customer.id, ${reason} as reason
            from push_action_targets target
            join customers customer on customer.account_id = target.account_id and customer.id = target.customer_id ${joins}
            where target.account_id = ${accountId} and target.push_action_id = ${first}
          ) r`,
      );
    }
    const recipients = await keepFunnel(tx, accountId, open.id);
    reached.set(open.campaign_segment_id, Math.max(recipients, reached.get(open.campaign_segment_id) ?? 0));
    fixed.push({ id: open.id, recipients });
  }
  // A customer falls into one segment, so the segments add up to the people of the send.
  const people = [...reached.values()].reduce((sum, recipients) => sum + recipients, 0);
  const rules = await sendRulesOf(tx, accountId);
  const large = isLarge(rules, people);
  const approval = needsApproval(rules, people);
  const graceUntil = large && !approval ? graceEnd(rules, moment.now) : null;
  if (large) await markFirstWave(tx, accountId, fixed);
  await tx.run`update push_actions
    set needs_approval = ${approval}, wave = ${large ? 1 : 2}, grace_until = ${graceUntil}
    where account_id = ${accountId} and id = any(${fixed.map(({ id }) => id)}::bigint[])`;
}

/** Until when a large send can be called off. */
export const graceEnd = ({ graceSeconds }: SendRules, now: Date) => new Date(now.getTime() + graceSeconds * 1_000);

/**
 * One percent of each push, first those who get most of the send: a sample, not the oldest guests. A guest in the sample of one push is in
 * the first wave of all: no message may be in an earlier wave than the guest's points.
 */
async function markFirstWave(tx: Tx, accountId: number, pushes: readonly { id: number; recipients: number }[]) {
  const ids = pushes.map(({ id }) => id);
  const sizes = pushes.map(({ recipients }) => firstWaveSize(recipients));
  await withoutLoops(
    tx,
    () => tx.run`with waiting as (
        select target.push_action_id, target.customer_id, count(*) over (partition by target.customer_id) as gets
        from push_action_targets target
        where target.account_id = ${accountId} and target.push_action_id = any(${ids}::bigint[]) and target.outcome = 'waiting'
      ), placed as (
        select w.push_action_id, w.customer_id,
          row_number() over (partition by w.push_action_id order by w.gets desc, md5(w.customer_id::text)) as place
        from waiting w
      )
      update push_action_targets target
      set wave = 1
      where target.account_id = ${accountId} and target.push_action_id = any(${ids}::bigint[]) and target.outcome = 'waiting'
        and target.customer_id in (select p.customer_id
          from placed p
          join unnest(${ids}::bigint[], ${sizes}::int[]) s (id, size) on s.id = p.push_action_id and p.place <= s.size)`,
  );
}

/** The pushes of the same send that have no recipients yet, in their order. */
async function lockUnfrozen(tx: Tx, accountId: number, pushActionId: number): Promise<Unfrozen[]> {
  return tx.all<Unfrozen>`select push.id, push.campaign_id, push.campaign_segment_id, push.campaign_action_id, push.started_by,
      push.channel, push.funnel
    from push_actions asked_push
    join push_actions push on push.account_id = asked_push.account_id and push.campaign_id = asked_push.campaign_id
      and push.trigger_key = asked_push.trigger_key
    where asked_push.account_id = ${accountId} and asked_push.id = ${pushActionId} and push.frozen_at is null and not push.stop_requested
      and push.push_status = 'standby'
    order by push.id for update of push`;
}

/** Returns how many are to receive something. */
async function keepFunnel(tx: Tx, accountId: number, id: number): Promise<number> {
  const counts = await tx.one<ReasonCounts>`select ${reasonCounts}
    from push_action_targets target
    where target.account_id = ${accountId} and target.push_action_id = ${id}`;
  const funnel = funnelOf(counts);
  await tx.run`update push_actions
    set frozen_at = now(), target_count = ${funnel.matched}, skipped_count = ${funnel.matched - funnel.will_receive},
      funnel = funnel || ${JSON.stringify(funnel)}::jsonb, updated_at = now()
    where account_id = ${accountId} and id = ${id}`;
  return funnel.will_receive;
}
