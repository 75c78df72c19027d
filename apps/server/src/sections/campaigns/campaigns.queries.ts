import type { CampaignStatus, CampaignType, PushStatus } from "@okaeri/domain/enumerations";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

export type ActionType = "point" | "coupon" | "line" | "mail";

export type CampaignRow = {
  id: number;
  name: string;
  type: CampaignType;
  preset_type: string | null;
  status: CampaignStatus;
  campaign_start_dt: string | null;
  campaign_end_dt: string | null;
  version: number;
  updated_at: Date;
  action_types: ActionType[];
  sending: boolean;
  has_open_push: boolean;
  is_removable: boolean;
  last_sent_at: Date | null;
  recipients: number;
  points_granted: number;
};

/** What a list or detail shows of campaigns `c`, beside their own columns. */
const facts: RawBuilder<unknown> = sql`
  left join lateral (select array_agg(distinct a.type) as action_types from campaign_segments s
    join campaign_actions a on a.account_id = s.account_id and a.campaign_segment_id = s.id
    where s.account_id = c.account_id and s.campaign_id = c.id and s.active_status = 'active' and a.active_status = 'active') acts on true
  left join lateral (select count(*) as pushes, bool_or(p.push_status in ('standby', 'doing') and not p.stop_requested) as sending,
      bool_or(p.push_status in ('standby', 'doing')) as has_open_push, max(coalesce(p.push_sent_time, p.started_at)) as last_sent_at,
      sum(p.sent_count) filter (where a.type in ('mail', 'line')) as messages, sum(p.sent_count) filter (where a.type = 'point') as grants
    from campaign_segments s
    join campaign_actions a on a.account_id = s.account_id and a.campaign_segment_id = s.id
    join push_actions p on p.account_id = a.account_id and p.campaign_action_id = a.id
    where s.account_id = c.account_id and s.campaign_id = c.id) sends on true
  left join lateral (select sum(g.grant_point)::bigint as points, count(*) as grants,
      count(distinct g.customer_id) filter (where c.type = 'basic') as people from campaign_segments s
    join campaign_actions a on a.account_id = s.account_id and a.campaign_segment_id = s.id and a.type = 'point'
    join grant_points g on g.account_id = a.account_id and g.action_id = a.id
    where s.account_id = c.account_id and s.campaign_id = c.id) granted on true`;
const columns: RawBuilder<unknown> = sql`c.id, c.name, c.type, c.preset_type, c.status, c.campaign_start_dt, c.campaign_end_dt, c.version,
  c.updated_at, coalesce(acts.action_types, '{}') as action_types, coalesce(sends.sending, false) as sending,
  coalesce(sends.has_open_push, false) as has_open_push, sends.pushes = 0 and granted.grants = 0
    and not exists (select from campaign_rule_versions v where v.account_id = c.account_id and v.campaign_id = c.id) as is_removable, sends.last_sent_at,
  coalesce(sends.messages, sends.grants, granted.people, 0)::int as recipients, coalesce(granted.points, 0)::bigint as points_granted`;

// Only these reach the ORDER BY.
const ORDER = {
  updated_at: sql`c.updated_at`,
  name: sql`c.name`,
  campaign_start_dt: sql`c.campaign_start_dt`,
} as const;

export type CampaignQuery = {
  page: number;
  size: number;
  sort: string;
  q?: string | undefined;
  status?: CampaignStatus | undefined;
  type?: CampaignType | undefined;
};

