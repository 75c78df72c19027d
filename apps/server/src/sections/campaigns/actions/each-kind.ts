import type { KindName } from "@okaeri/contract/campaigns/actions/kinds";
import { type RawBuilder, sql } from "kysely";
import type { ActionKind, ActionKinds } from "./action-kind.ts";

export function kindNamed(kinds: ActionKinds, type: KindName): ActionKind {
  const kind = kinds.find((one) => one.type === type);
  if (kind === undefined) throw new Error(`main/action-kinds.ts has no ${type}`);
  return kind;
}

/** SQL over campaign actions `action`: what the action's own kind says. */
export function ofEachKind(
  kinds: ActionKinds,
  expression: (kind: ActionKind) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const cases = kinds.map((kind) => sql`when ${kind.type} then ${expression(kind)}`);
  return sql`case action.type ${sql.join(cases, sql` `)} end`;
}
