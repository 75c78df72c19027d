import type { ActionKind, ActionKinds } from "../actions/action-kind.ts";
import type { Send, SentBenefit } from "../pushes/take-backs.read.ts";

type BenefitsOfKind = { benefits: SentBenefit[]; takeBack: NonNullable<ActionKind["takeBack"]> };

/** What a send gave, kind by kind, as far as it can be taken back. */
export function benefitsByKind(kinds: ActionKinds, send: Send): BenefitsOfKind[] {
  return kinds.flatMap(({ type, takeBack }) => {
    const benefits = send.benefits.filter(({ channel }) => channel === type);
    return takeBack === undefined || benefits.length === 0 ? [] : [{ benefits, takeBack }];
  });
}
