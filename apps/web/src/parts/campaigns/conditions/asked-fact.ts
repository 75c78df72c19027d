import type { FactEntry } from "@okaeri/domain/segments/field-types";
import { factOf, isSegmentField } from "@okaeri/domain/segments/fields";
import { itemOf, type SegmentList } from "@okaeri/domain/segments/lists";

/** What a rule asks of: a guest, or the items of a list. */
export type FactSubject = SegmentList | null;

/** What the tables say of a fact of a guest or of an item. */
export function askedFact(place: FactSubject, field: string): FactEntry | undefined {
  if (place !== null) return itemOf(place, field);
  return isSegmentField(field) ? factOf(field) : undefined;
}
