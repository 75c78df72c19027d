import {
  actionDetailOf,
  type CampaignAction,
  type CampaignDocument,
  type CampaignEdit,
} from "@okaeri/contract/campaigns/document";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { detailsOf, furtherOf, SEPARATED_BY } from "@okaeri/domain/campaigns/actions/further-details";
import { carriesOut } from "@okaeri/domain/campaigns/actions/offered-types";
import { purposeProblems } from "@okaeri/domain/campaigns/delivery/purpose";
import { type ActionRules, readinessProblems } from "@okaeri/domain/campaigns/review/readiness";
import { periodPosition } from "@okaeri/domain/campaigns/schedule/period";
import { isByHand, timingProblems } from "@okaeri/domain/campaigns/schedule/timing";
import { judgedIn, occasionsOf } from "@okaeri/domain/campaigns/triggers/occasions";
import { CAMPAIGN_TYPE_OF_PRESET, type PresetType } from "@okaeri/domain/enumerations";
import type { SegmentReference } from "@okaeri/domain/segments/fields";
import { type Reference, referencesOf } from "@okaeri/domain/segments/references";
import { parseTarget, targetErrors } from "@okaeri/domain/segments/target";
import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import { countPoints } from "../../ranks/check-rank-edit.ts";
import { knownReferences } from "../../segments/known-references.ts";
import { meets } from "../../segments/occasions.ts";
import { type Reach, withinReach } from "../../segments/reach.ts";
import type { ActionKind, ActionKinds, CampaignContext, Next, Placed } from "../actions/action-kind.ts";
import { kindNamed } from "../actions/each-kind.ts";

/**
 * Problems with which no campaign can be saved. A draft may have empty fields, but no wrong ones (quality T03, B18). References are looked
 * up last, if there are no other problems.
 */
export async function documentProblems(
  tx: Tx,
  kinds: ActionKinds,
  asking: CampaignContext,
  { input, document, saved }: Edited,
): Promise<FieldProblem[]> {
  const ofActions = await askKinds(
    kinds,
    input.segments,
    async (kind, placed) => kind.content.draftProblems?.(tx, asking, placed, saved?.gone ?? []) ?? placed.map(() => []),
  );
  const problems = [
    ...nameProblems(input.name, saved),
    ...presetProblems(input, saved),
    ...periodProblems(input),
    ...purposeProblems(document, (type) => kindNamed(kinds, type).rule),
    ...duplicates(input.segments, (segment) => segment.priority_seq, "segments", "priority_seq"),
    ...segmentProblems(kinds, document, ofActions),
  ];
  return problems.length > 0 ? problems : referenceProblems(tx, kinds, asking.accountId, input, saved?.segments);
}

/** What is to be saved: as the call says it, and with what that leaves unsaid. */
type Edited = { input: CampaignEdit; document: CampaignDocument; saved?: Saved };
/** The campaign as it was before the save. */
type Saved = {
  preset_type: PresetType | null;
  was_started: boolean;
  /** Actions that it had and that the document leaves out. */
  gone: readonly number[];
  segments: readonly SavedParts[];
};
type SavedParts = { target: unknown; actions: readonly CampaignAction[] };

/** A draft may have no name yet. What was started stands in the histories of guests, by its name. */
function nameProblems(name: string, saved: Saved | undefined): FieldProblem[] {
  return name === "" && saved?.was_started ? [{ path: "name", code: "required" }] : [];
}

/** A preset belongs to one type of campaign, and what a campaign was made from does not change. */
function presetProblems({ type, preset_type: presetType }: CampaignEdit, saved: Saved | undefined): FieldProblem[] {
  if (saved && presetType !== undefined && presetType !== saved.preset_type)
    return [{ path: "preset_type", code: "preset_fixed" }];
  const preset = presetType ?? saved?.preset_type ?? null;
  return preset !== null && CAMPAIGN_TYPE_OF_PRESET[preset] !== type
    ? [{ path: "preset_type", code: "preset_of_other_type" }]
    : [];
}

function periodProblems({ campaign_start_dt: start, campaign_end_dt: end }: CampaignEdit): FieldProblem[] {
  return start && end && end < start ? [{ path: "campaign_end_dt", code: "before_start" }] : [];
}

/** Segment by segment, in the document's order: its target, its actions' order and timing, and what their kinds say. */
function segmentProblems(
  kinds: ActionKinds,
  document: CampaignDocument,
  ofActions: readonly ProblemInSegment[],
): FieldProblem[] {
  const { segments, type } = document;
  const judged = judgedIn(document);
  const inActions = conditionsInActions(kinds, segments);
  return segments.flatMap(({ target, actions }, index) => [
    ...prefixed(`segments.${index}.target`, targetErrors(target, judged)),
    ...duplicates(actions, (action) => action.seq, `segments.${index}.actions`, "seq"),
    ...actions.flatMap((action, at) => prefixed(`segments.${index}.actions.${at}`, furtherProblems(action))),
    ...actions.flatMap((action, at) => prefixed(`segments.${index}.actions.${at}`, timingProblems(action, type))),
    ...ofActions.filter(({ segment }) => segment === index).map(withoutSegment),
    ...inActions
      .filter(({ segment }) => segment === index)
      .flatMap(({ path, target: inside }) => prefixed(path, targetErrors(inside, judged))),
  ]);
}

