import type { CampaignDocument, CampaignEdit } from "@okaeri/contract/campaigns/document";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { isCommandAllowed } from "@okaeri/domain/campaigns/list/status";
import { checkedTarget } from "@okaeri/domain/segments/target";
import { sql } from "kysely";
import { recordEdit } from "../../audit/continue-edit.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { assigned, sqlValuesOf, unqualifiedColumns } from "../../database/columns.ts";
import type { Tx } from "../../database/connection.ts";
import { CallError, refuseProblems, staleVersion } from "../../http/errors.ts";
import type { Scope } from "../../session/scope.ts";
import { audienceOf } from "../segments/audience.ts";
import type { Reach } from "../segments/reach.ts";
import type { ActionKinds, CampaignContext } from "./actions/action-kind.ts";
import {
  NOTHING_KNOWN,
  type SavedSegment,
  type SegmentPart,
  segmentParts,
  segmentsOf,
  wholeDocument,
} from "./audience/read-segments.ts";
import { goneActions, writeSegments } from "./audience/write-segments.ts";
import { lockCampaign } from "./campaigns.queries.ts";
import { toCampaignDocument } from "./campaigns.rows.ts";
import { CAMPAIGN_COLUMNS } from "./columns.ts";
import { keepEdit } from "./edits.ts";
import { purgeParts } from "./purge-parts.ts";
import { documentProblems } from "./review/check-document.ts";
import { differenceOf } from "./review/difference.ts";
import { planRuns } from "./schedule/plan-runs.ts";

/** Who writes, from where and on which day. */
export type CampaignEditContext = {
  ip: string | null;
  today: CalendarDate;
  now: Date;
  /** Of links and of the fallback sender. */
  origin: string;
  /** What the campaign's actions can be. */
  kinds: ActionKinds;
};

/** Acts that give a campaign a new version: who was faster is told of the last of them. */
export const CAMPAIGN_ACTS = ["update", "activate", "send", "stop", "resume", "cancel_send", "refuse_send"];

/** What kinds of actions are asked for whom. */
export function campaignContextOf(
  { accountId, facilityIds }: Pick<Scope, "accountId" | "facilityIds">,
  { today, now, origin }: CampaignEditContext,
): CampaignContext & Reach {
  return { accountId, facilityIds, today, now, origin };
}

/** Saves a new draft. @throws CallError INVALID_INPUT with field paths. */
export async function createCampaign(
  tx: Tx,
  scope: Scope,
  input: CampaignEdit,
  writer: CampaignEditContext,
): Promise<number> {
  const document = wholeDocument(input, NOTHING_KNOWN);
  refuseProblems(await documentProblems(tx, writer.kinds, campaignContextOf(scope, writer), { input, document }));
  refuseProblems(foreignParts(input, []));
  const id = await insertCampaign(tx, scope, document, writer, null);
  const made = toCampaignDocument(document, await segmentsOf(tx, writer.kinds, scope.accountId, id));
  await audit(tx, scope, writer, "create", id, { after: withoutNothing(differenceOf(null, made).after) });
  return id;
}

/** A new campaign that says this. `from`: the one that it is a copy of. */
export async function insertCampaign(
  tx: Tx,
  { accountId, userId, ...scope }: Scope,
  document: CampaignDocument,
  writer: CampaignEditContext,
  from: number | null,
): Promise<number> {
  const { id } = await tx.one<{
    id: number;
  }>`insert into campaigns (account_id, ${unqualifiedColumns(CAMPAIGN_COLUMNS)},
      copied_from_id, created_by, updated_by, created_at, updated_at)
    values (${accountId}, ${sqlValuesOf(CAMPAIGN_COLUMNS, document)}, ${from}, ${userId}, ${userId}, ${writer.now}, ${writer.now})
    returning id`;
  const of = { ...scope, accountId, userId };
  await writeSegments(tx, writer.kinds, of, id, [], document, await countsOf(tx, of, document, writer));
  return id;
}

/** Saves the whole document over the version the edit started from. @throws CallError NOT_FOUND, STALE_VERSION, WRONG_STATE, INVALID_INPUT. */
export async function updateCampaign(
  tx: Tx,
  scope: Scope,
  input: CampaignEdit & { id: number; version: number },
  writer: CampaignEditContext,
): Promise<void> {
  const campaign = await lockCampaign(tx, scope.accountId, input.id);
  if (!campaign) throw new CallError("NOT_FOUND");
  if (campaign.version !== input.version) throw staleVersion("campaigns", input.id, CAMPAIGN_ACTS);
  if (!isCommandAllowed(campaign.status, "edit")) throw new CallError("WRONG_STATE");
  const before = await segmentsOf(tx, writer.kinds, scope.accountId, input.id);
  const { preset_type, was_started, updated_by: saved_by, updated_at: saved_at } = campaign;
  const document = wholeDocument(input, { ...campaign, segments: before });
  const saved = { preset_type, was_started, gone: goneActions(before, input), segments: before };
  refuseProblems(
    await documentProblems(tx, writer.kinds, campaignContextOf(scope, writer), { input, document, saved }),
  );
  refuseProblems(foreignParts(input, await segmentParts(tx, scope.accountId, input.id)));
  if (campaign.has_open_push && campaign.type !== input.type)
    refuseProblems([{ path: "type", code: "fixed_while_stopped" }]);
  if (campaign.has_open_push && !sameStructure(before, document))
    refuseProblems([{ path: "segments", code: "fixed_while_stopped" }]);
  const was = { version: campaign.version, document: toCampaignDocument(campaign, before), saved_by, saved_at };
  await keepEdit(tx, input.id, was, { ...scope, now: writer.now });
  await tx.run`update campaigns
    set ${assigned(CAMPAIGN_COLUMNS, document)}, version = version + 1, updated_by = ${scope.userId}, updated_at = ${writer.now}
    where account_id = ${scope.accountId} and id = ${input.id}`;
  await writeSegments(tx, writer.kinds, scope, input.id, before, document, await countsOf(tx, scope, document, writer));
  const { accountId, userId: actorUserId } = scope;
  if (campaign.status === "stopped") await planRuns(tx, accountId, input.id, writer.now);
  const is = toCampaignDocument(document, await segmentsOf(tx, writer.kinds, accountId, input.id));
  const line = { actorUserId, ip: writer.ip, accountId, campaignId: input.id, lastBy: saved_by, now: writer.now };
  await recordEdit(tx, { ...line, ...differenceOf(was.document, is) });
}

