import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { RfmThresholds } from "@okaeri/domain/rfms/score";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import { CallError, staleVersion } from "../../http/errors.ts";
import { groupsOf, type RfmEditInput, thresholdsOf } from "./check-rfm-edit.ts";
import { makeRfm } from "./create-default-rfm.ts";
import { writeDefinition } from "./rfm-versions.ts";
import { type LockedRfm, lockRfm } from "./rfms.queries.ts";
import { scoreRfm } from "./score-rfm.ts";
import { sharedRows } from "./share-rfm.ts";
import type { GroupToWrite } from "./write-rfm.queries.ts";

type Writer = { userId: number; ip: string; today: CalendarDate; now: Date };
type Checked = { edit: RfmEditInput; thresholds: RfmThresholds; groups: GroupToWrite[] };

/**
 * Saves an edited definition and scores everybody anew, in the caller's transaction, so that readers of the definition see its numbers.
 * `programmeIds`: all programmes that share it through an account group, the own one among them.
 * @throws CallError NOT_FOUND, STALE_VERSION, INVALID_INPUT with the fields at fault.
 */
export async function updateRfm(
  tx: Tx,
  place: { accountId: number; programmeIds: readonly number[] },
  edit: RfmEditInput & { id: number; version: number },
  by: Writer,
): Promise<void> {
  const before = await lockRfm(tx, place.accountId, edit.id);
  if (!before) throw new CallError("NOT_FOUND");
  if (before.version !== edit.version) throw staleVersion("rfms", edit.id);
  const thresholds = thresholdsOf(edit);
  const groups = groupsOf(
    edit,
    before.groups.map((group) => group.id),
  );
  await write(tx, by, before, { edit, thresholds, groups });
  for (const accountId of place.programmeIds.filter((id) => id !== place.accountId)) {
    const row = await siblingOf(tx, accountId, before.group_id, by);
    await write(tx, by, row, { edit, thresholds, groups: groups.map((group) => ofSibling(group, before, row)) });
  }
}

/** The same definition in another programme of the group; made when that one joined the group since. */
async function siblingOf(tx: Tx, accountId: number, groupId: number | null, by: Writer): Promise<LockedRfm> {
  await makeRfm(tx, { accountId, groupId, userId: by.userId, from: by.today });
  const [found] = await sharedRows(tx, groupId, [accountId]);
  const row = found && (await lockRfm(tx, accountId, found.id));
  if (!row) throw new Error("a shared RFM that was just made is not there");
  return row;
}

type Named = Pick<GroupToWrite, "name" | "recency_score" | "frequency_score" | "monetary_score">;
const combination = (group: Named) =>
  JSON.stringify([group.name, group.recency_score, group.frequency_score, group.monetary_score]);

/** The group of scores as the sibling has it, so that its histories and targets go on naming it. */
function ofSibling(group: GroupToWrite, own: LockedRfm, sibling: LockedRfm): GroupToWrite {
  const was = own.groups.find((each) => each.id === group.id);
  const same = was && sibling.groups.find((each) => combination(each) === combination(was));
  return { ...group, id: same?.id ?? null };
}

async function write(tx: Tx, by: Writer, before: LockedRfm, { edit, thresholds, groups }: Checked): Promise<void> {
  const key = { accountId: before.account_id, rfmId: before.id, userId: by.userId };
  await tx.run`update rfms
    set frequency_aggregation_years = ${edit.frequency_aggregation_years},
      monetary_aggregation_years = ${edit.monetary_aggregation_years}, version = version + 1, updated_by = ${by.userId},
      updated_at = ${by.now}
    where account_id = ${key.accountId} and id = ${key.rfmId}`;
  await writeDefinition(tx, key, { thresholds, groups }, by.today);
  await scoreRfm(tx, key.accountId, key.rfmId, by);
  await recordAudit(tx, {
    actorUserId: by.userId,
    ip: by.ip,
    accountId: key.accountId,
    action: "update",
    entity: "rfms",
    entityId: key.rfmId,
    before,
    after: edit,
  });
}
