import { liftOf } from "@okaeri/domain/campaigns/lift";
import type { Comparison } from "../../campaigns.api.ts";

type Letter = Comparison["letters"][number];

/** Shares of those whom a text reached, by which texts are compared. */
export const COMPARED_SHARES = ["opened", "clicked"] as const;
type ComparedShare = (typeof COMPARED_SHARES)[number];

/** 0.375 → "37.5". */
export const percent = (share: number): string => (share * 100).toFixed(1);

/**
 * The letter whose share is the highest, where its difference from each other one leaves out 0 by 95 percent; null: it cannot be told yet.
 */
export function telling(letters: readonly Letter[], figure: ComparedShare): Letter["variant"] | null {
  const shareOf = (letter: Letter) => (letter.delivered === 0 ? -1 : letter[figure] / letter.delivered);
  const [best, ...others] = letters.toSorted((a, b) => shareOf(b) - shareOf(a));
  if (best === undefined || others.length === 0) return null;
  const isMore = others.every((other) => {
    const counts = {
      treated: best.delivered,
      treated_stayed: best[figure],
      control: other.delivered,
      control_stayed: other[figure],
    };
    return (liftOf(counts)?.low ?? 0) > 0;
  });
  return isMore ? best.variant : null;
}
