import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type PaidPeriod, paidPeriods, type RuleVersion } from "@okaeri/domain/points/rule-versions";
import type { Form } from "@okaeri/domain/segments/form";
import { parseTarget } from "@okaeri/domain/segments/target";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

export type Rules = readonly PaidPeriod<ActiveRules>[];

/** The Point entity's fields (specification §3) as a version keeps them. */
export type VersionedPoint = {
  grant_condition: number | null;
  plan_code: string[];
  expiration_type: string;
  expiration_days_from_grant: number | null;
  expiration_days_from_last_stay: number | null;
  expiration_date: CalendarDate | null;
  grant_type: string;
  grant_absolute: number | null;
  grant_rate: number | null;
};
export type VersionedSegment = {
  segment_id: number;
  /** Null: a condition that cannot be evaluated, so nobody meets it. */
  form: Form | null;
  actions: { action_id: number; point: VersionedPoint }[];
};
/** As a row keeps it: its target beside the rest. */
type StoredSegment = Omit<VersionedSegment, "form"> & { tree: unknown };
export type ActiveRules = RuleVersion & { campaign_id: number; segments: VersionedSegment[] };
type StoredRules = RuleVersion & { campaign_id: number; segments: StoredSegment[] };

// An empty target with the script `true` is everybody.
const targetOrEverybody = sql`coalesce(segment.target,
  case when segment.lua_script = 'true' then '{"combinator": "and", "rules": []}'::jsonb end)`;

/** The campaign's rules as they stand, as a row of campaign_rule_versions keeps them. */
const segmentsNow = sql`coalesce((select jsonb_agg(jsonb_build_object('segment_id', segment.id, 'tree', ${targetOrEverybody}, 'actions',
      coalesce((select jsonb_agg(jsonb_build_object('action_id', action.id, 'point',
            jsonb_build_object('grant_condition', point.grant_condition, 'plan_code', point.plan_code, 'expiration_type',
              point.expiration_type, 'expiration_days_from_grant', point.expiration_days_from_grant, 'expiration_days_from_last_stay',
              point.expiration_days_from_last_stay, 'expiration_date', point.expiration_date, 'grant_type', point.grant_type,
              'grant_absolute', point.grant_absolute, 'grant_rate', point.grant_rate))
            order by action.seq)
          from campaign_actions action
          join points point on point.account_id = action.account_id and point.campaign_action_id = action.id
            and point.active_status = 'active'
          where action.account_id = segment.account_id and action.campaign_segment_id = segment.id and action.type = 'point'
            and action.active_status = 'active'),
        '[]'))
      order by segment.priority_seq)
    from campaign_segments segment
    where segment.account_id = campaign.account_id and segment.campaign_id = campaign.id
      and segment.active_status = 'active'),
  '[]')`;

export type NewVersion = { campaignId: number; from: CalendarDate; to?: CalendarDate; pays: boolean };

/** The row that such a version would be. */
export const newVersion = (accountId: number, { campaignId, from, to, pays }: NewVersion) => sql`
  select campaign.account_id, campaign.id as campaign_id, ${from}::date as valid_from, ${to ?? null}::date as valid_to,
    ${pays}::boolean as pays, campaign.campaign_start_dt as start_on, campaign.campaign_end_dt as end_on, ${segmentsNow} as segments
  from campaigns campaign
  where campaign.account_id = ${accountId} and campaign.id = ${campaignId}`;

/** Whether a basic campaign was ever switched on: else no stay has earned anything. */
export async function hasRules(tx: Tx, accountId: number): Promise<boolean> {
  const found = await tx.all`select from campaign_rule_versions where account_id = ${accountId} limit 1`;
  return found.length > 0;
}

/**
 * Which rules of the programme's basic campaigns pay which check-out days, campaign by campaign.
 * `planned`: as if this version had been added.
 */
export async function paidRules(tx: Tx, accountId: number, planned?: NewVersion): Promise<PaidPeriod<ActiveRules>[]> {
  const stored = await tx.all<StoredRules>`
    select id, campaign_id, valid_from, valid_to, pays, start_on, end_on, segments
    from campaign_rule_versions
    where account_id = ${accountId}
    order by campaign_id, id`;
  const added = planned
    ? await tx.all<StoredRules>`select 9007199254740991 as id, v.* from (${newVersion(accountId, planned)}) v`
    : [];
  const versions = [...stored, ...added].map((row) => ({ ...row, segments: row.segments.map(readSegment) }));
  return [...Map.groupBy(versions, (version) => version.campaign_id).values()].flatMap((history) =>
    paidPeriods(history),
  );
}

function readSegment({ tree, ...rest }: StoredSegment): VersionedSegment {
  const parsed = tree === null ? null : parseTarget(tree, "evening");
  return { ...rest, form: parsed?.ok ? parsed.target.form : null };
}
