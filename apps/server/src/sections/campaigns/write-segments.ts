import { parseCondition } from "@okaeri/domain/segments/condition";
import { toLua } from "@okaeri/domain/segments/lua";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";
import { couponWasIssued } from "../coupons/coupons.read.ts";
import { removeCoupons, writeCoupon } from "../coupons/write-coupon.ts";
import { hasPush } from "../pushes/pushes.read.ts";
import type { SavedSegment } from "./campaigns.queries.ts";
import type { CampaignEdit } from "./check-document.ts";

type Segment = CampaignEdit["segments"][number];
type Action = Segment["actions"][number];

/** Actions that the campaign has and the document leaves out. */
export function goneActions(before: readonly SavedSegment[], { segments }: CampaignEdit): number[] {
  const kept = new Set(segments.flatMap(({ actions }) => actions.map(({ id }) => id)));
  return before.flatMap(({ actions }) => actions.map(({ id }) => id)).filter((id) => !kept.has(id));
}

/**
 * Makes a campaign's segments, actions and their details what the document says. Parts that are gone are removed, or only made
 * inactive when a send or a grant hangs on them. `counts`: how many each priority_seq matches.
 */
export async function writeSegments(
  tx: Tx,
  scope: Scope,
  campaignId: number,
  before: readonly SavedSegment[],
  input: CampaignEdit,
  counts: ReadonlyMap<number, number>,
): Promise<void> {
  const kept = new Set(input.segments.map((segment) => segment.id));
  await removeActions(tx, scope, goneActions(before, input));
  await removeSegments(
    tx,
    scope,
    before.filter((segment) => !kept.has(segment.id)).map((segment) => segment.id),
  );
  for (const segment of input.segments) {
    const id = await writeSegment(tx, scope, campaignId, segment, counts.get(segment.priority_seq) ?? 0);
    for (const action of segment.actions) await writeAction(tx, scope, id, action);
  }
}

async function writeSegment(
  tx: Tx,
  scope: Scope,
  campaignId: number,
  segment: Segment,
  count: number,
): Promise<number> {
  const parsed = parseCondition(segment.target);
  if (!parsed.ok) throw new Error("checked before");
  const target = JSON.stringify(parsed.tree);
  const lua = toLua(parsed.tree);
  const { accountId, userId } = scope;
  const saved =
    segment.id === null
      ? sql<{ id: number }>`insert into campaign_segments
            (account_id, campaign_id, priority_seq, target, lua_script, target_count, target_counted_at, created_by, updated_by)
          values (${accountId}, ${campaignId}, ${segment.priority_seq}, ${target}::jsonb, ${lua}, ${count}, now(), ${userId}, ${userId})
          returning id`
      : sql<{
          id: number;
        }>`update campaign_segments set priority_seq = ${segment.priority_seq}, target = ${target}::jsonb,
            lua_script = ${lua}, target_count = ${count}, target_counted_at = now(), updated_by = ${userId}, updated_at = now()
          where account_id = ${accountId} and campaign_id = ${campaignId} and id = ${segment.id} returning id`;
  return (await tx.one(saved)).id;
}

async function writeAction(tx: Tx, scope: Scope, segmentId: number, action: Action): Promise<void> {
  const { accountId, userId } = scope;
  const saved =
    action.id === null
      ? sql<{
          id: number;
        }>`insert into campaign_actions (account_id, campaign_segment_id, seq, type, created_by, updated_by)
          values (${accountId}, ${segmentId}, ${action.seq}, ${action.type}, ${userId}, ${userId}) returning id`
      : sql<{ id: number }>`update campaign_actions set seq = ${action.seq}, updated_by = ${userId}, updated_at = now()
          where account_id = ${accountId} and campaign_segment_id = ${segmentId} and id = ${action.id} returning id`;
  const { id } = await tx.one(saved);
  if (action.type === "point") await writePoint(tx, scope, id, action.point);
  else if (action.type === "coupon") await writeCoupon(tx, scope, id, action.coupon);
  else await writeMail(tx, scope, id, action.mail);
}

