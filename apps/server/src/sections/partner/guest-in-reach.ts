import type { RawBuilder } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { bookingOfCode } from "../coupons/engine-bookings.ts";
import { guestByKey } from "../customers/guest-by-key.ts";
import type { KnownCustomer } from "../customers/identity-resolver.ts";
import { isWithinFacilities, withinFacilities } from "../stays/guests.read.ts";
import type { EngineContext } from "./engine-context.ts";

// Every way in which an engine asks for a guest ends here: a guest out of the key's reach does not exist for it, and each request is
// counted against the budget.

/** The guest of a member number or mail address. @throws CallError TOO_MANY_REQUESTS */
export async function guestInReach(
  tx: Tx,
  ctx: EngineContext,
  input: { member_number?: string | undefined; email?: string | undefined },
): Promise<KnownCustomer | undefined> {
  if (input.member_number !== undefined) ctx.asks.byNumber(input.member_number);
  const guest = await guestByKey(tx, ctx.accountId, input);
  return (await isInReach(tx, ctx, guest?.id)) ? guest : undefined;
}

/** Whether the key may learn of a guest that something else named. @throws CallError TOO_MANY_REQUESTS */
export async function isInReach(tx: Tx, ctx: EngineContext, customerId: number | undefined): Promise<boolean> {
  const within = await isWithinFacilities(tx, ctx, customerId ?? 0);
  if (customerId === undefined || !within) {
    ctx.asks.missed();
    return false;
  }
  ctx.asks.found(customerId);
  return true;
}

type UsesOf<Use> = (tx: Tx, ctx: EngineContext, code: string, inReach: InReach) => Promise<(Use & Whose)[]>;
type Whose = { customer_id: number | null };
type InReach = (customerId: RawBuilder<unknown>) => RawBuilder<boolean>;

/** What a booking used, of guests in reach. A code without any use or booking counts as a guess; a known booking without uses does not. */
export async function usesOfBooking<Use extends object>(tx: Tx, ctx: EngineContext, code: string, usesOf: UsesOf<Use>) {
  const found = await usesOf(tx, ctx, code, (customerId) => withinFacilities(ctx, customerId));
  const booking = await bookingOfCode(tx, ctx, code, { lock: false });
  if (found.length === 0 && !booking) ctx.asks.missed();
  for (const { customer_id } of found) if (customer_id !== null) ctx.asks.found(customer_id);
  return { items: found.map(({ customer_id: _whose, ...use }) => use) };
}
