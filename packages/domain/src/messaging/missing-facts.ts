import type { Placeholder } from "./placeholders.ts";

/** A line that is not said to a guest, from 1, of a text of the mail ("body", "blocks.2.text"), and of what nothing is known. */
export type LeftOutLine = { field: string; line: number; missing: Placeholder[] };

/** `needs`: what it tells of without a fallback. */
type Line = { needs: readonly Placeholder[]; isBlank: boolean };

/** The lines of a text that are said to a guest of whom this is missing, and those that are not. */
export function toldLines<Of extends Line>(
  lines: readonly Of[],
  missing: readonly Placeholder[],
): { remaining: Of[]; leftOut: Omit<LeftOutLine, "field">[] } {
  const remaining: Of[] = [];
  const leftOut: Omit<LeftOutLine, "field">[] = [];
  let justLeftOut = false;
  for (const [at, line] of lines.entries()) {
    const lacks = line.needs.filter((name) => missing.includes(name));
    if (lacks.length > 0) {
      leftOut.push({ line: at + 1, missing: lacks });
      justLeftOut = true;
      continue;
    }
    // Of the blank lines around what is left out one is enough.
    if (line.isBlank && justLeftOut && (remaining.at(-1)?.isBlank ?? true)) continue;
    if (!line.isBlank) justLeftOut = false;
    remaining.push(line);
  }
  return { remaining, leftOut };
}
