import type { ActionNeed, CallMeta, Need, RowNeed } from "@okaeri/contract/call";
import { contract } from "@okaeri/contract/contract";
import type { Language } from "@okaeri/contract/errors";
import { isAllowedAction, type SectionAction } from "@okaeri/domain/permissions/actions";
import { mayCall, type Subject } from "@okaeri/domain/permissions/can";
import { isAdmin, isClient, isProvider, type Role } from "@okaeri/domain/permissions/roles";
import { implement } from "@orpc/server";
import type { App } from "../app.ts";
import { lastChange } from "../audit/last-change.ts";
import { recordDenial } from "../audit/record-denial.ts";
import { recordEntry } from "../audit/record-entry.ts";
import type { Tx } from "../database/connection.ts";
import { type Scope, scopeFor } from "../session/scope.ts";
import type { SessionLookup, SignedIn } from "../session/session-store.ts";
import { CallError, fieldError } from "./errors.ts";
import { refuseUnstorable } from "./refuse-unstorable.ts";
import { queryFieldsOf, refuseUnknownQuery } from "./unknown-query.ts";

/** What the HTTP server knows of one request before its call is found. */
export type RequestContext = {
  app: App;
  language: Language;
  ip: string;
  userAgent: string;
  /** Whether the help of the demo is there for this request: asked for on this machine itself. */
  demo: boolean;
  /** `?account_id=` of the address; NaN, which is no account, when it is not all digits. */
  requestedAccountId: number | null;
  /** `Idempotency-Key`, as it came. */
  idempotencyKey: string | string[] | undefined;
  /** Names in the address's query. */
  queryNames: readonly string[];
  /** As the answer's `x-request-id` says it. */
  requestId: string;
  /** Which call this is, for figures and log lines. */
  nameCall(route: string): void;
  /** Says with a refusal after how many seconds the call may be made again (Retry-After). */
  askAgainAfter(seconds: number): void;
  session(): Promise<SessionLookup>;
  /** The same request with its session read anew: long work asks again whether the person may go on. */
  again(): RequestContext;
  setSessionCookie(token: string | null): void;
  /** This browser, when the person has signed in with it before. */
  knownBrowser(user: { id: number; devices_known_from: Date | null } | undefined): { deviceId: string } | null;
  /** From now on this browser is known to the person. */
  rememberBrowser(userId: number): void;
  /** The mailed token that the first step of sign-up or reset has proven; it binds the later steps. */
  stepToken(step: "signup" | "reset"): string | null;
  setStepToken(step: "signup" | "reset", token: string | null): void;
};

/** What a handler gets: `signedIn` when its need is a session, `scope` when it is a page action. */
export type CallContext = RequestContext & {
  signedIn: SignedIn;
  scope: Scope;
  /** One transaction within the scope. */
  inScope<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One transaction that only reads the programme's own rows, for lists and reports: where there is a replica, from there. */
  reading<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
};

const base = implement(contract).$context<RequestContext>();

/** The one binding: session, permission and scope are checked here for every call, by the need that the contract states. */
export const os = base.use(async ({ context, procedure, next }, input: unknown) => {
  const { meta, route, inputSchema } = procedure["~orpc"];
  const { needs } = meta as CallMeta;
  const proven = await prove(needs, context);
  refuseUnknownQuery(context.queryNames, queryFieldsOf({ route, inputSchema }));
  refuseUnstorable(input, route.path ?? "");
  const call = next({
    context: {
      // A handler reads only what its need has proven; anything else is undefined at run time.
      signedIn: proven.signedIn as SignedIn,
      scope: proven.scope as Scope,
      inScope<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
        if (!proven.scope) throw new Error("this call does not need a page action");
        return context.app.database.inScope(proven.scope, work);
      },
      reading<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
        if (!proven.scope || !proven.signedIn) throw new Error("this call does not need a page action");
        // All rows read there belong to the programme. Row-level security compares each row with this list, and searches the index of names
        // once for each account in it.
        const { accountId } = proven.scope;
        return context.app.database.reading({ accountIds: [accountId] }, proven.signedIn.asOf, work);
      },
    },
  });
  return proven.signedIn === undefined ? call : sayWhoWasFaster(context, proven.signedIn, call);
});

/** Optimistic locking: a refusal for a stale version (412) is completed with who changed the record meanwhile. */
async function sayWhoWasFaster<T>({ app }: RequestContext, signedIn: SignedIn, call: PromiseLike<T> | T): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof CallError) || error.about === undefined) throw error;
    const changed = await lastChange(app, signedIn, error.about);
    throw new CallError("STALE_VERSION", changed ? { changed } : {});
  }
}

