import { useEffect, useRef } from "react";

/** Calls `then` once when something that ran while one watched has ended: what came of it last is nowhere on the page yet. */
export function useWhenEnded(running: boolean, then: () => void): void {
  const wasRunning = useRef(running);
  useEffect(() => {
    if (wasRunning.current && !running) then();
    wasRunning.current = running;
  });
}
