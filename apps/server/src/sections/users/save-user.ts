import { EVERYTHING } from "@okaeri/domain/permissions/actions";
import { withReads } from "@okaeri/domain/permissions/permission-list";
import type { Role } from "@okaeri/domain/permissions/roles";
import { todayOf } from "../../clock.ts";
import { namePerson, type Tx } from "../../database/connection.ts";
import { changes, newRecord } from "../../database/statements.ts";
import { CallError, fieldError, staleVersion } from "../../http/errors.ts";
import { byOf } from "../../http/records.ts";
import { endSessionsAsChanged } from "../../session/session-store.ts";
import { accountIdsOfCompany } from "../accounts/accounts.read.ts";
import { voidTokens } from "../auth/account-tokens.ts";
import { inviteUser, mailAuthenticatorLink } from "../auth/invite-user.ts";
import { notifyPerson } from "../auth/notices.ts";
import { assignableAccounts, type MembershipRow, writeMemberships } from "./accounts-of-users.queries.ts";
import { auditUser, changeUser, type UserContext } from "./change-user.ts";
import { refusalError, userActRefusalOf } from "./user-acts.ts";
import { exportsPeople, rightsProblem } from "./user-rights.ts";
import { administratorIds, type UserRow } from "./users.queries.ts";

export type UserEdit = { name: string; user_email: string; role: Role; accounts: readonly MembershipRow[] };

/**
 * A pending person with an invitation mail; nobody ever sets somebody else's password.
 * @throws CallError INVALID_INPUT with the fields at fault, FORBIDDEN for rights one cannot give.
 */
export async function createUser(
  context: UserContext,
  { without_rights, ...wanted }: UserEdit & { without_rights?: boolean | undefined },
): Promise<number> {
  const { app, signedIn, language } = context;
  const edit = settled(wanted, []);
  const by = byOf(context, context.app.realClock);
  const ids = edit.accounts.map((entry) => entry.account_id);
  const known = await app.database.asSystem((tx) => assignableAccounts(tx, { ids }, todayOf(app.clock)));
  const problem = rightsProblem(signedIn, null, edit, known);
  if (problem) throw problem;
  if (!without_rights && edit.accounts.every((entry) => entry.permissions.length === 0))
    throw fieldError("accounts", { code: "no_rights" });
  const companyId = known[0]?.company_id;
  if (companyId === undefined) throw new CallError("INVALID_INPUT");
  return app.database.inScope({ accountIds: ids, actor: signedIn.userId }, async (tx) => {
    const { name, user_email, role } = edit;
    const values = { company_id: companyId, name, user_email, role, status: "pending" };
    const { id } = await tx.one<{ id: number }>`insert into users ${newRecord(values, by)} returning id`;
    await namePerson(tx, id);
    await writeMemberships(tx, by, id, edit.accounts);
    await inviteUser(app, tx, { userId: id, invitedBy: signedIn.userId, language });
    await auditUser(tx, context, "create", { id, companyId }, { after: edit });
    return id;
  });
}

/** Rights as they are stored: whoever changes a section reads it, and a switch that was left out stays as it was. */
function settled<Edit extends UserEdit>(edit: Edit, places: UserRow["places"]): Edit {
  const accounts = edit.accounts.map(({ account_id, permissions, can_export }) => {
    const before = places.find((place) => place.id === account_id);
    // What "*" implied ends with it.
    const couldExport = before?.can_export === true && !before.permissions.includes(EVERYTHING);
    return { account_id, permissions: withReads(permissions), can_export: can_export ?? couldExport };
  });
  return { ...edit, accounts };
}

const sameValues = (a: readonly string[], b: readonly string[]) =>
  new Set(a).size === new Set(b).size && a.every((value) => b.includes(value));

