import type { ActionType } from "@okaeri/domain/enumerations";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { canarySize, isLarge, needsApproval, type SendRules } from "@okaeri/domain/pushes/send-rules";
import type { Share } from "@okaeri/domain/pushes/variants";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Shape } from "../../database/form-sql.ts";
import { withoutLoops } from "../../database/without-loops.ts";
import { campaignTerms } from "./campaign-terms.read.ts";
import { channelOf, sourceOf } from "./causes.ts";
import { controlReason, holdControl } from "./control.ts";
import { alreadyReceivedSql } from "./frequency-limit.ts";
import { funnelOf, type ReasonCounts, reasonCounts } from "./funnel.ts";
import type { Eligibility, Moment, PushEngine } from "./ports.ts";
import { sendRulesOf } from "./send-rules.read.ts";
import { holdRemaining, type Split, variantByShare } from "./variants.ts";

type WithoutRecipients = {
  id: number;
  campaign_id: number;
  campaign_segment_id: number;
  campaign_action_id: number;
  started_by: string;
  channel: ActionType;
  push_scheduled_time: Date;
  funnel: { facility_ids?: number[] | null };
};

/**
 * Fixes the recipients of all pushes of one send together, so that a customer falls into exactly one segment. Those who get nothing are
 * recorded too, with the reason. Their number decides what the send has to go through. Idempotent.
 */
export async function snapshotRecipients(
  tx: Tx,
  engine: Pick<PushEngine, "causes">,
  push: { accountId: number; pushActionId: number },
  moment: Moment,
): Promise<void> {
  const { accountId } = push;
  // A large programme takes longer than a page's statement may.
  await tx.run`set local statement_timeout = '15min'`;
  const before: Before = { firstOfSegment: new Map(), messages: new Map() };
  const frozen: Frozen[] = [];
  const unfrozen = await lockWithoutRecipients(tx, accountId, push.pushActionId);
  const [one] = unfrozen;
  if (one === undefined) return;
  const source = sourceOf(engine, one.started_by);
  const toReached = await source.benefitsToReached(tx, accountId, one.campaign_id);
  const definition = await source.snapshotDefinition(tx, accountId, one.campaign_id);
  const splits: Split[] = [];
  for (const open of messagesFirst(unfrozen)) {
    const segmentId = open.campaign_segment_id;
    const { recipients, byGuest, shares } = await chosen(tx, engine, accountId, open, before, moment);
    if (shares.length > 1) splits.push({ id: open.id, segmentId, shares });
    const write = () => writeRecipients(tx, accountId, open, { recipients, shares });
    // Loops over the few rows of one guest are what a script needs that works something out guest by guest.
    await (byGuest ? write() : withoutLoops(tx, write));
    if (!before.firstOfSegment.has(segmentId)) before.firstOfSegment.set(segmentId, open.id);
    if (isMessage(open.channel) && toReached.has(segmentId))
      before.messages.set(segmentId, [...(before.messages.get(segmentId) ?? []), open.id]);
    await withoutLoops(tx, () => holdControl(tx, accountId, open.id, moment.now));
    frozen.push({ id: open.id, segmentId, recipients: await keepFunnel(tx, accountId, open.id, definition) });
  }
  await withoutLoops(tx, () => holdRemaining(tx, accountId, frozen, splits));
  await passThrough(tx, accountId, frozen, moment.now);
}

/** What the pushes before one took, by segment: the first of each; and the messages that decide who gets the segment's benefits. */
type Before = { firstOfSegment: Map<number, number>; messages: Map<number, readonly number[]> };

/** A push whose recipients are fixed; `recipients`: how many are to receive something. */
type Frozen = { id: number; segmentId: number; recipients: number };

/**
 * SQL: `id` and `reason` of the push's recipients. The segment's first push has those of its audience whom no segment before it took,
 * the next ones the same customers, each with its own channel's reasons.
 */
