import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { RankDefinition } from "@okaeri/domain/enumerations";
import { rankProgress } from "@okaeri/domain/ranks/progress";
import type { Tx } from "../../database/connection.ts";
import { countedBy, factsOf, rankVersions } from "./rank-facts.queries.ts";

type Missing = { amount: number; until: string | null };
export type ProgressOfGuest = {
  definition: RankDefinition;
  base_month: number;
  measure: number;
  held: string | null;
  next: ({ name: string } & Missing) | null;
  keep: Missing | null;
  falls: { last_day: string; to: string | null } | null;
};

/**
 * How far a guest is from the next tier by what is earned, and what becomes of it if nothing else happens (domain/ranks/progress). Null:
 * the programme has no definition.
 */
export async function progressOfGuest(
  tx: Tx,
  accountId: number,
  id: number,
  today: CalendarDate,
): Promise<ProgressOfGuest | null> {
  const versions = await rankVersions(tx, accountId, { coming: true });
  const current = versions.findLast(({ from }) => from <= today);
  if (current === undefined) return null;
  const needsPoints = versions.some(({ definition }) => definition === "get_point");
  const [facts] = await factsOf(tx, accountId, [id], needsPoints);
  const progress = facts && rankProgress(versions, countedBy(facts.counted), today);
  if (!progress) return null;
  const names = new Map(
    versions.flatMap(({ steps, names: own }) => steps.map((step, n) => [step.id, own[n] ?? ""] as const)),
  );
  const nameOf = (step: { id: number } | null) => step && (names.get(step.id) ?? null);
  const { measure, held, next, keep, falls } = progress;
  return {
    definition: current.definition,
    base_month: current.base_month,
    measure,
    held: nameOf(held),
    keep,
    next: next && { name: nameOf(next.step) ?? "", ...next.missing },
    falls: falls && { last_day: falls.last, to: nameOf(falls.to) },
  };
}
