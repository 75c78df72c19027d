import type { App } from "../app.ts";
import type { SignedIn } from "../session/session-store.ts";
import { recordAudit } from "./record-audit.ts";

export type DenialContext = { app: App; ip: string };

/** One line for somebody who was refused. It has a transaction of its own, because the refused one is rolled back. */
export async function recordDenial(
  { app, ip }: DenialContext,
  signedIn: SignedIn,
  denied: { entity: string; entityId?: number; accountId?: number },
): Promise<void> {
  const { entity, entityId = null, accountId = null } = denied;
  await app.database.inScope({ accountIds: accountId === null ? [] : [accountId] }, (tx) =>
    recordAudit(tx, {
      actorUserId: signedIn.userId,
      ip,
      action: "denied",
      entity,
      entityId,
      accountId,
      companyId: accountId === null ? signedIn.companyId : null,
    }),
  );
}
