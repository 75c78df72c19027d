import type { CampaignDocument } from "@okaeri/contract/campaigns/document";
import type { campaignList } from "@okaeri/contract/lists/campaigns";
import type { ListConditions } from "@okaeri/contract/lists/list";
import type { ActionType, CampaignStatus } from "@okaeri/domain/enumerations";
import type { Hold } from "@okaeri/domain/pushes/next-steps";
import { type RawBuilder, sql } from "kysely";
import { qualifiedColumns } from "../../database/columns.ts";
import type { Tx } from "../../database/connection.ts";
import {
  conditionsOf,
  type ListFilter,
  normaliseSearchTerm,
  orderOf,
  type Paging,
  pageOf,
} from "../../database/list-page.ts";
import { type AttributedFigures, attributedToCampaign } from "../conversions/attributed.read.ts";
import { campaignPoints } from "../points/campaign-figures.read.ts";
import { controlCount } from "../pushes/control.ts";
import { lastSentOf, pushFigures } from "../pushes/pushes.read.ts";
import { figuresOfCampaign, type SendFigures } from "../pushes/send-figures.read.ts";
import { CAMPAIGN_COLUMNS } from "./columns.ts";
import { lockCampaignRow } from "./delivery/campaign-source.ts";
import { nextRunOf } from "./schedule/plan-runs.ts";

export type CampaignRow = Omit<CampaignDocument, "segments"> & {
  id: number;
  status: CampaignStatus;
  version: number;
  updated_at: Date;
  action_types: ActionType[];
  sending: boolean;
  held_for: Hold | null;
  has_open_push: boolean;
  is_removable: boolean;
  last_sent_at: Date | null;
  /** What it does next by its schedules: which action, when, and for when that was planned. */
  next_action_id: number | null;
  next_run_at: Date | null;
  /** Some of it happens by a schedule or a trigger. */
  automatic: boolean;
  next_planned_at: Date | null;
  figures: SendFigures | null;
  attributed: AttributedFigures;
  /** Guests who got points with their stays. */
  paid_guests: number;
  /** What the ledger granted, whatever became of it. */
  points_granted: number;
  /** Taken back of it: by hand, with the send, or because stays changed. */
  points_reversed: number;
};

/** SQL over campaigns `campaign`: it never paid a stay. */
const hasNoRules = sql<boolean>`not exists (select from campaign_rule_versions rule_version
  where rule_version.account_id = campaign.account_id and rule_version.campaign_id = campaign.id)`;

/** What a list or detail shows of campaigns `campaign`, beside their own columns. */
const facts: RawBuilder<unknown> = sql`
  left join lateral (
    select array_agg(distinct action.type) as action_types,
      bool_or(exists (select from schedules schedule
          where schedule.account_id = action.account_id and schedule.campaign_action_id = action.id)
        or exists (select from triggers trigger
          where trigger.account_id = action.account_id and trigger.campaign_action_id = action.id)) as automatic
    from campaign_segments segment
    join campaign_actions action on action.account_id = segment.account_id and action.campaign_segment_id = segment.id
    where segment.account_id = campaign.account_id and segment.campaign_id = campaign.id and segment.active_status = 'active'
      and action.active_status = 'active'
  ) acts on true
  left join lateral (${pushFigures}) sends on true
  left join lateral (${nextRunOf}) next_run on true
  left join lateral (${campaignPoints}) stays on true`;
const columns: RawBuilder<unknown> = sql`campaign.id, ${qualifiedColumns("campaign", CAMPAIGN_COLUMNS)}, campaign.status,
  campaign.version, campaign.updated_at, coalesce(acts.action_types, '{}') as action_types,
  coalesce(acts.automatic, false) as automatic, sends.sending,
  sends.held_for, sends.has_open_push, sends.pushes = 0 and stays.entries is null and ${hasNoRules} as is_removable, sends.last_sent_at,
  next_run.action_id as next_action_id, next_run.at as next_run_at, next_run.planned_at as next_planned_at,
  ${figuresOfCampaign} as figures, ${attributedToCampaign} as attributed, coalesce(stays.customers, 0)::int as paid_guests,
  (sends.points + stays.earned)::bigint as points_granted, stays.reversed as points_reversed`;

