import type { T } from "../actions/kind.ts";
import { kindOf } from "../actions/kinds.ts";
import type { Reached } from "../audience/audience-question.ts";

/** What goes out, kind by kind, in words. */
export function reachWords({ byKind }: Reached, t: T): string[] {
  return byKind.flatMap(({ type, count, atMost }) => kindOf(type).review?.reachWords(t, count, atMost) ?? []);
}
