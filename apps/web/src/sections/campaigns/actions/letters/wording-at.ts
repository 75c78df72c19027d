import { furtherName } from "@okaeri/domain/campaigns/further-details";
import type { Lettered } from "@okaeri/domain/campaigns/variants";
import { type Draft, draftDetailOf } from "../../editor/draft.ts";
import { heldIn, type LetteredKind, type WithOthers } from "./letters.ts";
import type { Worded } from "./wording.ts";

type Place = Worded & {
  type: LetteredKind;
  /** Its action has other letters beside it. */
  isCompared: boolean;
};

/** Which of several of its action a field belongs to; undefined where it is of none. */
export function wordingAt(path: string, { segments }: Draft): Place | undefined {
  const [, at, place, name, other] = /^segments\.(\d+)\.actions\.(\d+)\.(\w+)(?:\.(\d+))?/.exec(path) ?? [];
  const action = segments[Number(at ?? -1)]?.actions[Number(place)];
  if (action === undefined || furtherName(action.type) === undefined) return undefined;
  const held = heldIn(draftDetailOf(action) as WithOthers<Lettered & Worded>);
  const further = name === furtherName(action.type) ? held[Number(other ?? -1) + 1] : undefined;
  const one = name === action.type ? held[0] : further;
  if (one === undefined) return undefined;
  const isCompared = held.some(({ variant }) => variant !== one.variant);
  return { type: action.type as LetteredKind, variant: one.variant, language: one.language, isCompared };
}
