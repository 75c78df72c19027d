import { type CampaignAction, type CampaignEdit, detailOf } from "@okaeri/contract/campaigns/document";
import { checkedTarget } from "@okaeri/domain/segments/target";
import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import type { Scope } from "../../../session/scope.ts";
import type { ActionKinds } from "../../actions/action-kind.ts";
import { hasPush } from "../../pushes/pushes.read.ts";
import { kindNamed } from "./each-kind.ts";
import type { SavedSegment } from "./read-segments.ts";

type Segment = CampaignEdit["segments"][number];

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
  kinds: ActionKinds,
  scope: Scope,
  campaignId: number,
  before: readonly SavedSegment[],
  input: CampaignEdit,
  counts: ReadonlyMap<number, number>,
): Promise<void> {
  const kept = new Set(input.segments.map((segment) => segment.id));
  await removeActions(tx, kinds, scope, goneActions(before, input));
  await removeSegments(
    tx,
    scope,
    before.filter((segment) => !kept.has(segment.id)).map((segment) => segment.id),
  );
  for (const segment of input.segments) {
    const id = await writeSegment(tx, scope, campaignId, segment, counts.get(segment.priority_seq) ?? 0);
    for (const action of segment.actions) await writeAction(tx, kinds, scope, id, action);
  }
}

async function writeSegment(
  tx: Tx,
  scope: Scope,
  campaignId: number,
  segment: Segment,
  count: number,
): Promise<number> {
  const { stored, lua } = checkedTarget(segment.target);
  const target = JSON.stringify(stored);
  const { accountId, userId } = scope;
  const saved =
    segment.id === null
      ? sql<{
          id: number;
        }>`insert into campaign_segments (account_id, campaign_id, priority_seq, name, target, lua_script, target_count, target_counted_at,
            benefits_to_reached, created_by, updated_by)
          values (${accountId}, ${campaignId}, ${segment.priority_seq}, ${segment.name ?? ""}, ${target}::jsonb, ${lua}, ${count}, now(),
            ${segment.benefits_to_reached ?? true}, ${userId}, ${userId})
          returning id`
      : sql<{
          id: number;
        }>`update campaign_segments
          set priority_seq = ${segment.priority_seq}, name = coalesce(${segment.name ?? null}, name), target = ${target}::jsonb, lua_script = ${lua}, target_count = ${count},
            target_counted_at = now(), benefits_to_reached = coalesce(${segment.benefits_to_reached ?? null}, benefits_to_reached),
            updated_by = ${userId}, updated_at = now()
          where account_id = ${accountId} and campaign_id = ${campaignId} and id = ${segment.id}
          returning id`;
  return (await tx.one(saved)).id;
}

async function writeAction(
  tx: Tx,
  kinds: ActionKinds,
  scope: Scope,
  segmentId: number,
  action: CampaignAction,
): Promise<void> {
  const { accountId, userId } = scope;
  const saved =
    action.id === null
      ? sql<{
          id: number;
        }>`insert into campaign_actions (account_id, campaign_segment_id, seq, type, created_by, updated_by)
          values (${accountId}, ${segmentId}, ${action.seq}, ${action.type}, ${userId}, ${userId})
          returning id`
      : sql<{ id: number }>`update campaign_actions
        set seq = ${action.seq}, updated_by = ${userId}, updated_at = now()
        where account_id = ${accountId} and campaign_segment_id = ${segmentId} and id = ${action.id}
        returning id`;
  const { id } = await tx.one(saved);
  await kindNamed(kinds, action.type).write(tx, scope, id, detailOf(action));
}

// Inactive parts give up their place in the order: it is unique over all of them.
const aside = (column: "seq" | "priority_seq") => sql`${sql.ref(column)} = 1000000 + (id % 1000000000)::int`;

async function removeActions(tx: Tx, kinds: ActionKinds, scope: Scope, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { accountId, userId } = scope;
  const free = await tx.all<{ id: number }>`select action.id
    from campaign_actions action
    where action.account_id = ${accountId} and action.id = any(${ids}::bigint[])
      and not ${hasPush} and not (${sql.join(
        kinds.map(({ inUse }) => inUse),
        sql` or `,
      )})`;
  const freeIds = free.map((row) => row.id);
  for (const kind of kinds) await kind.remove(tx, accountId, { gone: ids, free: freeIds });
  await tx.run`delete from campaign_actions where account_id = ${accountId} and id = any(${freeIds}::bigint[])`;
  await tx.run`update campaign_actions
    set active_status = 'inactive', ${aside("seq")}, updated_by = ${userId}, updated_at = now()
    where account_id = ${accountId} and id = any(${ids}::bigint[])`;
}

async function removeSegments(tx: Tx, scope: Scope, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { accountId, userId } = scope;
  await tx.run`delete from campaign_segments segment
    where segment.account_id = ${accountId} and segment.id = any(${ids}::bigint[])
      and not exists (select from campaign_actions action
        where action.account_id = segment.account_id
          and action.campaign_segment_id = segment.id)`;
  await tx.run`update campaign_segments
    set active_status = 'inactive', ${aside("priority_seq")}, updated_by = ${userId}, updated_at = now()
    where account_id = ${accountId} and id = any(${ids}::bigint[])`;
}
