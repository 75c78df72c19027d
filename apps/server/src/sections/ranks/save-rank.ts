import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Definition } from "@okaeri/domain/ranks/definition";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import { withoutLoops } from "../../database/without-loops.ts";
import { CallError, staleVersion } from "../../http/errors.ts";
import type { Scope } from "../../session/scope.ts";
import {
  campaignsWaiting,
  checkDefinition,
  checkNotCircular,
  checkOmitted,
  firstDay,
  knownTiers,
} from "./check-rank-edit.ts";
import { heldRanks } from "./held-ranks.read.ts";
import { publishRank } from "./publish-rank.ts";
import { lockRank, type RankGuestsSql, type RankRow, ranksWithDistribution } from "./ranks.queries.ts";

export type RankEdit = Definition & { valid_from?: string | undefined };
export type RankEditContext = { scope: Scope; ip: string | null; today: CalendarDate; guests: RankGuestsSql };

/** The first definition of a programme. @throws CallError INVALID_INPUT, WRONG_STATE where there is one already. */
export async function createRank(tx: Tx, writer: RankEditContext, edit: RankEdit): Promise<number> {
  const { scope, today } = writer;
  const day = firstDay(edit.valid_from, today);
  checkDefinition(edit, new Set());
  await checkNotCircular(tx, scope.accountId, edit, today);
  const made = await tx.maybe<{
    id: number;
  }>`insert into ranks (account_id, definition, use_point_unit, active_month, base_month, base_date, valid_from, created_by, updated_by)
    values (${scope.accountId}, ${edit.definition}, ${edit.use_point_unit}, ${edit.active_month}, ${edit.base_month}, ${edit.base_date},
      ${today}, ${scope.userId}, ${scope.userId})
    on conflict (account_id) where active_status = 'active' do nothing
    returning id`;
  if (!made) throw new CallError("WRONG_STATE", { because: { code: "ranks_exist_already" } });
  await publishRank(tx, { accountId: scope.accountId, rankId: made.id, userId: scope.userId }, edit, day, today);
  await record(tx, writer, "create", made.id, { after: { ...edit, valid_from: day } });
  return made.id;
}

/** A changed definition, from its first day on. @throws CallError NOT_FOUND, STALE_VERSION, INVALID_INPUT with the fields at fault. */
export async function updateRank(
  tx: Tx,
  writer: RankEditContext,
  edit: RankEdit & { id: number; version: number },
): Promise<void> {
  const { scope, today } = writer;
  const { id, version, ...wanted } = edit;
  const before = await lockedRank(tx, writer, id, version);
  const day = firstDay(wanted.valid_from, today);
  checkDefinition(wanted, knownTiers(before));
  await checkOmitted(tx, before, wanted, today);
  await checkNotCircular(tx, scope.accountId, wanted, today);
  await tx.run`update ranks
    set version = version + 1, updated_by = ${scope.userId}, updated_at = now()
    where account_id = ${scope.accountId} and id = ${id}`;
  await publishRank(tx, { accountId: scope.accountId, rankId: id, userId: scope.userId }, wanted, day, today);
  await record(tx, writer, "update", id, { before: settings(before), after: { ...wanted, valid_from: day } });
}

/**
 * Takes the definition out of use, and every rank with it.
 * @throws CallError WRONG_STATE while a campaign asks for one of its tiers, or guests hold one and `loseRanks` does not say that it is meant.
 */
export async function removeRank(
  tx: Tx,
  writer: RankEditContext,
  { id, version, lose_ranks: loseRanks }: { id: number; version: number; lose_ranks: boolean },
): Promise<void> {
  const { scope, today } = writer;
  const account = scope.accountId;
  const before = await lockedRank(tx, writer, id, version);
  const names = await campaignsWaiting(tx, account, knownTiers(before), today);
  if (names.length > 0) throw new CallError("WRONG_STATE", { because: { code: "rank_used_by_campaigns", names } });
  const held = await withoutLoops(
    tx,
    () =>
      tx.one<{
        guests: number;
      }>`select count(*)::int as guests from ${heldRanks(today)} k where k.account_id = ${account}`,
  );
  if (held.guests > 0 && !loseRanks)
    throw new CallError("WRONG_STATE", { because: { code: "ranks_held", guests: held.guests } });
  await tx.run`with lost as (delete from customer_ranks where account_id = ${account} returning customer_id, rank_detail_id, rank_type)
    insert into customer_rank_histories (account_id, customer_id, rank_detail_id, previous_rank_detail_id, rank_type, cause, changed_on,
      created_by)
    select ${account}, customer_id, null, rank_detail_id, rank_type, 'definition', ${today}, ${scope.userId}
    from lost`;
  await tx.run`delete from rank_versions where account_id = ${account} and rank_id = ${id} and valid_from > ${today}::date`;
  // From this day on there are no tiers; earlier evenings keep theirs.
  await tx.run`insert into rank_versions (account_id, rank_id, valid_from, definition, use_point_unit, active_month, base_month,
      base_date, details, created_by)
    select account_id, id, ${today}::date, definition, use_point_unit, active_month, base_month, base_date, '[]', ${scope.userId}
    from ranks
    where account_id = ${account} and id = ${id}
    on conflict (account_id, rank_id, valid_from) do update set details = excluded.details`;
  await tx.run`update rank_details
    set active_status = 'inactive', updated_by = ${scope.userId}, updated_at = now()
    where account_id = ${account} and rank_id = ${id}`;
  await tx.run`update ranks
    set active_status = 'inactive', version = version + 1, updated_by = ${scope.userId}, updated_at = now()
    where account_id = ${account} and id = ${id}`;
  await record(tx, writer, "delete", id, { before: { ...settings(before), guests: held.guests } });
}

async function lockedRank(
  tx: Tx,
  { scope, today, guests }: RankEditContext,
  id: number,
  version: number,
): Promise<RankRow> {
  // Lock order as in the nightly job, which takes the programme first: otherwise the two could deadlock.
  await lockProgramme(tx, scope.accountId);
  const locked = await lockRank(tx, scope.accountId, id);
  if (!locked) throw new CallError("NOT_FOUND");
  if (locked.version !== version) throw staleVersion("ranks", id);
  const [rank] = await ranksWithDistribution(tx, scope, { ...guests, today }, id);
  if (!rank) throw new CallError("NOT_FOUND");
  return rank;
}

/** What the audit log says of a definition: its terms, not today's counts. */
function settings({ definition, use_point_unit, active_month, base_month, base_date, valid_from, details }: RankRow) {
  const tiers = details.map(({ count: _count, manual_count: _manual, ...tier }) => tier);
  return { definition, use_point_unit, active_month, base_month, base_date, valid_from, details: tiers };
}

function record(
  tx: Tx,
  { scope, ip }: RankEditContext,
  action: string,
  id: number,
  about: { before?: unknown; after?: unknown },
) {
  const { accountId, userId: actorUserId } = scope;
  return recordAudit(tx, { actorUserId, ip, accountId, action, entity: "ranks", entityId: id, ...about });
}