export async function listCampaigns(
  tx: Tx,
  accountId: number,
  query: CampaignQuery,
): Promise<{ rows: CampaignRow[]; total: number }> {
  const term = query.q?.normalize("NFKC").trim().toLowerCase() ?? "";
  const where = sql`c.account_id = ${accountId}
    and (${query.status ?? null}::text is null or c.status = ${query.status ?? null})
    and (${query.type ?? null}::text is null or c.type = ${query.type ?? null})
    and (${term} = '' or position(${term} in lower(c.name)) > 0)`;
  const order = ORDER[query.sort.replace("-", "") as keyof typeof ORDER];
  const direction = query.sort.startsWith("-") ? sql`desc` : sql`asc`;
  const counted = await sql<{ total: number }>`select count(*)::int as total from campaigns c where ${where}`.execute(
    tx.db,
  );
  const rows = await sql<CampaignRow>`with page as (
      select c.* from campaigns c where ${where} order by ${order} ${direction} nulls last, c.id desc
      limit ${query.size} offset ${(query.page - 1) * query.size})
    select ${columns} from page c ${facts} order by ${order} ${direction} nulls last, c.id desc`.execute(tx.db);
  return { rows: rows.rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findCampaign(tx: Tx, accountId: number, id: number): Promise<CampaignRow | null> {
  const found =
    await sql<CampaignRow>`select ${columns} from campaigns c ${facts} where c.account_id = ${accountId} and c.id = ${id}`.execute(
      tx.db,
    );
  return found.rows[0] ?? null;
}

/** The campaign, locked until the transaction ends: two clicks come one after the other. */
export async function lockCampaign(tx: Tx, accountId: number, id: number): Promise<CampaignRow | null> {
  await sql`select from campaigns where account_id = ${accountId} and id = ${id} for update`.execute(tx.db);
  return findCampaign(tx, accountId, id);
}

export type SavedAction = {
  id: number;
  seq: number;
  type: "point" | "mail";
  point: {
    grant_type: "absolute" | "rate";
    grant_absolute: number | null;
    grant_rate: number | null;
    grant_condition: number | null;
    plan_code: string[];
    expiration_type: "none" | "date" | "days_from_grant" | "days_from_last_stay";
    expiration_days_from_grant: number | null;
    expiration_days_from_last_stay: number | null;
    expiration_date: string | null;
  } | null;
  mail: { title: string; body: string; signature: string; from_address: string } | null;
};
export type SavedSegment = {
  id: number;
  priority_seq: number;
  target: unknown;
  lua_script: string;
  target_count: number | null;
  actions: SavedAction[];
};

/** A campaign's segments by priority with their actions by seq, in one statement. */
export async function segmentsOf(tx: Tx, accountId: number, campaignId: number): Promise<SavedSegment[]> {
  const found = await sql<SavedSegment>`select s.id, s.priority_seq, s.target, s.lua_script, s.target_count,
      coalesce((select json_agg(json_build_object('id', a.id, 'seq', a.seq, 'type', a.type,
          'point', case when p.id is not null then json_build_object('grant_type', p.grant_type, 'grant_absolute', p.grant_absolute,
            'grant_rate', p.grant_rate, 'grant_condition', p.grant_condition, 'plan_code', p.plan_code,
            'expiration_type', p.expiration_type, 'expiration_days_from_grant', p.expiration_days_from_grant,
            'expiration_days_from_last_stay', p.expiration_days_from_last_stay, 'expiration_date', p.expiration_date) end,
          'mail', case when m.id is not null then json_build_object('title', m.title, 'body', m.body, 'signature', m.signature,
            'from_address', m.from_address) end) order by a.seq)
        from campaign_actions a
        left join points p on p.account_id = a.account_id and p.campaign_action_id = a.id
        left join mails m on m.account_id = a.account_id and m.campaign_action_id = a.id
        where a.account_id = s.account_id and a.campaign_segment_id = s.id and a.active_status = 'active'
          and a.type in ('point', 'mail')), '[]') as actions
    from campaign_segments s
    where s.account_id = ${accountId} and s.campaign_id = ${campaignId} and s.active_status = 'active'
    order by s.priority_seq`.execute(tx.db);
  return found.rows;
}

export type PushRow = {
  id: number;
  campaign_action_id: number;
  type: ActionType;
  priority_seq: number;
  push_status: PushStatus;
  stop_requested: boolean;
  stop_reason: string | null;
  push_scheduled_time: Date | null;
  push_sent_time: Date | null;
  targets: number;
  waiting: number;
  sent: number;
  skipped: number;
  failed: number;
  unknown: number;
  points_granted: number;
};

/** A campaign's pushes, newest send first. While one runs its recipients are counted afresh, so that progress is true. */
export async function pushesOf(tx: Tx, accountId: number, campaignId: number): Promise<PushRow[]> {
  const found =
    await sql<PushRow>`select p.id, p.campaign_action_id, a.type, case when s.active_status = 'active' then s.priority_seq else 0 end as priority_seq,
      p.push_status, p.stop_requested, p.error as stop_reason, p.push_scheduled_time, p.push_sent_time,
      coalesce(n.targets, p.target_count) as targets, coalesce(n.waiting, 0) as waiting, coalesce(n.sent, p.sent_count) as sent,
      coalesce(n.skipped, p.skipped_count) as skipped, coalesce(n.failed, p.failed_count) as failed,
      coalesce(n.unknown, p.unknown_count) as unknown, coalesce(g.points, 0)::bigint as points_granted
    from campaign_segments s
    join campaign_actions a on a.account_id = s.account_id and a.campaign_segment_id = s.id
    join push_actions p on p.account_id = a.account_id and p.campaign_action_id = a.id
    left join lateral (select count(*)::int as targets, (count(*) filter (where t.outcome in ('waiting', 'sending')))::int as waiting,
        (count(*) filter (where t.outcome = 'sent'))::int as sent, (count(*) filter (where t.outcome = 'skipped'))::int as skipped,
        (count(*) filter (where t.outcome = 'failed'))::int as failed, (count(*) filter (where t.outcome = 'unknown'))::int as unknown
      from push_action_targets t where t.account_id = p.account_id and t.push_action_id = p.id
      having p.push_status in ('standby', 'doing')) n on true
    left join lateral (select sum(g.grant_point)::bigint as points from grant_points g
      where g.account_id = p.account_id and g.action_id = a.id and g.push_action_id = p.id and a.type = 'point') g on true
    where s.account_id = ${accountId} and s.campaign_id = ${campaignId}
    order by p.id desc limit 200`.execute(tx.db);
  return found.rows;
}

export type RecipientRow = {
  customer_id: number;
  customer_name: string;
  type: ActionType;
  outcome: "waiting" | "sending" | "sent" | "skipped" | "failed" | "unknown";
  reason: string | null;
  detail: string | null;
  address: string | null;
  at: Date | null;
};

/** Recipients of all of a campaign's sends, newest send first. `within` narrows customers `c` to the person's facilities. */
export async function recipientsOf(
  tx: Tx,
  accountId: number,
  query: { id: number; page: number; size: number; outcome?: string | undefined; within: RawBuilder<boolean> },
): Promise<{ rows: RecipientRow[]; total: number }> {
  const from = sql`from push_action_targets t
    join push_actions p on p.account_id = t.account_id and p.id = t.push_action_id
    join campaign_actions a on a.account_id = p.account_id and a.id = p.campaign_action_id
    join campaign_segments s on s.account_id = a.account_id and s.id = a.campaign_segment_id
    join customers c on c.account_id = t.account_id and c.id = t.customer_id
    where t.account_id = ${accountId} and s.campaign_id = ${query.id} and ${query.within}
      and (${query.outcome ?? null}::text is null or t.outcome = ${query.outcome ?? null})`;
  const counted = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(tx.db);
  const rows =
    await sql<RecipientRow>`select t.customer_id, c.name as customer_name, a.type, t.outcome, t.reason, t.detail,
      case when a.type = 'mail' then c.email end as address, coalesce(t.sent_at, t.updated_at) as at ${from}
    order by t.push_action_id desc, t.customer_id limit ${query.size} offset ${(query.page - 1) * query.size}`.execute(
      tx.db,
    );
  return { rows: rows.rows, total: counted.rows[0]?.total ?? 0 };
}
