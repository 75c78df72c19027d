import type { SectionAction } from "./actions.ts";
import {
  allowedActions,
  CRM_OPTION_PERMISSION,
  CRM_SECTIONS,
  EVERYTHING,
  isAllowedAction,
  PAGE_ACTIONS,
  sectionOf,
} from "./actions.ts";
import type { Subject } from "./can.ts";
import { can, isClosedToRole } from "./can.ts";
import type { Role } from "./roles.ts";
import { isClient } from "./roles.ts";

/** The entries of a permission list that the role may not hold; empty = valid list (specification §5). */
export function invalidPermissions(role: Role, planOptions: readonly string[], list: readonly string[]): string[] {
  return list.filter(
    (entry) =>
      entry !== EVERYTHING &&
      !(entry === CRM_OPTION_PERMISSION && isClient(role)) &&
      !isAllowedAction(role, planOptions, entry),
  );
}

/** specification §5: valid only if each entry is "*" or belongs to the set allowed for the role. */
export function isPermissionList(role: Role, planOptions: readonly string[], list: readonly string[]): boolean {
  return invalidPermissions(role, planOptions, list).length === 0;
}

/**
 * What an editor of rights offers the role: single actions that some call needs (`asked`), and {section}/all where it means more than one
 * of them. Everything else in the role's set is valid to hold, but has no effect.
 */
export function offeredActions(
  role: Role,
  planOptions: readonly string[],
  needed: ReadonlySet<string>,
): readonly SectionAction[] {
  const gates = (action: SectionAction) => needed.has(action) && !isClosedToRole(role, action);
  const allowed = allowedActions(role, planOptions);
  const singles = allowed.filter(gates);
  return allowed.filter((action) =>
    action.endsWith("/all")
      ? singles.filter((single) => sectionOf(single) === sectionOf(action)).length > 1
      : singles.includes(action),
  );
}

const WRITES = ["create", "edit", "delete"];

/** Changing a section includes reading it: a list with create, edit or delete gets read too. */
export function withReads(list: readonly string[]): string[] {
  const reads = list.flatMap((entry) => {
    const [section, verb = ""] = entry.split("/");
    const covered = list.includes(EVERYTHING) || list.includes(`${section}/all`);
    return WRITES.includes(verb) && !covered ? [`${section}/read`] : [];
  });
  return [...new Set([...list, ...reads])];
}

function holdsWhole(giver: Subject, section: string): boolean {
  return PAGE_ACTIONS.filter((action) => action !== "all").every((action) =>
    can(giver, `${section}/${action}` as SectionAction),
  );
}

function holds(giver: Subject, entry: string): boolean {
  if (entry === EVERYTHING) return giver.held.includes(EVERYTHING);
  if (entry === CRM_OPTION_PERMISSION) {
    return giver.held.includes(CRM_OPTION_PERMISSION) || CRM_SECTIONS.every((section) => holdsWhole(giver, section));
  }
  if (!isAllowedAction(giver.role, giver.planOptions, entry)) return false;
  // Four single actions are worth as much as {section}/all.
  return can(giver, entry) || (entry.endsWith("/all") && holdsWhole(giver, sectionOf(entry)));
}

/** The entries the giver does not hold and so cannot give; empty = may grant the whole list. */
export function ungrantable(giver: Subject, list: readonly string[]): string[] {
  return list.filter((entry) => !holds(giver, entry));
}

/** Granting needs the giver to hold what is given; `giver.held` is what they hold for the account in question. */
export function mayGrant(giver: Subject, list: readonly string[]): boolean {
  return ungrantable(giver, list).length === 0;
}
