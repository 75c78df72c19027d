import type { Problem } from "@okaeri/contract/problems/problems";
import {
  fromRfmDetails,
  RFM_AXES,
  type RfmAxis,
  type Score,
  thresholdErrors,
  toRfmDetails,
} from "@okaeri/domain/rfms/score";
import type { FigureInput } from "../../ui/fields/field-props.ts";
import { type Painted, paintedOf, rowsOf } from "./painted-groups.ts";
import type { Rfm, RfmEdit } from "./rfms.api.ts";

/** The edit screen's fields. */
export type RfmDraft = {
  frequencyYears: FigureInput;
  monetaryYears: FigureInput;
  /** Four ascending bounds per axis, as domain's RfmThresholds. */
  bounds: Record<RfmAxis, readonly FigureInput[]>;
  /** The order of its groups is the one in which they are shown. */
  painted: Painted;
  /** The rows that were loaded. */
  rows: RfmEdit["groups"];
};

/** What may have changed, in the order of the screen. */
const DRAFT_PARTS = ["years", ...RFM_AXES, "groups"] as const;
export type RfmDraftPart = (typeof DRAFT_PARTS)[number];

type Details = readonly Omit<Rfm["details"][number], "priority">[];

/** The bounds in threshold rows as the server sends them. */
export function boundsOf(details: Details): Record<RfmAxis, readonly number[]> {
  return fromRfmDetails(details.map((detail) => ({ ...detail, score: detail.score as Score })));
}

export function rfmDraftOf(rfm: Rfm): RfmDraft {
  const rows = rfm.groups.map(({ count: _count, ...row }) => row);
  return {
    frequencyYears: rfm.frequency_aggregation_years,
    monetaryYears: rfm.monetary_aggregation_years,
    bounds: boundsOf(rfm.details),
    painted: paintedOf(rows),
    rows,
  };
}

const numberOf = (typed: FigureInput) => (typeof typed === "number" ? typed : Number.NaN);

function thresholdsOf(draft: RfmDraft) {
  const axis = (name: RfmAxis) => draft.bounds[name].map(numberOf);
  return { recency: axis("recency"), frequency: axis("frequency"), monetary: axis("monetary") };
}

/** What the save call takes. */
export function rfmEditOf(draft: RfmDraft): RfmEdit {
  return {
    frequency_aggregation_years: numberOf(draft.frequencyYears),
    monetary_aggregation_years: numberOf(draft.monetaryYears),
    details: toRfmDetails(thresholdsOf(draft)),
    groups: rowsOf(draft.painted, draft.rows).map(({ key: _key, ...row }) => row),
  };
}

/** What the preview call takes: names and ids change no count, so that renaming asks nothing of the server. */
export function countedEdit(draft: RfmDraft): RfmEdit {
  const edit = rfmEditOf(draft);
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

const YEARS = { min: 1, max: 10 };

function yearsProblem(typed: FigureInput): Problem | undefined {
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

/** The parts that differ from what was loaded. */
export function changedRfmParts(before: RfmDraft, after: RfmDraft): RfmDraftPart[] {
  const was = rfmEditOf(before);
  const is = rfmEditOf(after);
  return DRAFT_PARTS.filter((part) => {
    if (part === "years") {
      return was[FREQUENCY_YEARS] !== is[FREQUENCY_YEARS] || was[MONETARY_YEARS] !== is[MONETARY_YEARS];
    }
    if (part === "groups") return JSON.stringify(before.painted) !== JSON.stringify(after.painted);
    return before.bounds[part].some((bound, index) => bound !== after.bounds[part][index]);
  });
}

/** The changes of this edit put over another version; a group that the other version no longer has is new again. */
export function mergeRfmDrafts(newest: RfmDraft, mine: RfmDraft, changed: readonly RfmDraftPart[]): RfmDraft {
  const years = changed.includes("years") ? mine : newest;
  const of = (axis: RfmAxis) => (changed.includes(axis) ? mine : newest).bounds[axis];
  const ids = new Set(newest.rows.map(({ id }) => id));
  const groups = mine.painted.groups.map((group) => ({ ...group, ids: group.ids.filter((id) => ids.has(id)) }));
  return {
    frequencyYears: years.frequencyYears,
    monetaryYears: years.monetaryYears,
    bounds: { recency: of("recency"), frequency: of("frequency"), monetary: of("monetary") },
    painted: changed.includes("groups") ? { ...mine.painted, groups } : newest.painted,
    rows: newest.rows,
  };
}

/** The list with one entry moved by `step` places; unchanged at the ends. */
export function withEntryMoved<T>(list: readonly T[], from: number, step: 1 | -1): T[] {
  const entries = [...list];
  const [taken] = entries.splice(from, 1);
  const to = from + step;
  if (taken === undefined || to < 0 || to > entries.length) return [...list];
  entries.splice(to, 0, taken);
  return entries;
}

/** The input's id in the page, so that the summary of errors can jump to it. */
export function rfmFieldId(path: string): string {
  return `rfm-${path.replaceAll(".", "-")}`;
}
