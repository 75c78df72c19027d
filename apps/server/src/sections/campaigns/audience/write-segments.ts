import { isDeepStrictEqual } from "node:util";
import { actionDetailOf, type CampaignDocument, type WholeAction } from "@okaeri/contract/campaigns/document";
import { furtherOf } from "@okaeri/domain/campaigns/actions/further-details";
import { targetToKeep } from "@okaeri/domain/segments/target";
import { sql } from "kysely";
import { assigned, sqlValuesOf, unqualifiedColumns } from "../../../database/columns.ts";
import type { Tx } from "../../../database/connection.ts";
import type { Scope } from "../../../session/scope.ts";
import type { ActionKinds } from "../actions/action-kind.ts";
import { kindNamed } from "../actions/each-kind.ts";
import { SEGMENT_COLUMNS } from "../columns.ts";
import { writeTimings } from "../schedule/timing.ts";
import type { SavedAction, SavedSegment } from "./read-segments.ts";

type Segment = CampaignDocument["segments"][number];
type Segments = readonly { id: number | null; actions: readonly { id: number | null }[] }[];

/** Actions that the campaign has and the document leaves out. */
export function goneActions(before: readonly SavedSegment[], { segments }: { segments: Segments }): number[] {
  const remaining = new Set(segments.flatMap(({ actions }) => actions.map(({ id }) => id)));
  return before.flatMap(({ actions }) => actions.map(({ id }) => id)).filter((id) => !remaining.has(id));
}

/**
 * Makes a campaign's segments, actions and their details what the document says. Parts that it leaves out are taken out of use, and come back
 * when a later document names them (docs/adr/0461). `counts`: how many each priority_seq matches.
 */
export async function writeSegments(
  tx: Tx,
  kinds: ActionKinds,
  scope: Scope,
  campaignId: number,
  before: readonly SavedSegment[],
  document: Pick<CampaignDocument, "segments">,
  counts: ReadonlyMap<number, number>,
): Promise<void> {
  const remaining = new Set(document.segments.map((segment) => segment.id));
  await removeActions(tx, kinds, scope, goneActions(before, document));
  await removeSegments(
    tx,
    scope,
    before.filter((segment) => !remaining.has(segment.id)).map((segment) => segment.id),
  );
  const known = new Map(before.flatMap(({ actions }) => actions.map((action) => [action.id, action] as const)));
  const actions: { id: number; says: WholeAction }[] = [];
  for (const segment of document.segments) {
    const id = await writeSegment(tx, scope, campaignId, segment, counts.get(segment.priority_seq) ?? 0);
    for (const says of segment.actions)
      actions.push({ id: await writeAction(tx, kinds, scope, id, says, known.get(says.id ?? 0)), says });
  }
  await writeTimings(tx, scope.accountId, actions);
}

async function writeSegment(
  tx: Tx,
  { accountId, userId }: Scope,
  campaignId: number,
  segment: Segment,
  count: number,
): Promise<number> {
  const { stored, lua } = targetToKeep(segment.target);
  const says = { ...segment, target: JSON.stringify(stored) };
  const saved =
    segment.id === null
      ? sql<{
          id: number;
        }>`insert into campaign_segments (account_id, campaign_id, ${unqualifiedColumns(SEGMENT_COLUMNS)}, lua_script, target_count,
            target_counted_at, created_by, updated_by)
          values (${accountId}, ${campaignId}, ${sqlValuesOf(SEGMENT_COLUMNS, says)}, ${lua}, ${count}, now(), ${userId}, ${userId})
          returning id`
      : sql<{
          id: number;
        }>`update campaign_segments
          set ${assigned(SEGMENT_COLUMNS, says)}, lua_script = ${lua}, target_count = ${count}, target_counted_at = now(),
            active_status = 'active', updated_by = ${userId}, updated_at = now()
          where account_id = ${accountId} and campaign_id = ${campaignId} and id = ${segment.id}
          returning id`;
  return (await tx.one(saved)).id;
}

/** `was`: the action as it is saved, unless it is new or comes back. What says the same is not written. Answers its id. */
async function writeAction(
  tx: Tx,
  kinds: ActionKinds,
  scope: Scope,
  segmentId: number,
  action: WholeAction,
  was: SavedAction | undefined,
): Promise<number> {
  if (was !== undefined && isDeepStrictEqual(was, action)) return was.id;
  const { accountId, userId } = scope;
  const saved =
    action.id === null
      ? sql<{
          id: number;
        }>`insert into campaign_actions (account_id, campaign_segment_id, seq, type, created_by, updated_by)
          values (${accountId}, ${segmentId}, ${action.seq}, ${action.type}, ${userId}, ${userId})
          returning id`
      : sql<{ id: number }>`update campaign_actions
        set seq = ${action.seq}, active_status = 'active', updated_by = ${userId}, updated_at = now()
        where account_id = ${accountId} and campaign_segment_id = ${segmentId} and id = ${action.id}
        returning id`;
  const { id } = await tx.one(saved);
  await kindNamed(kinds, action.type).content.write(
    tx,
    scope,
    id,
    actionDetailOf(action),
    furtherOf(action).map((held) => held.detail),
  );
  return id;
}

// Parts that were taken out give up their place in the order: it is unique over all of them.
const aside = (column: "seq" | "priority_seq") => sql`${sql.ref(column)} = 1000000 + (id % 1000000000)::int`;

async function removeActions(tx: Tx, kinds: ActionKinds, scope: Scope, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { accountId, userId } = scope;
  for (const kind of kinds) await kind.content.remove?.(tx, accountId, ids);
  await tx.run`update campaign_actions
    set active_status = 'inactive', ${aside("seq")}, updated_by = ${userId}, updated_at = now()
    where account_id = ${accountId} and id = any(${ids}::bigint[])`;
}

async function removeSegments(tx: Tx, scope: Scope, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { accountId, userId } = scope;
  await tx.run`update campaign_segments
    set active_status = 'inactive', ${aside("priority_seq")}, updated_by = ${userId}, updated_at = now()
    where account_id = ${accountId} and id = any(${ids}::bigint[])`;
}
