import type { CalendarDate } from "../calendar-date.ts";
import { type CouponErrorCode, type CouponTerms, couponErrors, overFromTheStart } from "../coupons/coupon.ts";
import type { ActionType, CampaignType } from "../enumerations.ts";
import { isMailAddress } from "../mail-address.ts";
import { firstNaming, mailTextFaults, type TextFault } from "../messaging/mail-text.ts";
import { type GrantRule, type GrantRuleErrorCode, grantRuleErrors } from "../points/amount.ts";
import { deadFromTheStart, type ExpirationErrorCode, type ExpirationRule, expirationErrors } from "../points/expiry.ts";
import { type TargetProblem, targetErrors } from "../segments/as-of.ts";
import { carriesOut, typeProblems } from "./offered-types.ts";

// What must be filled in before a campaign is activated or sent. Drafts may be saved incomplete.

export interface DraftMail {
  title: string;
  body: string;
  signature: string;
  from_address: string;
}

export interface DraftAction {
  type: ActionType;
  point?: (GrantRule & ExpirationRule) | null | undefined;
  mail?: DraftMail | null | undefined;
  coupon?: CouponTerms | null | undefined;
  /** Counted only: its own rules check what is in it. */
  line?: { messages: readonly unknown[] } | null | undefined;
  /** When it is due; null = only by hand. */
  schedule?: object | null | undefined;
}

export interface DraftSegment {
  target: unknown;
  actions: readonly DraftAction[];
}

export interface CampaignDraft {
  name: string;
  type: CampaignType;
  start: CalendarDate | null;
  end: CalendarDate | null;
  segments: readonly DraftSegment[];
}

type ReadinessCode =
  | "required"
  | "before_start"
  | "already_over"
  | "no_segments"
  | "no_actions"
  | "no_stay_points"
  | "not_offered"
  | "not_for_type"
  | "coupon_not_each_stay"
  | "rate_needs_stay"
  | "no_points_granted"
  | "no_coupon_code"
  | "invalid_mail";
type RuleCode = GrantRuleErrorCode | ExpirationErrorCode | CouponErrorCode;

/** The campaign's own problems, and those of the rules that own a field. Paths are like "segments.0.actions.1.mail.title". */
export type ReadinessProblem = { path: string } & (
  | { code: ReadinessCode | RuleCode }
  | { code: "too_many"; max: number }
  | Omit<TextFault, "path">
  | TargetProblem
);

/** Most segments of a campaign, most actions of a segment. */
export const MAX_SEGMENTS = 20;
export const MAX_ACTIONS = 10;

function prefixed(path: string, problems: readonly ReadinessProblem[]): ReadinessProblem[] {
  return problems.map((problem) => ({ ...problem, path: problem.path === "" ? path : `${path}.${problem.path}` }));
}

function required(path: string, value: unknown): ReadinessProblem[] {
  const empty = value === null || value === undefined || (typeof value === "string" && value.trim() === "");
  return empty ? [{ path, code: "required" }] : [];
}

function mailProblems(mail: DraftMail): ReadinessProblem[] {
  const problems = [
    ...required("title", mail.title),
    ...required("body", mail.body),
    ...required("from_address", mail.from_address),
    ...mailTextFaults(mail),
  ];
  if (mail.from_address.trim() !== "" && !isMailAddress(mail.from_address)) {
    problems.push({ path: "from_address", code: "invalid_mail" });
  }
  return problems;
}

type Days = { today: CalendarDate; firstGrant: CalendarDate };

function actionProblems(action: DraftAction, type: CampaignType, { today, firstGrant }: Days): ReadinessProblem[] {
  if (!carriesOut(type, action.type)) {
    return [{ path: "type", code: action.type === "coupon" ? "coupon_not_each_stay" : "not_for_type" }];
  }
  const detail = action[action.type];
  if (detail === null || detail === undefined) return [{ path: action.type, code: "required" }];
  switch (action.type) {
    case "point": {
      const point = action.point as GrantRule & ExpirationRule;
      // Without a stay there is no price to take a rate of.
      const rate = type === "repeat_promotion" && point.grant_type === "rate";
      return prefixed("point", [
        ...grantRuleErrors(point),
        ...expirationErrors(point),
        ...deadFromTheStart(point, firstGrant),
        ...(rate ? [{ path: "grant_type", code: "rate_needs_stay" } as const] : []),
      ]);
    }
    case "mail":
      return prefixed("mail", mailProblems(action.mail as DraftMail));
    case "coupon": {
      const coupon = action.coupon as CouponTerms;
      return prefixed("coupon", [...couponErrors(coupon), ...overFromTheStart(coupon, today)]);
    }
    case "line":
      return action.line?.messages.length === 0 ? [{ path: "line.messages", code: "required" }] : [];
  }
}

/** Mails that tell what the segment does not give: points where it grants none, a code where its coupons have none. */
function emptyPromises(actions: readonly DraftAction[]): ReadinessProblem[] {
  const coupons = actions.flatMap(({ type, coupon }) => (type === "coupon" && coupon ? [coupon] : []));
  const promises = [
    { word: "granted_points", code: "no_points_granted", kept: actions.some(({ type }) => type === "point") },
    // A mail without a coupon beside it tells of one that the guest has already.
    {
      word: "coupon_code",
      code: "no_coupon_code",
      kept: coupons.length === 0 || coupons.some(({ type }) => type === "code"),
    },
  ] as const;
  return promises.flatMap(({ word, code, kept }) =>
    actions.flatMap(({ type, mail }, index) => {
      const part = !kept && type === "mail" && mail ? firstNaming(mail, [word]) : undefined;
      return part === undefined ? [] : [{ path: `actions.${index}.mail.${part}`, code }];
    }),
  );
}

function segmentProblems(segment: DraftSegment, type: CampaignType, days: Days): ReadinessProblem[] {
  const problems = [...emptyPromises(segment.actions), ...prefixed("target", targetErrors(segment.target, type))];
  if (segment.actions.length === 0)
    problems.push({ path: "actions", code: type === "basic" ? "no_stay_points" : "no_actions" });
  if (segment.actions.length > MAX_ACTIONS) problems.push({ path: "actions", code: "too_many", max: MAX_ACTIONS });
  const ofActions = segment.actions.flatMap((action, index) =>
    prefixed(`actions.${index}`, actionProblems(action, type, days)),
  );
  return [...problems, ...ofActions];
}

/** Everything that keeps the campaign from being activated or sent on `today`; empty = ready. */
export function readinessProblems(campaign: CampaignDraft, today: CalendarDate): ReadinessProblem[] {
  const { start, end, segments, type } = campaign;
  const problems: ReadinessProblem[] = [...required("name", campaign.name), ...typeProblems(type)];
  if (start !== null && end !== null && end < start) problems.push({ path: "end", code: "before_start" });
  else if (end !== null && end < today) problems.push({ path: "end", code: "already_over" });
  if (segments.length === 0) problems.push({ path: "segments", code: "no_segments" });
  if (segments.length > MAX_SEGMENTS) problems.push({ path: "segments", code: "too_many", max: MAX_SEGMENTS });
  // A send grants on its day, a basic campaign on check-outs from its first day on.
  const firstGrant = start !== null && start > today ? start : today;
  const ofSegments = segments.flatMap((segment, index) =>
    prefixed(`segments.${index}`, segmentProblems(segment, type, { today, firstGrant })),
  );
  return [...problems, ...ofSegments];
}