/** More of a kind stands beside the action's own, and each is another. */
function furtherProblems(action: CampaignAction): FieldProblem[] {
  const [own, ...further] = detailsOf(action);
  if (further.length > 0 && own?.detail === null) return [{ path: action.type, code: "further_without_first" }];
  const keys = [own, ...further].map((held) =>
    SEPARATED_BY.map((field) => (held?.detail as Record<string, unknown> | null)?.[field]).join(),
  );
  const last = SEPARATED_BY.findLast((field) => (own?.detail as Record<string, unknown> | null)?.[field] !== undefined);
  return further.flatMap(({ path }, at) =>
    keys.indexOf(keys[at + 1] ?? "") <= at ? [{ path: `${path}.${last}`, code: "twice" }] : [],
  );
}

/** What is missing before it can be sent or switched on, in the input's field names. */
export async function missingProblems(
  tx: Tx,
  kinds: ActionKinds,
  asking: CampaignContext & Reach,
  input: CampaignEdit,
  next: Next["next"],
): Promise<FieldProblem[]> {
  const { type } = input;
  const matches = input.segments.map((segment) => audienceOfSegment(input, segment, asking));
  const ofActions = await askKinds(kinds, carriedOut(input), async (kind, placed) => {
    const places = placed.map((place) => ({ ...place, matches: matches[place.segment] ?? null }));
    return kind.content.missing?.(tx, asking, places, { next, type }) ?? placed.map(() => []);
  });
  return [
    ...unready(kinds, asking.today, input),
    // What is frozen is not asked again.
    ...(next === "go_on" ? [] : await referenceProblems(tx, kinds, asking.accountId, input)),
    ...startProblems(input, asking.today),
    ...ofActions.map(withoutSegment),
  ];
}

const periodOf = (input: CampaignEdit) => ({
  start: input.campaign_start_dt as CalendarDate | null,
  end: input.campaign_end_dt as CalendarDate | null,
});

/** What the document lacks by the rule of all campaigns and by the rule of each kind of action. */
function unready(kinds: ActionKinds, today: CalendarDate, input: CampaignEdit): FieldProblem[] {
  const { name, type } = input;
  const rules: ActionRules = Object.fromEntries(kinds.map((kind) => [kind.type, kind.rule]));
  const segments = input.segments.map(({ target, actions }) => ({
    target,
    actions: actions.map((action) => ({
      type: action.type,
      detail: actionDetailOf(action),
      further: furtherOf(action),
      schedule: action.schedule,
      trigger: action.trigger,
    })),
  }));
  return readinessProblems({ name, type, judged: judgedIn(input), ...periodOf(input), segments }, rules, today).map(
    (problem) => ({
      ...problem,
      path: problem.path === "start" || problem.path === "end" ? `campaign_${problem.path}_dt` : problem.path,
    }),
  );
}

/** What waits for a stay, its schedule or a trigger may be switched on ahead of the first day; a send goes out at once. */
function startProblems(input: CampaignEdit, today: CalendarDate): FieldProblem[] {
  const sends = input.type !== "basic" && input.segments.some(({ actions }) => actions.some(isByHand));
  return sends && periodPosition(periodOf(input), today) === "upcoming"
    ? [{ path: "campaign_start_dt", code: "not_started" }]
    : [];
}

/** The segments, with null for each action left from another type: it is not carried out, so nothing of it is missing. */
function carriedOut({ segments, type }: CampaignEdit): Segments {
  return segments.map(({ actions }) => ({
    actions: actions.map((action) => (carriesOut(type, action.type) ? action : null)),
  }));
}

/** SQL over customers `customer`: whom a target means of those in the person's reach; null for a target that cannot be read. */
function audienceOfSegment(
  input: CampaignEdit,
  segment: CampaignEdit["segments"][number],
  asking: CampaignContext & Reach,
) {
  const parsed = parseTarget(segment.target);
  if (!parsed.ok) return null;
  const asked = { form: parsed.target.form, occasions: occasionsOf(input, segment) };
  return sql<boolean>`(${withinReach(asking)} and (${meets(asked, asking)}))`;
}

type Segments = readonly { actions: readonly (CampaignAction | null)[] }[];
type PlacedInSegment = Placed<unknown> & { segment: number };
type ProblemInSegment = FieldProblem & { segment: number };

const withoutSegment = ({ segment: _, ...problem }: ProblemInSegment): FieldProblem => problem;

