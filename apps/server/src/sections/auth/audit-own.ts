import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import type { CallContext } from "../../http/binder.ts";

/** The line of what a person did with their own record. */
export function auditOwn(
  tx: Tx,
  context: CallContext,
  action: string,
  before?: unknown,
  after?: unknown,
): Promise<void> {
  const { userId, companyId } = context.signedIn;
  return recordAudit(tx, {
    actorUserId: userId,
    ip: context.ip,
    action,
    entity: "users",
    entityId: userId,
    companyId,
    before,
    after,
  });
}
