import { randomUUID } from "node:crypto";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { PointExpirationType } from "@okaeri/domain/enumerations";
import { expirationErrors, expiresOn, isExpired, MAX_EXPIRATION_DAYS } from "@okaeri/domain/points/expiry";
import { sql } from "kysely";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import { CallError, fieldError, refuseProblems } from "../../http/errors.ts";
import type { GuestStaff } from "../../http/guest-calls.ts";
import { balanceAndLimits, type HeldRanks, type JudgeByPoints } from "./balance-and-limits.read.ts";
import { type BookableReservation, bookableReservations } from "./bookable.read.ts";
import { bookableFacilities, grantToReverse, lastStayOn, useToCancel } from "./by-hand.queries.ts";
import { cancelPointUse } from "./cancel-use.ts";
import { deductPoints, reversePointGrant } from "./deduct-points.ts";
import { grantPoints } from "./grant-points.ts";
import { approvalAbove } from "./grant-requests.queries.ts";
import { lockBooking } from "./lock-booking.ts";
import type { PointContext } from "./lots.ts";
import { payableFor } from "./paid-bookings.ts";
import { useWithinLimits } from "./use-within-limits.ts";

// What staff do to one guest's points. The caller has checked that the guest is in the person's reach; every act writes one audit line.

export type Staff = GuestStaff & { heldRanks: HeldRanks };
type Stands = { balance: number; debt: number };

const contextOf = ({ scope, today }: Staff): PointContext => ({
  accountId: scope.accountId,
  today,
  userId: scope.userId,
});
/** The ledger's own idempotency keys; a caller's key is handled before (http/idempotency.ts). */
const ownKey = () => `staff:${randomUUID()}`;

/** The facility a booking is made at: the one named, that of the reservation, or where the person works. */
export async function facilityFor(
  tx: Tx,
  { scope, today }: Staff,
  { id: customerId, facility_account_id: reservationId }: { id: number; facility_account_id?: number | undefined },
  reservation?: { facility_account_id: number },
): Promise<number> {
  const facilities = await bookableFacilities(tx, scope, { customerId, today });
  const chosen = reservationId ?? reservation?.facility_account_id ?? facilities[0]?.id;
  if (chosen === undefined || !facilities.some(({ id }) => id === chosen))
    throw fieldError("facility_account_id", { code: "not_a_choice" });
  if (reservation && reservation.facility_account_id !== chosen)
    throw fieldError("facility_account_id", { code: "other_facility" });
  return chosen;
}

export async function readBalanceAndDebt(tx: Tx, staff: Staff, customerId: number): Promise<Stands> {
  const { balance, debt } = await balanceAndLimits(tx, staff.scope, customerId, staff);
  return { balance, debt };
}

export function record(
  tx: Tx,
  { scope, ip }: Staff,
  entry: { action: string; entity: string; id: number; after: object },
) {
  const { action, entity, id: entityId, after } = entry;
  return recordAudit(tx, {
    actorUserId: scope.userId,
    ip,
    accountId: scope.accountId,
    action,
    entity,
    entityId,
    after,
  });
}

export type UseInput = {
  id: number;
  use_point: number;
  remarks?: string | undefined;
  facility_account_id?: number | undefined;
  stay_reservation_id?: number | undefined;
};

/** @throws CallError INVALID_INPUT naming use_point, facility_account_id or stay_reservation_id. */
export async function usePointsByHand(tx: Tx, staff: Staff, input: UseInput) {
  const reservation = await reservationOf(tx, staff, input);
  const facilityAccountId = await facilityFor(tx, staff, input, reservation);
  const payable = reservation === undefined ? null : await payableNow(tx, staff, reservation);
  const used = await useWithinLimits(
    tx,
    { ...contextOf(staff), heldRanks: staff.heldRanks },
    {
      customerId: input.id,
      facilityAccountId,
      stayReservationId: reservation?.id ?? null,
      payable,
      points: input.use_point,
      remarks: input.remarks ?? "",
      idempotencyKey: ownKey(),
    },
  );
  if ("refused" in used) throw new CallError("INVALID_INPUT", { fields: { use_point: used.refused[0] } });
  const { use_point_case_id } = used;
  const { id: customer_id, facility_account_id: _asked, ...rest } = input;
  const after = { ...rest, customer_id, in_account_id: facilityAccountId };
  await record(tx, staff, { action: "use_points", entity: "use_point_cases", id: use_point_case_id, after });
  return { use_point_case_id, ...(await readBalanceAndDebt(tx, staff, input.id)) };
}

/** What may still be used for the reservation, under the booking's lock: nobody else uses points for it until commit. */
async function payableNow(tx: Tx, { scope: { accountId } }: Staff, reservation: BookableReservation) {
  const booking = { facilityId: reservation.facility_account_id, code: reservation.original_reservation_code };
  await lockBooking(tx, { accountId, ...booking });
  return (await payableFor(tx, accountId, booking)).payable;
}

