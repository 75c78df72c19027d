import type { FieldProblem } from "@okaeri/contract/problems/problems";
import { calendarDate } from "@okaeri/domain/calendar-date";
import { periodPosition } from "@okaeri/domain/campaigns/period";
import { readinessProblems } from "@okaeri/domain/campaigns/readiness";
import type { CouponTerms } from "@okaeri/domain/coupons/coupon";
import type { CampaignDetail } from "../campaigns.api.ts";
import type { EditorStep } from "../campaigns.search.ts";
import { type Draft, editOf } from "./draft.ts";
import { unread } from "./unread.ts";

/** What keeps a campaign from being sent: found here, or as the server says it. */
export type Problem = FieldProblem | { path: string; message: string };

// The rules and the calls name the period differently.
const PERIOD_PATHS: Record<string, string> = { start: "campaign_start_dt", end: "campaign_end_dt" };

function plainPath(path: string): string {
  return PERIOD_PATHS[path] ?? path;
}

/** Everything the draft still lacks, by the domain's own rules. */
export function draftProblems(draft: Draft, today: string): FieldProblem[] {
  const edit = editOf(draft);
  const day = (text: string | null) => (text === null ? null : calendarDate(text));
  const problems = readinessProblems(
    {
      name: edit.name,
      type: edit.type,
      start: day(edit.campaign_start_dt),
      end: day(edit.campaign_end_dt),
      segments: edit.segments.map(({ target, actions }) => ({
        target,
        actions: actions.map(({ type, point, coupon, mail }) => ({
          type,
          // Days that are no days are told by `unread` and are not sent.
          coupon: coupon as CouponTerms | null,
          point: point === null ? null : { ...point, expiration_date: day(point.expiration_date) },
          mail,
        })),
      })),
    },
    calendarDate(today),
  );
  const period = { start: day(edit.campaign_start_dt), end: day(edit.campaign_end_dt) };
  const early = edit.type !== "basic" && periodPosition(period, calendarDate(today)) === "upcoming";
  const found: FieldProblem[] = problems;
  return (
    [...unread(draft), ...found, ...(early ? [{ path: "start", code: "not_started" } as const] : [])]
      .map((problem) => ({ ...problem, path: plainPath(problem.path) }))
      // A mail without an address of its own goes out from the facility's.
      .filter(({ path, code }) => !(code === "required" && path.endsWith(".from_address")))
  );
}

/** The same, as the server last said it about the saved campaign. */
export function savedProblems(missing: CampaignDetail["missing"]): Problem[] {
  return missing.map(({ path, message }) => ({ path: plainPath(path), message }));
}

// Nothing wrong yet, only not filled in: told once the person has been through the step.
const UNFINISHED = new Set<string>([
  "required",
  "no_actions",
  "no_stay_points",
  "no_segments",
  "bad_value",
  "empty_list",
  "empty_group",
]);

export function isUnfinished(problem: Problem): boolean {
  return "code" in problem && UNFINISHED.has(problem.code);
}

/** The step on which a field stands. */
export function stepOf(path: string): EditorStep {
  if (/^segments\.\d+\.actions/.test(path)) return "actions";
  return path.startsWith("segments") ? "target" : "basics";
}

/** The segment a field belongs to, from 0. */
export function segmentOf(path: string): number | undefined {
  const found = /^segments\.(\d+)/.exec(path)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** The element id of a field. */
export function fieldId(path: string): string {
  return `campaign-${path.replaceAll(".", "-")}`;
}

/** The field's element, or the nearest part of the page that holds it. */
export function elementOf(path: string): HTMLElement | null {
  for (let rest = path; rest !== ""; rest = rest.slice(0, Math.max(0, rest.lastIndexOf(".")))) {
    const found = document.getElementById(fieldId(rest));
    if (found) return found;
  }
  return null;
}

export const FIELD_LABELS = [
  "name",
  "type",
  "campaign_start_dt",
  "campaign_end_dt",
  "segments",
  "target",
  "actions",
  "grant_type",
  "grant_absolute",
  "grant_rate",
  "grant_condition",
  "plan_code",
  "expiration_type",
  "expiration_days_from_grant",
  "expiration_days_from_last_stay",
  "expiration_date",
  "title",
  "body",
  "signature",
  "from_address",
  "description",
  "code",
  "acquire_amount_limit",
  "use_amount_limit",
  "use_times_limit",
  "use_quantity_limit",
  "reservation_end_date",
  "available_months",
  "stay_start_date",
  "stay_end_date",
  "day_of_week",
  "unavailable_period",
  "use_condition",
  "discount_type",
  "discount_absolute",
  "discount_rate",
  "discount_limit",
] as const;
export type FieldLabel = (typeof FIELD_LABELS)[number];

/** The last part of a path that has a name of its own on screen. */
export function labelOf(path: string): FieldLabel {
  const parts = path.split(".").reverse();
  for (const part of parts) {
    const label = FIELD_LABELS.find((known) => known === part);
    if (label !== undefined) return label;
  }
  return "segments";
}
