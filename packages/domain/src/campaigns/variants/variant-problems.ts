import type { LanguageCode } from "../../enumerations.ts";
import { sumOf } from "../../pushes/variants.ts";
import { type ReadinessProblem, requiredProblem } from "../review/readiness-parts.ts";
import { firstOfEach, SINGLE_VARIANT, sharesOf, type WithVariants } from "./variants.ts";

type Held = { path: string; detail: WithVariants & { language?: LanguageCode } };

/**
 * What keeps an action with several texts or coupons from going out. `mayWait`: it is fixed at once for all its guests, so that some of them can wait
 * for a choice; what happens guest by guest cannot. Each letter of a text needs the language of the first: it is what everybody else reads.
 */
export function variantProblems(held: readonly Held[], mayWait: boolean): ReadinessProblem[] {
  // A browser may have kept a draft from before there were letters.
  const texts = held.map(({ path, detail }) => ({ ...SINGLE_VARIANT, path, ...detail }));
  const first = firstOfEach(texts);
  const [main] = texts;
  if (main === undefined) return [];
  if (first.length < 2)
    return texts.flatMap(({ path, share }) =>
      share === null || share === 100 ? [] : [{ path: `${path}.share`, code: "share_alone" as const }],
    );
  const others = texts.filter((text) => !first.includes(text));
  const untold = first.filter(
    ({ variant }) => !texts.some((text) => text.variant === variant && text.language === main.language),
  );
  const sum = sumOf(sharesOf(texts));
  const last = first.at(-1) ?? main;
  const isReportedNow = first.every(({ share }) => share !== null);
  return [
    ...untold.map(({ path }) => ({ path: `${path}.language`, code: "variant_language" as const })),
    ...first.flatMap(({ path, share }) => requiredProblem(`${path}.share`, share)),
    ...others.flatMap(({ path, share }) =>
      share === null ? [] : [{ path: `${path}.share`, code: "share_of_variant" as const }],
    ),
    ...(sum > 100 ? [{ path: `${last.path}.share`, code: "shares_over" as const, sum }] : []),
    ...(isReportedNow && sum < 100 && !mayWait
      ? [{ path: `${last.path}.share`, code: "shares_under" as const, sum }]
      : []),
  ];
}
