import { type RawBuilder, sql } from "kysely";
import { canonicalCustomer } from "../../database/canonical-customer.ts";

/** How often an action meets one guest at most; null: as often as it comes. */
export type FrequencyLimit = { per: "year" | "days" | "ever"; days: number | null } | null;

const { join, ...whose } = canonicalCustomer("met_target");

/**
 * SQL over customers `customer`: the action met them before, within what its limit says of Japan's days; also whom they were merged from. Who
 * was left out or not reached was not met; who waits in another send of it will be.
 */
export function alreadyReceivedSql(
  once: FrequencyLimit,
  { accountId, campaignActionId, plannedAt }: { accountId: number; campaignActionId: number; plannedAt: Date },
): RawBuilder<boolean> {
  if (once === null) return sql<boolean>`false`;
  const day = sql`(${plannedAt}::timestamptz at time zone 'Asia/Tokyo')::date`;
  const since: Record<NonNullable<FrequencyLimit>["per"], RawBuilder<unknown>> = {
    ever: sql`true`,
    year: sql`(met_push.push_scheduled_time at time zone 'Asia/Tokyo')::date >= date_trunc('year', ${day}::timestamp)::date`,
    days: sql`(met_push.push_scheduled_time at time zone 'Asia/Tokyo')::date > ${day} - ${once.days ?? 0}::int`,
  };
  return sql<boolean>`(customer.id in (select ${whose.customerId}
    from push_actions met_push
    join push_action_targets met_target on met_target.account_id = met_push.account_id and met_target.push_action_id = met_push.id ${join}
    where met_push.account_id = ${accountId} and met_push.campaign_action_id = ${campaignActionId}
      and met_target.outcome in ('waiting', 'sending', 'sent', 'unknown') and ${since[once.per]}))`;
}
