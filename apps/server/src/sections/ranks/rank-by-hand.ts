import { addMonths, type CalendarDate, calendarDate } from "@okaeri/domain/calendar-date";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import { CallError, fieldError, staleVersion } from "../../http/errors.ts";
import type { GuestStaff } from "../../http/guest-calls.ts";
import { type GivenRank, givenRank, isGivenRankActive, putGivenRank } from "./given-ranks.ts";

// What staff do to one guest's rank (docs/adr/0136). The caller has checked that the guest is in the person's reach; every act writes one
// audit line, and is refused where somebody else acted since the person looked (optimistic locking).

/** How far ahead a rank can end. */
const MONTHS_AHEAD = 120;

export type GiveInput = {
  id: number;
  version: number;
  rank_detail_id: number;
  expiration_date: string | null;
  remarks: string;
};

/** @throws CallError STALE_VERSION; INVALID_INPUT naming rank_detail_id or expiration_date. */
export async function giveRank(tx: Tx, staff: GuestStaff, input: GiveInput): Promise<void> {
  const { scope, today } = staff;
  const last = await lockedLine(tx, staff, input);
  const tier = await tx.maybe<{ id: number }>`select tier.id
    from rank_details tier
    join ranks rank on rank.account_id = tier.account_id and rank.id = tier.rank_id and rank.active_status = 'active'
    where tier.account_id = ${scope.accountId} and tier.id = ${input.rank_detail_id} and tier.active_status = 'active' for share of tier`;
  if (!tier) throw fieldError("rank_detail_id", { code: "not_a_choice" });
  const until = input.expiration_date === null ? null : calendarDate(input.expiration_date);
  const latest = addMonths(today, MONTHS_AHEAD);
  if (until !== null && until < today) throw fieldError("expiration_date", { code: "in_past" });
  if (until !== null && until > latest) throw fieldError("expiration_date", { code: "too_late_a_day", until: latest });
  const { rank_detail_id, remarks } = input;
  const given: GivenRank = {
    rank_detail_id,
    remarks,
    expiration_date: until,
    since_date: today,
    created_by: scope.userId,
    created_at: null,
  };
  await act(tx, staff, { ...input, cause: "manual", action: "give_rank", given, before: last.given });
}

/** @throws CallError STALE_VERSION; WRONG_STATE, because no rank given by hand holds. */
export async function endGivenRank(
  tx: Tx,
  staff: GuestStaff,
  input: { id: number; version: number; remarks: string },
): Promise<void> {
  const last = await lockedLine(tx, staff, input);
  if (!isGivenRankActive(last.given, staff.today))
    throw new CallError("WRONG_STATE", { because: { code: "no_rank_by_hand" } });
  await act(tx, staff, { ...input, cause: "manual_end", action: "end_rank", given: null, before: last.given });
}

/**
 * Undoes today's last act: the rank given before it is given again.
 * @throws CallError STALE_VERSION; WRONG_STATE, because the last act is not one of today's.
 */
export async function undoRankByHand(tx: Tx, staff: GuestStaff, input: { id: number; version: number }): Promise<void> {
  const last = await lockedLine(tx, staff, input);
  if (!last.undoable) throw new CallError("WRONG_STATE", { because: { code: "rank_not_undoable" } });
  const given = isGivenRankActive(last.given_before, staff.today) ? last.given_before : null;
  await act(tx, staff, { ...input, remarks: "", cause: "manual_undo", action: "undo_rank", given, before: last.given });
}

type Act = {
  id: number;
  cause: "manual" | "manual_end" | "manual_undo";
  action: "give_rank" | "end_rank" | "undo_rank";
  remarks: string;
  given: GivenRank | null;
  before: GivenRank | null;
};

async function act(tx: Tx, { scope, today, ip }: GuestStaff, { id, cause, action, remarks, given, before }: Act) {
  const { accountId, userId } = scope;
  await putGivenRank(tx, { accountId, customerId: id, cause, remarks, before, today, userId }, given);
  const audited = (rank: GivenRank | null) =>
    rank && { rank_detail_id: rank.rank_detail_id, expiration_date: rank.expiration_date };
  await recordAudit(tx, {
    actorUserId: userId,
    ip,
    accountId,
    action,
    entity: "customer_ranks",
    entityId: id,
    before: audited(before),
    after: { ...audited(given), remarks, customer_id: id },
  });
}

export type LastLine = { id: number; given_before: GivenRank | null; undoable: boolean };

/** The last act on the guest's rank by hand; its number is the version of the next act (optimistic locking). 0 where there was none. */
export async function lastLine(tx: Tx, accountId: number, customerId: number, today: CalendarDate): Promise<LastLine> {
  const found = await tx.maybe<LastLine>`select id, given_before,
      changed_on = ${today}::date and cause in ('manual', 'manual_end', 'manual_undo') as undoable
    from customer_rank_histories
    where account_id = ${accountId} and customer_id = ${customerId} and rank_type = 'manual'
    order by id desc limit 1`;
  return found ?? { id: 0, given_before: null, undoable: false };
}

/** The same with the rank given now, if nobody acted since; locks the guest until the transaction ends. */
async function lockedLine(tx: Tx, { scope, today }: GuestStaff, { id, version }: { id: number; version: number }) {
  await tx.run`select from customers where account_id = ${scope.accountId} and id = ${id} for no key update`;
  const last = await lastLine(tx, scope.accountId, id, today);
  if (last.id !== version) throw staleVersion("customer_ranks", id);
  return { ...last, given: await givenRank(tx, { accountId: scope.accountId, customerId: id }) };
}
