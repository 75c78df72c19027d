import type { ConditionNode, campaignEdit, mailDetail, pointDetail } from "@okaeri/contract/campaigns";
import { parseDate } from "@okaeri/domain/calendar-date";
import type { CampaignType } from "@okaeri/domain/enumerations";
import type { RuleGroupType } from "react-querybuilder";
import type { z } from "zod";
import type { Figure } from "../../../ui/fields/field-props.ts";
import { periodDay } from "../campaign-state.ts";
import type { CampaignDetail } from "../campaigns.api.ts";
import { toldCoupon } from "../told-coupon.ts";
import { type DraftCoupon, newCouponDraft, sentCoupon } from "./coupon-draft.ts";
import { fromTarget, toTarget } from "./target-tree.ts";
import { unread } from "./unread.ts";

export type PointDetail = z.infer<typeof pointDetail>;
export type DraftFigure =
  | "grant_absolute"
  | "grant_rate"
  | "grant_condition"
  | "expiration_days_from_grant"
  | "expiration_days_from_last_stay";
/** Figures as they are typed: words that are no number stay until they are mended. Days are texts anyway. */
export type DraftPoint = Omit<PointDetail, DraftFigure> & Record<DraftFigure, Figure | null>;
export type MailDetail = z.infer<typeof mailDetail>;
type CampaignEdit = z.infer<typeof campaignEdit>;

/** `key` tells rows apart on screen while they have no id yet. */
export type DraftAction = { key: string; id: number | null } & (
  | { type: "point"; point: DraftPoint; coupon: null; mail: null }
  | { type: "coupon"; point: null; coupon: DraftCoupon; mail: null }
  | { type: "mail"; point: null; coupon: null; mail: MailDetail }
);
export type DraftSegment = { key: string; id: number | null; target: RuleGroupType; actions: DraftAction[] };
export type Draft = {
  name: string;
  type: CampaignType;
  campaign_start_dt: string | null;
  campaign_end_dt: string | null;
  segments: DraftSegment[];
};

/** Its own in every window and visit: a draft kept from before comes back with its keys. */
function newKey(): string {
  return `new-${crypto.randomUUID()}`;
}

export function newPoint(): DraftAction {
  const point: DraftPoint = {
    grant_type: "absolute",
    grant_absolute: null,
    grant_rate: null,
    grant_condition: null,
    plan_code: [],
    expiration_type: "none",
    expiration_days_from_grant: null,
    expiration_days_from_last_stay: null,
    expiration_date: null,
  };
  return { key: newKey(), id: null, type: "point", point, coupon: null, mail: null };
}

export function newCoupon(): DraftAction {
  return { key: newKey(), id: null, type: "coupon", point: null, coupon: newCouponDraft(), mail: null };
}

export function newMail(): DraftAction {
  const mail: MailDetail = { title: "", body: "", signature: "", from_address: "" };
  return { key: newKey(), id: null, type: "mail", point: null, coupon: null, mail };
}

export function newSegment(target: ConditionNode = { combinator: "and", rules: [] }): DraftSegment {
  return { key: newKey(), id: null, target: fromTarget(target), actions: [] };
}

/** A campaign from blank, for whom it is known already or not. */
export function newDraft(target?: ConditionNode): Draft {
  return {
    name: "",
    type: "repeat_promotion",
    campaign_start_dt: null,
    campaign_end_dt: null,
    segments: [newSegment(target)],
  };
}

function toAction(action: CampaignDetail["segments"][number]["actions"][number]): DraftAction {
  const row = { key: `a${action.id}`, id: action.id };
  if (action.type === "point") {
    const blank = newPoint();
    return { ...row, type: "point", point: action.point ?? (blank.point as DraftPoint), coupon: null, mail: null };
  }
  if (action.type === "coupon")
    return { ...row, type: "coupon", point: null, coupon: action.coupon ?? newCouponDraft(), mail: null };
  const blank = newMail();
  return { ...row, type: "mail", point: null, coupon: null, mail: action.mail ?? (blank.mail as MailDetail) };
}

/** A saved campaign as the editor holds it. */
export function draftOf(campaign: CampaignDetail): Draft {
  return {
    name: campaign.name,
    type: campaign.type,
    campaign_start_dt: periodDay(campaign.campaign_start_dt),
    campaign_end_dt: periodDay(campaign.campaign_end_dt),
    segments: [...campaign.segments]
      .sort((a, b) => a.priority_seq - b.priority_seq)
      .map((segment) => ({
        key: `s${segment.id}`,
        id: segment.id,
        target: fromTarget(segment.target),
        actions: [...segment.actions].sort((a, b) => a.seq - b.seq).map(toAction),
      })),
  };
}

/** Points of an action with what can be read of their figures and days. */
export function readPoint(point: DraftPoint): PointDetail {
  const figure = (name: DraftFigure) => {
    const typed = point[name];
    return typeof typed === "number" ? typed : null;
  };
  return {
    ...point,
    grant_absolute: figure("grant_absolute"),
    grant_rate: figure("grant_rate"),
    grant_condition: figure("grant_condition"),
    expiration_days_from_grant: figure("expiration_days_from_grant"),
    expiration_days_from_last_stay: figure("expiration_days_from_last_stay"),
    expiration_date: readDay(point.expiration_date),
  };
}

