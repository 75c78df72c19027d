import { normalisePassword } from "@okaeri/domain/auth/password";

export type StrengthLevel = "weak" | "fair" | "strong" | "excellent";

const CLASSES: [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[ -/:-@[-`{-~]/, 33],
  // Kana and the everyday kanji.
  [/[^ -~]/, 2000],
];

/** Up to so many bits a password counts as weak, fair, strong; above as excellent. */
const BOUNDS: [number, StrengthLevel][] = [
  [48, "weak"],
  [64, "fair"],
  [90, "strong"],
];

/** How long guessing would take, roughly: repeated characters and runs such as 1234 or abcd count little. */
export function passwordStrength(password: string): StrengthLevel {
  const plain = normalisePassword(password);
  const pool = CLASSES.reduce((sum, [pattern, size]) => (pattern.test(plain) ? sum + size : sum), 0);
  const bits = countingLength(plain) * Math.log2(Math.max(pool, 2));
  return BOUNDS.find(([bound]) => bits < bound)?.[1] ?? "excellent";
}

function countingLength(plain: string): number {
  const seen = new Map<string, number>();
  let before = Number.NaN;
  let length = 0;
  for (const character of plain) {
    const code = character.codePointAt(0) ?? 0;
    const times = seen.get(character) ?? 0;
    seen.set(character, times + 1);
    const inRun = Math.abs(code - before) <= 1;
    length += inRun ? 0.3 : times >= 2 ? 0.5 : 1;
    before = code;
  }
  return length;
}
