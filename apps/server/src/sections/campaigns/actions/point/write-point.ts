import { type PointDetail, pointDetail } from "@okaeri/contract/campaigns/actions/point/point";
import { type RawBuilder, sql } from "kysely";
import { objectOf, sqlValuesOf, takenOver, unqualifiedColumns } from "../../../../database/columns.ts";
import type { Tx } from "../../../../database/connection.ts";
import { withoutBookkeeping } from "../approval-fingerprint.ts";

/** Columns of points that hold what the contract says of an action's points. */
const COLUMNS = Object.keys(pointDetail.shape);

/** SQL over campaign actions `action`: the points of the action as JSON, null where it has none. */
export const pointOfAction = sql`(select ${objectOf("point", COLUMNS)}
  from points point
  where point.account_id = action.account_id and point.campaign_action_id = action.id)`;

/** The first of three places, as approvals have it that were given while all kinds were hashed side by side. */
export const pointFingerprint: RawBuilder<unknown> = sql`jsonb_build_array((select ${withoutBookkeeping(sql`point`)}
    from points point
    where point.account_id = action.account_id and point.campaign_action_id = action.id),
  null, null)`;

/** Makes the action's points what the document says; figures of another type than the chosen one are not kept. */
export async function writePoint(
  tx: Tx,
  { accountId, userId }: { accountId: number; userId: number },
  actionId: number,
  point: PointDetail | null,
): Promise<void> {
  if (point === null) return removePoints(tx, accountId, [actionId]);
  await tx.run`insert into points (account_id, campaign_action_id, ${unqualifiedColumns(COLUMNS)}, created_by, updated_by)
    values (${accountId}, ${actionId}, ${sqlValuesOf(COLUMNS, settledPoint(point))}, ${userId}, ${userId})
    on conflict (account_id, campaign_action_id) do update set ${takenOver(COLUMNS)}, updated_by = excluded.updated_by,
      updated_at = now()`;
}

/** The figures that the chosen types leave in force. */
function settledPoint(point: PointDetail): PointDetail {
  const only = <T>(met: boolean, value: T) => (met ? value : null);
  const { grant_type: grant, expiration_type: expiration } = point;
  return {
    ...point,
    grant_absolute: only(grant === "absolute", point.grant_absolute),
    grant_rate: only(grant === "rate", point.grant_rate),
    expiration_days_from_grant: only(expiration === "days_from_grant", point.expiration_days_from_grant),
    expiration_days_from_last_stay: only(expiration === "days_from_last_stay", point.expiration_days_from_last_stay),
    expiration_date: only(expiration === "date", point.expiration_date),
  };
}

export async function removePoints(tx: Tx, accountId: number, actionIds: readonly number[]): Promise<void> {
  await tx.run`delete from points where account_id = ${accountId} and campaign_action_id = any(${actionIds}::bigint[])`;
}
