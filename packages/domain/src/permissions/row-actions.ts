import type { PageAction, Section } from "./actions.ts";
import { EVERYTHING, PAGE_ACTIONS } from "./actions.ts";
import type { PermittedPageAction, Subject } from "./can.ts";
import { can, heldFor, heldOverall, mayCall, usableActions } from "./can.ts";
import { planHas } from "./plan-options.ts";
import { isAdmin, isClient, isProvider, type Role } from "./roles.ts";

// specification §6, per-row rules. Values in page_actions are the page actions of §9, or "*".

export type RowAction = PageAction | typeof EVERYTHING;

/** The person looking at a list. */
export interface Viewer {
  role: Role;
  planOptions: readonly string[];
  /** One entry per account they belong to. */
  permitted_page_actions: readonly PermittedPageAction[];
  /** Companies of those accounts. */
  companyIds: readonly number[];
  /** What `parentAccountsOf` answers for them; only a vc_user's rows ask for it. */
  parentAccountIds: readonly number[];
}

/** An account as rules see it; `ancestor_ids` only where there are more than two levels. */
export interface AccountPlace {
  id: number;
  parent_id: number | null;
  ancestor_ids?: readonly number[] | undefined;
}

function subjectOverall(viewer: Viewer): Subject {
  return { role: viewer.role, planOptions: viewer.planOptions, held: heldOverall(viewer.permitted_page_actions) };
}

function subjectFor(viewer: Viewer, accountId: number): Subject {
  return { ...subjectOverall(viewer), held: heldFor(viewer.permitted_page_actions, accountId) };
}

function ownIds(viewer: Viewer): Set<number> {
  return new Set(viewer.permitted_page_actions.map((entry) => entry.account_id));
}

function isOwnOrBelow(own: ReadonlySet<number>, account: AccountPlace): boolean {
  if (own.has(account.id) || (account.parent_id !== null && own.has(account.parent_id))) return true;
  return account.ancestor_ids?.some((id) => own.has(id)) ?? false;
}

function whenAllElseSome(matches: readonly boolean[], whenAll: RowAction[]): RowAction[] {
  // A row without accounts matches nobody: "all accounts" would be true of an empty list, and must not open it.
  if (!matches.includes(true)) return [];
  return matches.includes(false) ? ["read"] : whenAll;
}

/**
 * The "parent accounts" of a vc_user (product §1): the top-level account of their own, also where it is theirs, and every account above
 * theirs.
 */
export function parentAccountsOf(own: readonly AccountPlace[], places: readonly AccountPlace[]): number[] {
  const parents = new Map(places.map((place) => [place.id, place.parent_id]));
  const found = new Set<number>();
  for (const { id, parent_id } of own) {
    if (parent_id === null) found.add(id);
    for (let above = parent_id; above !== null && !found.has(above); above = parents.get(above) ?? null)
      found.add(above);
  }
  return [...found];
}

/** Users list: the row's accounts are the accounts that user belongs to. */
export function usersRowActions(viewer: Viewer, row: { accounts: readonly AccountPlace[] }): RowAction[] {
  const own = ownIds(viewer);
  switch (viewer.role) {
    case "role_vc_admin":
      return ["read", "edit"];
    case "role_vc_user": {
      const aboveMe = row.accounts.some((account) => viewer.parentAccountIds.includes(account.id));
      return aboveMe || !can(subjectOverall(viewer), "users/edit") ? ["read"] : ["read", "edit"];
    }
    case "role_admin":
      return whenAllElseSome(
        row.accounts.map((account) => isOwnOrBelow(own, account)),
        ["read", "edit"],
      );
    case "role_user": {
      const mayEditAll = row.accounts.every((account) => can(subjectFor(viewer, account.id), "users/edit"));
      return whenAllElseSome(
        row.accounts.map((account) => own.has(account.id)),
        mayEditAll ? ["read", "edit"] : ["read"],
      );
    }
  }
}

function heldAsRowActions(viewer: Viewer, section: "accounts" | "clients"): RowAction[] {
  const held = heldOverall(viewer.permitted_page_actions);
  if (held.includes(EVERYTHING)) return [EVERYTHING];
  return PAGE_ACTIONS.filter((action) => held.includes(`${section}/${action}`));
}

export interface RowActionAccount extends AccountPlace {
  /** The account's own CRM option is active today. */
  crm_option_active: boolean;
}

