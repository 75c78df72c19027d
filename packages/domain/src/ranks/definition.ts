import type { RankDefinition } from "../enumerations.ts";
import type { RankStep } from "./decide-rank.ts";

/** A tier as it is entered. Of the three thresholds the one of the definition counts. */
export type Tier = {
  id: number | null;
  name: string;
  total_stay: number | null;
  total_use_price: number | null;
  total_get_point: number | null;
  priority: number;
  min_use_point: number | null;
  max_use_point: number | null;
};

export type Definition = {
  definition: RankDefinition;
  use_point_unit: number;
  active_month: number;
  base_month: number;
  base_date: number;
  details: readonly Tier[];
};

/** Which field of a tier its threshold is. */
export const THRESHOLD_OF = {
  stay: "total_stay",
  use_price: "total_use_price",
  get_point: "total_get_point",
} as const satisfies Record<RankDefinition, keyof Tier>;

/** What the definition asks for the tier, in its own unit; 0 asks for nothing. */
export function thresholdOf(definition: RankDefinition, tier: Tier): number {
  return tier[THRESHOLD_OF[definition]] ?? 0;
}

/** The tiers as the rules take them. Those that are not stored yet are told apart by ids below zero. */
export function stepsOf({ definition, details }: Pick<Definition, "definition" | "details">): RankStep[] {
  return details.map((tier, index) => ({
    id: tier.id ?? -(index + 1),
    priority: tier.priority,
    threshold: thresholdOf(definition, tier),
  }));
}

export type DefinitionErrorCode =
  | "twice"
  | "required"
  | "rank_asks_the_same"
  | "rank_asks_less"
  | "below_minimum"
  | "no_usable_amount";

/**
 * Everything that is wrong with a definition as a whole. A tier reaches from its own threshold to that of the next better one, so there
 * can be no gap between two; two with the same threshold overlap, and a better one that asks for less could never be missed.
 */
export function definitionErrors(rank: Definition): { path: string; code: DefinitionErrorCode }[] {
  const errors: { path: string; code: DefinitionErrorCode }[] = [];
  const seen = { name: new Set<string>(), priority: new Set<number>(), id: new Set<number>() };
  const field = THRESHOLD_OF[rank.definition];
  rank.details.forEach((tier, index) => {
    const at = (name: keyof Tier) => `details.${index}.${name}`;
    if (seen.name.has(tier.name)) errors.push({ path: at("name"), code: "twice" });
    if (seen.priority.has(tier.priority)) errors.push({ path: at("priority"), code: "twice" });
    if (tier.id !== null && seen.id.has(tier.id)) errors.push({ path: at("id"), code: "twice" });
    seen.name.add(tier.name);
    seen.priority.add(tier.priority);
    if (tier.id !== null) seen.id.add(tier.id);
    if (tier[field] === null) errors.push({ path: at(field), code: "required" });
    const least = tier.min_use_point ?? 0;
    if (tier.max_use_point !== null && tier.max_use_point < least)
      errors.push({ path: at("max_use_point"), code: "below_minimum" });
    else if (tier.max_use_point !== null && !hasUsableAmount(rank.use_point_unit, least, tier.max_use_point))
      errors.push({ path: at("max_use_point"), code: "no_usable_amount" });
  });
  const order = rank.details.map((tier, index) => ({ tier, index })).sort((a, b) => b.tier.priority - a.tier.priority);
  for (let n = 1; n < order.length; n++) {
    const [worse, better] = [order[n - 1], order[n]];
    if (!worse || !better || worse.tier.priority === better.tier.priority) continue;
    if (worse.tier[field] === null || better.tier[field] === null) continue;
    const more = thresholdOf(rank.definition, better.tier) - thresholdOf(rank.definition, worse.tier);
    const path = `details.${better.index}.${field}`;
    if (more === 0) errors.push({ path, code: "rank_asks_the_same" });
    else if (more < 0) errors.push({ path, code: "rank_asks_less" });
  }
  return errors;
}

/** Whether any multiple of the unit lies between both limits; using none is no use. */
function hasUsableAmount(unit: number, least: number, most: number): boolean {
  return unit > 0 && Math.max(1, Math.ceil(least / unit)) * unit <= most;
}

/**
 * The place of each tier in the order of a new definition, the best lowest, so that a change is known to be up or down. A tier that the new
 * one no longer has comes right after the next better tier that stays.
 */
export function placesOf(before: readonly RankStep[], after: readonly RankStep[]): { id: number; place: number }[] {
  const places = new Map(after.map((step) => [step.id, step.priority]));
  let behind = 0;
  for (const step of [...before].sort((a, b) => a.priority - b.priority)) {
    const stays = places.get(step.id);
    if (stays === undefined) places.set(step.id, behind + 0.5);
    else behind = stays;
  }
  return [...places].map(([id, place]) => ({ id, place }));
}