async function reservationOf(tx: Tx, { scope }: Staff, { id, stay_reservation_id: reservationId }: UseInput) {
  if (reservationId === undefined) return undefined;
  const [found] = await bookableReservations(tx, scope, id, reservationId);
  if (!found) throw fieldError("stay_reservation_id", { code: "not_a_choice" });
  return found;
}

export type CancelInput = { id: number; use_point_case_id: number; remarks?: string | undefined };

/** @throws CallError NOT_FOUND, FORBIDDEN (booked at another facility), WRONG_STATE (cancelled before). */
export async function cancelPointsByHand(tx: Tx, staff: Staff, input: CancelInput) {
  const { id: customerId, use_point_case_id: id, remarks = "" } = input;
  const use = await useToCancel(tx, staff.scope, customerId, id);
  if (!use) throw new CallError("NOT_FOUND");
  if (!use.own) throw new CallError("FORBIDDEN");
  if (!(await cancelPointUse(tx, contextOf(staff), { id, customerId, remarks })))
    throw new CallError("WRONG_STATE", { because: { code: "cancelled_already" } });
  const after = { use_point: use.use_point, remarks, customer_id: customerId };
  await record(tx, staff, { action: "cancel_use_points", entity: "use_point_cases", id, after });
  return { use_point_case_id: id, ...(await readBalanceAndDebt(tx, staff, customerId)) };
}

export type GrantInput = {
  id: number;
  grant_point: number;
  remarks: string;
  facility_account_id?: number | undefined;
  expiration_type: PointExpirationType;
  expiration_date?: string | undefined;
  expiration_days_from_grant?: number | undefined;
  expiration_days_from_last_stay?: number | undefined;
  reverses_grant_point_id?: number | undefined;
};

/** Takes the programme's lock, like all that judge ranks. @throws CallError INVALID_INPUT naming the field. */
export async function grantByHand(
  tx: Tx,
  staff: Staff & { judgeByPoints: JudgeByPoints; now: Date; requestGrant: RequestGrant },
  input: GrantInput,
) {
  await lockProgramme(tx, staff.scope.accountId);
  const facilityAccountId = await facilityFor(tx, staff, input);
  if (needsApproval(input, await approvalAbove(tx, staff.scope.accountId))) {
    const rule = await expiryOf(tx, staff, input);
    const requested = { ...input, ...expiryFields(rule) };
    const point_grant_request_id = await staff.requestGrant(tx, staff, requested, facilityAccountId);
    return { grant_point_id: null, point_grant_request_id, ...(await readBalanceAndDebt(tx, staff, input.id)) };
  }
  const grant_point_id = await bookGrant(tx, staff, input, {
    facilityAccountId,
    by: staff.scope.userId,
    idempotencyKey: ownKey(),
  });
  return { grant_point_id, point_grant_request_id: null, ...(await readBalanceAndDebt(tx, staff, input.id)) };
}

/** Stores a grant that needs a second person's approval (grant-requests.ts). */
export type RequestGrant = (
  tx: Tx,
  staff: Staff & { now: Date },
  input: GrantInput,
  facilityAccountId: number,
) => Promise<number>;

const needsApproval = ({ grant_point }: GrantInput, above: number | null) => above !== null && grant_point > above;

/** What `grantByHand` would do, for the confirmation. Books the grant: the caller must roll back. @throws as `grantByHand`. */
export async function previewGrant(tx: Tx, staff: Staff & { judgeByPoints: JudgeByPoints }, input: GrantInput) {
  const { accountId, userId } = staff.scope;
  await lockProgramme(tx, accountId);
  const facilityAccountId = await facilityFor(tx, staff, input);
  const before = await readBalanceAndDebt(tx, staff, input.id);
  const id = await bookGrant(tx, staff, input, { facilityAccountId, by: userId, idempotencyKey: ownKey() });
  const facts = await tx.one<{ customer_name: string; facility_name: string; expiration_date: string | null }>`
    select customer.name as customer_name, account.name as facility_name, lot.expires_on as expiration_date
    from customers customer
    join accounts account on account.id = ${facilityAccountId}
    left join point_lots lot on lot.account_id = customer.account_id and lot.grant_point_id = ${id}
    where customer.account_id = ${accountId} and customer.id = ${input.id}`;
  const { balance, debt } = await readBalanceAndDebt(tx, staff, input.id);
  const needs_approval = needsApproval(input, await approvalAbove(tx, accountId));
  const { grant_point, remarks } = input;
  return {
    ...facts,
    grant_point,
    remarks,
    balance,
    debt,
    balance_before: before.balance,
    debt_before: before.debt,
    needs_approval,
  };
}