/** Removes a draft that was never sent: nothing hangs on it, and the audit line keeps what it was. @throws CallError NOT_FOUND, WRONG_STATE. */
export async function removeCampaign(tx: Tx, scope: Scope, id: number, writer: CampaignEditContext): Promise<void> {
  const campaign = await lockCampaign(tx, scope.accountId, id);
  if (!campaign) throw new CallError("NOT_FOUND");
  if (!isCommandAllowed(campaign.status, "delete") || !campaign.is_removable) throw new CallError("WRONG_STATE");
  const before = await segmentsOf(tx, writer.kinds, scope.accountId, id);
  await writeSegments(tx, writer.kinds, scope, id, before, { segments: [] }, new Map());
  await purgeParts(tx, writer.kinds, scope.accountId, id, 0);
  await tx.run`delete from campaign_edits where account_id = ${scope.accountId} and campaign_id = ${id}`;
  await tx.run`update campaigns set copied_from_id = null where account_id = ${scope.accountId} and copied_from_id = ${id}`;
  await tx.run`delete from campaigns where account_id = ${scope.accountId} and id = ${id}`;
  const { before: values } = differenceOf(toCampaignDocument(campaign, before), null);
  await audit(tx, scope, writer, "delete", id, { before: withoutNothing(values) });
}

/** Of a document with nothing to compare it with: only what it says. */
function withoutNothing(values: Record<string, unknown>): object {
  const empty = (value: unknown) => value === null || value === "" || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !empty(value)));
}

/** How many each segment would match, in the document's order. */
async function countsOf(
  tx: Tx,
  scope: Scope,
  input: CampaignEdit,
  writer: CampaignEditContext,
): Promise<Map<number, number>> {
  const ordered = [...input.segments].sort((a, b) => a.priority_seq - b.priority_seq);
  const segments = ordered.map((segment) => ({
    form: checkedTarget(segment.target).form,
    channels: [],
    control: () => sql<string | null>`null::text`,
    mentionsBenefit: false,
    benefits: [],
    givesToAll: false,
    benefitsToReached: false,
  }));
  const counted = (await audienceOf(tx, scope, segments, writer)).segments;
  return new Map(ordered.map((segment, index) => [segment.priority_seq, counted[index]?.not_earlier ?? 0]));
}

/** Ids of segments and actions that are not this campaign's own, be they in use or taken out. */
function foreignParts(input: CampaignEdit, parts: readonly SegmentPart[]): FieldProblem[] {
  const actions = new Map(parts.map((segment) => [segment.id, new Map(segment.actions.map((a) => [a.id, a.type]))]));
  const seen = new Set<number>();
  return input.segments.flatMap((segment, index) => {
    const own = segment.id === null ? new Map<number, string>() : actions.get(segment.id);
    if (!own || (segment.id !== null && seen.has(segment.id)))
      return [{ path: `segments.${index}.id`, code: "not_of_campaign" }];
    if (segment.id !== null) seen.add(segment.id);
    return segment.actions.flatMap((action, n) =>
      action.id !== null && own.get(action.id) !== action.type
        ? [{ path: `segments.${index}.actions.${n}.id`, code: "not_of_campaign" }]
        : [],
    );
  });
}

/** Whether the same segments with the same targets hold the same actions: what a half-sent campaign must keep. */
function sameStructure(before: readonly SavedSegment[], { segments }: CampaignDocument): boolean {
  type Shaped = SavedSegment | CampaignDocument["segments"][number];
  const shape = ({ id, priority_seq, target, actions, benefits_to_reached }: Shaped) =>
    JSON.stringify([
      id,
      priority_seq,
      checkedTarget(target).lua,
      benefits_to_reached,
      actions.map((action) => action.id).sort(),
    ]);
  const was = before.map(shape).sort();
  const is = segments.map(shape).sort();
  return JSON.stringify(was) === JSON.stringify(is);
}

async function audit(
  tx: Tx,
  scope: Scope,
  writer: CampaignEditContext,
  action: string,
  entityId: number,
  change: { before?: unknown; after?: unknown },
): Promise<void> {
  await recordAudit(tx, {
    actorUserId: scope.userId,
    ip: writer.ip,
    accountId: scope.accountId,
    action,
    entity: "campaigns",
    entityId,
    ...change,
  });
}
