import type { Hold } from "@okaeri/domain/pushes/next-steps";
import { type RawBuilder, sql } from "kysely";
import type { GiftKey } from "./returned-gifts.ts";

/** What became of a guest in one push. */
export type GuestOutcome = "waiting" | "sending" | "sent" | "skipped" | "failed" | "unknown";

/** What a statement over `sendsToGuest` reads of its rows. */
export type GuestSend = {
  push_action_id: number;
  campaign_id: number;
  segment_id: number;
  action_id: number;
  at: Date;
  /** Null: the guest is not among its recipients. */
  outcome: GuestOutcome | null;
  reason: string | null;
  answer: string | null;
  points: number | null;
  guest_message_id: number | null;
  /** Of the same send, the segment that has the guest among its recipients. */
  taken_by: number | null;
  frozen_at: Date | null;
  definition_digest: Buffer | null;
  /** Facilities of the person who started it; null: the whole programme. */
  facility_ids: number[] | null;
  /** What it waits for. */
  held_for: Hold | null;
  is_stopped: boolean;
  is_over: boolean;
};

/** Of a guest who was merged into another one: what counts first of what both got. */
const FIRST: readonly GuestOutcome[] = ["sent", "unknown", "sending", "waiting", "failed", "skipped"];

/**
 * SQL: the campaigns' pushes that were planned since then, with what became of a guest (`customerIds`: also of who was merged into
 * them): all that people or schedules sent, and of what events made, `made`, where the guest is a recipient. `message`: SQL over recipients
 * `target`, under which number the guest's page shows it.
 */
export function sendsToGuest(
  accountId: number,
  asked: { customerIds: readonly number[]; since: Date; made: readonly GiftKey[]; message: RawBuilder<number | null> },
): RawBuilder<unknown> {
  const { customerIds, since, made, message } = asked;
  const recipientState = sql`(select target.outcome, target.reason, target.detail, target.sent_at, target.granted_points,
      ${message} as guest_message_id
    from push_action_targets target
    where target.account_id = ${accountId} and target.push_action_id = push.id and target.customer_id = any(${customerIds}::bigint[])
    order by array_position(${FIRST}::text[], target.outcome), target.customer_id limit 1)`;
  const columns = sql`push.id as push_action_id, push.campaign_id, push.campaign_segment_id as segment_id,
    push.campaign_action_id as action_id, coalesce(recipient_state.sent_at, push.push_scheduled_time) as at,
    recipient_state.outcome, recipient_state.reason, recipient_state.detail as answer, recipient_state.granted_points as points,
    recipient_state.guest_message_id,
    min(case when recipient_state.outcome is not null then push.campaign_segment_id end)
      over (partition by push.campaign_id, push.trigger_key) as taken_by,
    push.frozen_at, push.definition_digest,
    (select array_agg(f.id::bigint)
      from jsonb_array_elements_text(nullif(push.funnel -> 'facility_ids', 'null'::jsonb)) f (id)) as facility_ids, push.held_for,
    push.stop_requested or push.called_off_at is not null as is_stopped, push.push_status in ('done', 'failure') as is_over`;
  return sql`select ${columns}
    from push_actions push
    left join lateral ${recipientState} recipient_state on true
    where push.account_id = ${accountId} and push.push_scheduled_time >= ${since} and push.campaign_id is not null and not push.in_sets
    union all
    select ${columns}
    from unnest(${made.map((one) => one.actionId)}::bigint[], ${made.map((one) => one.key)}::text[]) made (action_id, key)
    join push_actions push on push.account_id = ${accountId} and push.campaign_action_id = made.action_id and push.trigger_key = made.key
    cross join lateral ${recipientState} recipient_state
    where push.in_sets and push.push_scheduled_time >= ${since}`;
}
