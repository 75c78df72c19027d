import { type EvaluationTime, fieldsFor } from "@okaeri/domain/segments/as-of";
import type { FactEntry } from "@okaeri/domain/segments/field-types";
import { FACT_GROUPS, type FactGroup, factOf, type SegmentField } from "@okaeri/domain/segments/fields";
import {
  type ItemField,
  itemOf,
  itemsOf,
  SEGMENT_LIST_NAMES,
  type SegmentList,
  summable,
} from "@okaeri/domain/segments/lists";
import type { ConditionNames } from "../../../parts/campaigns/conditions/names.ts";

/** What can be asked next: a fact of the guest, a list that is counted, a fact of its items that is summed. */
export type FactOffer =
  | { kind: "fact"; field: SegmentField }
  | { kind: "count"; list: SegmentList }
  | { kind: "sum"; list: SegmentList; item: ItemField };

export type OfferGroup = { group: FactGroup | "counted"; offers: FactOffer[] };

/** Whether the account has something to choose for the fact. */
function hasChoices(fact: FactEntry, names: ConditionNames): boolean {
  return fact.type !== "reference" || names[fact.reference].some(({ in_use }) => in_use);
}

/** Without ranks or groups nobody has a rank's end or a score. */
function hasWholeTexts(field: SegmentField, names: ConditionNames): boolean {
  const { owner } = factOf(field);
  const needed = owner === "ranks" ? names.rank_details : owner === "rfms" ? names.rfm_groups : undefined;
  return needed === undefined || needed.some(({ in_use }) => in_use);
}

/** What a target that is judged then may ask and that has something to choose in this account, by what it is about. */
export function offersFor(names: ConditionNames, judged: EvaluationTime): OfferGroup[] {
  const fields = fieldsFor(judged).filter((field) => hasChoices(factOf(field), names) && hasWholeTexts(field, names));
  const groups: OfferGroup[] = FACT_GROUPS.map((group) => ({
    group,
    offers: fields.filter((field) => factOf(field).group === group).map((field) => ({ kind: "fact", field })),
  }));
  // Lists are known as of now only.
  const counted = judged === "evening" ? [] : SEGMENT_LIST_NAMES.flatMap(offersOfList);
  return [...groups, { group: "counted" as const, offers: counted }].filter(({ offers }) => offers.length > 0);
}

function offersOfList(list: SegmentList): FactOffer[] {
  return [{ kind: "count", list }, ...summable(list).map((item): FactOffer => ({ kind: "sum", list, item }))];
}

/** Facts of a list's items that have something to choose in this account. */
export function itemsFor(names: ConditionNames, list: SegmentList): ItemField[] {
  return itemsOf(list).filter((item) => {
    const fact = itemOf(list, item);
    return fact !== undefined && hasChoices(fact, names);
  });
}
