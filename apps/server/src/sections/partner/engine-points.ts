import type {
  PartnerGuest,
  PartnerGuestQuery,
  PartnerPointUse,
  PointsCancel,
  PointsQuote,
} from "@okaeri/contract/partner";
import type { Problem } from "@okaeri/contract/problems/problems";
import { useProblems } from "@okaeri/contract/use-problems";
import { leastUse, mostUse } from "@okaeri/domain/points/use-limits";
import type { Tx } from "../../database/connection.ts";
import { CallError, reasonsInWords } from "../../http/errors.ts";
import { usableCoupons } from "../coupons/engine-bookings.ts";
import { balanceAndLimits } from "../points/balance-and-limits.read.ts";
import { cancelPointUse } from "../points/cancel-use.ts";
import { lockBooking } from "../points/lock-booking.ts";
import { type Payable, payableFor } from "../points/paid-bookings.ts";
import { useWithinLimits } from "../points/use-within-limits.ts";
import { engineUse } from "../points/uses-of-engines.read.ts";
import { heldRanks } from "../ranks/held-ranks.read.ts";
import { type EngineContext, ownKey, recordAct, refused } from "./engine-context.ts";
import { guestInReach, isInReach } from "./guest-in-reach.ts";

const pointsOf = (tx: Tx, ctx: EngineContext, customerId: number) =>
  balanceAndLimits(tx, ctx, customerId, { today: ctx.today, heldRanks });

/** What an engine may know of a guest. @throws CallError NOT_FOUND when the key names nobody, or several. */
export async function partnerGuest(tx: Tx, ctx: EngineContext, query: PartnerGuestQuery): Promise<PartnerGuest> {
  const guest = await guestInReach(tx, ctx, query);
  if (!guest) throw new CallError("NOT_FOUND", { because: { code: "no_such_member" } });
  const { balance, rank_name: rank } = await pointsOf(tx, ctx, guest.id);
  const coupons = await usableCoupons(tx, ctx.accountId, guest.id, ctx.today);
  return { member_number: guest.fields.member_number, balance, rank, coupons };
}

/** Whether the points can be used, by the same rule as a use. Nothing is used. */
export async function quotePoints(tx: Tx, ctx: EngineContext, request: PartnerPointUse): Promise<PointsQuote> {
  const guest = await guestInReach(tx, ctx, request);
  if (!guest) {
    const reasons = reasonsInWords([{ code: "unknown_member" }], ctx.language);
    return { usable: false, unit: 1, min: 1, max: null, balance: 0, reasons };
  }
  const { balance, ...rank } = await pointsOf(tx, ctx, guest.id);
  const booking = await bookingOf(tx, ctx, request);
  const limits = { ...rank, payable: booking.payable };
  const problems = [...bookingProblems(ctx, request, booking), ...useProblems(request.points, balance, limits)];
  const reasons = reasonsInWords(problems, ctx.language);
  const bounds = { unit: rank.use_point_unit, min: leastUse(limits), max: mostUse(limits) };
  return { usable: problems.length === 0, ...bounds, balance, reasons };
}

const bookingOf = (
  tx: Tx,
  { accountId, facilityId }: EngineContext,
  { reservation_code: code, use_price }: PartnerPointUse,
) => payableFor(tx, accountId, { facilityId, code }, use_price);

/**
 * Nothing is used for a booking that is over or cancelled. An arrived reservation knows its last day; before that, the engine's first day
 * counts.
 */
function bookingProblems(
  { today }: EngineContext,
  request: PartnerPointUse,
  { checkOut, cancelled }: Payable,
): Problem[] {
  if (cancelled) return [{ code: "booking_cancelled" }];
  return (checkOut ?? request.check_in_date) < today ? [{ code: "booking_over" }] : [];
}

/** @throws CallError REFUSED with every reason. */
export async function redeemPoints(tx: Tx, ctx: EngineContext, request: PartnerPointUse) {
  const { member_number: _memberNumber, points, ...about } = request;
  const guest = await guestInReach(tx, ctx, request);
  if (!guest) throw refused({ code: "unknown_member" });
  const { reservation_code: reservationCode } = request;
  await lockBooking(tx, { ...ctx, code: reservationCode });
  const booking = await bookingOf(tx, ctx, request);
  const [stands, ...more] = bookingProblems(ctx, request, booking);
  if (stands) throw refused(stands, ...more);
  const used = await useWithinLimits(
    tx,
    { ...ctx, heldRanks },
    {
      customerId: guest.id,
      facilityAccountId: ctx.facilityId,
      points,
      reservationCode,
      stayReservationId: booking.reservationId,
      payable: booking.payable,
      remarks: "",
      idempotencyKey: ownKey(),
    },
  );
  if ("refused" in used) throw refused(...used.refused);
  const { use_point_case_id: id } = used;
  const after = { use_point: points, customer_id: guest.id, ...about };
  await recordAct(tx, ctx, { action: "use_points", entity: "use_point_cases", id, after });
  const { balance } = await pointsOf(tx, ctx, guest.id);
  return { use_point_case_id: id, points, balance };
}

/** Only what an engine of the same facility used. @throws CallError NOT_FOUND, REFUSED (cancelled before). */
export async function cancelPoints(tx: Tx, ctx: EngineContext, { use_point_case_id: id, reason = "" }: PointsCancel) {
  const use = await engineUse(tx, ctx, id);
  if (!(await isInReach(tx, ctx, use?.customer_id)) || !use)
    throw new CallError("NOT_FOUND", { because: { code: "no_such_use" } });
  const { customer_id, use_point: points } = use;
  if (!(await cancelPointUse(tx, ctx, { id, customerId: customer_id, remarks: reason })))
    throw refused({ code: "cancelled_already" });
  const after = { use_point: points, remarks: reason, customer_id };
  await recordAct(tx, ctx, { action: "cancel_use_points", entity: "use_point_cases", id, after });
  const { balance } = await pointsOf(tx, ctx, customer_id);
  return { use_point_case_id: id, points, balance };
}
