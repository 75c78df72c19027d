import { useEffect, useState } from "react";

// specification §9: dialogs start at 1051, each further open one lies 2 higher.
const BASE = 1051;
const STEP = 2;

let open: symbol[] = [];
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Stacking order of an open dialog, and whether it is the top one (only that one listens to Escape). */
export function useLayer(opened: boolean): { zIndex: number; top: boolean } {
  const [me] = useState(() => Symbol("dialog"));
  const [place, setPlace] = useState({ depth: 0, top: false });
  useEffect(() => {
    if (!opened) return undefined;
    const look = () => setPlace({ depth: Math.max(0, open.indexOf(me)), top: open.at(-1) === me });
    open = [...open, me];
    setPlace({ depth: open.length - 1, top: false });
    tell();
    listeners.add(look);
    // Later: the key press that opened this one must not close it again.
    setTimeout(look);
    return () => {
      listeners.delete(look);
      open = open.filter((other) => other !== me);
      // Later: the key press that closed this one must not reach the one below as the new top.
      setTimeout(tell);
    };
  }, [opened, me]);
  return { zIndex: BASE + STEP * place.depth, top: place.top };
}
