import { codePointLength, findBadCharacter } from "../normalise.ts";

/** Bounds in code points after NFKC (product §2; no rules of composition, as NIST SP 800-63B advises). */
export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;

export type PasswordProblem =
  | "too_short"
  | "too_long"
  | "bad_character"
  | "context"
  | "common"
  | "repetitive"
  | "reused";

/** The same password typed on two keyboards is the same password. */
export function normalisePassword(password: string): string {
  return password.normalize("NFKC");
}

/**
 * Why a new password is refused; empty = good. `context` are words a stranger would try first: login id, name, the company's and
 * its facilities' names, the product's. `isCommon` asks the published list. Reuse is the caller's to find.
 */
export function passwordProblems(
  password: string,
  context: readonly string[],
  isCommon: (password: string) => boolean,
): PasswordProblem[] {
  const plain = normalisePassword(password);
  const length = codePointLength(plain);
  const problems: PasswordProblem[] = [];
  if (length < PASSWORD_MIN) problems.push("too_short");
  if (length > PASSWORD_MAX) problems.push("too_long");
  if (findBadCharacter(plain)) problems.push("bad_character");
  if (isMostlyContext(plain, context)) problems.push("context");
  if (isCommon(plain) || isCommon(plain.toLowerCase())) problems.push("common");
  if (length >= PASSWORD_MIN && new Set(plain.toLowerCase()).size < 4) problems.push("repetitive");
  return problems;
}

/** What is left once the known words are taken out must still be a password of its own. */
const LEFT_AT_LEAST = 8;

function isMostlyContext(plain: string, context: readonly string[]): boolean {
  const words = context
    .flatMap((word) => [word, ...word.split(/[\s・@._-]+/)])
    .map((word) => word.normalize("NFKC").toLowerCase())
    .filter((word) => codePointLength(word) >= 3)
    .sort((a, b) => b.length - a.length);
  const lower = plain.toLowerCase();
  const left = words.reduce((text, word) => text.replaceAll(word, ""), lower);
  return left !== lower && codePointLength(left) < LEFT_AT_LEAST;
}
