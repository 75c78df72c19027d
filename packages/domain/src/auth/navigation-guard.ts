import type { SectionAction } from "../permissions/actions.ts";
import type { PermittedPageAction, Subject } from "../permissions/can.ts";
import { can, heldOverall } from "../permissions/can.ts";
import { planHas } from "../permissions/plan-options.ts";
import type { Role } from "../permissions/roles.ts";
import { isAdmin, isClient, isProvider } from "../permissions/roles.ts";
import { rowAllows } from "../permissions/row-actions.ts";
import { BAD_REQUEST_MESSAGE, NOT_FOUND_MESSAGE } from "./error-catalogue.ts";
import { isAccountId, matchRoute, PUBLIC_PATHS, plainPath } from "./routes.ts";

/** The client-side session of specification §3, as far as navigation asks it. */
export interface GuardSession {
  loggedIn: boolean;
  /** The second factor is done. */
  verified: boolean;
  pwdUpdateRequired: boolean;
  /** Null while signed out. */
  role: Role | null;
  planOptions: readonly string[];
  permitted_page_actions: readonly PermittedPageAction[];
}

export interface GuardInput {
  /** Without the locale prefix; query and hash are ignored. */
  path: string;
  session: GuardSession;
  /** What the address says of the account to work in, as it is written; undefined where it says nothing. */
  accountId?: string | undefined;
  /** page_actions of the row an edit page shows, once it is known. */
  rowActions?: readonly string[] | undefined;
}

export type GuardDecision =
  | { kind: "ok" }
  | { kind: "redirect"; to: "/" | "/login" | "/profile/edit" }
  | { kind: "error"; status: 403 | 404; message: string };

const OK: GuardDecision = { kind: "ok" };
const NOT_FOUND: GuardDecision = { kind: "error", status: 404, message: NOT_FOUND_MESSAGE };
const FORBIDDEN: GuardDecision = { kind: "error", status: 403, message: BAD_REQUEST_MESSAGE };

// specification §2, global navigation guard: session and password update.
function sessionStep(path: string, session: GuardSession): GuardDecision | undefined {
  if (!session.loggedIn || !session.verified || session.role === null) {
    return PUBLIC_PATHS.includes(path) ? undefined : { kind: "redirect", to: "/login" };
  }
  if (path === "/login/signup") return { kind: "redirect", to: "/" };
  if (session.pwdUpdateRequired && path !== "/profile/edit") return { kind: "redirect", to: "/profile/edit" };
  return undefined;
}

// specification §2, route guards: /clients/new is a page only for a vc admin, or a vc user with clients/create.
// The audit log is a page only for administrators, the jobs that were given up for those of the provider.
function isValidRoute(path: string, subject: Subject): boolean {
  if (matchRoute(path) === undefined) return false;
  if (path === "/audit") return isAdmin(subject.role);
  if (path === "/jobs") return subject.role === "role_vc_admin";
  if (path !== "/clients/new" || subject.role === "role_vc_admin") return true;
  return isProvider(subject.role) && can(subject, "clients/create");
}

function mayEdit(section: string, subject: Subject, rowActions: readonly string[] | undefined): boolean {
  const holds = (["edit", "delete"] as const).some((verb) => can(subject, `${section}/${verb}` as SectionAction));
  if (rowActions === undefined) return holds;
  const rowLets = rowAllows(rowActions, "edit") || rowAllows(rowActions, "delete");
  // Client staff reach accounts and clients through the row rules alone.
  return rowLets && (holds || (isClient(subject.role) && section !== "users"));
}

// specification §2, "Forbidden when".
function isForbidden(path: string, subject: Subject, rowActions: readonly string[] | undefined): boolean {
  // An account group is made with the right to make accounts.
  const creates = /^\/(clients|accounts|users|customers)(?:\/groups)?\/new$/.exec(path);
  if (creates) return !can(subject, `${creates[1]}/create` as SectionAction);
  const edits = /^\/(clients|accounts|users|customers)\/[0-9]+\/edit$/.exec(path);
  if (edits) return !mayEdit(edits[1] ?? "", subject, rowActions);
  if (path !== "/rfms" && !path.startsWith("/rfms/")) return false;
  const open = isProvider(subject.role) || planHas("rfm", subject.planOptions);
  if (!open || !can(subject, "rfms/read")) return true;
  return path.endsWith("/edit") && (isProvider(subject.role) || !can(subject, "rfms/edit"));
}

/**
 * Decides one navigation: session, then password update, then route validity (404), then permission (403).
 * Pure; the web asks it before each navigation and again with `rowActions` once an edit page's row is loaded.
 */
export function guardNavigation(input: GuardInput): GuardDecision {
  const { session, accountId, rowActions } = input;
  const path = plainPath(input.path);
  const decided = sessionStep(path, session);
  if (decided) return decided;
  if (session.role === null || !session.loggedIn || !session.verified) return OK; // one of the public pages
  const held = heldOverall(session.permitted_page_actions);
  const subject: Subject = { role: session.role, planOptions: session.planOptions, held };
  // A broken link must not quietly work in another account than the one it names.
  if (accountId !== undefined && !isAccountId(accountId)) return NOT_FOUND;
  if (!isValidRoute(path, subject)) return NOT_FOUND;
  return isForbidden(path, subject, rowActions) ? FORBIDDEN : OK;
}