export type Binder = typeof os;

/** Proves what a call or download needs, or throws what it answers instead. */
export async function prove(needs: Need, context: RequestContext): Promise<{ signedIn?: SignedIn; scope?: Scope }> {
  if (needs.kind === "public") return {};
  const found = await context.session();
  if (found.state === "changed") throw new CallError("USER_CHANGED");
  if (found.state === "none") throw new CallError("NO_SESSION");
  const signedIn = found.session;
  if (needs.kind === "second_step") {
    if (signedIn.verified) throw new CallError("WRONG_STATE");
    return { signedIn };
  }
  if (!signedIn.verified) throw new CallError("NO_SESSION");
  // specification §2: a password that must be changed confines the person to the profile.
  if (signedIn.pwdUpdateRequired && !(needs.kind === "session" && needs.duringPasswordUpdate))
    throw new CallError("FORBIDDEN");
  if (needs.kind === "session") return { signedIn };
  if (needs.kind === "administrator") return { signedIn: await requireRole(isAdmin, needs.kind, signedIn, context) };
  if (needs.kind === "operator") return { signedIn: await requireRole(isOperator, needs.kind, signedIn, context) };
  if (needs.kind === "row") return { signedIn: await requireRow(needs, signedIn, context) };
  return { signedIn, scope: await requireAction(needs, signedIn, context) };
}

async function requireAction(
  { action, or, and, on, exports }: ActionNeed,
  signedIn: SignedIn,
  context: RequestContext,
): Promise<Scope> {
  const scope = scopeFor(signedIn, context.requestedAccountId);
  if (!scope) throw new CallError("NOT_FOUND");
  const subject = on === "programme" ? scope.programme : scope.subject;
  const exporting = !exports || signedIn.accounts.some((each) => each.id === scope.chosenAccountId && each.can_export);
  const held = (holds(subject, action) || (or !== undefined && holds(subject, or))) && (!and || holds(subject, and));
  if (!exporting || !held) {
    await recordDenial(context, signedIn, { entity: action, accountId: scope.accountId });
    throw new CallError("FORBIDDEN");
  }
  if (isProvider(signedIn.role) && context.requestedAccountId === null)
    // product §1: provider staff choose a client before any guest is read.
    throw fieldError("account_id", { code: "choose_client" });
  await recordEntry(context, signedIn, scope, action);
  return scope;
}

/** Client staff reach clients and accounts through the row rules alone (product §1, `can`), and never create or delete there. */
const BY_ROW_ALONE = ["clients/read", "accounts/read", "accounts/edit"];

/** The person as a call about rows takes them, or undefined for whom it refuses. */
export function admitted({ action, and, exports }: RowNeed, signedIn: SignedIn): SignedIn | undefined {
  if (isClient(signedIn.role) && BY_ROW_ALONE.includes(action) && !exports) return signedIn;
  // A file holds the people of those accounts alone in which the person may export.
  const accounts = exports ? signedIn.accounts.filter((account) => account.can_export) : signedIn.accounts;
  const held = [...new Set(accounts.flatMap((account) => account.held))];
  const subject = { role: signedIn.role, planOptions: signedIn.planOptions, held };
  return holds(subject, action) && (!and || holds(subject, and)) ? { ...signedIn, accounts } : undefined;
}

async function requireRow(needs: RowNeed, signedIn: SignedIn, context: RequestContext): Promise<SignedIn> {
  refuseForeignAccount(signedIn, context);
  const found = admitted(needs, signedIn);
  if (found) return found;
  await recordDenial(context, signedIn, { entity: needs.action });
  throw new CallError("FORBIDDEN");
}

const isOperator = (role: Role) => role === "role_vc_admin";

async function requireRole(
  belongs: (role: Role) => boolean,
  entity: "administrator" | "operator",
  signedIn: SignedIn,
  context: RequestContext,
): Promise<SignedIn> {
  refuseForeignAccount(signedIn, context);
  if (belongs(signedIn.role)) return signedIn;
  await recordDenial(context, signedIn, { entity });
  throw new CallError("FORBIDDEN");
}

function refuseForeignAccount(signedIn: SignedIn, { requestedAccountId }: RequestContext): void {
  if (requestedAccountId !== null && !signedIn.accounts.some((account) => account.id === requestedAccountId))
    throw new CallError("NOT_FOUND");
}

function holds(subject: Subject, action: string): boolean {
  return isAllowedAction(subject.role, subject.planOptions, action) && mayCall(subject, action as SectionAction);
}
