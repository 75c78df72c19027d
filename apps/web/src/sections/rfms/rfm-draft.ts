import type { Problem } from "@okaeri/contract/problems/problems";
import {
  fromRfmDetails,
  RFM_AXES,
  type RfmAxis,
  type Score,
  thresholdErrors,
  toRfmDetails,
} from "@okaeri/domain/rfms/score";
import type { Figure } from "../../ui/fields/field-props.ts";
import type { Rfm, RfmEdit } from "./rfms.api.ts";

export const GROUP_SCORES = ["recency_score", "frequency_score", "monetary_score"] as const;
type GroupScore = (typeof GROUP_SCORES)[number];

export type DraftGroup = Record<GroupScore, Score | null> & {
  /** Tells rows apart while they move; a saved group's is its id. */
  key: string;
  id: number | null;
  name: string;
};

/** The edit screen's fields. The order of `groups` is their priority. */
export type RfmDraft = {
  frequencyYears: Figure;
  monetaryYears: Figure;
  /** Four ascending bounds per axis, as domain's RfmThresholds. */
  bounds: Record<RfmAxis, readonly Figure[]>;
  groups: readonly DraftGroup[];
};

/** What may have changed, in the order of the screen. */
const DRAFT_PARTS = ["years", ...RFM_AXES, "groups"] as const;
export type DraftPart = (typeof DRAFT_PARTS)[number];

type Details = Pick<Rfm, "details">["details"];

/** The bounds in threshold rows as the server sends them. */
export function boundsOf(details: Details): Record<RfmAxis, readonly number[]> {
  return fromRfmDetails(details.map((detail) => ({ ...detail, score: detail.score as Score })));
}

export function draftOf(rfm: Rfm): RfmDraft {
  return {
    frequencyYears: rfm.frequency_aggregation_years,
    monetaryYears: rfm.monetary_aggregation_years,
    bounds: boundsOf(rfm.details),
    groups: rfm.groups.map((group) => ({
      key: String(group.id),
      id: group.id,
      name: group.name,
      recency_score: group.recency_score as Score | null,
      frequency_score: group.frequency_score as Score | null,
      monetary_score: group.monetary_score as Score | null,
    })),
  };
}

const numberOf = (typed: Figure) => (typeof typed === "number" ? typed : Number.NaN);

function thresholdsOf(draft: RfmDraft) {
  const axis = (name: RfmAxis) => draft.bounds[name].map(numberOf);
  return { recency: axis("recency"), frequency: axis("frequency"), monetary: axis("monetary") };
}

/** What the save call takes. */
export function editOf(draft: RfmDraft): RfmEdit {
  return {
    frequency_aggregation_years: numberOf(draft.frequencyYears),
    monetary_aggregation_years: numberOf(draft.monetaryYears),
    details: toRfmDetails(thresholdsOf(draft)),
    groups: draft.groups.map(({ key: _key, ...group }, index) => ({ ...group, priority: index + 1 })),
  };
}

/** What the preview call takes: names and ids change no count, so that renaming asks nothing of the server. */
export function countedEdit(draft: RfmDraft): RfmEdit {
  const edit = editOf(draft);
  return { ...edit, groups: edit.groups.map((group, index) => ({ ...group, id: null, name: String(index + 1) })) };
}

/** The bound's place in the wire's threshold rows (score 1 first), so that server and screen name the same field. */
export function boundPath(axis: RfmAxis, index: number): string {
  return `details.${axis === "recency" ? 3 - index : index + 1}.${axis}`;
}

/** The score that begins or ends at the bound: recency's bound ends the better score, the others' begins it. */
export function scoreAtBound(axis: RfmAxis, index: number): Score {
  return (axis === "recency" ? 5 - index : index + 2) as Score;
}

export const FREQUENCY_YEARS = "frequency_aggregation_years";
export const MONETARY_YEARS = "monetary_aggregation_years";
export const groupPath = (index: number) => `groups.${index}.name`;

const YEARS = { min: 1, max: 10 };
const MAX_NAME = 40;

function yearsProblem(typed: Figure): Problem | undefined {
  const years = numberOf(typed);
  if (!Number.isInteger(years)) return { code: "whole_number" };
  return years < YEARS.min || years > YEARS.max ? { code: "out_of_range", ...YEARS } : undefined;
}

/** Faults of figures, by the wire's path of the field: with one of these the counts cannot be asked for. */
export function figureErrors(draft: RfmDraft): Record<string, Problem> {
  const errors: Record<string, Problem> = {};
  const years = { [FREQUENCY_YEARS]: draft.frequencyYears, [MONETARY_YEARS]: draft.monetaryYears };
  for (const [path, typed] of Object.entries(years)) {
    const problem = yearsProblem(typed);
    if (problem !== undefined) errors[path] = problem;
  }
  for (const { path, ...problem } of thresholdErrors(thresholdsOf(draft))) {
    const [axis = "", index = "0"] = path.split(".");
    errors[boundPath(axis as RfmAxis, Number(index))] = problem;
  }
  return errors;
}

/** Faults of the groups' names. */
export function nameErrors(groups: readonly DraftGroup[]): Record<string, Problem> {
  const errors: Record<string, Problem> = {};
  const seen = new Set<string>();
  groups.forEach((group, index) => {
    const name = group.name.trim();
    if (name === "") errors[groupPath(index)] = { code: "required" };
    else if (name.length > MAX_NAME) errors[groupPath(index)] = { code: "too_long", max: MAX_NAME };
    else if (seen.has(name)) errors[groupPath(index)] = { code: "twice" };
    seen.add(name);
  });
  return errors;
}

/** The parts that differ from what was loaded. */
export function changedParts(before: RfmDraft, after: RfmDraft): DraftPart[] {
  const was = editOf(before);
  const is = editOf(after);
  return DRAFT_PARTS.filter((part) => {
    if (part === "years") {
      return was[FREQUENCY_YEARS] !== is[FREQUENCY_YEARS] || was[MONETARY_YEARS] !== is[MONETARY_YEARS];
    }
    if (part === "groups") return JSON.stringify(was.groups) !== JSON.stringify(is.groups);
    return before.bounds[part].some((bound, index) => bound !== after.bounds[part][index]);
  });
}

/** Another version with what was changed here put over it; a group the other version no longer has is new again. */
export function putOver(newest: RfmDraft, mine: RfmDraft, changed: readonly DraftPart[]): RfmDraft {
  const years = changed.includes("years") ? mine : newest;
  const of = (axis: RfmAxis) => (changed.includes(axis) ? mine : newest).bounds[axis];
  const ids = new Set(newest.groups.map(({ id }) => id));
  const groups = mine.groups.map((group) => ({ ...group, id: ids.has(group.id) ? group.id : null }));
  return {
    frequencyYears: years.frequencyYears,
    monetaryYears: years.monetaryYears,
    bounds: { recency: of("recency"), frequency: of("frequency"), monetary: of("monetary") },
    groups: changed.includes("groups") ? groups : newest.groups,
  };
}

/** The list with one entry moved by `step` places; unchanged at the ends. */
export function moved<T>(list: readonly T[], from: number, step: 1 | -1): T[] {
  const entries = [...list];
  const [taken] = entries.splice(from, 1);
  const to = from + step;
  if (taken === undefined || to < 0 || to > entries.length) return [...list];
  entries.splice(to, 0, taken);
  return entries;
}

/** The input's id in the page, so that the summary of errors can jump to it. */
export function fieldId(path: string): string {
  return `rfm-${path.replaceAll(".", "-")}`;
}
