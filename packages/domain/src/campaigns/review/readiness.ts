import type { CalendarDate } from "../../calendar-date.ts";
import type { ActionType, CampaignType } from "../../enumerations.ts";
import { remainingShare } from "../../pushes/variants.ts";
import type { EvaluationTime } from "../../segments/as-of.ts";
import { targetErrors } from "../../segments/target.ts";
import type { ActionRule, ActionSetting, MentionSubject } from "../actions/action-rule.ts";
import { typeRefusalOf } from "../actions/offered-types.ts";
import { type GrantTiming, grantDay } from "../schedule/grant-day.ts";
import { firstOfEach, hasVariants, sharesOf } from "../variants/variants.ts";
import { type ReadinessProblem, requiredProblem } from "./readiness-parts.ts";

// What must be filled in before a campaign is activated or sent. Drafts may be saved incomplete.

export interface ReadinessAction {
  type: ActionType;
  /** Null while nothing is filled in. */
  detail: unknown;
  /** More of its kind, with where it stands in the action. */
  further?: readonly { path: string; detail: unknown }[];
  /** When it happens; a trigger's happens guest by guest. */
  schedule?: GrantTiming["schedule"];
  trigger?: GrantTiming["trigger"];
}

export interface ReadinessSegment {
  target: unknown;
  actions: readonly ReadinessAction[];
}

export interface CampaignDraft {
  name: string;
  type: CampaignType;
  start: CalendarDate | null;
  end: CalendarDate | null;
  /** When its targets are judged. */
  judged: EvaluationTime;
  segments: readonly ReadinessSegment[];
}

/** The rule of each kind there is. */
export type ActionRules = Partial<Record<ActionType, ActionRule<unknown>>>;

/** Most segments of a campaign, most actions of a segment. */
export const MAX_SEGMENTS = 20;
export const MAX_ACTIONS = 10;

function prefixed(path: string, problems: readonly ReadinessProblem[]): ReadinessProblem[] {
  return problems.map((problem) => ({ ...problem, path: problem.path === "" ? path : `${path}.${problem.path}` }));
}

/** The day of the question, and the campaign's period. */
type Days = Pick<ActionSetting, "today"> & Required<Pick<GrantTiming, "start" | "end">>;

function actionProblems(
  { type, detail, further = [], schedule, trigger }: ReadinessAction,
  rules: ActionRules,
  days: Omit<ActionSetting, "firstGrant"> & Days & { judged: EvaluationTime },
): ReadinessProblem[] {
  const refusal = typeRefusalOf(days.type, type);
  if (refusal !== null) return [{ path: "type", code: refusal }];
  if (detail === null || detail === undefined) return [{ path: type, code: "required" }];
  const rule = rules[type];
  const all = [{ path: type, detail }, ...further];
  // From the first moment of the day on: what was due this morning may still be given.
  const dayStart = new Date(Date.parse(`${days.today}T00:00:00+09:00`) - 1);
  const { start, end } = days;
  const of = { ...days, firstGrant: laterOf(days.today, grantDay({ schedule, trigger, start, end }, dayStart).on) };
  return [
    ...all.flatMap((held) =>
      prefixed(held.path, [...(rule?.problems(held.detail, of) ?? []), ...wrongTargets(rule, held.detail, of.judged)]),
    ),
    ...(rule?.together?.(all, !trigger) ?? []),
  ];
}

const laterOf = (a: CalendarDate, b: CalendarDate) => (a > b ? a : b);

/** Faults of conditions inside what an action holds. */
function wrongTargets(
  rule: ActionRule<unknown> | undefined,
  detail: unknown,
  judged: EvaluationTime,
): ReadinessProblem[] {
  const targets = rule?.targets?.(detail) ?? [];
  return targets.flatMap(({ path, target }) => prefixed(path, targetErrors(target, judged)));
}

/** What all guests of an action have by it, whichever letter is theirs. */
export function givesOf(
  rule: ActionRule<unknown> | undefined,
  { detail, further = [] }: Pick<ReadinessAction, "detail" | "further">,
): MentionSubject[] {
  const [first = [], ...others] = [detail, ...further.map((held) => held.detail)].map(
    (held) => rule?.gives(held ?? null) ?? [],
  );
  return first.filter((one) => others.every((gives) => gives.includes(one)));
}

function segmentProblems(
  { target, actions }: ReadinessSegment,
  rules: ActionRules,
  of: Days & { type: CampaignType; judged: EvaluationTime },
): ReadinessProblem[] {
  const { type, judged } = of;
  const problems = prefixed("target", targetErrors(target, judged));
  if (actions.length === 0)
    problems.push({ path: "actions", code: type === "basic" ? "no_stay_points" : "no_actions" });
  if (actions.length > MAX_ACTIONS) problems.push({ path: "actions", code: "too_many", max: MAX_ACTIONS });
  const given = new Set<MentionSubject>(actions.flatMap((action) => givesOf(rules[action.type], action)));
  if (judged === "occasion") given.add("reservation");
  const ofActions = actions.flatMap((action, index) =>
    prefixed(`actions.${index}`, actionProblems(action, rules, { ...of, given })),
  );
  return [...problems, ...ofActions, ...remainingProblems(actions)];
}

/** Guests wait for the choice of one kind: what they got of the other would be compared at another moment. */
function remainingProblems(actions: readonly ReadinessAction[]): ReadinessProblem[] {
  const withRemaining = actions.flatMap(({ type, detail, further = [] }, at) => {
    const held = [{ path: type, detail }, ...further].flatMap((one) =>
      hasVariants(one.detail) ? [{ path: one.path, ...one.detail }] : [],
    );
    const first = firstOfEach(held);
    return first.length > 1 && remainingShare(sharesOf(first)) > 0
      ? [{ type, path: `actions.${at}.${first.at(-1)?.path}.share` }]
      : [];
  });
  return withRemaining.flatMap(({ type, path }) =>
    type === withRemaining[0]?.type ? [] : [{ path, code: "remaining_of_other" }],
  );
}

/** Everything that keeps the campaign from being activated or sent on `today`; empty = ready. */
export function readinessProblems(
  campaign: CampaignDraft,
  rules: ActionRules,
  today: CalendarDate,
): ReadinessProblem[] {
  const { start, end, segments, type, judged } = campaign;
  const problems: ReadinessProblem[] = [...requiredProblem("name", campaign.name)];
  if (start !== null && end !== null && end < start) problems.push({ path: "end", code: "before_start" });
  else if (end !== null && end < today) problems.push({ path: "end", code: "already_over" });
  if (segments.length === 0) problems.push({ path: "segments", code: "no_segments" });
  if (segments.length > MAX_SEGMENTS) problems.push({ path: "segments", code: "too_many", max: MAX_SEGMENTS });
  const ofSegments = segments.flatMap((segment, index) =>
    prefixed(`segments.${index}`, segmentProblems(segment, rules, { type, judged, today, start, end })),
  );
  return [...problems, ...ofSegments];
}
