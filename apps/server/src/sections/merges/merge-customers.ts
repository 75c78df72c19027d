import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Winners } from "@okaeri/domain/customers/merge-fields";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import { CallError, staleVersion } from "../../http/errors.ts";
import type { OtherKey } from "../customers/guest-register.ts";
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
 * moves, and derived values are recomputed for the survivor. Returns the merge's id.
 * @throws CallError NOT_FOUND, STALE_VERSION, WRONG_STATE (one of them is merged already).
 */
export async function mergeCustomers(tx: Tx, ctx: MergeContext, order: MergeOrder): Promise<number> {
  const { accountId } = ctx;
  await lockProgramme(tx, accountId);
  const to = order.survivor.id;
  const from = order.source.id;
  const ids = await withMerged(tx, accountId, from);
  const locked = await lockCustomers(tx, accountId, [to, ...ids]);
  const survivor = locked.find((one) => one.id === to);
  const source = locked.find((one) => one.id === from);
  if (!survivor || !source || to === from) throw new CallError("NOT_FOUND");
  if (survivor.version !== order.survivor.version) throw staleVersion("customers", to);
  if (source.version !== order.source.version) throw staleVersion("customers", from);
  if (survivor.merged_into !== null || source.merged_into !== null || survivor.active_status !== "active")
    throw new CallError("WRONG_STATE");

  await lockHolders(tx, ctx, [to, from]);
  const before = {
    facilities: await facilitiesOf(tx, accountId, to),
    rank: await storedRank(tx, accountId, to),
    scores: { survivor: await storedScores(tx, accountId, to), source: await storedScores(tx, accountId, from) },
  };
  const last = await lastReservation(tx, accountId);
  await pointAt(tx, ctx, ids, to);
  const { fields, keys } = await takeFields(tx, ctx, survivor, source, order.winners);
  const stays = await handOverStays(tx, accountId, ids, to);
  const lots = await handOverLots(tx, accountId, ids, to);
  const targets = await handOverTargets(tx, accountId, from, to);
  const types = await shareTypes(tx, ctx, ids, to);
  await recountGuests(tx, accountId, [to, from]);
  await shareFacilities(tx, accountId, ids, to);
  await bookStayPoints(tx, ctx, { stayIds: stays.stays, customerIds: [to], since: FIRST_DAY });
  await settleHolders(tx, ctx, [to, from]);
  await mergeRanks(tx, ctx, ids, to);
  await settleRanks(tx, ctx, [to], "merge");
  await rescoreGuests(tx, ctx, [to, from]);
  const consents = await mergeConsents(tx, ctx, ids, to, emailOf(survivor));
  const candidates = await moveCandidates(tx, ctx, ids, to);
  const moved: Moved = {
    ids,
    sourceStatus: source.active_status,
    sourceVersion: source.version,
    lastReservation: last,
    stays,
    lots,
    targets,
    types,
    consents,
    fields,
    keys,
    facilities: before.facilities,
    scores: before.scores,
    candidates,
    rank: { before: before.rank, after: await storedRank(tx, accountId, to) },
  };
  const merge = await tx.one<{ id: number }>`
    insert into customer_merges (account_id, survivor_customer_id, source_customer_id, survivor_before, moved, merged_by, merged_at)
    values (${accountId}, ${to}, ${from}, ${JSON.stringify(survivor)}, ${JSON.stringify(moved)}, ${ctx.userId}, ${ctx.now}) returning id`;
  await recordAudit(tx, {
    actorUserId: ctx.userId,
    ip: ctx.ip,
    action: "merge",
    entity: "customers",
    entityId: to,
    accountId,
    after: { merged_customer_id: from, merge_id: merge.id, fields: order.winners },
  });
  return merge.id;
}

/** The address that was the survivor's until the merge. */
const emailOf = ({ email }: StoredCustomer) => (typeof email === "string" ? email : null);

/** Before every stay. */
export const FIRST_DAY = "0001-01-01" as CalendarDate;
