import { useEffect, useRef } from "react";

/** Calls `then` once when polled work has ended while the page was open: its last results are not on the page yet. */
export function useWhenEnded(running: boolean, then: () => void): void {
  const wasRunning = useRef(running);
  useEffect(() => {
    if (wasRunning.current && !running) then();
    wasRunning.current = running;
  });
}
