import { type GrantRule, grantRuleErrors } from "../../../points/amount.ts";
import { deadFromTheStart, type ExpirationRule, expirationErrors } from "../../../points/expiry.ts";
import type { ActionCounts } from "../../audience/counting.ts";
import type { ActionRule } from "../action-rule.ts";
import { takesRates } from "../offered-types.ts";

export const pointRule: ActionRule<GrantRule & ExpirationRule> = {
  problems: (point, { type, firstGrant }) => [
    ...grantRuleErrors(point),
    ...expirationErrors(point),
    ...deadFromTheStart(point, firstGrant),
    ...(point.grant_type === "rate" && !takesRates(type)
      ? [{ path: "grant_type", code: "rate_needs_stay" } as const]
      : []),
  ],
  gives: () => ["points"],
};

export const pointCounts: ActionCounts<unknown> = {
  reaches: ({ benefits_for }) => benefits_for,
  atMost: () => false,
};
