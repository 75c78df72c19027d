import { neededActions } from "@okaeri/contract/needed-actions";
import { allowedActions, CRM_OPTION_PERMISSION, EVERYTHING } from "@okaeri/domain/permissions/actions";
import { can, type Subject } from "@okaeri/domain/permissions/can";
import { invalidPermissions, mayGrant, offeredActions, ungrantable } from "@okaeri/domain/permissions/permission-list";
import { isAdmin, isClient, isProvider, mayAssignRole, type Role } from "@okaeri/domain/permissions/roles";
import { type AccountPlace, rowAllows, usersRowActions } from "@okaeri/domain/permissions/row-actions";
import { CallError } from "../../http/errors.ts";
import type { Fields } from "../../http/fields.ts";
import type { SignedIn } from "../../session/session-store.ts";
import { viewerOf } from "../../session/viewer.ts";
import type { GivenAccount, MembershipRow } from "./accounts-of-users.queries.ts";
import type { UserRow } from "./users.queries.ts";

/** What the giver holds in one account. Provider staff hold the same everywhere (product §1). */
export function subjectIn(giver: SignedIn, accountId: number): Subject {
  const account = giver.accounts.find((each) => each.id === accountId);
  const held = account?.held ?? (isProvider(giver.role) ? (giver.accounts[0]?.held ?? []) : []);
  return { role: giver.role, planOptions: giver.planOptions, held };
}

/** Per-row rule of specification §6, users list. */
export function userRowActions(viewer: SignedIn, places: readonly AccountPlace[]) {
  return usersRowActions(viewerOf(viewer), { accounts: places });
}

/** Whether the person holds something that the giver does not. What an ended option has made void is no right. */
export function holdsMore(giver: SignedIn, row: UserRow): boolean {
  return row.places.some((place) => {
    const account = giver.accounts.find((each) => each.id === place.id);
    const dead = invalidPermissions(row.role, account?.plan_options ?? [], place.permissions);
    const live = place.permissions.filter((value) => !dead.includes(value));
    return !mayGrant(subjectIn(giver, place.id), live) || (place.can_export && !account?.can_export);
  });
}

/** Deactivating asks `users/delete` in every account that the person works in. */
export function mayDeleteIn(viewer: SignedIn, row: UserRow): boolean {
  return row.places.every((place) => can(subjectIn(viewer, place.id), "users/delete"));
}

/** The values a role may hold in an account: "*", crm_option for client staff, and the role's own set. */
export function valuesFor(role: Role, account: GivenAccount): string[] {
  const crm = isClient(role) ? [CRM_OPTION_PERMISSION] : [];
  return [EVERYTHING, ...crm, ...allowedActions(role, account.plan_options)];
}

/** Those of them that an editor offers: what something asks for. */
export function offeredFor(role: Role, account: GivenAccount): string[] {
  const offered: readonly string[] = offeredActions(role, account.plan_options, neededActions);
  return valuesFor(role, account).filter((value) => !value.includes("/") || offered.includes(value));
}

/**
 * What answers that the giver cannot make somebody's role and memberships `next`; null when they can. `before` is null for a new person. Nobody gives or takes away what
 * they do not hold, nor in accounts out of reach, nor a role above theirs.
 */
export function rightsProblem(
  giver: SignedIn,
  before: { role: Role; company_id: number; places: UserRow["places"] } | null,
  next: { role: Role; accounts: readonly MembershipRow[] },
  known: readonly GivenAccount[],
): CallError | null {
  const byId = new Map(known.map((account) => [account.id, account]));
  const fields: Fields = {};
  const companyId = before?.company_id ?? byId.get(next.accounts[0]?.account_id ?? 0)?.company_id;
  next.accounts.forEach(({ account_id, permissions }, index) => {
    const account = byId.get(account_id);
    const name = `accounts.${index}`;
    if (!account || !inReach(giver, account_id)) fields[`${name}.account_id`] = { code: "not_a_choice" };
    else if (account.company_id !== companyId) fields[`${name}.account_id`] = { code: "one_client" };
    else if (account.is_provider !== isProvider(next.role)) fields.role = { code: "role_family" };
    else if (next.accounts.findIndex((each) => each.account_id === account_id) !== index)
      fields[`${name}.account_id`] = { code: "twice" };
    else if (invalidPermissions(next.role, account.plan_options, permissions).length > 0)
      fields[`${name}.permissions`] = { code: "not_for_role" };
    else if (isAdmin(next.role) && mayAssignRole(giver.role, next.role) && !permissions.includes(EVERYTHING))
      fields[`${name}.permissions`] = { code: "admin_whole" };
  });
  if (Object.keys(fields).length > 0) return new CallError("INVALID_INPUT", { fields });
  const allowed =
    mayAssignRole(giver.role, next.role) &&
    (before === null || mayAssignRole(giver.role, before.role)) &&
    changesOf(before, next, byId).every((change) => mayChangeIn(giver, change, before === null)) &&
    staysEditable(giver, next, byId, before === null);
  return allowed ? null : new CallError("FORBIDDEN");
}