async function writePoint(tx: Tx, scope: Scope, actionId: number, point: Action["point"]): Promise<void> {
  const { accountId, userId } = scope;
  if (!point) {
    await tx.run`delete from points where account_id = ${accountId} and campaign_action_id = ${actionId}`;
    return;
  }
  const only = <T>(met: boolean, value: T) => (met ? value : null);
  await tx.run`insert into points (account_id, campaign_action_id, grant_type, grant_absolute, grant_rate, grant_condition, plan_code,
      expiration_type, expiration_days_from_grant, expiration_days_from_last_stay, expiration_date, created_by, updated_by)
    values (${accountId}, ${actionId}, ${point.grant_type}, ${only(point.grant_type === "absolute", point.grant_absolute)},
      ${only(point.grant_type === "rate", point.grant_rate)}, ${point.grant_condition}, ${point.plan_code}::text[], ${point.expiration_type},
      ${only(point.expiration_type === "days_from_grant", point.expiration_days_from_grant)},
      ${only(point.expiration_type === "days_from_last_stay", point.expiration_days_from_last_stay)},
      ${only(point.expiration_type === "date", point.expiration_date)}, ${userId}, ${userId})
    on conflict (account_id, campaign_action_id) do update set grant_type = excluded.grant_type, grant_absolute = excluded.grant_absolute,
      grant_rate = excluded.grant_rate, grant_condition = excluded.grant_condition, plan_code = excluded.plan_code,
      expiration_type = excluded.expiration_type, expiration_days_from_grant = excluded.expiration_days_from_grant,
      expiration_days_from_last_stay = excluded.expiration_days_from_last_stay, expiration_date = excluded.expiration_date,
      updated_by = excluded.updated_by, updated_at = now()`;
}

async function writeMail(tx: Tx, scope: Scope, actionId: number, mail: Action["mail"]): Promise<void> {
  const { accountId, userId } = scope;
  if (!mail) {
    await tx.run`delete from mails where account_id = ${accountId} and campaign_action_id = ${actionId}`;
    return;
  }
  await tx.run`insert into mails (account_id, campaign_action_id, title, body, signature, from_address, created_by, updated_by)
    values (${accountId}, ${actionId}, ${mail.title}, ${mail.body}, ${mail.signature}, ${mail.from_address}, ${userId}, ${userId})
    on conflict (account_id, campaign_action_id) do update set title = excluded.title, body = excluded.body,
      signature = excluded.signature, from_address = excluded.from_address, version = mails.version + 1,
      updated_by = excluded.updated_by, updated_at = now()`;
}

// Inactive parts give their place in the order away: it is unique over all of them.
const aside = (column: "seq" | "priority_seq") => sql`${sql.ref(column)} = 1000000 + (id % 1000000000)::int`;

async function removeActions(tx: Tx, scope: Scope, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { accountId, userId } = scope;
  const free = await tx.all<{ id: number }>`select a.id from campaign_actions a
    where a.account_id = ${accountId} and a.id = any(${ids}::bigint[])
      and not ${hasPush} and not ${couponWasIssued}
      and not exists (select from grant_points g where g.account_id = a.account_id and g.action_id = a.id)
      -- Stays of past days are judged by the rules of those days, which name their actions.
      and not exists (select from campaign_segments s
        join campaign_rule_versions v on v.account_id = s.account_id and v.campaign_id = s.campaign_id
        where s.account_id = a.account_id and s.id = a.campaign_segment_id)`;
  const freeIds = free.map((row) => row.id);
  await removeCoupons(tx, accountId, ids);
  for (const detail of ["points", "mails"] as const)
    await tx.run`delete from ${sql.table(detail)} where account_id = ${accountId} and campaign_action_id = any(${freeIds}::bigint[])`;
  await tx.run`delete from campaign_actions where account_id = ${accountId} and id = any(${freeIds}::bigint[])`;
  await tx.run`update campaign_actions set active_status = 'inactive', ${aside("seq")}, updated_by = ${userId}, updated_at = now()
    where account_id = ${accountId} and id = any(${ids}::bigint[])`;
}

async function removeSegments(tx: Tx, scope: Scope, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { accountId, userId } = scope;
  await tx.run`delete from campaign_segments s where s.account_id = ${accountId} and s.id = any(${ids}::bigint[])
    and not exists (select from campaign_actions a where a.account_id = s.account_id and a.campaign_segment_id = s.id)`;
  await tx.run`update campaign_segments set active_status = 'inactive', ${aside("priority_seq")}, updated_by = ${userId}, updated_at = now()
    where account_id = ${accountId} and id = any(${ids}::bigint[])`;
}
