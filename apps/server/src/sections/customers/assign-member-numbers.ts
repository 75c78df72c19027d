import { lastNumber } from "@okaeri/domain/customers/member-number";
import type { App } from "../../app.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import { CallError } from "../../http/errors.ts";
import { workState } from "../../jobs/account-work.ts";
import { memberNumberRule } from "../accounts/member-number-form.read.ts";
import { isGuest } from "../stays/guests.read.ts";
import { hasIssuedNumber } from "./customers.read.ts";
import { lastIssued, takeMemberNumbers } from "./issue-numbers.ts";

/** So many guests get their numbers in one transaction. */
const AT_ONCE = 2_000;

export type Numbered = { id: number; from: number; to: number };
/** Tells those who keep versions of guests that numbers alone made new ones. */
export type FollowNumbers = (tx: Tx, accountId: number, moved: readonly Numbered[]) => Promise<void>;

/** The state of member numbers: guests without one, free numbers, and whether guests are being numbered. */
export async function numberingOf(app: App, tx: Tx, accountId: number) {
  const { digits, prefix } = await memberNumberRule(tx, accountId);
  const last = await lastIssued(tx, accountId);
  const work = workState(await app.jobs.numberings(tx, accountId), null);
  const { without } = await tx.one<{ without: number }>`select count(*)::int as without
    from customers customer
    where customer.account_id = ${accountId} and customer.member_number is null and ${isGuest}`;
  // Looks at all numbers of the form; while guests are being numbered the page asks every two seconds.
  const isAtRest = work.state === "idle" || work.state === "failed";
  const similar = isAtRest && (await hasOwnOfForm(tx, accountId, prefix));
  return { next_number: last + 1, without, similar, left: Math.max(0, lastNumber(digits) - last), work };
}

/** Whether guests have numbers of this form that the programme did not give. */
async function hasOwnOfForm(tx: Tx, accountId: number, prefix: string): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>`select exists (select from customers customer
      where customer.account_id = ${accountId} and customer.member_number like ${`${prefix}%`}
        and substr(customer.member_number, ${prefix.length + 1}::int) ~ '^[0-9]{4,13}$' and not ${hasIssuedNumber}) as found`;
  return found;
}

/**
 * Starts to give every guest without a member number one, and returns how many; null: it is running, or nobody is without. @throws
 * CallError WRONG_STATE.
 */
export async function startNumbering(app: App, tx: Tx, accountId: number, userId: number): Promise<number | null> {
  const { issue } = await memberNumberRule(tx, accountId);
  if (issue !== "registration") throw new CallError("WRONG_STATE", { because: { code: "member_numbers_off" } });
  const { without, left, work } = await numberingOf(app, tx, accountId);
  if (left < without)
    throw new CallError("WRONG_STATE", { because: { code: "member_numbers_short", left, guests: without } });
  if (without === 0 || work.state === "waiting" || work.state === "running") return null;
  await app.jobs.add(tx, "assign-member-numbers", { account_id: accountId, user_id: userId });
  return without;
}

/**
 * The job: guests in the order in which they were registered, some at a time. Idempotent: a second run goes on where numbers are missing.
 */
export async function assignMemberNumbers(
  app: App,
  { account_id: accountId, user_id: userId }: { account_id: number; user_id: number },
  run: { signal: AbortSignal },
  follow: FollowNumbers,
): Promise<void> {
  for (let after = 0; ; ) {
    run.signal.throwIfAborted();
    const last = await app.database.inScope({ accountIds: [accountId] }, (tx) =>
      numberSome(tx, { accountId, userId, after }, follow),
    );
    if (last === null) return;
    after = last;
  }
}

/** Returns the last guest who got one; null: nobody is left, or no number. */
async function numberSome(
  tx: Tx,
  { accountId, userId, after }: { accountId: number; userId: number; after: number },
  follow: FollowNumbers,
): Promise<number | null> {
  await lockProgramme(tx, accountId);
  const rule = await memberNumberRule(tx, accountId);
  const guests = await tx.all<{ id: number }>`select customer.id
    from customers customer
    where customer.account_id = ${accountId} and customer.id > ${after} and customer.member_number is null and ${isGuest}
    order by customer.id limit ${AT_ONCE} for update`;
  if (guests.length === 0 || rule.issue !== "registration") return null;
  const numbers = await takeMemberNumbers(tx, accountId, rule, guests.length);
  if (numbers.length === 0) return null;
  const given = guests.slice(0, numbers.length);
  const moved = await tx.all<Numbered>`update customers customer
    set member_number = n.number, version = customer.version + 1, updated_by = ${userId}, updated_at = now()
    from unnest(${given.map(({ id }) => id)}::bigint[], ${numbers}::text[]) n (id, number)
    where customer.account_id = ${accountId} and customer.id = n.id
    returning customer.id, customer.version - 1 as "from", customer.version as "to"`;
  await follow(tx, accountId, moved);
  await recordAudit(tx, {
    actorUserId: userId,
    ip: null,
    action: "issue_member_numbers",
    entity: "accounts",
    entityId: accountId,
    accountId,
    after: { guests: moved.length, first: numbers[0], last: numbers.at(-1) },
  });
  return given.at(-1)?.id ?? null;
}
