import type { PointDetail } from "@okaeri/contract/campaigns/actions/point";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import { withoutBookkeeping } from "../../actions/hashed.ts";

/** SQL over campaign actions `action`: the points of the action as JSON, null where it has none. */
export const pointOfAction = sql`(select json_build_object('grant_type', point.grant_type, 'grant_absolute', point.grant_absolute,
    'grant_rate', point.grant_rate, 'grant_condition', point.grant_condition, 'plan_code', point.plan_code, 'expiration_type',
    point.expiration_type, 'expiration_days_from_grant', point.expiration_days_from_grant, 'expiration_days_from_last_stay',
    point.expiration_days_from_last_stay, 'expiration_date', point.expiration_date)
  from points point
  where point.account_id = action.account_id and point.campaign_action_id = action.id)`;

/** The first of three places, as approvals have it that were given while all kinds were hashed side by side. */
export const hashedPoint: RawBuilder<unknown> = sql`jsonb_build_array((select ${withoutBookkeeping(sql`point`)}
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
  const only = <T>(met: boolean, value: T) => (met ? value : null);
  await tx.run`insert into points (account_id, campaign_action_id, grant_type, grant_absolute, grant_rate, grant_condition, plan_code,
      expiration_type, expiration_days_from_grant, expiration_days_from_last_stay, expiration_date, created_by, updated_by)
    values (${accountId}, ${actionId}, ${point.grant_type}, ${only(point.grant_type === "absolute", point.grant_absolute)},
      ${only(point.grant_type === "rate", point.grant_rate)}, ${point.grant_condition}, ${point.plan_code}::text[],
      ${point.expiration_type}, ${only(point.expiration_type === "days_from_grant", point.expiration_days_from_grant)},
      ${only(point.expiration_type === "days_from_last_stay", point.expiration_days_from_last_stay)},
      ${only(point.expiration_type === "date", point.expiration_date)}, ${userId}, ${userId})
    on conflict (account_id, campaign_action_id) do update set grant_type = excluded.grant_type,
      grant_absolute = excluded.grant_absolute, grant_rate = excluded.grant_rate, grant_condition = excluded.grant_condition,
      plan_code = excluded.plan_code, expiration_type = excluded.expiration_type,
      expiration_days_from_grant = excluded.expiration_days_from_grant,
      expiration_days_from_last_stay = excluded.expiration_days_from_last_stay, expiration_date = excluded.expiration_date,
      updated_by = excluded.updated_by, updated_at = now()`;
}

export async function removePoints(tx: Tx, accountId: number, actionIds: readonly number[]): Promise<void> {
  await tx.run`delete from points where account_id = ${accountId} and campaign_action_id = any(${actionIds}::bigint[])`;
}
