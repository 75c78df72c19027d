import type { Problem } from "@okaeri/contract/problems/problems";

/** Which bound a figure is out of. */
export function figureProblem(value: number, { from, to }: { from?: number; to?: number }): Problem | undefined {
  if (from !== undefined && value < from) return { code: "too_small", min: from };
  return to !== undefined && value > to ? { code: "too_big", max: to } : undefined;
}
