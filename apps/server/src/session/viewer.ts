import { isProvider } from "@okaeri/domain/permissions/roles";
import { parentAccountsOf, type Viewer } from "@okaeri/domain/permissions/row-actions";
import type { SignedIn } from "./session-store.ts";

/** The signed-in person as the per-row rules of specification §6 see them. */
export function viewerOf(session: SignedIn): Viewer {
  const entries = session.accounts.filter((account) => account.own || !isProvider(session.role));
  return {
    role: session.role,
    planOptions: session.planOptions,
    permitted_page_actions: entries.map((a) => ({ account_id: a.id, parent_id: a.parent_id, actions: a.held })),
    parentAccountIds: parentAccountsOf(
      session.accounts.filter((account) => account.own),
      session.accounts,
    ),
    companyIds: [...new Set(session.accounts.filter((a) => a.own).map((a) => a.company_id))],
  };
}
