import type { Send, SentBenefit } from "../../pushes/revocations.read.ts";
import type { ActionKind, ActionKinds } from "../actions/action-kind.ts";

type BenefitsOfKind = { benefits: SentBenefit[]; revocation: NonNullable<ActionKind["revocation"]> };

/** Benefits of a send by kind, for the kinds that can be revoked. */
export function benefitsByKind(kinds: ActionKinds, send: Send): BenefitsOfKind[] {
  return kinds.flatMap(({ type, revocation }) => {
    const benefits = send.benefits.filter(({ channel }) => channel === type);
    return revocation === undefined || benefits.length === 0 ? [] : [{ benefits, revocation }];
  });
}