async function chosen(
  tx: Tx,
  engine: Pick<PushEngine, "causes">,
  accountId: number,
  open: WithoutRecipients,
  { firstOfSegment, messages }: Before,
  moment: Moment,
): Promise<{ recipients: RawBuilder<unknown>; byGuest: boolean; shares: readonly Share[] }> {
  const campaign = {
    campaignId: open.campaign_id,
    campaignActionId: open.campaign_action_id,
    campaignSegmentId: open.campaign_segment_id,
  };
  const channel = channelOf(engine, open.started_by, open.channel);
  const { id: pushActionId, push_scheduled_time: plannedAt } = open;
  const terms = { ...(await campaignTerms(tx, accountId, open.campaign_id)), plannedAt, pushActionId };
  const pushed = { accountId, campaign, terms };
  const shares = (await channel.shares?.(tx, pushed)) ?? [];
  const eligibilityOf = await channel.eligibility(tx, pushed, moment);
  const controlOf = (shape: Shape) => controlReason(shape, { ...terms, accountId, campaignId: open.campaign_id });
  const limit = await sourceOf(engine, open.started_by).frequencyLimitOf(tx, accountId, open.campaign_action_id);
  const met = alreadyReceivedSql(limit, {
    accountId,
    campaignActionId: open.campaign_action_id,
    plannedAt,
  });
  const reasonOf = (of: Eligibility) => sql<string | null>`case when ${met} then 'once_per' else ${of.reason} end`;
  const first = firstOfSegment.get(open.campaign_segment_id);
  if (first !== undefined) {
    const awaited = isMessage(open.channel) ? [] : (messages.get(open.campaign_segment_id) ?? []);
    const message = awaited.length > 0 ? withoutMessage(accountId, awaited) : { reason: sql`null::text`, join: sql`` };
    const eligibility = eligibilityOf("set");
    const reason = sql`coalesce(${reasonOf(eligibility)}, ${message.reason}, ${controlOf("set")})`;
    const recipients = sql`select customer.id, ${reason} as reason
      from push_action_targets target
      join customers customer on customer.account_id = target.account_id and customer.id = target.customer_id
        ${message.join} ${eligibility.joins}
      where target.account_id = ${accountId} and target.push_action_id = ${first}`;
    return { recipients, byGuest: false, shares };
  }
  const segment = {
    accountId,
    campaignSegmentId: open.campaign_segment_id,
    facilityIds: open.funnel.facility_ids ?? null,
    decided: [...firstOfSegment.keys()],
  };
  const { matches, byGuest } = await sourceOf(engine, open.started_by).audience(tx, segment, moment);
  // Where nested loops stay, a set that is joined would be gone through for each guest.
  const shape = byGuest ? "row" : "set";
  const eligibility = eligibilityOf(shape);
  const recipients = sql`select customer.id, coalesce(${reasonOf(eligibility)}, ${controlOf(shape)}) as reason
    from customers customer ${eligibility.joins}
    where ${matches}
      and not exists (select from push_action_targets target
        where target.account_id = ${accountId}
          and target.push_action_id = any(${[...firstOfSegment.values()]}::bigint[]) and target.customer_id = customer.id)`;
  return { recipients, byGuest, shares };
}

/** Why none of the messages goes to a guest: what keeps the first of them from it. */
function withoutMessage(accountId: number, pushActionIds: readonly number[]) {
  const join = sql`left join (
      select message_target.customer_id,
        case when bool_and(message_target.reason is not null)
          then (array_agg(message_target.reason order by message_target.push_action_id))[1] end as reason
      from push_action_targets message_target
      where message_target.account_id = ${accountId} and message_target.push_action_id = any(${pushActionIds}::bigint[])
      group by 1
    ) mr on mr.customer_id = target.customer_id`;
  return { join, reason: sql<string | null>`mr.reason` };
}

/** The segments in their order, of each its messages first: whom they reach may decide who gets its benefits. */
function messagesFirst(unfrozen: readonly WithoutRecipients[]): WithoutRecipients[] {
  const bySegment = Map.groupBy(unfrozen, (open) => open.campaign_segment_id);
  return [...bySegment.values()].flatMap((pushes) =>
    pushes.toSorted((a, b) => Number(isMessage(b.channel)) - Number(isMessage(a.channel))),
  );
}

async function writeRecipients(
  tx: Tx,
  accountId: number,
  open: WithoutRecipients,
  { recipients, shares }: { recipients: RawBuilder<unknown>; shares: readonly Share[] },
): Promise<void> {
  const of = { accountId, campaignActionId: open.campaign_action_id };
  const assignedVariant = variantByShare(shares, of, sql`chosen.id`);
  // Who is in no share waits for a choice (variants.ts).
  await tx.run`insert into push_action_targets (account_id, push_action_id, campaign_id, campaign_segment_id, customer_id, outcome, reason,
      variant, wave)
    select ${accountId}, ${open.id}, ${open.campaign_id}, ${open.campaign_segment_id}, recipient.id,
      case when recipient.reason is null then 'waiting' else 'skipped' end, recipient.reason,
      case when recipient.reason is null then recipient.assigned_variant end,
      case when ${shares.length > 1} and recipient.reason is null and recipient.assigned_variant is null then 'remaining' else 'main' end
    from (select chosen.id, chosen.reason, ${assignedVariant} as assigned_variant from (${recipients}) chosen) recipient`;
}

