import { adminRoleOf } from "@okaeri/domain/permissions/roles";
import type { Tx } from "../../database/connection.ts";
import type { CallContext } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { auditAct } from "../../http/records.ts";
import { accountIdsOfCompany } from "../accounts/accounts.read.ts";
import { refusalError, type UserAct, userActRefusalOf } from "./user-acts.ts";
import { administratorIds, companyOfUser, findUser, lockUser, type UserRow } from "./users.queries.ts";

export type UserContext = Pick<CallContext, "app" | "signedIn" | "ip" | "userAgent" | "language">;

/**
 * One transaction on a person whom the viewer sees and may edit, within all accounts of the person's company (the rules ask for all of the
 * person's accounts and administrators; the statements narrow). The last administrator of a family stays, whatever `work` does.
 */
export async function changeUser(
  context: UserContext,
  id: number,
  act: UserAct,
  work: (tx: Tx, row: UserRow) => Promise<void>,
): Promise<void> {
  const { app, signedIn } = context;
  const accountIds = await app.database.asSystem(async (tx) => {
    const companyId = await companyOfUser(tx, id);
    return companyId === undefined ? [] : accountIdsOfCompany(tx, companyId);
  });
  await app.database.inScope({ accountIds, person: id, actor: signedIn.userId }, async (tx) => {
    await lockUser(tx, id);
    const row = await findUser(tx, signedIn, id);
    if (!row) throw new CallError("NOT_FOUND");
    const role = adminRoleOf(row.role);
    const before = await administratorIds(tx, row.company_id, role);
    const refusal = userActRefusalOf(signedIn, row, act, before);
    if (refusal !== null) throw refusalError(refusal);
    await work(tx, row);
    const after = before.includes(id) ? await administratorIds(tx, row.company_id, role) : before;
    if (before.length > 0 && after.length === 0) throw refusalError("last_administrator");
  });
}

export function auditUser(
  tx: Tx,
  context: UserContext,
  action: string,
  user: { id: number; companyId: number },
  values: { before?: unknown; after?: unknown } = {},
): Promise<void> {
  const { id: entityId, companyId } = user;
  return auditAct(tx, context, { action, entity: "users", entityId, companyId, ...values });
}
