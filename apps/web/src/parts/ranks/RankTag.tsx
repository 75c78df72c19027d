import { Tag } from "../../ui/Tag.tsx";
import { type RankLabel, rankKind } from "./rank-kind.ts";

/** A held rank by its name. */
export function RankTag({ rank }: { rank: RankLabel }) {
  return <Tag kind={rankKind(rank)}>{rank.name}</Tag>;
}
