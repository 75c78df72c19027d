import { MESSAGE_CHANNELS } from "@okaeri/domain/pushes/next-steps";
import { REACTIONS, type Reaction } from "@okaeri/domain/pushes/reactions";
import { type RawBuilder, sql } from "kysely";
import { dayInTokyo, type Seen } from "../../database/narrowed.ts";
import { endedOf } from "./omitted.read.ts";
import { reactionCounts, reportsDeliveries, STORED_REACTIONS } from "./reactions.read.ts";

/** What came of sends, in guests. */
export type SendFigures = Record<Reaction, number> & {
  sends: number;
  targets: number;
  reached: number;
  benefits_only: number;
  omitted: number;
  failed: number;
  unknown: number;
  waiting: number;
  called_off: number;
};

/** SQL over pushes `push`: when it counts as sent. What goes on counts for when it was planned. */
export const sentMoment = sql<Date>`coalesce(push.push_sent_time, push.push_scheduled_time)`;

/**
 * SQL number over pushes `push`: recipients who still waited when the send ended, among those of `seen` (SQL over `target`). Sends that ran to
 * their end have none, so their recipients are not looked at.
 */
const calledOff = (seen: RawBuilder<boolean>) => sql<number>`(case
    when push.called_off_at is not null or (push.push_status = 'done' and push.error is not null) then (select count(*)
      from push_action_targets target
      where target.account_id = push.account_id and target.push_action_id = push.id and target.outcome = 'skipped'
        and target.reason = 'stopped' and ${seen}) else 0 end)`;

/** SQL over pushes `push`: what a push counts of its guests. */
const countsOfPush: RawBuilder<unknown> = sql`select push.target_count as targets, push.sent_count as sent,
  push.failed_count as failed, push.unknown_count as unknown,
  push.target_count - push.sent_count - push.skipped_count - push.failed_count - push.unknown_count as waiting,
  ${calledOff(sql`true`)} as called_off,
  ${sql.join(STORED_REACTIONS.map((name) => sql`push.${sql.ref(`${name}_count`)} as ${sql.ref(name)}`))}`;

/** SQL: the same figures of all rows together. */
const sumsOf = (row: "c" | "s") =>
  sql.join(REACTIONS.map((name) => sql`sum(${sql.ref(`${row}.${name}`)})::int as ${sql.ref(name)}`));
const REACTED = sql.join(REACTIONS.map((name) => sql.ref(`t.${name}`)));

/** SQL over pushes `push`: the same of the recipients among a person's guests. */
function countsSeen(seen: Seen): RawBuilder<unknown> {
  if (seen.facilityIds === null) return countsOfPush;
  return sql`select count(*) + ${endedOf(seen.facilityIds)} as targets, count(*) filter (where target.outcome = 'sent') as sent,
      count(*) filter (where target.outcome = 'failed') as failed, count(*) filter (where target.outcome = 'unknown') as unknown,
      count(*) filter (where target.outcome in ('waiting', 'sending')) as waiting,
      ${calledOff(seen.within(sql`target.customer_id`))} as called_off, ${reactionCounts}
    from push_action_targets target
    where target.account_id = ${seen.accountId} and target.push_action_id = push.id and ${seen.within(sql`target.customer_id`)}`;
}

/** SQL: pushes `push` for which `where` holds, with what they count of a person's guests. */
export const countedPushes = (seen: Seen, where: RawBuilder<boolean>): RawBuilder<unknown> => sql`select push.id,
    push.campaign_id, push.trigger_key, push.campaign_segment_id, push.campaign_action_id, push.channel, push.in_sets,
    ${reportsDeliveries} as reports_deliveries,
    ${sentMoment} as moment, ${dayInTokyo(sentMoment)} as day, coalesce(push.push_sent_time, push.started_at) as sent_at, n.*
  from push_actions push
  cross join lateral (${countsSeen(seen)}) n
  where push.account_id = ${seen.accountId} and ${where}`;

