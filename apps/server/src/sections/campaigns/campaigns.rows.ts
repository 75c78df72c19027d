import { answerTarget } from "@okaeri/contract/campaigns/audience/condition";
import type { CAMPAIGN_PAGE_COMMANDS } from "@okaeri/contract/campaigns/detail";
import type { CampaignDocument } from "@okaeri/contract/campaigns/document";
import type { Language } from "@okaeri/contract/errors";
import { type FieldProblem, problemText } from "@okaeri/contract/problems/problems";
import { notDeliveredText, paymentRefusalText, sendStopText } from "@okaeri/contract/problems/stored-reasons";
import { detailsOf } from "@okaeri/domain/campaigns/actions/further-details";
import { isCommandAllowed } from "@okaeri/domain/campaigns/list/status";
import { ACTION_TYPES } from "@okaeri/domain/enumerations";
import { programmeActions } from "@okaeri/domain/permissions/row-actions";
import type { Scope } from "../../session/scope.ts";
import type { OpenSend } from "../pushes/open-sends.read.ts";
import type { PushRow, PushTotal, RecipientRow } from "../pushes/pushes.read.ts";
import type { Returnable, RevocationRow } from "../pushes/revocations.read.ts";
import type { ActionKinds } from "./actions/action-kind.ts";
import type { SavedSegment } from "./audience/read-segments.ts";
import type { CampaignRow, WholeCampaign } from "./campaigns.queries.ts";
import { CAMPAIGN_COLUMNS, SEGMENT_COLUMNS } from "./columns.ts";
import type { PaymentRow } from "./delivery/stay-payments.queries.ts";
import { presetTextsOf } from "./presets/preset-texts.ts";
import { type RunsShown, runItem } from "./schedule/runs.read.ts";

/** A campaign as the list shows it, with what the person may do with such a row. */
export function toCampaignItem(row: CampaignRow, scope: Scope) {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    preset_type: row.preset_type,
    status: row.status,
    campaign_start_dt: row.campaign_start_dt,
    campaign_end_dt: row.campaign_end_dt,
    purpose: row.purpose,
    priority: row.priority,
    control_rate: row.control_rate,
    action_types: ACTION_TYPES.filter((type) => row.action_types.includes(type)),
    sending: row.sending,
    held: row.held_for,
    last_sent_at: row.last_sent_at?.toISOString() ?? null,
    figures: row.figures,
    attributed: row.figures === null ? null : row.attributed,
    paid_guests: row.paid_guests,
    points_granted: row.points_granted,
    points_reversed: row.points_reversed,
    next_run: nextRunItem(row),
    automatic: row.automatic,
    updated_at: row.updated_at.toISOString(),
    page_actions: programmeActions(scope.subject, scope.programme, "campaigns").filter((action) =>
      action === "delete" ? row.is_removable && isCommandAllowed(row.status, "delete") : action !== "create",
    ),
  };
}

function nextRunItem({ next_action_id, next_run_at, next_planned_at }: CampaignRow) {
  if (next_action_id === null || next_run_at === null || next_planned_at === null) return null;
  return runItem(next_action_id, { at: next_run_at, planned: next_planned_at });
}

type Command = (typeof CAMPAIGN_PAGE_COMMANDS)[number];

/** The commands that are possible right now. */
function commandsOf(row: CampaignRow, parts: Parts, scope: Scope): Command[] {
  const { send } = parts;
  const held = programmeActions(scope.subject, scope.programme, "campaigns");
  const allowed: Record<Command, boolean> = {
    edit: held.includes("edit") && isCommandAllowed(row.status, "edit"),
    delete: held.includes("delete") && isCommandAllowed(row.status, "delete") && row.is_removable,
    activate: held.includes("edit") && isCommandAllowed(row.status, "activate"),
    stop: held.includes("edit") && isCommandAllowed(row.status, "stop"),
    resume: held.includes("edit") && isCommandAllowed(row.status, "resume"),
    // Anybody but the person who started a send approves or refuses it (four-eyes principle).
    approve: held.includes("edit") && mayDecide(send, scope),
    refuse: held.includes("edit") && mayDecide(send, scope),
    cancel: held.includes("edit") && isCommandAllowed(row.status, "cancel") && send?.is_untouched === true,
    revoke: held.includes("edit") && parts.returnables.some((push) => mayRevoke(push, parts)),
    pay_stays: held.includes("edit") && row.type === "basic" && row.status === "active",
    copy: held.includes("create") && isCommandAllowed(row.status, "copy"),
    decide_unknown: held.includes("edit") && parts.totals.some(({ unknown }) => unknown > 0),
  };
  return (Object.keys(allowed) as Command[]).filter((command) => allowed[command]);
}

/** Whether guests may still have what the push gave them. */
function mayRevoke(push: Returnable | PushRow, { kinds, segments, reversed }: PushContext): boolean {
  const revocation = push.is_revocable ? kinds.find(({ type }) => type === push.type)?.revocation : undefined;
  const action = segments.flatMap(({ actions }) => actions).find(({ id }) => id === push.campaign_action_id);
  const details = action ? detailsOf(action).map(({ detail }) => detail) : [null];
  return details.some((detail) => revocation?.isLeft(push, detail, reversed.get(push.id) ?? 0) ?? false);
}

