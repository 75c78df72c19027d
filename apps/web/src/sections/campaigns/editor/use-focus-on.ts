import { useEffect, useState } from "react";
import type { EditorCard } from "../campaigns.search.ts";
import { variantKeyAt } from "../variants/variant-key-at.ts";
import type { Draft } from "./draft.ts";
import { campaignFieldId, cardOf, elementOf, segmentOf } from "./draft-problems.ts";
import type { Editor } from "./editor-context.ts";
import { focusSoon } from "./focus-soon.ts";

type Options = {
  draft: Draft;
  card: EditorCard;
  open: (card: EditorCard) => void;
  setCurrent: (segment: number) => void;
  setWording: Editor["setWording"];
};

/** Opens a field's card and puts the cursor there as soon as it stands. */
export function useFocusOn({ draft, card, open, setCurrent, setWording }: Options): (path: string) => void {
  const [target, setTarget] = useState<{ path: string }>();
  useEffect(() => {
    if (target === undefined || (cardOf(target.path) ?? card) !== card) return;
    const element = elementOf(target.path);
    element?.scrollIntoView({ block: "center" });
    element?.focus({ preventScroll: true });
    // A part that opens when it is reached has its fields only then.
    focusSoon(campaignFieldId(target.path));
    setTarget(undefined);
  }, [target, card]);
  return (path) => {
    const segment = segmentOf(path);
    if (segment !== undefined) setCurrent(segment);
    const variantKey = variantKeyAt(path, draft);
    if (variantKey !== undefined) setWording(variantKey.type, variantKey);
    const wanted = cardOf(path);
    if (wanted !== undefined && wanted !== card) open(wanted);
    setTarget({ path });
  };
}
