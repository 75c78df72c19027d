import type { Send, SentBenefit } from "../../pushes/revocations.read.ts";
import type { ActionKind, ActionKinds } from "../actions/action-kind.ts";

type BenefitsOfKind = { benefits: SentBenefit[]; revoke: NonNullable<ActionKind["revoke"]> };

/** What a send gave, kind by kind, as far as it can be taken back. */
export function benefitsByKind(kinds: ActionKinds, send: Send): BenefitsOfKind[] {
  return kinds.flatMap(({ type, revoke }) => {
    const benefits = send.benefits.filter(({ channel }) => channel === type);
    return revoke === undefined || benefits.length === 0 ? [] : [{ benefits, revoke }];
  });
}