function inReach(giver: SignedIn, accountId: number): boolean {
  return giver.accounts.some((account) => account.id === accountId);
}

/** `exports`: the switch is given or taken away. */
type RightsChange = { accountId: number; values: string[]; exports: boolean };

/** The switch, which "*" implies. */
export function exportsPeople({ permissions, can_export }: MembershipRow): boolean {
  return can_export === true || permissions.includes(EVERYTHING);
}

/**
 * Values given or taken away, per account. A change of role changes the meaning of every value. What the role cannot hold there any more
 * (an option ended) does nothing and is no right: nobody holds it, and anybody may clear it away.
 */
function changesOf(
  before: { role: Role; places: UserRow["places"] } | null,
  next: { role: Role; accounts: readonly MembershipRow[] },
  byId: ReadonlyMap<number, GivenAccount>,
): RightsChange[] {
  const live = ({ id, permissions }: UserRow["places"][number]) => {
    const dead = invalidPermissions(before?.role ?? next.role, byId.get(id)?.plan_options ?? [], permissions);
    return byId.has(id) ? permissions.filter((value) => !dead.includes(value)) : permissions;
  };
  const old = new Map((before?.places ?? []).map((place) => [place.id, live(place)]));
  const now = new Map(next.accounts.map((entry) => [entry.account_id, entry.permissions]));
  const exportedBefore = new Map((before?.places ?? []).map((place) => [place.id, place.can_export]));
  const exportingNow = new Map(next.accounts.map((entry) => [entry.account_id, exportsPeople(entry)]));
  const roleChanged = before !== null && before.role !== next.role;
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((accountId) => {
    const was = old.get(accountId);
    const is = now.get(accountId);
    const all = [...(was ?? []), ...(is ?? [])];
    const values = roleChanged ? all : all.filter((value) => !(was?.includes(value) && is?.includes(value)));
    const membership = (was === undefined) !== (is === undefined);
    const [exported, exporting] = [exportedBefore.get(accountId) ?? false, exportingNow.get(accountId) ?? false];
    const exports = exported !== exporting || (roleChanged && exporting);
    return membership || exports || values.length > 0 ? [{ accountId, values, exports }] : [];
  });
}

function mayChangeIn(giver: SignedIn, { accountId, values, exports }: RightsChange, isNew: boolean): boolean {
  const subject = subjectIn(giver, accountId);
  const needed = isNew ? "users/create" : "users/edit";
  const mayExport = giver.accounts.some((account) => account.id === accountId && account.can_export);
  return can(subject, needed) && ungrantable(subject, values).length === 0 && (!exports || mayExport);
}

/** The row as it would become must be one that the giver may change (for a new one: were it theirs to edit by its accounts). */
function staysEditable(
  giver: SignedIn,
  next: { accounts: readonly MembershipRow[] },
  byId: ReadonlyMap<number, GivenAccount>,
  isNew: boolean,
): boolean {
  const places = next.accounts.flatMap(({ account_id }) => byId.get(account_id) ?? []);
  if (!isNew) return rowAllows(userRowActions(giver, places), "edit");
  if (giver.role !== "role_vc_user") return true;
  // specification §6, users list: people of one's parent accounts are read-only for a vc_user.
  const { parentAccountIds } = viewerOf(giver);
  return !places.some((place) => parentAccountIds.includes(place.id));
}
