import type { ActionType } from "../../enumerations.ts";
import { type Share, VARIANTS, type Variant } from "../../pushes/variants.ts";
import { detailsOf } from "../actions/further-details.ts";

/** A text of an action. `share`: whole percent of the guests who get it, said by the first text of its letter; null by its others, and where there is one letter. */
export type WithVariants = { variant: Variant; share: number | null };

/** What a text that is the only one says of itself. */
export const SINGLE_VARIANT = { variant: "A", share: null } as const;

/** The letters of an action's texts, in the order of the alphabet. One alone is for all; 0: not said yet. */
export function sharesOf(texts: readonly WithVariants[]): Share[] {
  const first = firstOfEach(texts);
  if (first.length === 1) return first.map(({ variant }) => ({ variant, share: 100 }));
  return first.map(({ variant, share }) => ({ variant, share: share ?? 0 }));
}

/** The letters of an action, where what it holds has letters; empty where it has none. */
export function sharesOfAction(action: { type: ActionType }): Share[] {
  return sharesOf(detailsOf(action).flatMap(({ detail }) => (hasVariants(detail) ? [detail] : [])));
}

/** What an action holds has letters. A draft that a browser kept from before there were any has none. */
export const hasVariants = (detail: unknown): detail is WithVariants =>
  typeof detail === "object" && detail !== null && "variant" in detail && "share" in detail;

/** Of each letter the first text, which says its share. */
export function firstOfEach<Text extends WithVariants>(texts: readonly Text[]): Text[] {
  return VARIANTS.flatMap((wanted) => texts.find(({ variant }) => variant === wanted) ?? []);
}

/** Such shares, that letters get the same and what does not divide goes to the first. */
export const evenShares = (count: number, percent = 100): number[] =>
  Array.from({ length: count }, (_, at) => Math.floor(percent / count) + (at < percent % count ? 1 : 0));
