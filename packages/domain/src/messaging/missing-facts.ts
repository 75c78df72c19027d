import type { Placeholder } from "./placeholders.ts";

/** A line that is not said to a guest, from 1, of a text of the mail ("body", "blocks.2.text"), and of what nothing is known. */
export type OmittedLine = { field: string; line: number; missing: Placeholder[] };

/** `needs`: what it tells of without a fallback. */
type Line = { needs: readonly Placeholder[]; isBlank: boolean };

/** The lines of a text that are said to a guest of whom this is missing, and those that are not. */
export function filledLines<Of extends Line>(
  lines: readonly Of[],
  missing: readonly Placeholder[],
): { remaining: Of[]; omitted: Omit<OmittedLine, "field">[] } {
  const remaining: Of[] = [];
  const omitted: Omit<OmittedLine, "field">[] = [];
  let onlyOmitted = false;
  for (const [at, line] of lines.entries()) {
    const lacks = line.needs.filter((name) => missing.includes(name));
    if (lacks.length > 0) {
      omitted.push({ line: at + 1, missing: lacks });
      onlyOmitted = true;
      continue;
    }
    // Of the blank lines around what is left out one is enough.
    if (line.isBlank && onlyOmitted && (remaining.at(-1)?.isBlank ?? true)) continue;
    if (!line.isBlank) onlyOmitted = false;
    remaining.push(line);
  }
  return { remaining, omitted };
}
