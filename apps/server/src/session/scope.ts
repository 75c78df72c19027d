import { EVERYTHING } from "@okaeri/domain/permissions/actions";
import type { Subject } from "@okaeri/domain/permissions/can";
import { isAdmin, isProvider, type Role } from "@okaeri/domain/permissions/roles";
import type { ReachableAccount, SignedIn } from "./session-store.ts";

/** What the statements of one call may touch, worked out once per request. */
export type Scope = {
  /** The programme account: owner of customers, points, campaigns (product §1). Every tenant query names it. */
  accountId: number;
  /** The account the person picked: the programme account itself, or one facility beneath it. */
  chosenAccountId: number;
  /** Facilities the person's view is narrowed to; null means all of the programme. */
  facilityIds: readonly number[] | null;
  /** Everything that row-level security lets through: the programme account and its facilities in reach. */
  accountIds: readonly number[];
  userId: number;
  loginId: string;
  role: Role;
  /** What the person holds in the chosen account, for `can` and for the rows' page_actions. */
  subject: Subject;
  /** What the person holds in the programme account itself: with it its campaigns, ranks and RFM are changed. */
  programme: Subject;
};

/** The scope of one call in the account asked for, or null when that account is out of the person's reach. */
export function scopeFor(session: SignedIn, requestedAccountId: number | null): Scope | null {
  const chosen =
    requestedAccountId === null ? defaultAccount(session) : session.accounts.find((a) => a.id === requestedAccountId);
  if (!chosen) return null;
  const sameProgramme = session.accounts.filter((a) => a.programme_account_id === chosen.programme_account_id);
  return {
    accountId: chosen.programme_account_id,
    chosenAccountId: chosen.id,
    facilityIds: facilitiesOf(session, chosen, sameProgramme),
    accountIds: [...new Set([chosen.programme_account_id, ...sameProgramme.map((a) => a.id)])],
    userId: session.userId,
    loginId: session.loginId,
    role: session.role,
    subject: { role: session.role, planOptions: chosen.plan_options, held: chosen.held },
    programme: { role: session.role, planOptions: chosen.plan_options, held: heldAtProgramme(session, chosen) },
  };
}

function heldAtProgramme(session: SignedIn, { programme_account_id }: ReachableAccount): readonly string[] {
  return session.accounts.find((account) => account.id === programme_account_id)?.held ?? [];
}

/** Where a person starts: their own first account. Provider staff enter a client's guests only by choosing the client (product §1). */
export function defaultAccount(session: SignedIn): ReachableAccount | undefined {
  const own = session.accounts.filter((account) => account.own);
  return own.find((account) => account.programme_account_id === account.id) ?? own[0] ?? session.accounts[0];
}

function facilitiesOf(session: SignedIn, chosen: ReachableAccount, sameProgramme: readonly ReachableAccount[]) {
  if (chosen.id !== chosen.programme_account_id) return [chosen.id];
  // A headquarters' own staff see the whole programme; a user reaches the programme account only when it is theirs.
  const whole = isProvider(session.role) || isAdmin(session.role) || chosen.own || chosen.held.includes(EVERYTHING);
  return whole ? null : sameProgramme.filter((account) => account.own).map((account) => account.id);
}
