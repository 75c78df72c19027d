import { useEffect, useState } from "react";
import type { EditorCard } from "../campaigns.search.ts";
import { cardOf, elementOf, segmentOf } from "./draft-problems.ts";

type Options = { card: EditorCard; open: (card: EditorCard) => void; setCurrent: (segment: number) => void };

/** Opens a field's card and puts the cursor there as soon as it stands. */
export function useFocusOn({ card, open, setCurrent }: Options): (path: string) => void {
  const [target, setTarget] = useState<{ path: string }>();
  useEffect(() => {
    if (target === undefined || (cardOf(target.path) ?? card) !== card) return;
    const element = elementOf(target.path);
    element?.scrollIntoView({ block: "center" });
    element?.focus({ preventScroll: true });
    setTarget(undefined);
  }, [target, card]);
  return (path) => {
    const segment = segmentOf(path);
    if (segment !== undefined) setCurrent(segment);
    const wanted = cardOf(path);
    if (wanted !== undefined && wanted !== card) open(wanted);
    setTarget({ path });
  };
}
