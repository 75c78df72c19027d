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