const isMessage = sql<boolean>`c.channel = any(${MESSAGE_CHANNELS}::text[])`;
/** By which of them benefits come first: the most complete one. Those that are alike in all are alike in what they count. */
const REACH = ["sent", "failed", "unknown", "waiting", "called_off"] as const;

const counted = sql.join(REACH.map((name) => sql.ref(`c.${name}`)));

/** Of a segment in a send its message counts, without one its most complete benefit. */
const ofSegment = (figure: (typeof REACH)[number]) => {
  const place = sql.lit(REACH.indexOf(figure) + 1);
  return sql`coalesce(sum(${sql.ref(`c.${figure}`)}) filter (where ${isMessage}),
    (max(array[${counted}]) filter (where not ${isMessage}))[${place}])`;
};

/** SQL: rows `counts` of pushes, each with tells_reach: it is the one that counts in its segment of a send, as above. */
export const withReach = (counts: RawBuilder<unknown>): RawBuilder<unknown> => sql`select c.*,
    ${isMessage} or row_number() over (partition by c.campaign_id, c.trigger_key, c.campaign_segment_id
      order by ${isMessage} desc, ${sql.join(REACH.map((name) => sql`${sql.ref(`c.${name}`)} desc`))}, c.id) = 1 as tells_reach
  from (${counts}) c`;

/**
 * SQL: a row of figures for each `campaign_id` out of `counts`, rows (campaign_id, trigger_key, campaign_segment_id, channel, targets, sent,
 * failed, unknown, waiting, called_off, and each of REACTIONS) of pushes. All pushes of a segment in a send mean the same guests, and the segments of a send have none in
 * common; so guests are counted without looking at a single one. Where a segment sends, its benefits go first to those whom the message
 * reaches: who got more than there are of these got it without a message.
 */
export function figuresOfSends(counts: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select s.campaign_id, count(distinct s.trigger_key)::int as sends, sum(s.targets)::int as targets,
      sum(s.sent)::int as reached, sum(s.benefits_only)::int as benefits_only,
      sum(s.targets - s.sent - s.failed - s.unknown - s.waiting - s.benefits_only - s.called_off)::int as omitted,
      sum(s.failed)::int as failed, sum(s.unknown)::int as unknown, sum(s.waiting)::int as waiting,
      sum(s.called_off)::int as called_off,
      ${sumsOf("s")}
    from (
      select b.*, least(b.stopped, b.targets - b.sent - b.failed - b.unknown - b.waiting - b.benefits_only) as called_off
      from (
      select t.campaign_id, t.trigger_key, t.targets, t.sent, t.failed, t.unknown, t.waiting, t.stopped, ${REACTED},
        case when t.has_message then greatest(0, t.given - t.sent - t.failed - t.unknown - t.waiting) else 0 end as benefits_only
      from (
        select c.campaign_id, c.trigger_key, max(c.targets) as targets, bool_or(${isMessage}) as has_message,
          coalesce(max(c.sent) filter (where not ${isMessage}), 0) as given, ${ofSegment("sent")} as sent,
          ${ofSegment("failed")} as failed, ${ofSegment("unknown")} as unknown, ${ofSegment("waiting")} as waiting,
          ${ofSegment("called_off")} as stopped, ${sumsOf("c")}
        from (${counts}) c
        group by c.campaign_id, c.trigger_key, c.campaign_segment_id
      ) t
      ) b
    ) s
    group by s.campaign_id`;
}

/** SQL over campaigns `campaign`: the figures of all their sends, in JSON; null where there is none. */
export const figuresOfCampaign: RawBuilder<SendFigures | null> = sql<SendFigures | null>`(select to_jsonb(f) - 'campaign_id'
  from (${figuresOfSends(sql`select push.campaign_id, push.trigger_key, push.campaign_segment_id, push.channel, counted.*
      from push_actions push
      cross join lateral (${countsOfPush}) counted
      where push.account_id = campaign.account_id and push.campaign_id = campaign.id`)}) f)`;
