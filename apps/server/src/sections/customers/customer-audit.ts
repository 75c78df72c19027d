import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import type { CallContext } from "../../http/binder.ts";

/** An audit line about one guest. `after` holds no words about the guest, because the log outlasts them. */
export function customerAudit(
  tx: Tx,
  { scope, ip }: Pick<CallContext, "scope" | "ip">,
  action: string,
  id: number,
  after?: Record<string, unknown>,
): Promise<void> {
  const about = { accountId: scope.accountId, entity: "customers", entityId: id };
  return recordAudit(tx, { actorUserId: scope.userId, ip, action, ...about, ...(after ? { after } : {}) });
}
