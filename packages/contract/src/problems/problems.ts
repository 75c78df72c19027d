import type { Language } from "../errors.ts";
import { CAMPAIGNS } from "./campaigns.ts";
import { COUPONS } from "./coupons.ts";
import { type Entry, type ProblemOf, worded } from "./entry.ts";
import { GENERAL } from "./general.ts";
import { IMAGES } from "./images.ts";
import { IMPORTS } from "./imports.ts";
import { LUA } from "./lua.ts";
import { LUA_REFUSED } from "./lua-refused.ts";
import { MERGES } from "./merges.ts";
import { PEOPLE_AND_PLACES } from "./people-and-places.ts";
import { POINTS } from "./points.ts";
import { RANKS } from "./ranks.ts";
import { RFMS } from "./rfms.ts";
import { SIGN_IN } from "./sign-in.ts";

/** Everything that is said about a field or a request. One meaning has one code and one wording; forms and calls use the same. */
export const PROBLEMS = {
  ...GENERAL,
  ...SIGN_IN,
  ...PEOPLE_AND_PLACES,
  ...CAMPAIGNS,
  ...LUA,
  ...LUA_REFUSED,
  ...IMAGES,
  ...IMPORTS,
  ...POINTS,
  ...MERGES,
  ...COUPONS,
  ...RANKS,
  ...RFMS,
} as const;

/** A code with what it is about. Rules and calls speak of problems so; where the answer is made, `problemText` words them. */
export type Problem = ProblemOf<typeof PROBLEMS>;
/** A problem of one field: a dotted path of the input. */
export type FieldProblem = Problem & { path: string };

/** One sentence in the person's language, without a full stop. */
export function problemText(problem: Problem, language: Language): string {
  return worded(PROBLEMS, problem, language);
}

/** The words of a code of which nothing else is kept; null where it needs more to be worded. */
export function codeText(code: string, language: Language): string | null {
  const entry = (PROBLEMS as Record<string, Entry>)[code];
  return entry === undefined || typeof entry === "function" ? null : entry[language];
}
