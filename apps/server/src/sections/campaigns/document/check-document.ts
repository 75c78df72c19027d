import { type CampaignAction, type CampaignEdit, detailOf } from "@okaeri/contract/campaigns/document";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { carriesOut, typeProblems } from "@okaeri/domain/campaigns/offered-types";
import { periodPosition } from "@okaeri/domain/campaigns/period";
import { type ActionRules, readinessProblems } from "@okaeri/domain/campaigns/readiness";
import { findBadCharacter } from "@okaeri/domain/normalise";
import { targetErrors } from "@okaeri/domain/segments/as-of";
import { type ConditionNode, isGroup, parseCondition } from "@okaeri/domain/segments/condition";
import { SEGMENT_FIELDS, type SegmentReference } from "@okaeri/domain/segments/fields";
import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import type { ActionKind, ActionKinds, Asking, Next, Placed } from "../../actions/action-kind.ts";
import { countPoints } from "../../ranks/check-rank-edit.ts";
import { type Reach, withinReach } from "../../segments/audience.ts";
import { conditionSql } from "../../segments/condition-sql.ts";
import { knownReferences } from "../../segments/known-references.ts";

/**
 * Problems with which no campaign can be saved. A draft may have empty fields, but no wrong ones (quality T03, B18). `gone`: actions that
 * the campaign had and that the document leaves out.
 */
export async function documentProblems(
  tx: Tx,
  kinds: ActionKinds,
  asking: Asking,
  input: CampaignEdit,
  gone: readonly number[] = [],
): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = [];
  if (input.name.trim() === "") problems.push({ path: "name", code: "required" });
  if (findBadCharacter(input.name)) problems.push({ path: "name", code: "bad_character" });
  problems.push(...typeProblems(input.type));
  const { campaign_start_dt: start, campaign_end_dt: end } = input;
  if (start && end && end < start) problems.push({ path: "campaign_end_dt", code: "before_start" });
  problems.push(...duplicates(input.segments, (s) => s.priority_seq, "segments", "priority_seq"));
  const ofActions = await askKinds(kinds, input.segments, (kind, placed) =>
    kind.draftProblems(tx, asking, placed, gone),
  );
  for (const [index, segment] of input.segments.entries()) {
    const path = `segments.${index}`;
    problems.push(...prefixed(`${path}.target`, targetErrors(segment.target, input.type)));
    problems.push(...duplicates(segment.actions, (a) => a.seq, `${path}.actions`, "seq"));
    problems.push(
      ...ofActions.filter((problem) => problem.segment === index).map(({ segment: _, ...problem }) => problem),
    );
  }
  return problems.length > 0 ? problems : referenceProblems(tx, asking.accountId, input);
}

/** What is missing before it can be sent or switched on, in the input's field names. */
export async function missingProblems(
  tx: Tx,
  kinds: ActionKinds,
  asking: Asking & Reach,
  input: CampaignEdit,
  next: Next["next"],
): Promise<FieldProblem[]> {
  const { type, segments } = input;
  const period = {
    start: input.campaign_start_dt as CalendarDate | null,
    end: input.campaign_end_dt as CalendarDate | null,
  };
  const actionsOf = ({ actions }: CampaignEdit["segments"][number]) =>
    actions.map((action) => ({ type: action.type, detail: detailOf(action) }));
  const rules: ActionRules = Object.fromEntries(kinds.map((kind) => [kind.type, kind.rule]));
  const drafts = segments.map((segment) => ({ target: segment.target, actions: actionsOf(segment) }));
  const problems: FieldProblem[] = readinessProblems(
    { name: input.name, type, ...period, segments: drafts },
    rules,
    asking.today,
  ).map(({ path, ...problem }) => ({
    ...problem,
    path: path === "start" || path === "end" ? `campaign_${path}_dt` : path,
  }));
  // A basic campaign may be switched on ahead of its first day; a send goes out at once.
  if (type !== "basic" && periodPosition(period, asking.today) === "upcoming")
    problems.push({ path: "campaign_start_dt", code: "not_started" });
  // Parts left from another type are not carried out, so nothing of them is missing.
  const carried = segments.map((segment) => ({
    ...segment,
    actions: segment.actions.map((action) => (carriesOut(type, action.type) ? action : null)),
  }));
  const meant = segments.map(({ target }) => {
    const parsed = parseCondition(target);
    return parsed.ok ? sql<boolean>`(${withinReach(asking)} and (${conditionSql(parsed.tree, asking)}))` : null;
  });
  const ofActions = await askKinds(kinds, carried, (kind, placed) =>
    kind.missing(
      tx,
      asking,
      placed.map((one) => ({ ...one, meant: meant[one.segment] ?? null })),
      { next, type },
    ),
  );
  return [...problems, ...ofActions.map(({ segment: _, ...problem }) => problem)];
}

type Segments = readonly { actions: readonly (CampaignAction | null)[] }[];
type PlacedInSegment = Placed<unknown> & { segment: number };

/** Asks each kind once about all of its actions; the answers come in the document's order with their paths. */
async function askKinds(
  kinds: ActionKinds,
  segments: Segments,
  ask: (kind: ActionKind, placed: PlacedInSegment[]) => Promise<FieldProblem[][]>,
): Promise<(FieldProblem & { segment: number })[]> {
  const places = segments.flatMap(({ actions }, segment) =>
    actions.flatMap((action, n) => (action === null ? [] : [{ segment, n, action, detail: detailOf(action) }])),
  );
  const problemsOf = new Map<CampaignAction, FieldProblem[]>();
  for (const kind of kinds) {
    const own = places.filter(({ action, detail }) => action.type === kind.type && detail !== null);
    const answers = await ask(
      kind,
      own.map(({ segment, action, detail }) => ({ id: action.id, segment, detail })),
    );
    for (const [at, { action }] of own.entries()) problemsOf.set(action, answers[at] ?? []);
  }
  return places.flatMap(({ segment, n, action }) =>
    prefixed(`segments.${segment}.actions.${n}.${action.type}`, problemsOf.get(action) ?? []).map((problem) => ({
      ...problem,
      segment,
    })),
  );
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

type Reference = { path: string; kind: SegmentReference; ids: number[] };

function references(node: ConditionNode, path: string): Reference[] {
  if (isGroup(node)) return node.rules.flatMap((rule, index) => references(rule, `${path}.rules.${index}`));
  const type = SEGMENT_FIELDS[node.field];
  return type.type === "reference"
    ? [{ path: `${path}.value`, kind: type.reference, ids: node.value as number[] }]
    : [];
}

/** quality I06: groups, ranks, types and facilities of another account are treated as missing. */
async function referenceProblems(tx: Tx, accountId: number, input: CampaignEdit): Promise<FieldProblem[]> {
  const named = input.segments.flatMap((segment, index) => {
    const parsed = parseCondition(segment.target);
    return parsed.ok ? references(parsed.tree, `segments.${index}.target`) : [];
  });
  if (named.length === 0) return [];
  const asksRank = named.filter(({ kind }) => input.type === "basic" && kind === "rank_details");
  if (asksRank.length > 0 && (await countPoints(tx, accountId)))
    return asksRank.map(({ path }) => ({ path: path.replace(/\.value$/, ".field"), code: "rank_by_points" }));
  const ids = (kind: SegmentReference) => [...new Set(named.filter((r) => r.kind === kind).flatMap((r) => r.ids))];
  const known = await knownReferences(tx, accountId, ids);
  return named
    .filter((reference) => reference.ids.some((id) => !known(reference.kind, id)))
    .map(({ path }) => ({ path, code: "not_a_choice" }));
}
