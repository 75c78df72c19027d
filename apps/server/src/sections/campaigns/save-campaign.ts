import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { isCommandAllowed } from "@okaeri/domain/campaigns/status";
import { checkedTarget } from "@okaeri/domain/segments/target";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import { CallError, refuseProblems, staleVersion } from "../../http/errors.ts";
import type { Scope } from "../../session/scope.ts";
import type { ActionKinds, Asking } from "../actions/action-kind.ts";
import { audienceOf } from "../segments/audience.ts";
import type { Reach } from "../segments/reach.ts";
import { lockCampaign } from "./campaigns.queries.ts";
import { documentProblems } from "./document/check-document.ts";
import { type SavedSegment, segmentsOf } from "./document/read-segments.ts";
import { goneActions, writeSegments } from "./document/write-segments.ts";

/** Who writes, from where and on which day. */
export type Writer = {
  ip: string | null;
  today: CalendarDate;
  now: Date;
  /** Of links and of the fallback sender. */
  origin: string;
  /** What the campaign's actions can be. */
  kinds: ActionKinds;
};

/** What kinds of actions are asked for whom. */
export function askingOf({ accountId, facilityIds }: Scope, { today, now, origin }: Writer): Asking & Reach {
  return { accountId, facilityIds, today, now, origin };
}

/** Saves a new draft. @throws CallError INVALID_INPUT with field paths. */
export async function createCampaign(tx: Tx, scope: Scope, input: CampaignEdit, writer: Writer): Promise<number> {
  refuseProblems(await documentProblems(tx, writer.kinds, askingOf(scope, writer), input));
  refuseProblems(foreignParts(input, []));
  const made = await tx.one<{
    id: number;
  }>`insert into campaigns (account_id, name, type, preset_type, campaign_start_dt, campaign_end_dt, created_by, updated_by,
      created_at, updated_at)
    values (${scope.accountId}, ${input.name}, ${input.type}, ${input.preset_type ?? null}, ${input.campaign_start_dt},
      ${input.campaign_end_dt}, ${scope.userId}, ${scope.userId}, ${writer.now}, ${writer.now})
    returning id`;
  const id = made.id;
  await writeSegments(tx, writer.kinds, scope, id, [], input, await countsOf(tx, scope, input, writer));
  await audit(tx, scope, writer, "create", id, { after: input });
  return id;
}

/** Saves the whole document over the version the edit started from. @throws CallError NOT_FOUND, STALE_VERSION, WRONG_STATE, INVALID_INPUT. */
export async function updateCampaign(
  tx: Tx,
  scope: Scope,
  input: CampaignEdit & { id: number; version: number },
  writer: Writer,
): Promise<void> {
  const campaign = await lockCampaign(tx, scope.accountId, input.id);
  if (!campaign) throw new CallError("NOT_FOUND");
  if (campaign.version !== input.version) throw staleVersion("campaigns", input.id);
  if (!isCommandAllowed(campaign.status, "edit")) throw new CallError("WRONG_STATE");
  const before = await segmentsOf(tx, writer.kinds, scope.accountId, input.id);
  const { preset_type, was_started } = campaign;
  const known = { preset_type, was_started, gone: goneActions(before, input) };
  refuseProblems(await documentProblems(tx, writer.kinds, askingOf(scope, writer), input, known));
  refuseProblems(foreignParts(input, before));
  if (campaign.has_open_push && campaign.type !== input.type)
    refuseProblems([{ path: "type", code: "fixed_while_stopped" }]);
  if (campaign.has_open_push && !sameStructure(before, input))
    refuseProblems([{ path: "segments", code: "fixed_while_stopped" }]);
  await tx.run`update campaigns
    set name = ${input.name}, type = ${input.type}, campaign_start_dt = ${input.campaign_start_dt},
      campaign_end_dt = ${input.campaign_end_dt}, version = version + 1, updated_by = ${scope.userId}, updated_at = ${writer.now}
    where account_id = ${scope.accountId} and id = ${input.id}`;
  await writeSegments(tx, writer.kinds, scope, input.id, before, input, await countsOf(tx, scope, input, writer));
  const { id: _id, version: _version, ...after } = input;
  await audit(tx, scope, writer, "update", input.id, { before: { name: campaign.name, segments: before }, after });
}

/** Removes a draft that was never sent: nothing hangs on it, and the audit line keeps what it was. @throws CallError NOT_FOUND, WRONG_STATE. */
export async function removeCampaign(tx: Tx, scope: Scope, id: number, writer: Writer): Promise<void> {
  const campaign = await lockCampaign(tx, scope.accountId, id);
  if (!campaign) throw new CallError("NOT_FOUND");
  if (!isCommandAllowed(campaign.status, "delete") || !campaign.is_removable) throw new CallError("WRONG_STATE");
  const before = await segmentsOf(tx, writer.kinds, scope.accountId, id);
  const empty: CampaignEdit = {
    name: campaign.name,
    type: campaign.type,
    campaign_start_dt: null,
    campaign_end_dt: null,
    segments: [],
  };
  await writeSegments(tx, writer.kinds, scope, id, before, empty, await countsOf(tx, scope, empty, writer));
  await tx.run`update campaigns set copied_from_id = null where account_id = ${scope.accountId} and copied_from_id = ${id}`;
  await tx.run`delete from campaigns where account_id = ${scope.accountId} and id = ${id}`;
  await audit(tx, scope, writer, "delete", id, { before: { name: campaign.name, segments: before } });
}

/** How many each segment would match, in the document's order. */
async function countsOf(tx: Tx, scope: Scope, input: CampaignEdit, writer: Writer): Promise<Map<number, number>> {
  if (input.segments.length === 0) return new Map();
  const ordered = [...input.segments].sort((a, b) => a.priority_seq - b.priority_seq);
  const segments = ordered.map((segment) => ({
    form: checkedTarget(segment.target).form,
    hasMessage: false,
    eligibility: null,
    mentionsBenefit: false,
    benefits: [],
    givesToAll: false,
    benefitsToReached: false,
  }));
  const counted = (await audienceOf(tx, scope, segments, writer)).segments;
  return new Map(ordered.map((segment, index) => [segment.priority_seq, counted[index]?.not_earlier ?? 0]));
}

/** Ids of segments and actions that are not this campaign's own. */
function foreignParts(input: CampaignEdit, before: readonly SavedSegment[]): FieldProblem[] {
  const actions = new Map(before.map((segment) => [segment.id, new Map(segment.actions.map((a) => [a.id, a.type]))]));
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

type EditedSegment = CampaignEdit["segments"][number];

/** Whether the same segments with the same targets hold the same actions: what a half-sent campaign must keep. */
function sameStructure(before: readonly SavedSegment[], input: CampaignEdit): boolean {
  const shape = ({ id, priority_seq, target, actions, benefits_to_reached }: SavedSegment | EditedSegment) =>
    JSON.stringify([
      id,
      priority_seq,
      checkedTarget(target).lua,
      benefits_to_reached ?? before.find((segment) => segment.id === id)?.benefits_to_reached,
      actions.map((action) => action.id).sort(),
    ]);
  const was = before.map(shape).sort();
  const is = input.segments.map(shape).sort();
  return JSON.stringify(was) === JSON.stringify(is);
}

async function audit(
  tx: Tx,
  scope: Scope,
  writer: Writer,
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
