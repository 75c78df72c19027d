import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import { CallError } from "../../http/errors.ts";
import { plainKana } from "../customers/customer-fields.ts";
import type { OtherKey } from "../customers/identity-resolver.ts";
import { restoreConsents } from "../customers/merge-consents.ts";
import {
  dropKeys,
  lockCustomers,
  pointBack,
  restoreFields,
  type StoredCustomer,
  takeTypes,
} from "../customers/merge-fields.ts";
import { bookStayPoints } from "../points/book-stay-points.ts";
import { handBackLots, isLedgerShared, lockHolders, settleHolders } from "../points/hand-over-lots.ts";
import { handBackTargets } from "../pushes/hand-over-targets.ts";
import { restoreRank } from "../ranks/merge-ranks.ts";
import { settleRanks } from "../ranks/settle-ranks.ts";
import { restoreScores } from "../rfms/rescore-guests.ts";
import {
  giveStays,
  type HandedOver,
  type NewReservation,
  recountGuests,
  reservationsSince,
  restoreFacilities,
  rowsOfReservations,
} from "../stays/hand-over-stays.ts";
import type { MergeContext } from "./merge-context.ts";
import { FIRST_DAY, type Moved } from "./merge-customers.ts";
import { restoreCandidates } from "./move-candidates.ts";

type Merge = {
  id: number;
  survivor_customer_id: number;
  source_customer_id: number;
  source_number: string | null;
  undone_at: Date | null;
  is_last: boolean;
};
type StoredMerge = { erased_at: null; survivor_before: StoredCustomer; moved: Moved };
/** The guest was erased, and with the guest what was kept for this. */
type ErasedSubject = { erased_at: Date; survivor_before: Record<never, never>; moved: Record<never, never> };

/**
 * Undoes a merge (docs/adr/0101): both customers are as they were before, and what arrived since belongs to whom it names. First the rows
 * go back, then everything derived from them (totals, points, ranks, scores) is computed again, and decisions of people are restored.
 * @throws CallError NOT_FOUND; WRONG_STATE, because it was undone already, the guest was erased since, another merge came after it, points
 * of one paid for the other, or the source's member number has a new owner.
 */
export async function undoMerge(
  tx: Tx,
  ctx: MergeContext,
  mergeId: number,
): Promise<{ survivor: number; source: number }> {
  await lockProgramme(tx, ctx.accountId);
  const merge = await lockMerge(tx, ctx.accountId, mergeId);
  await refuseUndo(tx, ctx, merge);
  const { now, was } = await lockPair(tx, ctx, merge);
  const given = await rowsSince(tx, ctx.accountId, merge, was);
  await restoreSurvivor(tx, ctx, now, merge.moved);
  await handBackRows(tx, ctx, merge, given);
  await handBackState(tx, ctx, merge, given);
  await noteUndone(tx, ctx, merge, [now, was]);
  return { survivor: merge.survivor_customer_id, source: merge.source_customer_id };
}

type Undoable = Merge & StoredMerge;

async function lockMerge(tx: Tx, accountId: number, mergeId: number): Promise<Undoable> {
  const merge = await tx.maybe<
    Merge & (StoredMerge | ErasedSubject)
  >`select customer_merge.id, customer_merge.survivor_customer_id, customer_merge.source_customer_id, customer_merge.survivor_before,
      customer_merge.moved, customer_merge.undone_at, customer_merge.erased_at,
      (select customer.member_number
        from customers customer
        where customer.account_id = customer_merge.account_id and customer.id = customer_merge.source_customer_id) as source_number,
      not exists (select from customer_merges later_customer_merge
        where later_customer_merge.account_id = customer_merge.account_id and later_customer_merge.undone_at is null
          and later_customer_merge.id > customer_merge.id
          and (later_customer_merge.survivor_customer_id = customer_merge.survivor_customer_id
            or later_customer_merge.source_customer_id = customer_merge.survivor_customer_id)) as is_last
    from customer_merges customer_merge
    where customer_merge.account_id = ${accountId} and customer_merge.id = ${mergeId} for update`;
  if (!merge) throw new CallError("NOT_FOUND");
  if (merge.undone_at !== null) throw new CallError("WRONG_STATE");
  if (merge.erased_at !== null) throw new CallError("WRONG_STATE", { because: { code: "guest_erased" } });
  return merge;
}

/** The survivor as he is now and the source as he was, locked, and after them their points. */
async function lockPair(
  tx: Tx,
  ctx: MergeContext,
  merge: Undoable,
): Promise<{ now: StoredCustomer; was: StoredCustomer }> {
  const { survivor_customer_id: survivor, source_customer_id: source, moved } = merge;
  const locked = await lockCustomers(tx, ctx.accountId, [survivor, ...moved.ids]);
  const now = locked.find((one) => one.id === survivor);
  const was = locked.find((one) => one.id === source);
  if (!now || !was) throw new CallError("NOT_FOUND");
  await lockHolders(tx, ctx, [survivor, source]);
  return { now, was };
}

/** Rows of reservations that came in between and name the source alone. Read before the survivor's fields are put back. */
async function rowsSince(tx: Tx, accountId: number, merge: Undoable, was: StoredCustomer): Promise<HandedOver> {
  const { survivor_customer_id: survivor, moved } = merge;
  const since = await reservationsSince(tx, accountId, survivor, moved.lastReservation);
  const theirs = since.filter((one) => namesOnly(one, was, merge.survivor_before)).map((one) => one.id);
  return rowsOfReservations(tx, accountId, survivor, theirs);
}

