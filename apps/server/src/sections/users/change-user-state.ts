import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { inviteUser } from "../auth/invite-user.ts";
import { auditUser, changeUser, endSessionsAsChanged, type UserContext, voidTokens } from "./change-user.ts";
import type { UserRow, UserStatus } from "./users.queries.ts";

/** A new invitation for a pending person; the earlier link stops working. */
export function reinviteUser(context: UserContext, id: number): Promise<void> {
  return changeUser(context, id, "reinvite", async (tx, row) => {
    await invite(tx, context, id);
    await auditUser(tx, context, "invite", { id, companyId: row.company_id });
  });
}

/** No sign-in any more; running sessions answer 409 and mailed links stop working. */
export function deactivateUser(context: UserContext, id: number): Promise<void> {
  return changeUser(context, id, "deactivate", async (tx, row) => {
    const now = context.app.clock.now();
    await voidTokens(tx, id, ["invitation", "reset", "email"], now);
    await setStatus(tx, context, row, "inactive", "deactivate");
  });
}

/** Active again; whoever lacks password or authenticator is invited anew. */
export function activateUser(context: UserContext, id: number): Promise<void> {
  return changeUser(context, id, "activate", async (tx, row) => {
    const complete = row.login_id !== null && row.has_password && row.has_tfa;
    await setStatus(tx, context, row, complete ? "active" : "pending", "activate");
    if (!complete) await invite(tx, context, id);
  });
}

/** The next sign-in leads to the profile until a new password is chosen. */
export function forcePasswordChange(context: UserContext, id: number): Promise<void> {
  return changeUser(context, id, "force_password", async (tx, row) => {
    if (row.password_update_required) return;
    const now = context.app.clock.now();
    await sql`update users set password_update_required = true, version = version + 1, updated_by = ${context.signedIn.userId},
      updated_at = ${now} where id = ${id}`.execute(tx.db);
    await endSessionsAsChanged(tx, id, now);
    await auditUser(tx, context, "force_password", { id, companyId: row.company_id });
  });
}

/**
 * The authenticator is lost: the person registers anew through a mailed link, with a new key and a new password, and keeps the login id.
 * A second factor is never only switched off.
 */
export function resetTfa(context: UserContext, id: number): Promise<void> {
  return changeUser(context, id, "reset_tfa", async (tx, row) => {
    const now = context.app.clock.now();
    await sql`delete from recovery_codes where user_id = ${id}`.execute(tx.db);
    await voidTokens(tx, id, ["reset", "email"], now);
    await sql`update users set status = 'pending', tfa_secret = null, version = version + 1, updated_by = ${context.signedIn.userId},
      updated_at = ${now} where id = ${id}`.execute(tx.db);
    await endSessionsAsChanged(tx, id, now);
    await invite(tx, context, id);
    await auditUser(tx, context, "reset_tfa", { id, companyId: row.company_id });
  });
}

function invite(tx: Tx, { app, signedIn, language }: UserContext, userId: number): Promise<void> {
  return inviteUser(app, tx, { userId, invitedBy: signedIn.userId, language });
}

async function setStatus(
  tx: Tx,
  context: UserContext,
  row: UserRow,
  status: UserStatus,
  action: string,
): Promise<void> {
  const now = context.app.clock.now();
  await sql`update users set status = ${status}, version = version + 1, updated_by = ${context.signedIn.userId}, updated_at = ${now}
    where id = ${row.id}`.execute(tx.db);
  await endSessionsAsChanged(tx, row.id, now);
  const user = { id: row.id, companyId: row.company_id };
  await auditUser(tx, context, action, user, { before: { status: row.status }, after: { status } });
}
