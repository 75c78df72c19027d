import { CRM_SECTIONS } from "@okaeri/domain/permissions/actions";
import { isProvider } from "@okaeri/domain/permissions/roles";
import type { App } from "../app.ts";
import type { Scope } from "../session/scope.ts";
import type { SignedIn } from "../session/session-store.ts";

const REMEMBERED = 10_000;
/** Cache of this process: entries that it has written, so that the database is asked once per session and programme, not on every call. */
const written = new WeakMap<App, Map<string, Promise<void>>>();

/**
 * Provider staff who enter a client's guest data leave one audit line per session and chosen account, which the administrators of every
 * account concerned see (product §1): `account_id` is the programme, `entity_id` the account chosen, a facility or the whole programme.
 */
export async function recordEntry(
  { app, ip }: { app: App; ip: string },
  signedIn: SignedIn,
  scope: Scope,
  action: string,
): Promise<void> {
  if (!isProvider(signedIn.role) || !CRM_SECTIONS.some((section) => action.startsWith(`${section}/`))) return;
  const entered = signedIn.accounts.find((account) => account.id === scope.accountId);
  if (entered === undefined || entered.company_id === signedIn.companyId) return;
  const known = knownEntries(app);
  const key = `${signedIn.sessionId}/${scope.chosenAccountId}`;
  const running = known.get(key) ?? writeEntry(app, ip, signedIn, scope);
  known.set(key, running);
  // A page sends several calls at once: all wait for the one line, and a failed line is tried again.
  await running.catch((error) => {
    known.delete(key);
    throw error;
  });
}

function knownEntries(app: App): Map<string, Promise<void>> {
  const known = written.get(app);
  if (known !== undefined && known.size <= REMEMBERED) return known;
  const fresh = new Map<string, Promise<void>>();
  written.set(app, fresh);
  return fresh;
}

function writeEntry(app: App, ip: string, { userId, sessionId }: SignedIn, scope: Scope): Promise<void> {
  const { accountId, chosenAccountId } = scope;
  const after = JSON.stringify({ session_id: sessionId });
  return app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    // Another process may be writing the same line (a race): an advisory lock makes it wait.
    await tx.run`select pg_advisory_xact_lock(hashtextextended(${`enter/${sessionId}/${chosenAccountId}`}, 0))`;
    await tx.run`insert into audit_logs (actor_user_id, ip, action, entity, entity_id, account_id, after)
      select ${userId}, ${ip}, 'enter', 'accounts', ${chosenAccountId}, ${accountId}, ${after}
      where not exists (select from audit_logs audit_log
          where audit_log.entity = 'accounts' and audit_log.entity_id = ${chosenAccountId}
            and audit_log.account_id = ${accountId} and audit_log.action = 'enter' and audit_log.after = ${after}::jsonb)`;
  });
}