function rightsDiffer(row: UserRow, edit: UserEdit): boolean {
  if (row.role !== edit.role || row.places.length !== edit.accounts.length) return true;
  return !row.places.every((place) => {
    const entry = edit.accounts.find((each) => each.account_id === place.id);
    // An older list may hold a change without its reading; that alone is no difference.
    const same = entry !== undefined && sameValues(withReads(place.permissions), entry.permissions);
    return same && place.can_export === exportsPeople(entry);
  });
}

/**
 * Saves name, mail, role and memberships. Changed rights end the person's sessions with 409; a change that alters nothing writes nothing.
 * @throws CallError NOT_FOUND, FORBIDDEN, STALE_VERSION, INVALID_INPUT, WRONG_STATE (oneself, last administrator).
 */
export async function updateUser(
  context: UserContext,
  wanted: UserEdit & { id: number; version: number },
): Promise<void> {
  const { app, signedIn } = context;
  const by = byOf(context, context.app.realClock);
  await changeUser(context, wanted.id, "edit", async (tx, row) => {
    const edit = settled(wanted, row.places);
    if (row.version !== edit.version) throw staleVersion("users", wanted.id);
    const rightsChanged = rightsDiffer(row, edit);
    const mailChanged = row.user_email !== edit.user_email;
    const nameChanged = row.name !== edit.name;
    if (!rightsChanged && !mailChanged && !nameChanged) return;
    const administrators = await administratorIds(tx, row.company_id, row.role);
    for (const act of [
      ...(rightsChanged ? ["change_rights" as const] : []),
      ...(nameChanged ? ["change_name" as const] : []),
      ...(mailChanged ? ["change_mail" as const] : []),
    ]) {
      const refusal = userActRefusalOf(signedIn, row, act, administrators);
      if (refusal !== null) throw refusalError(refusal);
    }
    if (rightsChanged) {
      const ids = edit.accounts.map((entry) => entry.account_id);
      // Accounts of another company are outside this transaction's scope: their options are not read, and they are refused anyway.
      const known = await assignableAccounts(tx, { ids }, todayOf(app.clock));
      const problem = rightsProblem(signedIn, row, edit, known);
      if (problem) throw problem;
      await writeMemberships(tx, by, edit.id, edit.accounts);
      await endSessionsAsChanged(tx, edit.id, by.now);
    }
    const { name, user_email, role } = edit;
    await tx.run`update users set ${changes({ name, user_email, role }, by)} where id = ${edit.id}`;
    if (mailChanged) await mailMoved(tx, context, row, edit.user_email);
    const before = {
      name: row.name,
      user_email: row.user_email,
      role: row.role,
      accounts: row.places.map(({ id, permissions, can_export }) => ({ account_id: id, permissions, can_export })),
    };
    const { id: _id, version: _version, ...after } = edit;
    await auditUser(tx, context, "update", { id: edit.id, companyId: row.company_id }, { before, after });
  });
}

/** Links that went to the old address no longer work; those that the person still needs go to the new one, and both are told. */
async function mailMoved(tx: Tx, context: UserContext, row: UserRow, address: string): Promise<void> {
  const { app, signedIn, language } = context;
  const mail = { userId: row.id, invitedBy: signedIn.userId, language };
  await voidTokens(tx, row.id, ["reset", "email", "tfa"], app.realClock.now());
  if (row.status === "pending") return inviteUser(app, tx, mail);
  if (row.status !== "active") return;
  for (const to of [row.user_email, address])
    await notifyPerson(tx, context, row.id, { about: "email_changed", newEmail: address }, to);
  if (!row.has_tfa) await mailAuthenticatorLink(app, tx, mail);
}

/** What the permission editor may offer; the company is one's own unless provider staff name another. */
export async function companyAccounts(context: UserContext, companyId: number) {
  const { app } = context;
  const today = todayOf(app.clock);
  return app.database.asSystem(async (tx) => {
    const ids = await accountIdsOfCompany(tx, companyId);
    return assignableAccounts(tx, { ids }, today);
  });
}
