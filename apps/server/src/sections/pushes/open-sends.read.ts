import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

// What people watch over and decide about: sends, and sets of events that wait (close-sets.ts).

/** SQL over pushes `push`: of a send, and not over. */
export const isOpenSend = sql<boolean>`(push.push_status in ('standby', 'doing') and not push.in_sets)`;
/** SQL over pushes `push`: of a set of events that waits for a person, for its time, or for its canary (close-sets.ts). */
export const isHeldSet = sql<boolean>`(push.push_status in ('standby', 'doing') and push.in_sets
  and push.held_for in ('approval', 'grace', 'canary'))`;
/** SQL over pushes `push`: people watch over it, and it is not over. */
export const isUnderWay = sql<boolean>`(${isOpenSend} or ${isHeldSet})`;

/** SQL over pushes `push`: what people decide about together: a send, or the set of a moment. */
export const decidedAlike = sql<string>`case when push.in_sets
  then 'moment:' || extract(epoch from push.push_scheduled_time - timestamptz 'epoch') else push.trigger_key end`;

/** A send of a campaign that is not over yet. */
export type OpenSend = {
  trigger_key: string;
  recipients: number;
  /** Null where nothing of it is held for anything. */
  awaits_approval: boolean | null;
  approved_by: number | null;
  /** Nobody has got anything of it yet. */
  is_untouched: boolean;
  /** Who started it, and who resumed it last. */
  asked_by: (number | null)[];
};

/**
 * The send of a campaign that people may decide about: the one named by any of its parts; else the oldest that waits for approval, else the
 * oldest that nobody has got anything of, else the oldest.
 */
export async function openSendOf(
  tx: Tx,
  accountId: number,
  campaignId: number,
  pushActionId: number | null = null,
): Promise<OpenSend | null> {
  const [found] = await tx.all<
    OpenSend & { in_sets: boolean }
  >`select s.trigger_key, s.in_sets, 0 as recipients, s.awaits_approval,
      s.approved_by, s.asked_by, not exists (select from push_actions push
        where push.account_id = ${accountId} and push.campaign_id = ${campaignId} and push.in_sets = s.in_sets
          and push.push_scheduled_time = s.planned_at and ${decidedAlike} = s.trigger_key and push.started_at is not null) as is_untouched
    from (select ${decidedAlike} as trigger_key, push.in_sets, min(push.push_scheduled_time) as planned_at, min(push.id) as first_id,
      bool_or(push.held_for = 'approval' and not push.stop_requested) as awaits_approval,
      max(push.approved_by) filter (where push.approval_void_at is null) as approved_by,
      to_jsonb(array_agg(distinct push.created_by)) || to_jsonb(array_agg(distinct push.updated_by))
        || to_jsonb(array_agg(distinct case when push.in_sets then campaign.updated_by end)) as asked_by
    from push_actions push
    join campaigns campaign on campaign.account_id = push.account_id and campaign.id = push.campaign_id
    where push.account_id = ${accountId} and push.campaign_id = ${campaignId} and ${isUnderWay}
    group by 1, 2 having ${pushActionId}::bigint is null or bool_or(push.id = ${pushActionId})) s
    order by awaits_approval desc nulls last, is_untouched desc, first_id limit 1`;
  if (found === undefined) return null;
  const { in_sets, ...send } = found;
  return { ...send, recipients: await recipientsOfSend(tx, accountId, campaignId, { key: send.trigger_key, in_sets }) };
}

/** People of a send: its segments, each by its largest push, have none in common; of a set of events, those who wait. */
async function recipientsOfSend(
  tx: Tx,
  accountId: number,
  campaignId: number,
  { key, in_sets }: { key: string; in_sets: boolean },
): Promise<number> {
  const ofSend = sql`push.account_id = ${accountId} and push.campaign_id = ${campaignId} and ${decidedAlike} = ${key}`;
  const { people } = in_sets
    ? await tx.one<{ people: number }>`select count(distinct target.customer_id)::int as people
        from push_actions push
        join push_action_targets target on target.account_id = push.account_id and target.push_action_id = push.id
          and target.outcome = 'waiting'
        where ${ofSend}`
    : await tx.one<{ people: number }>`select coalesce(sum(s.people), 0)::int as people
        from (
          select max((push.funnel->>'will_receive')::int) as people
          from push_actions push
          where ${ofSend}
          group by push.campaign_segment_id
        ) s`;
  return people;
}

/** Whether the newest send of a campaign was called off. */
export async function wasCalledOff(tx: Tx, accountId: number, campaignId: number): Promise<boolean> {
  const found = await tx.maybe<{
    called_off: boolean;
  }>`select called_off_at is not null and refusal is null as called_off
    from push_actions
    where account_id = ${accountId} and campaign_id = ${campaignId} and not in_sets
    order by id desc limit 1`;
  return found?.called_off ?? false;
}
