import { type ConditionGroup, type ConditionNode, isCounted, isGroup } from "./condition.ts";
import {
  type FactsWith,
  isReservationField,
  SEGMENT_FIELD_NAMES,
  SEGMENT_FIELDS,
  type SegmentField,
} from "./fields.ts";
import { type Form, factsIn } from "./form.ts";

/**
 * When a target is judged: for each stay on the evening of its check-out; as of now, for whoever is a guest; as of now for a guest and the
 * reservation for whose sake the campaign acts.
 */
export type EvaluationTime = "evening" | "now" | "occasion";

/** Facts that can be told for any past check-out. */
export type AsOfField = FactsWith<{ asOf: true }>;

/** Whether the fact can be told for the evening of a past check-out. */
export function isJudgedAsOf(field: SegmentField): field is AsOfField {
  return SEGMENT_FIELDS[field].asOf;
}

/** Why a target that is judged then cannot ask for the fact; null where it can. */
export function unaskable(
  field: SegmentField,
  judged: EvaluationTime | undefined,
): "not_judged_as_of" | "no_reservation" | null {
  if (judged === "evening") return isJudgedAsOf(field) ? null : "not_judged_as_of";
  return judged === "now" && isReservationField(field) ? "no_reservation" : null;
}

/** The fields that a target may ask which is judged then, in the order of the builder. */
export const fieldsFor = (judged: EvaluationTime): readonly SegmentField[] =>
  SEGMENT_FIELD_NAMES.filter((field) => unaskable(field, judged) === null);

export type NotAskable = { path: string; code: NonNullable<ReturnType<typeof unaskable>> };

/** What a checked tree asks for and cannot, judged then, by paths like "rules.0.rules.2.field". */
export function notAskable(tree: ConditionGroup, judged: EvaluationTime | undefined): NotAskable[] {
  const walk = (node: ConditionNode, path: string): NotAskable[] => {
    if (isGroup(node))
      return node.rules.flatMap((rule, index) => walk(rule, path === "" ? `rules.${index}` : `${path}.rules.${index}`));
    // What a guest has done is counted as of now.
    if (isCounted(node)) return judged === "evening" ? [{ path: `${path}.of`, code: "not_judged_as_of" }] : [];
    const code = unaskable(node.field, judged);
    return code === null ? [] : [{ path: `${path}.field`, code }];
  };
  return walk(tree, "");
}

/** Whether a form asks for one of these facts anywhere. */
export function asksFor(form: Form, facts: readonly SegmentField[]): boolean {
  const used = factsIn(form);
  return facts.some((fact) => used.has(fact));
}

/** What RFM conditions ask. */
export const RFM_FIELDS: readonly SegmentField[] = SEGMENT_FIELD_NAMES.filter(
  (field) => SEGMENT_FIELDS[field].owner === "rfms",
);
