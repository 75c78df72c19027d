import type { Problem } from "@okaeri/contract/problems/problems";

type Issue = {
  code?: string;
  minimum?: number;
  maximum?: number;
  origin?: string;
  expected?: string;
  /** Set where the contract itself knows the problem. */
  params?: { problem?: Problem };
};

/** What zod found wrong with one field, as a problem of the catalogue. */
export function problemOfIssue(raw: unknown): Problem {
  const { code, minimum: min = 0, maximum: max = 0, origin, expected, params } = raw as Issue;
  switch (code) {
    case "too_small":
      if (origin === "string") return min === 1 ? { code: "required" } : { code: "too_short", min };
      return origin === "array" ? { code: "too_few", min } : { code: "too_small", min };
    case "too_big":
      if (origin === "string") return { code: "too_long", max };
      return origin === "array" ? { code: "too_many", max } : { code: "too_big", max };
    case "unrecognized_keys":
      return { code: "not_accepted" };
    case "invalid_value":
    case "invalid_union":
      return { code: "not_a_choice" };
    case "invalid_type":
      return expected === "int" ? { code: "whole_number" } : { code: "missing_or_wrong" };
    default:
      return params?.problem ?? { code: "wrong_form" };
  }
}

type Placed = { readonly path?: readonly unknown[] | undefined };

/**
 * What zod found, without what says less. A number beyond what whole numbers can be is refused for that and for the field's own
 * limit; the field's own limit is what the person can go by.
 */
export function issuesToTell<T extends Placed>(issues: readonly T[]): T[] {
  const place = (issue: T) => JSON.stringify(issue.path ?? []);
  const limit = (issue: T) => {
    const { code, origin } = issue as Issue;
    return code === "too_big" || code === "too_small" ? origin : undefined;
  };
  const bounded = new Set(issues.filter((issue) => limit(issue) === "number").map(place));
  return issues.filter((issue) => limit(issue) !== "int" || !bounded.has(place(issue)));
}
