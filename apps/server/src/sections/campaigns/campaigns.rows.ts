import type { CAMPAIGN_COMMANDS } from "@okaeri/contract/campaigns";
import type { Language } from "@okaeri/contract/errors";
import { type FieldProblem, problemText } from "@okaeri/contract/problems/problems";
import { notDeliveredText, paymentRefusalText, sendStopText } from "@okaeri/contract/problems/stored-reasons";
import { isCommandAllowed } from "@okaeri/domain/campaigns/status";
import { programmeActions } from "@okaeri/domain/permissions/row-actions";
import type { Scope } from "../../session/scope.ts";
import type { PushRow, RecipientRow } from "../pushes/pushes.read.ts";
import type { CampaignRow, LockedCampaign, SavedSegment } from "./campaigns.queries.ts";
import type { CampaignEdit } from "./check-document.ts";
import type { PaymentRow } from "./stay-payments.queries.ts";

const ORDER = ["point", "coupon", "line", "mail"] as const;

/** A campaign as the list shows it, with what the person may do with such a row. */
export function campaignItem(row: CampaignRow, scope: Scope) {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    preset_type: row.preset_type,
    status: row.status,
    campaign_start_dt: row.campaign_start_dt,
    campaign_end_dt: row.campaign_end_dt,
    action_types: ORDER.filter((type) => row.action_types.includes(type)),
    sending: row.sending,
    last_sent_at: row.last_sent_at?.toISOString() ?? null,
    recipients: row.recipients,
    points_granted: row.points_granted,
    updated_at: row.updated_at.toISOString(),
    page_actions: programmeActions(scope.subject, scope.programme, "campaigns").filter((action) =>
      action === "delete" ? row.is_removable && isCommandAllowed(row.status, "delete") : action !== "create",
    ),
  };
}

type Command = (typeof CAMPAIGN_COMMANDS)[number];

/** The commands that lead somewhere right now. */
function commandsOf(row: CampaignRow, scope: Scope): Command[] {
  const held = programmeActions(scope.subject, scope.programme, "campaigns");
  const allowed: Record<Command, boolean> = {
    edit: held.includes("edit") && isCommandAllowed(row.status, "edit"),
    delete: held.includes("delete") && isCommandAllowed(row.status, "delete") && row.is_removable,
    activate: held.includes("edit") && isCommandAllowed(row.status, "activate"),
    stop: held.includes("edit") && isCommandAllowed(row.status, "stop"),
    resume: held.includes("edit") && isCommandAllowed(row.status, "resume"),
    pay_stays: held.includes("edit") && row.type === "basic" && row.status === "active",
  };
  return (Object.keys(allowed) as Command[]).filter((command) => allowed[command]);
}

/** The whole campaign as its page shows it. */
export function campaignDetail(
  row: CampaignRow,
  parts: {
    segments: readonly SavedSegment[];
    pushes: readonly PushRow[];
    payments: readonly PaymentRow[];
    missing: readonly FieldProblem[];
  },
  scope: Scope,
  language: Language,
) {
  return {
    ...campaignItem(row, scope),
    commands: commandsOf(row, scope),
    segments: parts.segments.map((segment) => ({
      ...segment,
      target: segment.target as CampaignEdit["segments"][number]["target"],
    })),
    pushes: parts.pushes.map(({ campaign_segment_id: segmentId, ...push }) => ({
      ...push,
      // A segment that was taken out since has no place any more.
      priority_seq: parts.segments.find(({ id }) => id === segmentId)?.priority_seq ?? 0,
      stop_reason: sendStopText(push.stop_reason, language),
      push_scheduled_time: push.push_scheduled_time?.toISOString() ?? null,
      push_sent_time: push.push_sent_time?.toISOString() ?? null,
    })),
    stay_payments: parts.payments.map(({ from_on, to_on, refused_because, created_at, ...payment }) => ({
      ...payment,
      from: from_on,
      to: to_on,
      refused_because: paymentRefusalText(refused_because, language),
      created_at: created_at.toISOString(),
    })),
    missing: parts.missing.map((problem) => ({ path: problem.path, message: problemText(problem, language) })),
    version: row.version,
  };
}

export function recipientItem(row: RecipientRow, language: Language) {
  const { detail, reason, at, ...rest } = row;
  return { ...rest, reason: notDeliveredText(reason, detail, language), at: at?.toISOString() ?? null };
}

/** A saved campaign as the document an edit would send. */
export function documentOf(row: LockedCampaign, segments: readonly SavedSegment[]): CampaignEdit {
  return {
    name: row.name,
    type: row.type,
    campaign_start_dt: row.campaign_start_dt,
    campaign_end_dt: row.campaign_end_dt,
    segments: segments.map(({ id, priority_seq, target, actions }) => ({
      id,
      priority_seq,
      target: target as CampaignEdit["segments"][number]["target"],
      actions,
    })),
  };
}
