// Several texts of one action, each for a share of its guests. What the shares leave waits until a person chooses one of them.

export const VARIANTS = ["A", "B", "C", "D"] as const;
export type Variant = (typeof VARIANTS)[number];

/** `share`: whole percent of the guests who get the variant. */
export type Share = { variant: Variant; share: number };

export const sumOf = (shares: readonly Pick<Share, "share">[]): number =>
  shares.reduce((sum, { share }) => sum + share, 0);

/** Whole percent of the guests who wait for a person's choice. */
export const remainingShare = (shares: readonly Share[]): number => Math.max(0, 100 - sumOf(shares));