/** Notes what the send has to go through, by how many people it reaches: approval, a canary, a time in which it can be called off. */
async function passThrough(tx: Tx, accountId: number, frozen: readonly Frozen[], now: Date): Promise<void> {
  const rules = await sendRulesOf(tx, accountId);
  const people = peopleOf(frozen);
  const large = isLarge(rules, people);
  const approval = needsApproval(rules, people);
  const graceUntil = large && !approval ? graceEnd(rules, now) : null;
  if (large) await markCanary(tx, accountId, frozen);
  await tx.run`update push_actions
    set needs_approval = ${approval}, wave = ${large ? "canary" : "main"}, grace_until = ${graceUntil}
    where account_id = ${accountId} and id = any(${frozen.map(({ id }) => id)}::bigint[])`;
}

/** A customer falls into one segment, so the segments, each by its largest push, add up to the people of the send. */
function peopleOf(frozen: readonly Frozen[]): number {
  const reached = new Map<number, number>();
  for (const { segmentId, recipients } of frozen)
    reached.set(segmentId, Math.max(recipients, reached.get(segmentId) ?? 0));
  return [...reached.values()].reduce((sum, recipients) => sum + recipients, 0);
}

/** Until when a large send can be called off. */
export const graceEnd = ({ graceSeconds }: SendRules, now: Date) => new Date(now.getTime() + graceSeconds * 1_000);

/**
 * One percent of each push, of those who wait for no choice, first those who get most of the send: a sample, not the oldest guests. A guest in the sample of one push is in
 * the canary of all: no message may go out in an earlier wave than the guest's points.
 */
async function markCanary(tx: Tx, accountId: number, pushes: readonly { id: number; recipients: number }[]) {
  const ids = pushes.map(({ id }) => id);
  const sizes = pushes.map(({ recipients }) => canarySize(recipients));
  await withoutLoops(
    tx,
    () => tx.run`with waiting as (
        select target.push_action_id, target.customer_id, count(*) over (partition by target.customer_id) as gets
        from push_action_targets target
        where target.account_id = ${accountId} and target.push_action_id = any(${ids}::bigint[]) and target.outcome = 'waiting'
          and target.wave = 'main'
      ), placed as (
        select waiting.push_action_id, waiting.customer_id,
          row_number() over (partition by waiting.push_action_id order by waiting.gets desc, md5(waiting.customer_id::text)) as place
        from waiting
      )
      update push_action_targets target
      set wave = 'canary'
      where target.account_id = ${accountId} and target.push_action_id = any(${ids}::bigint[]) and target.outcome = 'waiting'
        and target.wave = 'main'
        and target.customer_id in (select placed.customer_id
          from placed
          join unnest(${ids}::bigint[], ${sizes}::int[]) sample (id, size) on sample.id = placed.push_action_id
            and placed.place <= sample.size)`,
  );
}

/** The pushes of the same send that have no recipients yet, in their order. */
async function lockWithoutRecipients(tx: Tx, accountId: number, pushActionId: number): Promise<WithoutRecipients[]> {
  return tx.all<WithoutRecipients>`select push.id, push.campaign_id, push.campaign_segment_id, push.campaign_action_id, push.started_by,
      push.channel, push.push_scheduled_time, push.funnel
    from push_actions asked_push
    join push_actions push on push.account_id = asked_push.account_id and push.campaign_id = asked_push.campaign_id
      and push.trigger_key = asked_push.trigger_key
    where asked_push.account_id = ${accountId} and asked_push.id = ${pushActionId} and push.frozen_at is null and not push.stop_requested
      and push.push_status = 'standby'
    order by push.id for update of push`;
}

/** Returns how many are to receive something. */
async function keepFunnel(tx: Tx, accountId: number, id: number, definition: Buffer): Promise<number> {
  const counts = await tx.one<ReasonCounts>`select ${reasonCounts}
    from push_action_targets target
    where target.account_id = ${accountId} and target.push_action_id = ${id}`;
  const funnel = funnelOf(counts);
  await tx.run`update push_actions
    set frozen_at = now(), target_count = ${funnel.matched}, skipped_count = ${funnel.matched - funnel.will_receive},
      funnel = funnel || ${JSON.stringify(funnel)}::jsonb, definition_digest = ${definition}, updated_at = now()
    where account_id = ${accountId} and id = ${id}`;
  return funnel.will_receive;
}
