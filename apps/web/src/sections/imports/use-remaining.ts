import { useEffect, useRef, useState } from "react";

/** Seconds until `done` reaches `total` at the pace seen since this page was opened; undefined until there is a pace. */
export function useRemaining(done: number, total: number, running: boolean): number | undefined {
  const first = useRef<{ at: number; done: number }>(undefined);
  const [seconds, setSeconds] = useState<number>();
  useEffect(() => {
    if (!running) {
      first.current = undefined;
      setSeconds(undefined);
      return;
    }
    first.current ??= { at: Date.now(), done };
    const elapsed = (Date.now() - first.current.at) / 1000;
    const moved = done - first.current.done;
    if (elapsed >= 1 && moved > 0) setSeconds(((total - done) * elapsed) / moved);
  }, [done, total, running]);
  return seconds;
}
