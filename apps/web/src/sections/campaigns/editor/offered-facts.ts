import { fieldsFor, type Judged } from "@okaeri/domain/segments/as-of";
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
import type { Names } from "../../../parts/campaigns/conditions/names.ts";

/** What can be asked next: a fact of the guest, a list that is counted, a fact of its items that is summed. */
export type Offer =
  | { kind: "fact"; field: SegmentField }
  | { kind: "count"; list: SegmentList }
  | { kind: "sum"; list: SegmentList; item: ItemField };

export type OfferGroup = { group: FactGroup | "counted"; offers: Offer[] };

/** Whether the account has something to choose for the fact. */
function hasChoices(fact: FactEntry, names: Names): boolean {
  return fact.type !== "reference" || names[fact.reference].some(({ in_use }) => in_use);
}

/** Without ranks or groups nobody has a rank's end or a score. */
function isKept(field: SegmentField, names: Names): boolean {
  const { owner } = factOf(field);
  const needed = owner === "ranks" ? names.rank_details : owner === "rfms" ? names.rfm_groups : undefined;
  return needed === undefined || needed.some(({ in_use }) => in_use);
}

/** What a target that is judged then may ask and that has something to choose in this account, by what it is about. */
export function offersFor(names: Names, judged: Judged): OfferGroup[] {
  const fields = fieldsFor(judged).filter((field) => hasChoices(factOf(field), names) && isKept(field, names));
  const groups: OfferGroup[] = FACT_GROUPS.map((group) => ({
    group,
    offers: fields.filter((field) => factOf(field).group === group).map((field) => ({ kind: "fact", field })),
  }));
  // Lists are known as of now only.
  const counted = judged === "evening" ? [] : SEGMENT_LIST_NAMES.flatMap(offersOfList);
  return [...groups, { group: "counted" as const, offers: counted }].filter(({ offers }) => offers.length > 0);
}

function offersOfList(list: SegmentList): Offer[] {
  return [{ kind: "count", list }, ...summable(list).map((item): Offer => ({ kind: "sum", list, item }))];
}

/** Facts of a list's items that have something to choose in this account. */
export function itemsFor(names: Names, list: SegmentList): ItemField[] {
  return itemsOf(list).filter((item) => {
    const fact = itemOf(list, item);
    return fact !== undefined && hasChoices(fact, names);
  });
}
