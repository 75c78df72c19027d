import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Winners } from "@okaeri/domain/customers/merge-fields";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import { CallError, staleVersion } from "../../http/errors.ts";
import type { OtherKey } from "../customers/identity-resolver.ts";
import { type MergedConsent, mergeConsents } from "../customers/merge-consents.ts";
import {
  type FieldChange,
  lockCustomers,
  pointAt,
  type StoredCustomer,
  shareTypes,
  takeFields,
  withMerged,
} from "../customers/merge-fields.ts";
import { bookStayPoints } from "../points/book-stay-points.ts";
import { handOverLots, lockHolders, settleHolders } from "../points/hand-over-lots.ts";
import { handOverTargets } from "../pushes/hand-over-targets.ts";
import { mergeRanks, type StoredRank, storedRank } from "../ranks/merge-ranks.ts";
import { settleRanks } from "../ranks/settle-ranks.ts";
import { rescoreGuests, type StoredScores, storedScores } from "../rfms/rescore-guests.ts";
import {
  facilitiesOf,
  type HandedOver,
  handOverStays,
  lastReservation,
  recountGuests,
  type SeenAt,
  shareFacilities,
} from "../stays/hand-over-stays.ts";
import type { MergeContext } from "./merge-context.ts";
import { type MovedCandidates, moveCandidates } from "./move-candidates.ts";

/** Two customers who are one person, and what of whom is kept. */
export type MergeOrder = {
  survivor: { id: number; version: number };
  source: { id: number; version: number };
  winners: Winners;
};

/** All that undoing a merge needs (customer_merges.moved). */
export type Moved = {
  /** The source, and who was merged into the source before. */
  ids: number[];
  sourceStatus: string;
  /** Left out by merges from before it was noted. */
  sourceVersion?: number;
  lastReservation: number;
  stays: HandedOver;
  lots: number[];
  targets: number[];
  types: number[];
  facilities: SeenAt[];
  rank: { before: StoredRank | null; after: StoredRank | null };
  /** Merges from when there was one RFM alone hold one set, or null. */
  scores: Record<"survivor" | "source", StoredScores[] | StoredScores | null>;
  consents: MergedConsent[];
  fields: FieldChange;
  keys: OtherKey[];
  candidates: MovedCandidates;
};

/**
 * Merges two customers into one (docs/adr/0101), in one transaction. Ledgers keep the customer they were written for; what can be moved
 * moves first, then derived values are recomputed for the survivor. Returns the merge's id.
 * @throws CallError NOT_FOUND, STALE_VERSION, WRONG_STATE (one of them is merged already).
 */
export async function mergeCustomers(tx: Tx, ctx: MergeContext, order: MergeOrder): Promise<number> {
  await lockProgramme(tx, ctx.accountId);
  const pair = await lockPair(tx, ctx, order);
  const before = await stateBefore(tx, ctx.accountId, pair);
  const handed = await handOver(tx, ctx, pair, order.winners);
  await recompute(tx, ctx, pair, handed.stays);
  const consents = await mergeConsents(tx, ctx, pair.ids, pair.to, emailOf(pair.survivor));
  const candidates = await moveCandidates(tx, ctx, pair.ids, pair.to);
  const { rank, ...fieldsBefore } = before;
  const after = await storedRank(tx, ctx.accountId, pair.to);
  const moved: Moved = { ...fieldsBefore, ...handed, consents, candidates, rank: { before: rank, after } };
  return noteMerge(tx, ctx, pair, moved, order.winners);
}

/** `ids`: the source, and who was merged into the source before. */
type Pair = { to: number; from: number; ids: number[]; survivor: StoredCustomer; source: StoredCustomer };

/** Both customers as they stand, locked, and after them their points. */
async function lockPair(tx: Tx, ctx: MergeContext, order: MergeOrder): Promise<Pair> {
  const to = order.survivor.id;
  const from = order.source.id;
  const ids = await withMerged(tx, ctx.accountId, from);
  const locked = await lockCustomers(tx, ctx.accountId, [to, ...ids]);
  const survivor = locked.find((one) => one.id === to);
  const source = locked.find((one) => one.id === from);
  if (!survivor || !source || to === from) throw new CallError("NOT_FOUND");
  if (survivor.version !== order.survivor.version) throw staleVersion("customers", to);
  if (source.version !== order.source.version) throw staleVersion("customers", from);
  if (survivor.merged_into !== null || source.merged_into !== null || survivor.active_status !== "active")
    throw new CallError("WRONG_STATE");
  await lockHolders(tx, ctx, [to, from]);
  return { to, from, ids, survivor, source };
}

/** What undoing puts back and nothing that moves tells. */
async function stateBefore(tx: Tx, accountId: number, { to, from, ids, source }: Pair) {
  const facilities = await facilitiesOf(tx, accountId, to);
  const rank = await storedRank(tx, accountId, to);
  const scores = { survivor: await storedScores(tx, accountId, to), source: await storedScores(tx, accountId, from) };
  const last = await lastReservation(tx, accountId);
  const { active_status: sourceStatus, version: sourceVersion } = source;
  return { ids, sourceStatus, sourceVersion, lastReservation: last, facilities, rank, scores };
}

/** Gives the survivor the fields that he is to have, and all rows that can change hands. */
async function handOver(tx: Tx, ctx: MergeContext, { to, from, ids, survivor, source }: Pair, winners: Winners) {
  const { accountId } = ctx;
  await pointAt(tx, ctx, ids, to);
  const { fields, keys } = await takeFields(tx, ctx, survivor, source, winners);
  const stays = await handOverStays(tx, accountId, ids, to);
  const lots = await handOverLots(tx, accountId, ids, to);
  const targets = await handOverTargets(tx, accountId, from, to);
  const types = await shareTypes(tx, ctx, ids, to);
  return { fields, keys, stays, lots, targets, types };
}

/** Totals, points, rank and scores, from the rows that are the survivor's now. */
async function recompute(tx: Tx, ctx: MergeContext, { to, from, ids }: Pair, stays: HandedOver): Promise<void> {
  await recountGuests(tx, ctx.accountId, [to, from]);
  await shareFacilities(tx, ctx.accountId, ids, to);
  await bookStayPoints(tx, ctx, { stayIds: stays.stays, customerIds: [to], since: FIRST_DAY });
  await settleHolders(tx, ctx, [to, from]);
  await mergeRanks(tx, ctx, ids, to);
  await settleRanks(tx, ctx, [to], "merge");
  await rescoreGuests(tx, ctx, [to, from]);
}

async function noteMerge(
  tx: Tx,
  ctx: MergeContext,
  { to, from, survivor }: Pair,
  moved: Moved,
  winners: Winners,
): Promise<number> {
  const merge = await tx.one<{ id: number }>`
    insert into customer_merges (account_id, survivor_customer_id, source_customer_id, survivor_before, moved, merged_by, merged_at)
    values (${ctx.accountId}, ${to}, ${from}, ${JSON.stringify(survivor)}, ${JSON.stringify(moved)}, ${ctx.userId}, ${ctx.now})
    returning id`;
  await recordAudit(tx, {
    actorUserId: ctx.userId,
    ip: ctx.ip,
    action: "merge",
    entity: "customers",
    entityId: to,
    accountId: ctx.accountId,
    after: { merged_customer_id: from, merge_id: merge.id, fields: winners },
  });
  return merge.id;
}

/** The address that was the survivor's until the merge. */
const emailOf = ({ email }: StoredCustomer) => (typeof email === "string" ? email : null);

/** Before every stay. */
export const FIRST_DAY = "0001-01-01" as CalendarDate;
