import type { T } from "../actions/kind.ts";
import { kindOf } from "../actions/kinds.ts";
import type { Review } from "../campaigns.api.ts";

/** What a send comes to in people and money, each kind once: 2,016人にメール, 4,364人に計4,364,000ポイント(期限なし). */
export function estimateWords({ estimates }: Pick<Review, "estimates">, t: T): string[] {
  return estimates
    .filter(({ count }) => count > 0)
    .flatMap((one) => kindOf(one.type).review?.estimateWords(t, one) ?? []);
}