/**
 * Accounts list. Affiliated = one's own account or one beneath it. `anyListedCrmActive`: some account of the whole list
 * (not of the page shown) has an active CRM option.
 */
export function accountsRowActions(viewer: Viewer, row: RowActionAccount, anyListedCrmActive: boolean): RowAction[] {
  const own = ownIds(viewer);
  const affiliated = isOwnOrBelow(own, row);
  switch (viewer.role) {
    case "role_vc_admin":
      return affiliated ? ["read"] : [EVERYTHING];
    case "role_vc_user":
      return affiliated ? ["read"] : heldAsRowActions(viewer, "accounts");
    case "role_admin": {
      if (!affiliated) return [];
      const crmActive = row.parent_id === null ? anyListedCrmActive : row.crm_option_active;
      return planHas("own_settings", viewer.planOptions) && crmActive ? ["read", "edit"] : ["read"];
    }
    case "role_user":
      return own.has(row.id) ? ["read"] : [];
  }
}

/** A clerk reads names and contacts of an account; contract, options, keys and connections are between client and provider. */
export function readsContracts(viewer: Viewer): boolean {
  return viewer.role !== "role_user";
}

/**
 * Whether a client's administrator connects a facility to other systems (keys, codes, registration card): with customers/edit at the
 * facility, while the headquarters' CRM option covers it. The row's own rule (specification §6) gives no edit there, because the option
 * is not the facility's own.
 */
export function connectsFacility(
  viewer: Viewer,
  row: { id: number; programme_account_id: number; plan_options: readonly string[] },
): boolean {
  const { id, programme_account_id, plan_options: planOptions } = row;
  if (!isClient(viewer.role) || !readsContracts(viewer) || id === programme_account_id) return false;
  return planHas("own_settings", planOptions) && mayCall({ ...subjectFor(viewer, id), planOptions }, "customers/edit");
}

/** Billing is the provider's: whoever of it reads accounts reads whom they are billed to. */
export function readsBilling(viewer: Viewer): boolean {
  return isProvider(viewer.role) && can(subjectOverall(viewer), "accounts/read");
}

/** Mails to begin from belong to the programme account, and to who reads campaigns there. */
export function readsTemplates(viewer: Viewer, row: { id: number; programme_account_id: number }): boolean {
  return row.id === row.programme_account_id && mayCall(subjectFor(viewer, row.id), "campaigns/read");
}

/** Whether the person reads people at all, and so may know how many there are. */
export function readsPeople(viewer: Viewer): boolean {
  return can(subjectOverall(viewer), "users/read");
}

/** Clients list; the row's id is the company's. */
export function clientsRowActions(viewer: Viewer, row: { id: number }): RowAction[] {
  if (viewer.role === "role_vc_admin") return [EVERYTHING];
  if (viewer.role === "role_vc_user") return heldAsRowActions(viewer, "clients");
  return viewer.companyIds.includes(row.id) ? ["read"] : [];
}

/** Groups span accounts: the provider makes them. Client staff read those their accounts are in. */
export function groupsRowActions(viewer: Viewer): RowAction[] {
  if (isClient(viewer.role)) return ["read"];
  return (["read", "edit", "delete"] as const).filter((action) => can(subjectOverall(viewer), `accounts/${action}`));
}

/**
 * Campaigns, ranks and RFM belong to a whole programme: read with what is held in the account one works in, changed with what is held
 * in the programme account.
 */
export function programmeActions(here: Subject, programme: Subject, section: Section): Exclude<PageAction, "all">[] {
  const changes = usableActions(programme, section).filter((action) => action !== "read");
  return mayCall(here, `${section}/read`) ? ["read", ...changes] : changes;
}

/** Who registers accounts of a company: whoever may create accounts; beneath the provider's own one only a vc_admin. */
export function mayAddAccounts(viewer: Viewer, company: { is_provider: boolean }): boolean {
  return can(subjectOverall(viewer), "accounts/create") && (!company.is_provider || viewer.role === "role_vc_admin");
}

/** Whether a row's page_actions let the action through. */
export function rowAllows(rowActions: readonly string[], action: PageAction): boolean {
  return rowActions.includes(EVERYTHING) || rowActions.includes("all") || rowActions.includes(action);
}

/** What a person may do with a saved view that they see: their own everything, what another shares nothing. An administrator takes that back. */
export function savedViewActions(role: Role, own: boolean): ("edit" | "delete" | "unshare")[] {
  if (own) return ["edit", "delete"];
  return isAdmin(role) ? ["unshare"] : [];
}
