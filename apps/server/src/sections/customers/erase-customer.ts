import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { eraseInAudit } from "../../audit/erase-in-audit.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import type { CallContext } from "../../http/binder.ts";
import { CallError, staleVersion } from "../../http/errors.ts";
import { eraseGivenRanks } from "../ranks/given-ranks.ts";
import { eraseCompanionsDue, eraseContacts, eraseRegister, registerOf } from "../stays/erase-guest.ts";
import { customerAudit } from "./customer-audit.ts";
import {
  customersToErase,
  dropBelongings,
  eraseInLedgers,
  eraseMarketing,
  eraseRemaining,
  mergedInto,
  whatGoes,
  withdrawEverything,
} from "./erase-customer.queries.ts";
import { eraseAddresses, rememberKeys } from "./erased-addresses.ts";
import { type ErasedGuest, erasedGuest, patternsOf } from "./erased-guest.ts";
import { lockCustomer } from "./save-customer.queries.ts";

/** What erasing this guest would take away, and what stays until when. */
export async function erasureOf(tx: Tx, { app, scope }: CallContext, id: number) {
  const guest = await lockCustomer(tx, scope, id);
  if (!guest) throw new CallError("NOT_FOUND");
  const ids = await mergedInto(tx, scope.accountId, id);
  const register = await registerOf(tx, scope.accountId, ids, todayOf(app.clock));
  return { version: guest.version, ...register, ...(await whatGoes(tx, scope.accountId, id, ids)) };
}

/** Erases what sections above keep of a guest: merges, rows that could not be taken in, things named after the guest. */
export type EraseElsewhere = (
  tx: Tx,
  accountId: number,
  guest: ErasedGuest & { patterns: readonly string[] },
  now: Date,
) => Promise<void>;

/**
 * Erases a guest on request (docs/adr/0105): marketing data goes at once, the guest register when the law allows it. Ledgers of points,
 * coupons and stays keep their rows, which no longer name anybody.
 */
export async function eraseCustomer(
  tx: Tx,
  context: CallContext,
  { id, version }: { id: number; version: number },
  eraseElsewhere: EraseElsewhere,
): Promise<{ register_until: string | null }> {
  const { scope, app } = context;
  const { accountId } = scope;
  // A race: set-based writers have read the guests before and would bring back what they read. The programme's lock keeps them out.
  await lockProgramme(tx, accountId);
  const guest = await lockCustomer(tx, scope, id);
  if (!guest) throw new CallError("NOT_FOUND");
  if (guest.version !== version) throw staleVersion("customers", id);
  const today = todayOf(app.clock);
  const ids = await mergedInto(tx, accountId, id);
  const { register_until } = await registerOf(tx, accountId, ids, today);
  const erased = await erasedGuest(tx, accountId, ids);
  await rememberKeys(tx, { accountId, cipher: app.cipher }, ids);
  await withdrawEverything(tx, scope, ids);
  await dropBelongings(tx, accountId, ids);
  await eraseGivenRanks(tx, accountId, ids);
  await eraseMarketing(tx, scope, ids, { now: app.clock.now(), restOn: register_until ?? today });
  await eraseAddresses(tx, { accountId, cipher: app.cipher }, erased.addresses);
  await eraseContacts(tx, accountId, erased);
  const patterns = patternsOf(erased);
  await eraseElsewhere(tx, accountId, { ...erased, patterns }, app.clock.now());
  await eraseInAudit(tx, { accountId, customerIds: ids, patterns });
  await eraseInLedgers(tx, accountId, ids);
  if (register_until === null) await eraseRemainingFacts(tx, accountId, ids);
  await customerAudit(tx, context, "erase", id, { register_until });
  return { register_until };
}

async function eraseRemainingFacts(tx: Tx, accountId: number, ids: readonly number[]): Promise<void> {
  await eraseRemaining(tx, accountId, ids);
  await eraseRegister(tx, accountId, ids);
}

/** Guests of one programme whose register need not be kept any longer. Idempotent: a second run finds nothing. */
export async function eraseDue(tx: Tx, accountId: number, today: CalendarDate): Promise<number> {
  const ids = await customersToErase(tx, accountId, today);
  if (ids.length > 0) await eraseRemainingFacts(tx, accountId, ids);
  return ids.length + (await eraseCompanionsDue(tx, accountId, today));
}