async function restoreSurvivor(tx: Tx, ctx: MergeContext, now: StoredCustomer, moved: Moved): Promise<void> {
  const restored = await restoreFields(tx, ctx, now, moved.fields);
  // What was not put back goes on naming the survivor by the key alone.
  const isBack = (key: OtherKey) => key.kind === "tel" || restored.includes(FIELD_OF_KEY[key.kind]);
  await dropKeys(tx, ctx.accountId, now.id, moved.keys.filter(isBack));
}

async function handBackRows(tx: Tx, ctx: MergeContext, merge: Undoable, given: HandedOver): Promise<void> {
  const { accountId } = ctx;
  const { survivor_customer_id: survivor, source_customer_id: source, moved } = merge;
  await pointBack(tx, ctx, moved.ids, moved.sourceStatus);
  for (const rows of [moved.stays, given]) await giveStays(tx, accountId, rows, { from: [survivor], to: source });
  await handBackTargets(tx, accountId, moved.targets, { from: survivor, to: source });
  await takeTypes(tx, accountId, survivor, moved.types);
}

/** Totals, points, rank and scores of both, consents, and the questions who is who. */
async function handBackState(tx: Tx, ctx: MergeContext, merge: Undoable, given: HandedOver): Promise<void> {
  const { survivor_customer_id: survivor, source_customer_id: source, moved } = merge;
  await restoreFacilities(tx, ctx.accountId, survivor, moved.facilities);
  await recountGuests(tx, ctx.accountId, [survivor, source]);
  const stayIds = [...moved.stays.stays, ...given.stays];
  await handBackPoints(tx, ctx, { survivor, source, lots: moved.lots, stayIds });
  await restoreRank(tx, ctx, survivor, moved.rank);
  await settleRanks(tx, ctx, [survivor, source], "merge");
  await restoreScores(tx, ctx, survivor, moved.scores.survivor);
  await restoreScores(tx, ctx, source, moved.scores.source);
  await restoreConsents(tx, ctx, { survivor, source, merged: moved.consents });
  await restoreCandidates(tx, ctx, moved.candidates);
}

/** With the versions that both were found in: what moved them on from there was not a change by hand. */
async function noteUndone(
  tx: Tx,
  ctx: MergeContext,
  merge: Undoable,
  found: readonly Pick<StoredCustomer, "id" | "version">[],
): Promise<void> {
  const undoneVersions = Object.fromEntries(found.map(({ id, version }) => [id, version]));
  await tx.run`update customer_merges
    set undone_by = ${ctx.userId}, undone_at = ${ctx.now}, moved = moved || ${JSON.stringify({ undoneVersions })}::jsonb
    where account_id = ${ctx.accountId} and id = ${merge.id}`;
  await recordAudit(tx, {
    actorUserId: ctx.userId,
    ip: ctx.ip,
    action: "undo_merge",
    entity: "customers",
    entityId: merge.survivor_customer_id,
    accountId: ctx.accountId,
    after: { separated_customer_id: merge.source_customer_id, merge_id: merge.id },
  });
}

/**
 * What happens to points when a merge is undone: what is left of the source's grants (`lots`) goes back to the source, what the stays
 * earned is booked for whoever has them now, debts are paid, and both balances follow. Uses stay with whom they were made for; where
 * points of one paid for the other, `refuseUndo` has said no before.
 */
async function handBackPoints(
  tx: Tx,
  ctx: MergeContext,
  back: { survivor: number; source: number; lots: readonly number[]; stayIds: number[] },
): Promise<void> {
  const both = [back.survivor, back.source];
  await handBackLots(tx, ctx.accountId, back.lots, back.source);
  await bookStayPoints(tx, ctx, { stayIds: back.stayIds, customerIds: both, since: FIRST_DAY });
  await settleHolders(tx, ctx, both);
}

const FIELD_OF_KEY = { member: "member_number", email: "email" } as const;

async function refuseUndo(tx: Tx, ctx: MergeContext, merge: Merge & StoredMerge): Promise<void> {
  if (!merge.is_last) throw new CallError("WRONG_STATE", { because: { code: "later_merge" } });
  const { ids } = merge.moved;
  const { accountId } = ctx;
  const both = [...ids, merge.survivor_customer_id];
  const others = await tx.all<{ id: number }>`select id
    from customers
    where account_id = ${accountId} and merged_into = ${merge.survivor_customer_id}`;
  const all = [...new Set([...both, ...others.map((row) => row.id)])];
  if (await isLedgerShared(tx, accountId, { one: ids, both: all }))
    throw new CallError("WRONG_STATE", { because: { code: "points_shared" } });
  const numbers = [merge.survivor_before.member_number, merge.source_number].filter((one) => typeof one === "string");
  const taken = await tx.all`select from customers customer
    where customer.account_id = ${accountId} and customer.member_number = any(${numbers}::text[]) and customer.merged_into is null
      and customer.id <> ${merge.survivor_customer_id}`;
  if (taken.length > 0) throw new CallError("WRONG_STATE", { because: { code: "member_number_taken" } });
}

/** A reservation that came after the merge is the source's where it names the source and not the survivor; else it stays. */
function namesOnly(one: NewReservation, source: StoredCustomer, survivor: StoredCustomer): boolean {
  const kana = one.name_kana === null ? null : plainKana(one.name_kana);
  const names = ({ email, tel, name_kana }: StoredCustomer) =>
    (one.email !== null && one.email === email) ||
    (one.tel !== null &&
      one.tel === tel &&
      kana !== null &&
      typeof name_kana === "string" &&
      plainKana(name_kana) === kana);
  return names(source) && !names(survivor);
}