/** Asks each kind once about all of its actions; the answers come in the document's order with their paths. */
async function askKinds(
  kinds: ActionKinds,
  segments: Segments,
  ask: (kind: ActionKind, placed: PlacedInSegment[]) => Promise<FieldProblem[][]>,
): Promise<ProblemInSegment[]> {
  const places = placesOf(segments);
  const answers = new Map<Place, FieldProblem[]>();
  for (const kind of kinds) {
    const own = places.filter(({ action, detail }) => action.type === kind.type && detail !== null);
    const problems = await ask(
      kind,
      own.map(({ segment, action, detail }) => ({ id: action.id, segment, detail })),
    );
    for (const [index, place] of own.entries()) answers.set(place, problems[index] ?? []);
  }
  return places.flatMap((place) =>
    prefixed(place.path, answers.get(place) ?? []).map((problem) => ({ ...problem, segment: place.segment })),
  );
}

type Place = ReturnType<typeof placesOf>[number];

/** What each action of the document holds, with its segment and its path, in the document's order. */
function placesOf(segments: Segments) {
  return segments.flatMap(({ actions }, segment) =>
    actions.flatMap((action, index) =>
      action === null
        ? []
        : detailsOf(action).map(({ path, detail }) => ({
            segment,
            path: `segments.${segment}.actions.${index}.${path}`,
            action,
            detail,
          })),
    ),
  );
}

/** Conditions inside what actions hold, as those of a message's blocks. */
function conditionsInActions(kinds: ActionKinds, segments: Segments) {
  return placesOf(segments).flatMap(({ segment, path, action, detail }) => {
    const rule = detail === null ? undefined : kinds.find(({ type }) => type === action.type)?.rule;
    return (rule?.targets?.(detail) ?? []).map((inside) => ({ ...inside, segment, path: `${path}.${inside.path}` }));
  });
}

export function prefixed<P extends { path: string }>(path: string, problems: readonly P[]): P[] {
  return problems.map((problem) => ({ ...problem, path: problem.path === "" ? path : `${path}.${problem.path}` }));
}

function duplicates<T>(items: readonly T[], key: (item: T) => number, path: string, field: string): FieldProblem[] {
  return items.flatMap((item, index) =>
    items.findIndex((other) => key(other) === key(item)) < index
      ? [{ path: `${path}.${index}.${field}`, code: "twice" }]
      : [],
  );
}

/**
 * quality I06: groups, ranks, types and facilities of another account are treated as missing. `saved`: what these name already was there
 * when it was saved; that it is gone since keeps nobody from saving something else.
 */
async function referenceProblems(
  tx: Tx,
  kinds: ActionKinds,
  accountId: number,
  input: CampaignEdit,
  saved: readonly SavedParts[] = [],
): Promise<FieldProblem[]> {
  const ofSegments = input.segments.map(({ target }, index) => ({ path: `segments.${index}.target`, target }));
  const named = [...ofSegments, ...conditionsInActions(kinds, input.segments)].flatMap(({ path, target }) => {
    const parsed = parseTarget(target);
    return parsed.ok ? prefixed(path, referencesOf(parsed.target)) : [];
  });
  if (named.length === 0) return [];
  const circular = await ranksByPoints(tx, accountId, input, named);
  return circular.length > 0
    ? circular
    : unknownReferences(tx, accountId, named.filter(isNew([...saved, ...conditionsInActions(kinds, saved)])));
}

/** Whether a reference names something that these targets do not. */
function isNew(saved: readonly { target: unknown }[]): (reference: Reference) => boolean {
  const named = saved.flatMap(({ target }) => {
    const parsed = parseTarget(target);
    return parsed.ok ? referencesOf(parsed.target) : [];
  });
  const known = new Set(named.flatMap(({ kind, ids }) => ids.map((id) => `${kind}:${id}`)));
  return ({ kind, ids }) => ids.some((id) => !known.has(`${kind}:${id}`));
}

/** A basic campaign that asks for ranks, in a programme whose ranks count points: the one would decide the other. */
async function ranksByPoints(
  tx: Tx,
  accountId: number,
  { type }: CampaignEdit,
  named: readonly Reference[],
): Promise<FieldProblem[]> {
  const ranks = named.filter(({ kind }) => type === "basic" && kind === "rank_details");
  if (ranks.length === 0 || !(await countPoints(tx, accountId))) return [];
  return ranks.map(({ path, at }) => ({
    path: path.replace(/\.value$/, ".field"),
    code: "rank_by_points",
    ...(at && { at }),
  }));
}

/** What is wrong with a target by itself: its rules, and records that it names and that are not the account's. */
export async function targetProblems(
  tx: Tx,
  accountId: number,
  target: unknown,
  path: string,
): Promise<FieldProblem[]> {
  const parsed = parseTarget(target);
  return parsed.ok
    ? unknownReferences(tx, accountId, prefixed(path, referencesOf(parsed.target)))
    : prefixed(path, parsed.errors);
}

async function unknownReferences(tx: Tx, accountId: number, named: readonly Reference[]): Promise<FieldProblem[]> {
  const ids = (wanted: SegmentReference) => [
    ...new Set(named.filter(({ kind }) => kind === wanted).flatMap((reference) => reference.ids)),
  ];
  const known = await knownReferences(tx, accountId, ids);
  return named
    .filter((reference) => reference.ids.some((id) => !known(reference.kind, id)))
    .map(({ path, at }) => ({ path, code: "not_a_choice", ...(at && { at }) }));
}
