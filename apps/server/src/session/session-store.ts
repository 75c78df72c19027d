import { createHash, randomBytes } from "node:crypto";

import {
  type AccountOptionPeriod,
  activePlanOptions,
  endedPlanOptions,
  type OptionType,
} from "@okaeri/domain/permissions/plan-options";
import { isAdmin, isProvider, type Role } from "@okaeri/domain/permissions/roles";
import { sql } from "kysely";
import { type Clock, type Clocks, todayOf } from "../clock.ts";
import { inForce } from "../database/active-version.ts";
import { type Database, namePerson, runPrepared, type Tx } from "../database/connection.ts";
import type { LogPosition } from "../database/replica.ts";

/** An account the person may work in, with what they hold there. */
export type ReachableAccount = {
  id: number;
  code: string;
  name: string;
  parent_id: number | null;
  company_id: number;
  company_name: string;
  programme_account_id: number;
  /** Through AccountUser, not only as a child or as provider staff. */
  own: boolean;
  held: readonly string[];
  /** May take people's data of this account out as a file; "*" implies it. */
  can_export: boolean;
  /** Active today for the account or its programme: what its sections are open by (product §1, `crm_option`). */
  plan_options: readonly OptionType[];
  /** Those that ran and do not any more, each with its last day. */
  ended_options: ReturnType<typeof endedPlanOptions>;
};

export type SignedIn = {
  sessionId: number;
  userId: number;
  loginId: string;
  name: string;
  email: string;
  role: Role;
  companyId: number;
  companyName: string;
  verified: boolean;
  pwdUpdateRequired: boolean;
  signedInAt: Date;
  accounts: readonly ReachableAccount[];
  planOptions: readonly OptionType[];
  /** How far the database's log stood when this request came: what its person had written is before it. */
  asOf: LogPosition;
};

export type SessionLookup = { state: "none" } | { state: "changed" } | { state: "live"; session: SignedIn };

export const IDLE_MINUTES = 30;
export const MAX_HOURS = 12;

/** 256 random bits for the cookie; only their hash is stored. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Opens a session row, which makes the transaction one about that person, and answers the cookie value. */
export async function openSession(
  tx: Tx,
  realClock: Clock,
  input: { userId: number; verified: boolean; ip: string; userAgent: string },
): Promise<string> {
  await namePerson(tx, input.userId);
  const { token, hash } = newToken();
  const now = realClock.now();
  const expires = new Date(now.getTime() + MAX_HOURS * 3_600_000);
  await tx.run`insert into sessions (token_hash, user_id, verified, ip, user_agent, created_at, last_seen_at, expires_at)
    values (${hash}, ${input.userId}, ${input.verified}, ${input.ip}, ${input.userAgent.slice(0, 300)}, ${now}, ${now}, ${expires})`;
  return token;
}

/** Whether it was still open. */
export async function endSession(
  tx: Tx,
  realClock: Clock,
  sessionId: number,
  reason: "logout" | "expired" | "changed" | "replaced" | "wrong_codes",
): Promise<boolean> {
  const ended = await tx.run`update sessions
    set ended_at = ${realClock.now()}, end_reason = ${reason}
    where id = ${sessionId} and ended_at is null`;
  return ended === 1;
}

/**
 * The person's next call answers 409 with the specification's message (§8, product §2): everywhere, or everywhere but in the session that
 * the change was made in.
 */
export async function endSessionsAsChanged(tx: Tx, userId: number, now: Date, exceptSessionId = 0): Promise<void> {
  await tx.run`update sessions
    set ended_at = ${now}, end_reason = 'changed'
    where user_id = ${userId} and id <> ${exceptSessionId} and ended_at is null`;
}

type SessionRow = {
  id: number;
  verified: boolean;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  end_reason: string | null;
  user_id: number;
  login_id: string;
  name: string;
  user_email: string;
  role: Role;
  status: string;
  password_update_required: boolean;
  company_id: number;
  company_name: string;
  as_of: LogPosition;
};

/** Who holds this cookie, and what they may do today: read on every call, not cached. Moves the idle time forward at most once a minute. */
export async function lookUpSession(
  database: Pick<Database, "readingAsSystem" | "asSystem">,
  clocks: Clocks,
  token: string,
): Promise<SessionLookup> {
  const now = clocks.realClock.now();
  const { found, writes } = await database.readingAsSystem((tx) => readSession(tx, clocks, token, now));
  // After the reading, which has given its connection back by now.
  if (writes) await database.asSystem(writes.write, { person: writes.person });
  return found;
}

/** Runs on every signed-in call: two statements. `writes` is what has to be noted about the session, mostly nothing. */
async function readSession(
  tx: Tx,
  { clock, realClock }: Clocks,
  token: string,
  now: Date,
): Promise<{ found: SessionLookup; writes?: { person: number; write: (own: Tx) => Promise<unknown> } }> {
  const none = { found: { state: "none" } } as const;
  const [row] = await runPrepared(
    tx,
    "session",
    sql<SessionRow>`select session.id, session.verified, session.created_at, session.last_seen_at, session.expires_at,
        session.end_reason, person.id as user_id, person.login_id, person.name, person.user_email, person.role, person.status,
        person.password_update_required, person.company_id, company.name as company_name, pg_current_wal_flush_lsn()::text as as_of
      from sessions session
      join users person on person.id = session.user_id
      join companies company on company.id = person.company_id
      where session.id = session_of_token(${hashToken(token)})`,
  );
  if (!row) return none;
  if (row.end_reason === "changed") return { found: { state: "changed" } };
  if (row.end_reason !== null || row.status !== "active") return none;
  const person = row.user_id;
  const idleSince = now.getTime() - row.last_seen_at.getTime();
  if (now >= row.expires_at || idleSince > IDLE_MINUTES * 60_000)
    return { ...none, writes: { person, write: (own) => endSession(own, realClock, row.id, "expired") } };
  const seen = (own: Tx) => own.run`update sessions set last_seen_at = ${now} where id = ${row.id}`;
  const noted = idleSince > 60_000 ? { writes: { person, write: seen } } : {};
  const reach = await accountsInReach(tx, clock, row.user_id, row.role, row.company_id);
  if (reach.accounts.length === 0) return { ...none, ...noted };
  return {
    ...noted,
    found: {
      state: "live",
      session: {
        sessionId: row.id,
        userId: row.user_id,
        loginId: row.login_id,
        name: row.name,
        email: row.user_email,
        role: row.role,
        companyId: row.company_id,
        companyName: row.company_name,
        verified: row.verified,
        pwdUpdateRequired: row.password_update_required,
        signedInAt: row.created_at,
        asOf: row.as_of,
        ...reach,
      },
    },
  };
}

