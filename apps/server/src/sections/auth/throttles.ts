import { createHash } from "node:crypto";
import type { SignInId } from "@okaeri/domain/auth/sign-in-id";
import type { Tx } from "../../database/connection.ts";

const QUARTER = 15;
const HOUR = 60;

/**
 * Rate limits: what is counted, how many are let through, and for how long it is then closed. Guesses: an owner is never locked out for
 * longer than the window (product §2). Mails: `sliding` measures from the last one let through, so that no hour holds more.
 */
const RULES = {
  // Unknown browsers: per address and id, per id, and per address (a whole front desk may share one).
  login_pair: { limit: 10, minutes: QUARTER },
  login_user: { limit: 100, minutes: QUARTER },
  login_ip: { limit: 60, minutes: QUARTER },
  // A browser that this person has signed in with before has its own count: no stranger can use it up.
  login_device: { limit: 10, minutes: QUARTER },
  code_user: { limit: 15, minutes: QUARTER },
  code_device: { limit: 15, minutes: QUARTER },
  // Asked again of somebody signed in.
  own_password: { limit: 10, minutes: QUARTER },
  own_code: { limit: 15, minutes: QUARTER },
  forget_user: { limit: 3, minutes: HOUR, sliding: true },
  invite_sender: { limit: 100, minutes: HOUR, sliding: true },
  confirm_sender: { limit: 5, minutes: HOUR, sliding: true },
  mail_receiver: { limit: 10, minutes: HOUR, sliding: true },
} as const satisfies Record<string, { limit: number; minutes: number; sliding?: true }>;

/** One count: of what kind, by whom, and about whose sign-in, if anybody's. */
export type Count = { kind: keyof typeof RULES; by: string; subject?: SignInId };

export type KnownBrowser = { deviceId: string } | null;

/** The counts of one guess at a password. Known and unknown ids have the same. */
export function loginCounts(ip: string, id: SignInId, browser: KnownBrowser): Count[] {
  if (browser) return [{ kind: "login_device", by: browser.deviceId, subject: id }];
  return [
    { kind: "login_pair", by: ip, subject: id },
    { kind: "login_user", by: "", subject: id },
    { kind: "login_ip", by: ip },
  ];
}

/** The count of one guess at a second step, over all sessions of the person. */
export function codeCounts(id: SignInId, browser: KnownBrowser): Count[] {
  return [
    browser ? { kind: "code_device", by: browser.deviceId, subject: id } : { kind: "code_user", by: "", subject: id },
  ];
}

// Hashed, so that the table tells nobody which ids were tried.
const hashOf = (text: string) => createHash("sha256").update(text).digest();

function rowsOf(counts: readonly Count[]) {
  return {
    kinds: counts.map((count) => count.kind),
    keys: counts.map((count) => hashOf(`${count.by}\n${count.subject ?? ""}`)),
    subjects: counts.map((count) => (count.subject === undefined ? null : hashOf(count.subject))),
    limits: counts.map((count) => RULES[count.kind].limit),
    minutes: counts.map((count) => RULES[count.kind].minutes),
    sliding: counts.map((count) => "sliding" in RULES[count.kind]),
  };
}

/**
 * Counts a try before it is checked, so that tries sent in parallel cannot slip past the limit together (a race). A try that one of the
 * counts refuses is counted by none, so that trying while locked out does not lengthen the lock.
 * @returns 0: the try may be checked, and a right one is given back with `refundAttempt`; else how many seconds it is closed for.
 */
export async function reserveAttempt(tx: Tx, counts: readonly Count[], now: Date): Promise<number> {
  const { kinds, keys, subjects, limits, minutes, sliding } = rowsOf(counts);
  // Locks the rows, in the order given (no deadlock), until the count is committed: tries run one after the other, each seeing the one
  // before.
  const held = await tx.all<{
    seconds: number | null;
  }>`insert into sign_in_throttles as throttle (kind, key_hash, subject_hash, failure_count, window_started_at)
    select k.kind, k.key_hash, k.subject_hash, 0, ${now}::timestamptz
    from unnest(${kinds}::text[], ${keys}::bytea[], ${subjects}::bytea[]) with ordinality as k (kind, key_hash, subject_hash, n)
    order by k.n
    on conflict (kind, key_hash) do update set failure_count = throttle.failure_count
    returning ceil(extract(epoch from throttle.blocked_until - ${now}::timestamptz))::int as seconds`;
  const closed = Math.max(0, ...held.map((row) => row.seconds ?? 0));
  if (closed > 0) return closed;
  await tx.run`update sign_in_throttles throttle
    set failure_count = n.total, window_started_at = n.start, blocked_until = case when n.total >= n.max then n.start + n.span end
    from (
      select throttle.kind, throttle.key_hash, k.max, k.span,
        case when throttle.window_started_at <= ${now}::timestamptz - k.span then 1 else throttle.failure_count + 1 end as total,
        case when k.sliding or throttle.window_started_at <= ${now}::timestamptz - k.span then ${now}::timestamptz
          else throttle.window_started_at end as start
      from (
        select kind, key_hash, max, make_interval(mins => minutes) as span, sliding
        from unnest(${kinds}::text[], ${keys}::bytea[], ${limits}::int[], ${minutes}::int[], ${sliding}::boolean[])
            as u (kind, key_hash, max, minutes, sliding)
      ) k
      join sign_in_throttles throttle on throttle.kind = k.kind and throttle.key_hash = k.key_hash
    ) n
    where throttle.kind = n.kind and throttle.key_hash = n.key_hash`;
  return 0;
}

/** The reserved try was right, so it was no failure; what it closed is open again. Rows are locked in the order of `reserveAttempt`. */
export async function refundAttempt(tx: Tx, counts: readonly Count[]): Promise<void> {
  const { kinds, keys } = rowsOf(counts);
  await tx.run`update sign_in_throttles throttle
    set failure_count = greatest(throttle.failure_count - 1, 0), blocked_until = null
    from (
      select throttle.kind, throttle.key_hash
      from unnest(${kinds}::text[], ${keys}::bytea[]) with ordinality as k (kind, key_hash, n)
      join sign_in_throttles throttle on throttle.kind = k.kind and throttle.key_hash = k.key_hash
      order by k.n for update of throttle
    ) k
    where throttle.kind = k.kind and throttle.key_hash = k.key_hash`;
}

/** Resets every count about this person's sign-in: a password reset was finished. */
export async function clearCounts(tx: Tx, id: SignInId): Promise<void> {
  await tx.run`delete from sign_in_throttles where subject_hash = ${hashOf(id)} and kind <> 'forget_user'`;
}
