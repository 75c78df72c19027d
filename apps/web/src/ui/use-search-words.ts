import { usePaused } from "./use-paused.ts";

type Results = { isPlaceholderData: boolean };

/**
 * Words of a search that answers while one types. `asked` follows what is typed after a pause; `areOld` tells whether results were found
 * with earlier words. Old results are marked (aria-busy) or left out, and are never opened by Enter.
 */
export function useSearchWords(
  typed: string,
  pauseMs: number,
): { asked: string; areOld: (results: Results) => boolean } {
  const asked = usePaused(typed, pauseMs);
  return { asked, areOld: ({ isPlaceholderData }) => isPlaceholderData || asked !== typed };
}
