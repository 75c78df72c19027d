import type { campaignList } from "@okaeri/contract/lists/campaigns";
import type { ListConditions } from "@okaeri/contract/lists/list";
import type { ActionType, CampaignStatus, CampaignType } from "@okaeri/domain/enumerations";
import type { Hold } from "@okaeri/domain/pushes/next-steps";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { conditionsOf, type ListFilter, orderOf, type Paging, pageOf, wordsOf } from "../../database/list-page.ts";
import { campaignPoints } from "../points/campaign-figures.read.ts";
import { pushFigures } from "../pushes/pushes.read.ts";
import { lockCampaignRow } from "./campaign-source.ts";

export type CampaignRow = {
  id: number;
  name: string;
  type: CampaignType;
  status: CampaignStatus;
  campaign_start_dt: string | null;
  campaign_end_dt: string | null;
  version: number;
  updated_at: Date;
  action_types: ActionType[];
  sending: boolean;
  held_for: Hold | null;
  has_open_push: boolean;
  is_removable: boolean;
  last_sent_at: Date | null;
  recipients: number;
  /** What the ledger granted, whatever became of it. */
  points_granted: number;
  /** Taken back of it: by hand, with the send, or because stays changed. */
  points_reversed: number;
};

/** SQL over campaigns `c`: it never paid a stay. */
const hasNoRules = sql<boolean>`not exists (select from campaign_rule_versions v
  where v.account_id = c.account_id and v.campaign_id = c.id)`;

/** What a list or detail shows of campaigns `c`, beside their own columns. */
const facts: RawBuilder<unknown> = sql`
  left join lateral (select array_agg(distinct a.type) as action_types from campaign_segments s
    join campaign_actions a on a.account_id = s.account_id and a.campaign_segment_id = s.id
    where s.account_id = c.account_id and s.campaign_id = c.id and s.active_status = 'active' and a.active_status = 'active') acts on true
  left join lateral (${pushFigures}) sends on true
  left join lateral (${campaignPoints}) stays on true`;
const columns: RawBuilder<unknown> = sql`c.id, c.name, c.type, c.status, c.campaign_start_dt, c.campaign_end_dt, c.version,
  c.updated_at, coalesce(acts.action_types, '{}') as action_types, sends.sending, sends.held_for, sends.has_open_push,
  sends.pushes = 0 and stays.entries is null and ${hasNoRules} as is_removable, sends.last_sent_at,
  coalesce(sends.recipients, stays.customers, 0)::int as recipients, (sends.points + stays.earned)::bigint as points_granted,
  stays.reversed as points_reversed`;

// Only these reach the ORDER BY.
const ORDER = {
  updated_at: sql`c.updated_at`,
  name: sql`c.name`,
  campaign_start_dt: sql`c.campaign_start_dt`,
};

export async function listCampaigns(
  tx: Tx,
  accountId: number,
  { page, size, sort, ...filter }: ListFilter<typeof campaignList> & Paging,
): Promise<{ rows: CampaignRow[]; total: number }> {
  const conditions = conditionsOf<ListConditions<typeof campaignList>>(filter, {
    q: (words) => sql`position(${wordsOf(words)} in lower(c.name)) > 0`,
    status: (status) => sql`c.status = ${status}`,
    type: (type) => sql`c.type = ${type}`,
  });
  const order = orderOf<typeof campaignList>(sort, ORDER, sql`c.id desc`);
  return pageOf(
    tx,
    { page, size },
    {
      from: sql`campaigns c where ${sql.join([sql`c.account_id = ${accountId}`, ...conditions], sql` and `)}`,
      order,
      // The page is cut first; expensive joins see its rows only.
      rows: (cut) => sql<CampaignRow>`select ${columns} from (select c.* ${cut}) c ${facts} order by ${order}`,
    },
  );
}

export async function findCampaign(tx: Tx, accountId: number, id: number): Promise<CampaignRow | null> {
  const found =
    await tx.maybe<CampaignRow>`select ${columns} from campaigns c ${facts} where c.account_id = ${accountId} and c.id = ${id}`;
  return found ?? null;
}

/** What commands on a campaign need. */
export type LockedCampaign = Pick<
  CampaignRow,
  | "id"
  | "name"
  | "type"
  | "status"
  | "campaign_start_dt"
  | "campaign_end_dt"
  | "version"
  | "has_open_push"
  | "is_removable"
>;

/** The campaign, locked until the transaction ends, without the figures of its page. */
export async function lockCampaign(tx: Tx, accountId: number, id: number): Promise<LockedCampaign | null> {
  if (!(await lockCampaignRow(tx, accountId, id))) return null;
  const found =
    await tx.maybe<LockedCampaign>`select c.id, c.name, c.type, c.status, c.campaign_start_dt, c.campaign_end_dt, c.version,
      sends.has_open_push, sends.pushes = 0 and ${hasNoRules} and not exists (select from campaign_stay_figures f
        where f.account_id = c.account_id and f.campaign_id = c.id) as is_removable
    from campaigns c left join lateral (${pushFigures}) sends on true
    where c.account_id = ${accountId} and c.id = ${id}`;
  return found ?? null;
}
