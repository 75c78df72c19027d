import { planHas } from "./plan-options.ts";
import type { Role } from "./roles.ts";
import { isProvider } from "./roles.ts";

// specification §6, sections per role family and actions.
export const PROVIDER_SECTIONS = [
  "clients",
  "accounts",
  "users",
  "ranks",
  "rfms",
  "customers",
  "campaigns",
  "reports",
] as const;
export const CLIENT_SECTIONS = ["users", "ranks", "rfms", "customers", "campaigns", "reports"] as const;
export type Section = (typeof PROVIDER_SECTIONS)[number];

/** The sections that the AccountUser value crm_option opens. */
export const CRM_SECTIONS = [
  "ranks",
  "rfms",
  "customers",
  "campaigns",
  "reports",
] as const satisfies readonly Section[];

export const PAGE_ACTIONS = ["all", "read", "create", "edit", "delete"] as const;
export type PageAction = (typeof PAGE_ACTIONS)[number];

/** "users/read"; also "users/all". */
export type SectionAction = `${Section}/${PageAction}`;
/** Everything of the role's own set. */
export const EVERYTHING = "*";
/** A known permission value that is no section action. */
export const CRM_OPTION_PERMISSION = "crm_option";
export type Permission = SectionAction | typeof EVERYTHING | typeof CRM_OPTION_PERMISSION;

/** The sections of the role's family; client staff have rfms only when the plan includes it. */
export function sectionsOf(role: Role, planOptions: readonly string[]): readonly Section[] {
  if (isProvider(role)) return PROVIDER_SECTIONS;
  return planHas("rfm", planOptions) ? CLIENT_SECTIONS : CLIENT_SECTIONS.filter((section) => section !== "rfms");
}

/** Every section action the role may ever hold: its whole set, which "*" stands for. */
export function allowedActions(role: Role, planOptions: readonly string[]): SectionAction[] {
  return sectionsOf(role, planOptions).flatMap((section) =>
    PAGE_ACTIONS.map((action): SectionAction => `${section}/${action}`),
  );
}

/** Whether the role's set holds the action. */
export function isAllowedAction(role: Role, planOptions: readonly string[], action: string): action is SectionAction {
  const [section, verb, ...rest] = action.split("/");
  return (
    rest.length === 0 &&
    (sectionsOf(role, planOptions) as readonly string[]).includes(section ?? "") &&
    (PAGE_ACTIONS as readonly string[]).includes(verb ?? "")
  );
}

/** The section of "users/read". */
export function sectionOf(action: SectionAction): Section {
  return action.slice(0, action.indexOf("/")) as Section;
}