/** Only these reach the ORDER BY. */
const orderedBy = (accountId: number) => ({
  updated_at: sql`campaign.updated_at`,
  name: sql`campaign.name`,
  campaign_start_dt: sql`campaign.campaign_start_dt`,
  last_sent_at: lastSentOf(accountId),
});

export async function listCampaigns(
  tx: Tx,
  accountId: number,
  { page, size, sort, ...filter }: ListFilter<typeof campaignList> & Paging,
): Promise<{ rows: CampaignRow[]; total: number }> {
  const conditions = conditionsOf<ListConditions<typeof campaignList>>(filter, {
    q: (words) => sql`position(${normaliseSearchTerm(words)} in lower(campaign.name)) > 0`,
    status: (status) => sql`campaign.status = ${status}`,
    type: (type) => sql`campaign.type = ${type}`,
    preset_type: (preset) => sql`campaign.preset_type = ${preset}`,
  });
  const order = orderOf<typeof campaignList>(sort, orderedBy(accountId), sql`campaign.id desc`);
  return pageOf(
    tx,
    { page, size },
    {
      from: sql`campaigns campaign where ${sql.join([sql`campaign.account_id = ${accountId}`, ...conditions], sql` and `)}`,
      order,
      // The page is cut first; expensive joins see its rows only.
      rows: (cut) =>
        sql<CampaignRow>`select ${columns} from (select campaign.* ${cut}) campaign ${facts} order by ${order}`,
    },
  );
}

/** With what its page alone shows. */
export type WholeCampaign = CampaignRow & {
  control_count: number;
  /** Who decided to send the preset's own text. */
  text_confirmed_by_name: string | null;
  text_confirmed_at: Date | null;
};

export async function findCampaign(tx: Tx, accountId: number, id: number): Promise<WholeCampaign | null> {
  const found = await tx.maybe<WholeCampaign>`select ${columns}, ${controlCount} as control_count,
      confirming_person.name as text_confirmed_by_name, campaign.text_confirmed_at
    from campaigns campaign ${facts}
    left join users confirming_person on confirming_person.id = campaign.text_confirmed_by
    where campaign.account_id = ${accountId}
      and campaign.id = ${id}`;
  return found ?? null;
}

/** What commands on a campaign need. */
export type LockedCampaign = Pick<
  CampaignRow,
  | keyof Omit<CampaignDocument, "segments">
  | "id"
  | "status"
  | "version"
  | "updated_at"
  | "has_open_push"
  | "is_removable"
> & { updated_by: number | null; was_started: boolean; text_confirmed_at: Date | null };

/** The campaign, locked until the transaction ends, without the figures of its page. */
export async function lockCampaign(tx: Tx, accountId: number, id: number): Promise<LockedCampaign | null> {
  if (!(await lockCampaignRow(tx, accountId, id))) return null;
  const found =
    await tx.maybe<LockedCampaign>`select campaign.id, ${qualifiedColumns("campaign", CAMPAIGN_COLUMNS)}, campaign.status,
        campaign.version, campaign.updated_at, campaign.updated_by, campaign.activated_at is not null as was_started,
        campaign.text_confirmed_at, sends.has_open_push,
        sends.pushes = 0 and ${hasNoRules}
          and not exists (select from campaign_stay_figures stay_figure
            where stay_figure.account_id = campaign.account_id and stay_figure.campaign_id = campaign.id) as is_removable
      from campaigns campaign
      left join lateral (${pushFigures}) sends on true
      where campaign.account_id = ${accountId} and campaign.id = ${id}`;
  return found ?? null;
}
