import { type ConditionGroup, parseCondition } from "@okaeri/domain/segments/condition";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { MailSender } from "../messaging/mail-sender.read.ts";
import { mailStanding } from "../messaging/messaging.read.ts";
import { funnelOf, type Moment, type Reach, type ReasonCounts, reasonCounts, withinReach } from "./audience.queries.ts";
import { conditionSql } from "./condition-sql.ts";

type OpenPush = {
  id: number;
  type: "point" | "coupon" | "line" | "mail";
  campaign_segment_id: number;
  target: unknown;
  funnel: { facility_ids?: number[] | null };
};

/**
 * Fixes the recipients of all pushes of one send together, so that a customer falls into exactly one segment. Who gets nothing is
 * written down too, with the reason. Does nothing the second time.
 */
export async function freezeTargets(
  tx: Tx,
  accountId: number,
  pushActionId: number,
  moment: Moment,
  sender: MailSender,
): Promise<void> {
  // A large programme takes longer than a page's statement may.
  await sql`set local statement_timeout = '15min'`.execute(tx.db);
  const pushes = await lockOpenPushes(tx, accountId, pushActionId);
  const firstOfSegment = new Map<number, number>();
  for (const push of pushes) {
    const first = firstOfSegment.get(push.campaign_segment_id);
    const standing = mailStanding("set", accountId, sender, moment.now);
    const reason = push.type === "mail" ? standing.reason : sql`null::text`;
    const joins = push.type === "mail" ? standing.joins : sql``;
    const into = sql`insert into push_action_targets (account_id, push_action_id, customer_id, outcome, reason, campaign_segment_id)
      select ${accountId}, ${push.id}, r.id, case when r.reason is null then 'waiting' else 'skipped' end, r.reason, ${push.campaign_segment_id}`;
    if (first === undefined) {
      const reach: Reach = { accountId, facilityIds: push.funnel.facility_ids ?? null };
      const taken = [...firstOfSegment.values()];
      await sql`${into} from (select c.id, ${reason} as reason from customers c ${joins}
        where ${withinReach(reach)} and (${conditionSql(treeOf(push.target), moment)})
          and not exists (select from push_action_targets e where e.account_id = ${accountId}
            and e.push_action_id = any(${taken}::bigint[]) and e.customer_id = c.id)) r`.execute(tx.db);
      firstOfSegment.set(push.campaign_segment_id, push.id);
    } else {
      await sql`${into} from (select c.id, ${reason} as reason from push_action_targets f
        join customers c on c.account_id = f.account_id and c.id = f.customer_id ${joins}
        where f.account_id = ${accountId} and f.push_action_id = ${first}) r`.execute(tx.db);
    }
    await keepFunnel(tx, accountId, push);
  }
}

/** The pushes of the same send that have no recipients yet, segments by priority, actions by seq. */
async function lockOpenPushes(tx: Tx, accountId: number, pushActionId: number): Promise<OpenPush[]> {
  const found = await sql<OpenPush>`select p.id, a.type, a.campaign_segment_id, s.target, p.funnel
    from push_actions asked
    join campaign_actions asked_action on asked_action.account_id = asked.account_id and asked_action.id = asked.campaign_action_id
    join campaign_segments asked_segment
      on asked_segment.account_id = asked.account_id and asked_segment.id = asked_action.campaign_segment_id
    join campaign_segments s on s.account_id = asked.account_id and s.campaign_id = asked_segment.campaign_id
    join campaign_actions a on a.account_id = s.account_id and a.campaign_segment_id = s.id
    join push_actions p on p.account_id = a.account_id and p.campaign_action_id = a.id and p.trigger_key = asked.trigger_key
    where asked.account_id = ${accountId} and asked.id = ${pushActionId} and p.frozen_at is null and not p.stop_requested
      and p.push_status = 'standby'
    order by s.priority_seq, a.seq, p.id for update of p`.execute(tx.db);
  return found.rows;
}

async function keepFunnel(tx: Tx, accountId: number, push: OpenPush): Promise<void> {
  const counted = await sql<ReasonCounts>`select ${reasonCounts} from push_action_targets r
    where r.account_id = ${accountId} and r.push_action_id = ${push.id}`.execute(tx.db);
  const counts = counted.rows[0];
  if (!counts) throw new Error("an aggregate without a group answers one row");
  const funnel = funnelOf(counts);
  await sql`update push_actions set frozen_at = now(), target_count = ${funnel.matched},
      skipped_count = ${funnel.matched - funnel.will_receive}, funnel = funnel || ${JSON.stringify(funnel)}::jsonb, updated_at = now()
    where account_id = ${accountId} and id = ${push.id}`.execute(tx.db);
}

function treeOf(target: unknown): ConditionGroup {
  const parsed = parseCondition(target);
  // Saved and activated only after the same check.
  if (!parsed.ok) throw new Error("the segment's condition is not usable");
  return parsed.tree;
}
