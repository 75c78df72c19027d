import type { MessageRoute } from "@okaeri/domain/pushes/routes";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

// The column has the specification's name (PushAction.mail_api_id); only this file names it.

/** SQL over pushes `push`: the route its messages left by; null before the first one and for pushes without messages. */
export const routeOfPush = sql<MessageRoute | null>`push.mail_api_id`;

/** Stores the route by which the messages of these pushes leave. For a push that changes it between runs, the last one stays. */
export async function storeRoute(
  tx: Tx,
  accountId: number,
  pushIds: readonly number[],
  route: MessageRoute,
): Promise<void> {
  await tx.run`update push_actions push
    set mail_api_id = ${route}
    where push.account_id = ${accountId} and push.id = any(${pushIds}::bigint[]) and ${routeOfPush} is distinct from ${route}`;
}
