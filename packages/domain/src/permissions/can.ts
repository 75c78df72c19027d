import type { PageAction, Section, SectionAction } from "./actions.ts";
import {
  CRM_OPTION_PERMISSION,
  CRM_SECTIONS,
  EVERYTHING,
  isAllowedAction,
  PAGE_ACTIONS,
  sectionOf,
} from "./actions.ts";
import { planHas } from "./plan-options.ts";
import type { Role } from "./roles.ts";
import { isAdmin, isProvider } from "./roles.ts";

/** What one person holds, for one account or over all of theirs. */
export interface Subject {
  role: Role;
  /** Option types active today. */
  planOptions: readonly string[];
  /** Permission values: "*", "crm_option", "users/read", "users/all" … */
  held: readonly string[];
}

/** One entry of the session's permitted_page_actions (specification §3, client-side session). */
export interface PermittedPageAction {
  account_id: number;
  parent_id?: number | null | undefined;
  actions: readonly string[];
}

/** The values the person holds over all their accounts, each once. */
export function heldOverall(entries: readonly PermittedPageAction[]): string[] {
  return [...new Set(entries.flatMap((entry) => entry.actions))];
}

/** The values held for exactly this account. */
export function heldFor(entries: readonly PermittedPageAction[], accountId: number): string[] {
  return [...new Set(entries.filter((entry) => entry.account_id === accountId).flatMap((entry) => entry.actions))];
}

/** specification §6: all admin-type roles get "*" by default. */
export function defaultPermissions(role: Role): string[] {
  return isAdmin(role) ? [EVERYTHING] : [];
}

function isHeld(subject: Subject, action: SectionAction): boolean {
  const section = sectionOf(action);
  if (subject.held.includes(EVERYTHING) || subject.held.includes(`${section}/all`) || subject.held.includes(action)) {
    return true;
  }
  // The value crm_option opens the CRM sections while the option runs.
  return (
    subject.held.includes(CRM_OPTION_PERMISSION) &&
    planHas("crm_permission", subject.planOptions) &&
    (CRM_SECTIONS as readonly Section[]).includes(section)
  );
}

/**
 * specification §6: the action is in the role's allowed set and is held as "*", as {section}/all or exactly.
 * "*" never reaches beyond the role's set.
 */
export function can(subject: Subject, action: SectionAction): boolean {
  return isAllowedAction(subject.role, subject.planOptions, action) && isHeld(subject, action);
}

/** specification §6: RFM pages are closed to provider roles for editing, whatever they hold. */
export function isClosedToRole(role: Role, action: SectionAction): boolean {
  return isProvider(role) && sectionOf(action) === "rfms" && action !== "rfms/read";
}

/** What a call asks: `can`, and the action is not closed to the role's family. */
export function mayCall(subject: Subject, action: SectionAction): boolean {
  return can(subject, action) && !isClosedToRole(subject.role, action);
}

/** The actions of one section the person may use, without "all": page_actions of rows that have no rule of their own. */
export function usableActions(subject: Subject, section: Section): Exclude<PageAction, "all">[] {
  return PAGE_ACTIONS.filter((action) => action !== "all").filter((action) => mayCall(subject, `${section}/${action}`));
}
