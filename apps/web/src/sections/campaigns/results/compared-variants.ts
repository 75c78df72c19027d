import { liftOf } from "@okaeri/domain/campaigns/results/lift";
import type { ScreenKind } from "../actions/kind.ts";
import type { Comparison } from "../campaigns.api.ts";

type VariantCount = Comparison["variants"][number];

/** Figures by which a kind of action compares its variants. */
export type Compared = NonNullable<NonNullable<ScreenKind["delivery"]>["compared"]>;

/** 0.375 → "37.5". */
export const percentText = (share: number): string => (share * 100).toFixed(1);

/**
 * The letter whose share (of those who have it) is the highest, where its difference from each other one leaves out 0 by 95 percent; null: it cannot be told yet.
 */
export function telling(
  variants: readonly VariantCount[],
  figure: Compared["shares"][number],
  of: Compared["of"],
): VariantCount["variant"] | null {
  const shareOf = (one: VariantCount) => (one[of] === 0 ? -1 : one[figure] / one[of]);
  const [best, ...others] = variants.toSorted((a, b) => shareOf(b) - shareOf(a));
  if (best === undefined || others.length === 0) return null;
  const isMore = others.every((other) => {
    const counts = {
      treated: best[of],
      treated_stayed: best[figure],
      control: other[of],
      control_stayed: other[figure],
    };
    return (liftOf(counts)?.low ?? 0) > 0;
  });
  return isMore ? best.variant : null;
}
