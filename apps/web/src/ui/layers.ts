import { useEffectEvent, useLayoutEffect, useState } from "react";

// specification §9: dialogs start at 1051, each further open one lies 2 higher.
const BASE = 1051;
const STEP = 2;

type Layer = { depth: number; close: () => void };
let open: Layer[] = [];

/**
 * One listener for all dialogs: Escape closes the dialog that is on top at that moment, never one that the same press opened or uncovered.
 */
function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== "Escape" || event.isComposing) return;
  // An open list inside the dialog keeps the press for itself.
  const target = event.target instanceof Element ? event.target : undefined;
  if (target?.getAttribute("data-mantine-stop-propagation") !== "true") open.at(-1)?.close();
}

/** Stacking order of a dialog, which Escape closes while it is the top one: from the moment it can be seen. */
export function useLayer(opened: boolean, onClose: () => void): { zIndex: number } {
  const [depth, setDepth] = useState(0);
  const close = useEffectEvent(onClose);
  // Before the browser paints: whoever sees the dialog can already close it.
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const me: Layer = { depth: (open.at(-1)?.depth ?? -1) + 1, close: () => close() };
    open = [...open, me];
    setDepth(me.depth);
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => {
      open = open.filter((other) => other !== me);
      if (open.length === 0) window.removeEventListener("keydown", onKeyDown, { capture: true });
    };
  }, [opened]);
  return { zIndex: BASE + STEP * depth };
}