const mayDecide = (send: OpenSend | null, scope: Scope) =>
  send?.awaits_approval === true && !send.asked_by.includes(scope.userId);

/** What the rows of pushes do not hold themselves. */
type PushContext = {
  kinds: ActionKinds;
  segments: readonly SavedSegment[];
  /** Points taken back, by push. */
  reversed: ReadonlyMap<number, number>;
};

type Parts = PushContext & {
  /** Of the newest send, and of all others that go on. */
  pushes: readonly PushRow[];
  totals: readonly PushTotal[];
  returnables: readonly Returnable[];
  send: OpenSend | null;
  payments: readonly PaymentRow[];
  revocations: readonly RevocationRow[];
  missing: readonly FieldProblem[];
  runs: RunsShown;
};

/** The whole campaign as its page shows it. */
export function toCampaignDetail(row: WholeCampaign, parts: Parts, scope: Scope, language: Language) {
  return {
    ...toCampaignItem(row, scope),
    commands: commandsOf(row, parts, scope),
    control_count: row.control_count,
    segments: parts.segments.map((segment) => ({
      ...segment,
      ...answerTarget(segment.target),
    })),
    pushes: parts.pushes.map((push) => pushItem(push, parts, language)),
    ...parts.runs,
    totals: [...parts.totals],
    returnable: returnableSends(parts),
    revocations: parts.revocations.map(({ sent_at, created_at, ...one }) => ({
      ...one,
      sent_at: sent_at.toISOString(),
      created_at: created_at.toISOString(),
    })),
    stay_payments: parts.payments.map(({ from_on, to_on, refused_because, created_at, ...payment }) => ({
      ...payment,
      from: from_on,
      to: to_on,
      refused_because: paymentRefusalText(refused_because, language),
      created_at: created_at.toISOString(),
    })),
    preset_text: presetTextItem(row, parts),
    missing: parts.missing.map((problem) => ({ path: problem.path, message: problemText(problem, language) })),
    version: row.version,
  };
}

/** The messages that still have the preset's own words, and who confirmed them. */
function presetTextItem({ type, preset_type, ...row }: WholeCampaign, { kinds, segments }: Parts) {
  const paths = presetTextsOf(kinds, { type, preset_type, segments }).map(({ path }) => path);
  if (paths.length === 0) return null;
  const { text_confirmed_by_name: by_name, text_confirmed_at: at } = row;
  return { paths, confirmed: at && { by_name, at: at.toISOString() } };
}

const iso = (at: Date | null) => at?.toISOString() ?? null;

/** One part of each send, the newest send first. */
function returnableSends(parts: Parts) {
  const open = parts.returnables.filter((push) => mayRevoke(push, parts));
  const sends = new Map(open.map((push) => [push.trigger_key, push] as const));
  return [...sends.values()].map((push) => ({
    push_action_id: push.id,
    sent_at: push.push_scheduled_time.toISOString(),
  }));
}

export function pushItem(row: PushRow & { last_id?: number }, pushContext: PushContext, language: Language) {
  const { campaign_segment_id, held_for, held_until, was_revoked, last_id, route, ...push } = row;
  const { needs_approval, approved_by_name, approved_at, approval_void, ...rest } = push;
  const { called_off_by_name, called_off_at, refusal, ...shown } = rest;
  const approval = { by_name: approved_by_name, at: iso(approved_at), void: approval_void };
  return {
    ...shown,
    mail_api_id: route,
    // A segment that was taken out since has no place any more.
    priority_seq: pushContext.segments.find(({ id }) => id === row.campaign_segment_id)?.priority_seq ?? 0,
    points_reversed: pushContext.reversed.get(row.id) ?? 0,
    is_revocable: mayRevoke(row, pushContext),
    stop_reason: sendStopText(push.stop_reason, language),
    push_scheduled_time: iso(push.push_scheduled_time),
    push_sent_time: iso(push.push_sent_time),
    held: held_for && { for: held_for, until: iso(held_until) },
    approval: needs_approval ? approval : null,
    called_off: called_off_at && { by_name: called_off_by_name ?? "", at: called_off_at.toISOString(), refusal },
  };
}

export function recipientItem(row: RecipientRow, language: Language) {
  const { detail, reason, at, ...rest } = row;
  return { ...rest, reason: notDeliveredText(reason, detail, language), at: at?.toISOString() ?? null };
}

/** A saved campaign as the document that an edit sends. */
export function toCampaignDocument(
  row: Omit<CampaignDocument, "segments">,
  segments: readonly SavedSegment[],
): CampaignDocument {
  const picked = (from: object, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, (from as Record<string, unknown>)[name]]));
  // The lists of columns are made from what the contract says of the document.
  return {
    ...picked(row, CAMPAIGN_COLUMNS),
    segments: segments.map((segment) => picked(segment, ["id", ...SEGMENT_COLUMNS, "actions"])),
  } as unknown as CampaignDocument;
}