/** What one membership gives. */
type Given = Pick<ReachableAccount, "held" | "can_export">;
type AccountRow = Omit<ReachableAccount, "own" | "plan_options" | "ended_options" | keyof Given> & {
  permissions: string[] | null;
  may_export: boolean;
  in_force: boolean;
  /** Of the account and of its programme. */
  options: AccountOptionPeriod[];
};

/**
 * Accounts in reach (product §1): provider staff all, a client's administrator own accounts and their children, a client's user own
 * accounts only. An account that is not in force lets none of its people in; the provider still sees it.
 */
export async function accountsInReach(
  tx: Tx,
  clock: Clock,
  userId: number,
  role: Role,
  companyId: number,
): Promise<Pick<SignedIn, "accounts" | "planOptions">> {
  const today = todayOf(clock);
  const companies = isProvider(role) ? sql`true` : sql`account.company_id = ${companyId}`;
  // One statement, and only what is in reach.
  const rows = await runPrepared(
    tx,
    isProvider(role) ? "reach_everywhere" : "reach",
    sql<AccountRow>`select account.id, account.code, account.name, account.parent_id, account.company_id, company.name as company_name,
        account.programme_account_id, account_user.permissions,
        coalesce(account_user.can_export or '*' = any (account_user.permissions), false) as may_export,
        coalesce(o.options, '[]') as options, ${inForce(today)} as in_force
      from accounts account
      join companies company on company.id = account.company_id
      left join account_users account_user on account_user.account_id = account.id and account_user.user_id = ${userId}
        and account_user.active_status = 'active'
      left join lateral (
        select json_agg(json_build_object('option_type', option_type, 'option_started_at', option_started_at, 'option_ended_at',
          option_ended_at)) as options
        from account_options
        where account_id in (account.id, account.programme_account_id) and active_status = 'active'
      ) o on true
      where account.active_status = 'active' and company.active_status = 'active' and ${companies}
      order by account.company_id, account.parent_id nulls first, account.id`,
  );
  const own = rows.filter((row) => row.permissions !== null && row.in_force);
  const everywhere: Given = {
    held: [...new Set(own.flatMap((row) => row.permissions ?? []))],
    can_export: own.some((row) => row.may_export),
  };
  const byId = new Map(rows.map((row) => [row.id, row]));
  const accounts = rows.flatMap((row): ReachableAccount[] => {
    const given = givenIn(row, { role, own, byId, everywhere });
    if (given === null || !(row.in_force || isProvider(role))) return [];
    const { permissions, may_export: _mayExport, in_force: _inForce, options, ...account } = row;
    return [
      {
        ...account,
        own: permissions !== null,
        ...given,
        plan_options: activePlanOptions(options, today),
        ended_options: endedPlanOptions(options, today),
      },
    ];
  });
  if (own.length === 0) return { accounts: [], planOptions: [] };
  const planOptions = activePlanOptions(
    own.flatMap((row) => row.options),
    today,
  );
  return { accounts, planOptions };
}

/** What the person holds in one account, or null when it is out of reach. */
function givenIn(
  row: AccountRow,
  reach: {
    role: Role;
    own: readonly AccountRow[];
    byId: ReadonlyMap<number, AccountRow>;
    everywhere: Given;
  },
): Given | null {
  if (isProvider(reach.role)) return reach.everywhere;
  if (row.permissions !== null) return row.in_force ? givenBy(row) : null;
  if (!isAdmin(reach.role)) return null;
  for (let parent = row.parent_id; parent !== null; parent = reach.byId.get(parent)?.parent_id ?? null) {
    const above = reach.own.find((account) => account.id === parent);
    if (above) return givenBy(above);
  }
  return null;
}

function givenBy({ permissions, may_export }: AccountRow): Given {
  return { held: permissions ?? [], can_export: may_export };
}

/** Session data as it goes over the wire (specification §4). */
export function sessionDataOf(session: SignedIn | null) {
  if (!session) {
    return {
      loggedIn: false,
      verified: false,
      userId: null,
      role: null,
      pwdUpdateRequired: false,
      permitted_page_actions: [],
      planOptions: [],
    };
  }
  const entries = session.verified
    ? session.accounts.filter((account) => account.own || !isProvider(session.role))
    : [];
  return {
    loggedIn: true,
    verified: session.verified,
    userId: session.loginId,
    role: session.role,
    pwdUpdateRequired: session.pwdUpdateRequired,
    permitted_page_actions: entries.map((account) => ({
      account_id: account.id,
      ...(account.parent_id === null ? {} : { parent_id: account.parent_id }),
      actions: [...account.held],
    })),
    planOptions: session.verified ? [...session.planOptions] : [],
  };
}
