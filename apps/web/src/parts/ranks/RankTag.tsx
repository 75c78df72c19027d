import { Tag } from "../../ui/Tag.tsx";
import { type Rank, rankKind } from "./rank-kind.ts";

/** A held rank by its name. */
export function RankTag({ rank }: { rank: Rank }) {
  return <Tag kind={rankKind(rank)}>{rank.name}</Tag>;
}
