import type { TagKind } from "../../ui/Tag.tsx";

export type RankLabel = { name: string; priority: number };

/** A rank that is named after a metal has its colour, whatever its place; of other names the best is picked out (product §11, priority). */
export function rankKind({ name, priority }: RankLabel): TagKind {
  if (/ゴールド|gold/i.test(name)) return "gold";
  if (/シルバー|silver/i.test(name)) return "silver";
  return priority === 1 ? "kaki" : "neutral";
}
