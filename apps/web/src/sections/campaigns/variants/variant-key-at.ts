import type { KindWithVariants } from "@okaeri/domain/campaigns/actions/further-details";
import { furtherName } from "@okaeri/domain/campaigns/actions/further-details";
import type { WithVariants } from "@okaeri/domain/campaigns/variants/variants";
import { type Draft, draftDetailOf } from "../editor/draft.ts";
import type { WithVariantKey } from "./variant-key.ts";
import { heldIn, type WithOthers } from "./variants.ts";

type Place = WithVariantKey & {
  type: KindWithVariants;
  /** Its action has other letters beside it. */
  isCompared: boolean;
};

/** Which of several of its action a field belongs to; undefined where it is of none. */
export function variantKeyAt(path: string, { segments }: Draft): Place | undefined {
  const [, at, place, name, other] = /^segments\.(\d+)\.actions\.(\d+)\.(\w+)(?:\.(\d+))?/.exec(path) ?? [];
  const action = segments[Number(at ?? -1)]?.actions[Number(place)];
  if (action === undefined || furtherName(action.type) === undefined) return undefined;
  const held = heldIn(draftDetailOf(action) as WithOthers<WithVariants & WithVariantKey>);
  const further = name === furtherName(action.type) ? held[Number(other ?? -1) + 1] : undefined;
  const one = name === action.type ? held[0] : further;
  if (one === undefined) return undefined;
  const isCompared = held.some(({ variant }) => variant !== one.variant);
  return { type: action.type as KindWithVariants, variant: one.variant, language: one.language, isCompared };
}