const readDay = (typed: string | null) => (typed === null || parseDate(typed) === undefined ? null : typed);

function sentPoint(draft: DraftPoint, type: CampaignType): PointDetail {
  const point = readPoint(draft);
  const { grant_type, expiration_type } = point;
  // Figures of another type than the chosen one were typed before the choice changed; a send has no stay to look at.
  return {
    ...point,
    grant_absolute: grant_type === "absolute" ? point.grant_absolute : null,
    grant_rate: grant_type === "rate" ? point.grant_rate : null,
    grant_condition: type === "repeat_promotion" ? null : point.grant_condition,
    plan_code: type === "repeat_promotion" ? [] : point.plan_code,
    expiration_days_from_grant: expiration_type === "days_from_grant" ? point.expiration_days_from_grant : null,
    expiration_days_from_last_stay:
      expiration_type === "days_from_last_stay" ? point.expiration_days_from_last_stay : null,
    expiration_date: expiration_type === "date" ? point.expiration_date : null,
  };
}

/** What the save calls take. */
export function editOf(draft: Draft): CampaignEdit {
  return {
    name: draft.name.trim(),
    type: draft.type,
    campaign_start_dt: readDay(draft.campaign_start_dt),
    campaign_end_dt: readDay(draft.campaign_end_dt),
    segments: draft.segments.map((segment, index) => ({
      id: segment.id,
      priority_seq: index + 1,
      target: toTarget(segment.target),
      actions: segment.actions.map((action, at) => ({
        id: action.id,
        seq: at + 1,
        type: action.type,
        point: action.point === null ? null : sentPoint(action.point, draft.type),
        coupon: action.coupon === null ? null : sentCoupon(action.coupon),
        mail: action.mail,
      })),
    })),
  };
}

export const DRAFT_PARTS = ["name", "type", "period", "target", "actions"] as const;
export type DraftPart = (typeof DRAFT_PARTS)[number];

function partsOf(draft: Draft): Record<DraftPart, unknown> {
  const edit = editOf(draft);
  return {
    name: draft.name,
    type: edit.type,
    period: [draft.campaign_start_dt, draft.campaign_end_dt],
    target: edit.segments.map(({ id, target }) => ({ id, target })),
    actions: [edit.segments.map(({ actions }) => actions), unread(draft)],
  };
}

/** Which parts differ from what is saved. */
export function changedParts(draft: Draft, saved: Draft): DraftPart[] {
  const [now, before] = [partsOf(draft), partsOf(saved)];
  return DRAFT_PARTS.filter((part) => JSON.stringify(now[part]) !== JSON.stringify(before[part]));
}

/**
 * Another version of the campaign with what was changed here put over it. Segments and their actions hang together, so that they are
 * kept as a whole; what the other version no longer has is new again.
 */
export function putOver(newest: Draft, mine: Draft, changed: readonly DraftPart[]): Draft {
  const has = (part: DraftPart) => changed.includes(part);
  const segmentIds = new Set(newest.segments.map(({ id }) => id));
  const actionIds = new Set(newest.segments.flatMap(({ actions }) => actions.map(({ id }) => id)));
  const segments = mine.segments.map((segment) => ({
    ...segment,
    id: segmentIds.has(segment.id) ? segment.id : null,
    actions: segment.actions.map((action) => ({ ...action, id: actionIds.has(action.id) ? action.id : null })),
  }));
  const period = has("period") ? mine : newest;
  return {
    name: has("name") ? mine.name : newest.name,
    type: has("type") ? mine.type : newest.type,
    campaign_start_dt: period.campaign_start_dt,
    campaign_end_dt: period.campaign_end_dt,
    segments: has("target") || has("actions") ? segments : newest.segments,
  };
}

/** Points every recipient of a send gets; null when the segment grants none. */
export function pointsOfSend(segment: DraftSegment): number | null {
  const amounts = segment.actions.flatMap((action) =>
    action.point ? [readPoint(action.point).grant_absolute ?? 0] : [],
  );
  return amounts.length === 0 ? null : amounts.reduce((total, amount) => total + amount, 0);
}

/** The coupon that a mail of the segment tells of, as far as it is typed. */
export function couponOfSend(segment: DraftSegment, mail: MailDetail) {
  return toldCoupon(
    segment.actions.map(({ id, coupon }) => ({ id, coupon: coupon && sentCoupon(coupon) })),
    mail,
  );
}

export function withSegment(draft: Draft, index: number, change: (segment: DraftSegment) => DraftSegment): Draft {
  return { ...draft, segments: draft.segments.map((segment, at) => (at === index ? change(segment) : segment)) };
}

export function withAction(
  draft: Draft,
  index: number,
  position: number,
  change: (action: DraftAction) => DraftAction,
): Draft {
  return withSegment(draft, index, (segment) => ({
    ...segment,
    actions: segment.actions.map((action, at) => (at === position ? change(action) : action)),
  }));
}

/** The segment one place up or down. */
export function moved(draft: Draft, index: number, by: -1 | 1): Draft {
  const segments = [...draft.segments];
  const [segment] = segments.splice(index, 1);
  if (segment === undefined) return draft;
  segments.splice(index + by, 0, segment);
  return { ...draft, segments };
}
