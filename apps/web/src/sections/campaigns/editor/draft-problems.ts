import type { FieldProblem } from "@okaeri/contract/problems/problems";
import { calendarDate } from "@okaeri/domain/calendar-date";
import { furtherName, furtherOf } from "@okaeri/domain/campaigns/actions/further-details";
import { readinessProblems } from "@okaeri/domain/campaigns/review/readiness";
import { periodPosition } from "@okaeri/domain/campaigns/schedule/period";
import { isByHand } from "@okaeri/domain/campaigns/schedule/timing";
import { judgedIn } from "@okaeri/domain/campaigns/triggers/occasions";
import { ALL_KINDS, kindOf } from "../actions/kinds.ts";
import { unread } from "../audience/unsupported.ts";
import type { CampaignDetail } from "../campaigns.api.ts";
import type { EditorCard } from "../campaigns.search.ts";
import { campaignDocumentOf, type Draft, draftDetailOf } from "./draft.ts";

/** What keeps a campaign from being sent: found here, or as the server says it. */
export type DraftProblem = FieldProblem | { path: string; message: string };

// The rules and the calls name the period differently.
const PERIOD_PATHS: Record<string, string> = { start: "campaign_start_dt", end: "campaign_end_dt" };

function plainPath(path: string): string {
  return PERIOD_PATHS[path] ?? path;
}

/** Everything the draft still lacks, by the domain's own rules. */
export function draftProblems(draft: Draft, today: string): FieldProblem[] {
  const edit = campaignDocumentOf(draft);
  const day = (text: string | null) => (text === null ? null : calendarDate(text));
  const problems = readinessProblems(
    {
      name: edit.name,
      type: edit.type,
      judged: judgedIn(edit),
      start: day(edit.campaign_start_dt),
      end: day(edit.campaign_end_dt),
      segments: edit.segments.map(({ target, actions }) => ({
        target,
        actions: actions.map((action) => ({
          type: action.type,
          detail: action[action.type as keyof typeof action],
          further: furtherOf(action),
          schedule: action.schedule,
          trigger: action.trigger,
        })),
      })),
    },
    RULES,
    calendarDate(today),
  );
  const period = { start: day(edit.campaign_start_dt), end: day(edit.campaign_end_dt) };
  const byHand = edit.segments.some(({ actions }) => actions.some(isByHand));
  const early = edit.type !== "basic" && byHand && periodPosition(period, calendarDate(today)) === "upcoming";
  const found: FieldProblem[] = problems;
  const all = [...unread(draft), ...found, ...(early ? [{ path: "start", code: "not_started" } as const] : [])];
  return onceEach(all.map((problem) => ({ ...problem, path: whereChosen(plainPath(problem.path), draft) })));
}

/** What several actions have in common is wrong in one place. */
function onceEach<One extends { path: string }>(problems: One[]): One[] {
  const seen = new Map(problems.toReversed().map((one) => [JSON.stringify(one), one]));
  return problems.filter((one) => seen.get(JSON.stringify(one)) === one);
}

const RULES = Object.fromEntries(ALL_KINDS.map(({ type, rule }) => [type, rule]));

/** The same, as the server last said it about the saved campaign. */
export function savedProblems(missing: CampaignDetail["missing"], draft: Draft): DraftProblem[] {
  return onceEach(missing.map(({ path, message }) => ({ path: whereChosen(plainPath(path), draft), message })));
}

/** Whether it is about when something happens. */
export const isOfWhen = ({ path }: { path: string }): boolean =>
  /^when\b|^segments\.\d+\.actions\.\d+\.(schedule|schedule_once|trigger)\b/.test(path);

/** A problem of an action's time is the campaign's where it has no time of its own: told once, where it is chosen. */
export function whereChosen(path: string, { segments }: Draft): string {
  const [, at, place, rest] =
    /^segments\.(\d+)\.actions\.(\d+)\.((?:schedule|schedule_once|trigger)\b.*)$/.exec(path) ?? [];
  if (rest === undefined) return path;
  const action = segments[Number(at)]?.actions[Number(place)];
  return action && !action.when ? `when.${rest}` : path;
}

/** The card on which a field stands; the name stands above them all. */
export function cardOf(path: string): EditorCard | undefined {
  if (path === "name") return undefined;
  if (/^segments\.\d+\.actions/.test(path)) return "what";
  return path.startsWith("segments") ? "who" : "when";
}

/** The segment a field belongs to, from 0. */
export function segmentOf(path: string): number | undefined {
  const found = /^segments\.(\d+)/.exec(path)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** The element id of a field. */
export function campaignFieldId(path: string): string {
  return `campaign-${path.replaceAll(".", "-")}`;
}

/**
 * A field by what it belongs to: the rows of a draft move, and what is known of a field goes with its row. `id` is the element's id.
 */
export function fieldKey(id: string, { segments }: Draft): string {
  const [, at, , action, rest = ""] = /^campaign-segments-(\d+)(-actions-(\d+))?(.*)$/.exec(id) ?? [];
  const segment = segments[Number(at ?? -1)];
  if (segment === undefined) return id;
  const row = segment.actions[Number(action ?? -1)];
  if (row === undefined) return [segment.key, "", rest].join(" ");
  return [segment.key, row.key, kindOf(row.type).content.rowOf?.(draftDetailOf(row), rest) ?? rest].join(" ");
}

/** The field's element, or the nearest part of the page that holds it. */
export function elementOf(path: string): HTMLElement | null {
  for (let rest = path; rest !== ""; rest = rest.slice(0, Math.max(0, rest.lastIndexOf(".")))) {
    const found = document.getElementById(campaignFieldId(rest));
    if (found) return found;
  }
  return null;
}

const FIELD_LABELS = [
  "name",
  "type",
  "campaign_start_dt",
  "campaign_end_dt",
  "purpose",
  "priority",
  "control_rate",
  "when",
  "segments",
  "target",
  "actions",
] as const;
type FieldLabel = (typeof FIELD_LABELS)[number];

/** The last part of a path that has a name of its own on screen: of an action `kind.field`, as two kinds may have fields of one name. */
export function fieldLabelOf(path: string): FieldLabel {
  const [, type, inside] = /^segments\.\d+\.actions\.\d+\.(\w+)\.(.+)$/.exec(path) ?? [];
  const kind = ALL_KINDS.find((one) => one.type === type || (type !== undefined && furtherName(one.type) === type));
  const own = inside?.split(".").findLast((part) => kind?.content.fields.includes(part));
  if (isOfWhen({ path })) return "when";
  // The words of each kind's fields are asked of the catalogue by a test.
  if (kind && own) return `${kind.type}.${own}` as FieldLabel;
  const parts = path.split(".");
  return (
    FIELD_LABELS.find((known) => known === parts.findLast((part) => FIELD_LABELS.includes(part as never))) ?? "segments"
  );
}