type Booking = {
  facilityAccountId: number;
  /** The person whose grant it is: of a request, the requester. */
  by: number;
  idempotencyKey: string;
  /** For the audit line of a grant that was requested. */
  approved?: { point_grant_request_id: number; requested_by: number };
};

/** Books what staff give or take, under the programme's lock. @throws CallError INVALID_INPUT naming the field. */
export async function bookGrant(
  tx: Tx,
  staff: Staff & { judgeByPoints: JudgeByPoints },
  input: GrantInput,
  booking: Booking,
): Promise<number> {
  const grant_point_id =
    input.grant_point > 0
      ? await grant(tx, staff, input, booking)
      : await takeAway(tx, staff, input, booking.facilityAccountId);
  const { id: customer_id, facility_account_id: _asked, ...rest } = input;
  await record(tx, staff, {
    action: input.grant_point > 0 ? "grant_points" : "deduct_points",
    entity: "grant_points",
    id: grant_point_id,
    after: { ...rest, ...booking.approved, customer_id, in_account_id: booking.facilityAccountId },
  });
  await staff.judgeByPoints(tx, contextOf(staff), [input.id]);
  return grant_point_id;
}

/** When the granted points expire. @throws CallError INVALID_INPUT naming the field. */
async function expiryOf(tx: Tx, { scope, today }: Staff, input: GrantInput) {
  if (input.reverses_grant_point_id !== undefined)
    throw fieldError("reverses_grant_point_id", { code: "not_accepted" });
  const type = input.expiration_type;
  // Only what the type asks for is kept.
  const rule = {
    expiration_type: type,
    expiration_date: type === "date" ? ((input.expiration_date ?? null) as CalendarDate | null) : null,
    expiration_days_from_grant: type === "days_from_grant" ? (input.expiration_days_from_grant ?? null) : null,
    expiration_days_from_last_stay:
      type === "days_from_last_stay" ? (input.expiration_days_from_last_stay ?? null) : null,
  };
  const range = { min: 1, max: MAX_EXPIRATION_DAYS };
  refuseProblems(
    expirationErrors(rule).map(({ path, code }) => ({ path, code, ...(code === "out_of_range" ? range : {}) })),
  );
  const lastDay = expiresOn(rule, today, await lastStayOn(tx, scope.accountId, input.id));
  if (isExpired(lastDay, today))
    throw fieldError(type === "date" ? "expiration_date" : `expiration_${type}`, { code: "already_expired" });
  return { ...rule, lastDay };
}

/** The rule as a request keeps it: its last day is worked out when it is booked. */
function expiryFields(rule: Awaited<ReturnType<typeof expiryOf>>) {
  return {
    expiration_date: rule.expiration_date ?? undefined,
    expiration_days_from_grant: rule.expiration_days_from_grant ?? undefined,
    expiration_days_from_last_stay: rule.expiration_days_from_last_stay ?? undefined,
  };
}

async function grant(tx: Tx, staff: Staff, input: GrantInput, booking: Booking): Promise<number> {
  const { lastDay, ...rule } = await expiryOf(tx, staff, input);
  const [granted] = await grantPoints(
    tx,
    { ...contextOf(staff), userId: booking.by },
    sql`select ${input.id}::bigint, ${booking.facilityAccountId}::bigint, ${input.grant_point}::bigint, ${rule.expiration_type}::text,
        ${lastDay}::date, ${rule.expiration_days_from_grant}::int, ${rule.expiration_days_from_last_stay}::int,
        ${input.remarks}::text, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, ${booking.idempotencyKey}::text`,
  );
  if (!granted) throw new Error("a new key grants once");
  return granted.id;
}

async function takeAway(tx: Tx, staff: Staff, input: GrantInput, facilityAccountId: number): Promise<number> {
  if (input.expiration_type !== "none") throw fieldError("expiration_type", { code: "not_accepted" });
  const { id: customerId, remarks, reverses_grant_point_id: grantId } = input;
  const points = -input.grant_point;
  const entry = { customerId, facilityAccountId, points, remarks, idempotencyKey: ownKey() };
  if (grantId === undefined) {
    const deducted = await deductPoints(tx, contextOf(staff), entry);
    if (!deducted.ok) throw fieldError("grant_point", { code: "above_balance", balance: deducted.most });
    return deducted.grant_point_id;
  }
  const grant = await grantToReverse(tx, staff.scope, customerId, grantId);
  if (!grant) throw fieldError("reverses_grant_point_id", { code: "not_a_choice" });
  if (grant.of_stay) throw fieldError("reverses_grant_point_id", { code: "follows_stay" });
  const reversed = await reversePointGrant(tx, contextOf(staff), { ...entry, grantId });
  if (!reversed.ok) throw fieldError("grant_point", { code: "above_left", left: reversed.most });
  return reversed.grant_point_id;
}
