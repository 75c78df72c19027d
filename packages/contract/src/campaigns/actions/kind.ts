import type { ActionRule } from "@okaeri/domain/campaigns/actions/action-rule";
import type { z } from "zod";

/** The call that previews the action for one guest of the target. `input` holds the detail under the kind's own name. */
type Preview = { input: z.ZodType; output: z.ZodType };

/** What the contract says of a kind of action. */
export type ContractKind<Detail extends z.ZodType = z.ZodType> = {
  /** What the action holds; a draft's may be incomplete. */
  detail: Detail;
  /** More of the kind in the same action, as `further-details.ts` of the domain names it. Not said: a saved action keeps it. */
  further?: Record<string, z.ZodType>;
  /** What keeps it from going out. */
  rule: ActionRule<z.output<Detail>>;
  preview?: Preview;
};

/** A kind whose rule takes what `terms` makes of the detail. */
export function defineKind<Detail extends z.ZodType, Terms, Rest extends Pick<ContractKind, "preview" | "further">>({
  rule,
  terms,
  ...kind
}: { detail: Detail; rule: ActionRule<Terms>; terms: (detail: z.output<Detail>) => Terms } & Rest) {
  return {
    ...kind,
    rule: {
      problems: (detail, of) => rule.problems(terms(detail), of),
      together: (held, mayWait) =>
        rule.together?.(
          held.map(({ path, detail }) => ({ path, detail: terms(detail) })),
          mayWait,
        ) ?? [],
      targets: (detail) => rule.targets?.(terms(detail)) ?? [],
      gives: (detail) => rule.gives(detail === null ? null : terms(detail)),
      couponMention: (detail) => rule.couponMention?.(terms(detail)),
    } satisfies ActionRule<z.output<Detail>>,
  };
}
