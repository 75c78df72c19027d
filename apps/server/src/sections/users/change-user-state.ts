import type { Tx } from "../../database/connection.ts";
import { changes } from "../../database/statements.ts";
import { byOf } from "../../http/records.ts";
import { endSessionsAsChanged } from "../../session/session-store.ts";
import { voidTokens } from "../auth/account-tokens.ts";
import { inviteUser, mailAuthenticatorLink } from "../auth/invite-user.ts";
import { deleteRecoveryCodes } from "../auth/recovery-codes.ts";
import { auditUser, changeUser, type UserContext } from "./change-user.ts";
import type { UserDetailStatus, UserRow } from "./users.queries.ts";

/** A new invitation for a pending person; the earlier link stops working. */
export function reinviteUser(context: UserContext, id: number): Promise<void> {
  return changeUser(context, id, "reinvite", async (tx, row) => {
    await inviteUser(context.app, tx, mailOf(context, id));
    await auditUser(tx, context, "invite", { id, companyId: row.company_id });
  });
}

/** No sign-in any more; running sessions answer 409 and mailed links stop working. */
export function deactivateUser(context: UserContext, id: number): Promise<void> {
  return changeUser(context, id, "deactivate", async (tx, row) => {
    const now = context.app.realClock.now();
    await voidTokens(tx, id, ["invitation", "reset", "email", "tfa"], now);
    await setStatus(tx, context, row, "inactive", "deactivate");
  });
}

/** Active again; whoever lacks a password is invited anew, and whoever lacks only the authenticator gets the link to a new one. */
export function activateUser(context: UserContext, id: number): Promise<void> {
  return changeUser(context, id, "activate", async (tx, row) => {
    const signedUp = row.login_id !== null && row.has_password;
    await setStatus(tx, context, row, signedUp ? "active" : "pending", "activate");
    if (!signedUp) await inviteUser(context.app, tx, mailOf(context, id));
    else if (!row.has_tfa) await mailAuthenticatorLink(context.app, tx, mailOf(context, id));
  });
}

/** The next sign-in leads to the profile until a new password is chosen. */
export function forcePasswordChange(context: UserContext, id: number): Promise<void> {
  return changeUser(context, id, "force_password", async (tx, row) => {
    if (row.password_update_required) return;
    const by = byOf(context, context.app.realClock);
    await tx.run`update users set ${changes({ password_update_required: true }, by)} where id = ${id}`;
    await endSessionsAsChanged(tx, id, by.now);
    await auditUser(tx, context, "force_password", { id, companyId: row.company_id });
  });
}

/**
 * The authenticator is lost: it and the recovery codes no longer work, and a mailed link registers a new one under the same id, with the
 * password asked for. A second factor is never only switched off: until then there is no sign-in.
 */
export function resetTfa(context: UserContext, id: number): Promise<void> {
  return changeUser(context, id, "reset_tfa", async (tx, row) => {
    const by = byOf(context, context.app.realClock);
    await deleteRecoveryCodes(tx, id);
    await voidTokens(tx, id, ["reset", "email"], by.now);
    await tx.run`update users set ${changes({ tfa_secret: null, devices_known_from: by.now }, by)} where id = ${id}`;
    await endSessionsAsChanged(tx, id, by.now);
    await mailAuthenticatorLink(context.app, tx, mailOf(context, id));
    await auditUser(tx, context, "reset_tfa", { id, companyId: row.company_id });
  });
}

const mailOf = ({ signedIn, language }: UserContext, userId: number) => ({
  userId,
  invitedBy: signedIn.userId,
  language,
});

async function setStatus(
  tx: Tx,
  context: UserContext,
  row: UserRow,
  status: UserDetailStatus,
  action: string,
): Promise<void> {
  const by = byOf(context, context.app.realClock);
  await tx.run`update users set ${changes({ status }, by)} where id = ${row.id}`;
  await endSessionsAsChanged(tx, row.id, by.now);
  const user = { id: row.id, companyId: row.company_id };
  await auditUser(tx, context, action, user, { before: { status: row.status }, after: { status } });
}
