import { SPENT, type Spent } from "@okaeri/contract/campaigns/results/spent-words";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { atFacilities, momentWithin } from "../../database/narrowed.ts";
import type { Scope } from "../../session/scope.ts";
import { couponResults } from "../campaigns/actions/coupon/coupon-results.ts";
import { pointResults } from "../campaigns/actions/point/point-results.ts";
import { type AttributedFigures, attributedBetween } from "../conversions/attributed.read.ts";
import { balancesOn, isOpenLot, overdueLots } from "../points/balances.read.ts";
import { countedPushes, figuresOfSends, type SendFigures, sentMoment } from "../pushes/send-figures.read.ts";
import { seenBy } from "../stays/guests.read.ts";

// Rows are summed by day first and then by month: turning each row's day into a month costs more than adding it up.

/** Days in Asia/Tokyo, both included. */
export type ReportPeriod = { from: CalendarDate; to: CalendarDate };

/** Points of an action in the period. */
export type ActionPoints = { action_id: number; granted: number; reversed: number; deducted: number; for_debt: number };

export type CampaignResultRow = {
  id: number;
  name: string;
  status: "active" | "inactive" | "stopped";
  last_sent_at: Date | null;
  figures: SendFigures | null;
  attributed: AttributedFigures;
  spent: Record<Spent, number>;
  points_granted: number;
  points_reversed: number;
  points_deducted: number;
  points_for_debt: number;
};

/** Campaigns that ran or brought something in the period; the last sent first. Points by action come from monthlyGrants. */
export async function campaignResultRows(
  tx: Tx,
  scope: Scope,
  period: ReportPeriod,
  pointsByAction: readonly ActionPoints[],
): Promise<CampaignResultRow[]> {
  const actions = await tx.all<{ id: number }>`select id from campaign_actions where account_id = ${scope.accountId}`;
  const asked = { ...seenBy(scope), actionIds: actions.map(({ id }) => id), days: period, figure: null };
  const given = sql.join(
    [pointResults, couponResults].map(
      ({ entries }) => sql`select o.figure, o.action_id, o.amount from (${entries?.(asked)}) o`,
    ),
    sql` union all `,
  );
  return tx.all<CampaignResultRow>`with actions as (
      select action.id, segment.campaign_id
      from campaign_actions action
      join campaign_segments segment on segment.account_id = ${scope.accountId} and segment.id = action.campaign_segment_id
      where action.account_id = ${scope.accountId}
    ), counted as materialized (
      ${countedPushes(seenBy(scope), sql`push.campaign_id is not null and ${momentWithin(period, sentMoment)}`)}
    ), sent as (
      select k.campaign_id, max(k.sent_at) as last_sent_at
      from counted k
      group by k.campaign_id
    ), figures as (${figuresOfSends(sql`select * from counted`)}), attributed as (
      ${attributedBetween(scope.accountId, { ...period, within: (facility) => atFacilities(scope, facility) })}
    ), spent as (
      select a.campaign_id, ${sql.join(
        SPENT.map(
          (name) => sql`coalesce(sum(e.amount) filter (where e.figure = ${name}), 0)::bigint
          as ${sql.ref(name)}`,
        ),
      )}
      from (${given}) e
      join actions a on a.id = e.action_id
      where e.figure = any(${SPENT}::text[]) and e.amount <> 0
      group by a.campaign_id
    ), granted as (
      select a.campaign_id, sum(g.granted)::bigint as points, sum(g.reversed)::bigint as reversed, sum(g.deducted)::bigint as deducted,
        sum(g.for_debt)::bigint as for_debt
      from jsonb_to_recordset(${JSON.stringify(pointsByAction)}::jsonb)
          as g (action_id bigint, granted bigint, reversed bigint, deducted bigint, for_debt bigint)
      join actions a on a.id = g.action_id
      group by a.campaign_id
    )
    select campaign.id, campaign.name, campaign.status, s.last_sent_at, to_jsonb(f) - 'campaign_id' as figures,
      jsonb_build_object('reserved', coalesce(b.reserved, 0), 'reserved_price', coalesce(b.reserved_price, 0),
        'transacted', coalesce(b.transacted, 0), 'use_price', coalesce(b.use_price, 0)) as attributed,
      jsonb_build_object(${sql.join(SPENT.map((name) => sql`${name}::text, coalesce(${sql.ref(`sp.${name}`)}, 0)`))}) as spent,
      coalesce(g.points, 0) as points_granted, coalesce(g.reversed, 0) as points_reversed,
      coalesce(g.deducted, 0) as points_deducted, coalesce(g.for_debt, 0) as points_for_debt
    from campaigns campaign
    left join sent s on s.campaign_id = campaign.id
    left join figures f on f.campaign_id = campaign.id
    left join attributed b on b.campaign_id = campaign.id
    left join spent sp on sp.campaign_id = campaign.id
    left join granted g on g.campaign_id = campaign.id
    where campaign.account_id = ${scope.accountId}
      and (s.campaign_id is not null or g.campaign_id is not null or b.campaign_id is not null
        or sp.campaign_id is not null or (campaign.activated_at is not null
          and greatest(campaign.campaign_start_dt, (campaign.activated_at at time zone 'Asia/Tokyo')::date) <= ${period.to}::date
          and (campaign.campaign_end_dt is null or campaign.campaign_end_dt >= ${period.from}::date)))
    order by s.last_sent_at desc nulls last, campaign.id desc`;
}

/** Points of a month and action; action null: by hand. */
export type MonthlyGrant = {
  month: string;
  action_id: number | null;
  /** Of days that lie in the period. */
  inside: boolean;
  granted: number;
  reversed: number;
  deducted: number;
  debt_incurred: number;
  debt_paid: number;
  /** Taken from these points for others of the guest that were taken back; less what paid a debt and then turned out not to have. */
  covered: number;
  /** What came to the balance, less what went out of it by being taken back or paying a debt. */
  balance: number;
};

/**
 * Points granted and taken back by month and action from `since` to today: `granted` and `reversed` are entries of the ledger on their own
 * days, the rest what the ledger notes about the granted points.
 */
export async function monthlyGrants(
  tx: Tx,
  scope: Scope,
  since: CalendarDate,
  period: ReportPeriod,
): Promise<MonthlyGrant[]> {
  return tx.all<MonthlyGrant>`select to_char(day::timestamp, 'YYYY-MM') as month, action_id,
      day between ${period.from} and ${period.to} as inside, sum(granted)::bigint as granted, sum(reversed)::bigint as reversed,
      sum(deducted)::bigint as deducted, sum(debt_incurred)::bigint as debt_incurred, sum(debt_paid)::bigint as debt_paid,
      sum(covered)::bigint as covered, sum(balance)::bigint as balance
    from (
      select point_grant.grant_date as day, point_grant.action_id,
        coalesce(sum(point_grant.grant_point) filter (where point_grant.grant_point > 0), 0) as granted,
        coalesce(-sum(point_grant.grant_point) filter (where point_grant.reverses_grant_point_id is not null), 0) as reversed,
        0 as deducted, 0 as debt_incurred, 0 as debt_paid, 0 as covered,
        coalesce(sum(point_grant.grant_point) filter (where point_grant.grant_point > 0), 0) as balance
      from grant_points point_grant
      where point_grant.account_id = ${scope.accountId} and point_grant.grant_date >= ${since}
        and ${atFacilities(scope, sql`point_grant.facility_account_id`)}
      group by 1, 2
      union all
      -- What is owed belongs to the day of the entry that took it back, and its note to that entry. A debt incurred on a lot is what the
      -- lot had paid after what is its last day now: it never paid.
      select case when adjustment.kind = 'debt_incurred' and point_grant.grant_point < 0 then point_grant.grant_date
          else adjustment.happened_on end,
        point_grant.action_id, 0, 0,
        coalesce(sum(adjustment.point)
            filter (where adjustment.kind = 'reversed' and reversed_point_grant.reverses_grant_point_id is null),
          0),
        coalesce(sum(adjustment.point) filter (where adjustment.kind = 'debt_incurred'), 0),
        coalesce(sum(adjustment.point) filter (where adjustment.kind = 'debt_paid'), 0),
        coalesce(sum(adjustment.point)
            filter (where adjustment.kind = 'reversed' and reversed_point_grant.reverses_grant_point_id <> point_grant.id),
          0) - coalesce(sum(adjustment.point) filter (where adjustment.kind = 'debt_incurred' and point_grant.grant_point > 0), 0),
        coalesce(sum(case adjustment.kind when 'debt_incurred' then adjustment.point else -adjustment.point end)
            filter (where adjustment.kind <> 'debt_incurred' or point_grant.grant_point > 0),
          0)
      from point_adjustments adjustment
      join grant_points point_grant on point_grant.account_id = ${scope.accountId}
        and point_grant.id = adjustment.grant_point_id
      left join grant_points reversed_point_grant on adjustment.kind = 'reversed'
        and reversed_point_grant.account_id = ${scope.accountId} and reversed_point_grant.id = adjustment.cause_grant_point_id
      where adjustment.account_id = ${scope.accountId} and adjustment.happened_on >= ${since}
        and adjustment.kind in ('reversed', 'debt_paid', 'debt_incurred')
        and ${atFacilities(scope, sql`point_grant.facility_account_id`)}
      group by 1, 2
    ) flows
    where day >= ${since}
    group by 1, 2, 3`;
}

export type MonthlyFlow = { month: string; used: number; drawn: number; expired: number };

/**
 * Points used and expired by month. `used` counts uses at the person's facilities, `drawn` what left the points granted there:
 * the same for who sees the whole programme, and what an outstanding balance of some facilities must subtract.
 */
export async function monthlyUses(
  tx: Tx,
  scope: Scope,
  since: CalendarDate,
  today: CalendarDate,
): Promise<MonthlyFlow[]> {
  const uses = (day: RawBuilder<unknown>, sign: RawBuilder<unknown>) => sql`
    select ${day} as day, ${sign} * sum(point_use.use_point) as used,
      ${scope.facilityIds === null ? sql`${sign} * sum(point_use.use_point)` : sql`0`} as drawn, 0 as expired
    from use_point_cases point_use
    where point_use.account_id = ${scope.accountId} and ${day} >= ${since}
      and ${atFacilities(scope, sql`point_use.facility_account_id`)}
    group by 1`;
  const drawn = (day: RawBuilder<unknown>, sign: RawBuilder<unknown>) => sql`
    union all
    select ${day}, 0, ${sign} * sum(part_used_point.use_point), 0
    from use_point_cases point_use
    join use_points part_used_point on part_used_point.account_id = ${scope.accountId}
      and part_used_point.use_point_case_id = point_use.id
    join grant_points point_grant on point_grant.account_id = ${scope.accountId} and point_grant.id = part_used_point.grant_point_id
    where point_use.account_id = ${scope.accountId} and ${day} >= ${since}
      and ${atFacilities(scope, sql`point_grant.facility_account_id`)}
    group by 1`;
  const drawnElsewhere =
    scope.facilityIds === null
      ? sql``
      : sql`${drawn(sql`point_use.use_date`, sql`1`)} ${drawn(sql`point_use.cancel_date`, sql`-1`)}`;
  return tx.all<MonthlyFlow>`select to_char(day::timestamp, 'YYYY-MM') as month, sum(used)::bigint as used, sum(drawn)::bigint as drawn,
      sum(expired)::bigint as expired
    from (
      ${uses(sql`point_use.use_date`, sql`1`)}
      union all ${uses(sql`point_use.cancel_date`, sql`-1`)} ${drawnElsewhere}
      union all
      select adjustment.happened_on, 0, 0, sum(case adjustment.kind when 'expired' then adjustment.point else -adjustment.point end)
      from point_adjustments adjustment
      ${
        scope.facilityIds === null
          ? sql``
          : sql`join grant_points point_grant on point_grant.account_id = ${scope.accountId}
              and point_grant.id = adjustment.grant_point_id and ${atFacilities(scope, sql`point_grant.facility_account_id`)}`
      }
      where adjustment.account_id = ${scope.accountId} and adjustment.happened_on >= ${since}
        and adjustment.kind in ('expired', 'revived')
      group by 1
      union all
      select o.expired_on, 0, 0, sum(o.point)
      from ${overdueLots(today)} o
      ${
        scope.facilityIds === null
          ? sql``
          : sql`join grant_points point_grant on point_grant.account_id = ${scope.accountId}
              and point_grant.id = o.grant_point_id and ${atFacilities(scope, sql`point_grant.facility_account_id`)}`
      }
      where o.account_id = ${scope.accountId} and o.expired_on >= ${since}
      group by 1
    ) flows
    group by 1`;
}

/** Points outstanding now: all balances, or what is left of the points granted at the person's facilities. */
export async function pointsOutstanding(tx: Tx, scope: Scope, today: CalendarDate): Promise<number> {
  const rows = await tx.one<{ outstanding: number }>`select coalesce(${
    scope.facilityIds === null
      ? sql`(select sum(b.balance) from ${balancesOn(today, "set")} b where b.account_id = ${scope.accountId})`
      : sql`(select sum(lot.remaining)
        from point_lots lot
        join grant_points point_grant on point_grant.account_id = ${scope.accountId}
          and point_grant.id = lot.grant_point_id
        where lot.account_id = ${scope.accountId} and ${isOpenLot(today)}
          and ${atFacilities(scope, sql`point_grant.facility_account_id`)})`
  }, 0)::bigint as outstanding`;
  return rows.outstanding;
}

export type MonthlyStays = { month: string; stays: number; use_price: number };

/** Confirmed stays by month of confirmation. */
export async function monthlyStays(tx: Tx, scope: Scope, period: ReportPeriod): Promise<MonthlyStays[]> {
  return tx.all<MonthlyStays>`select to_char(day::timestamp, 'YYYY-MM') as month, sum(stays)::int as stays,
      sum(use_price)::bigint as use_price
    from (
      select stay.confirmed_date as day, count(*) as stays, sum(stay.use_price) as use_price
      from stay_transactions stay
      where stay.account_id = ${scope.accountId} and stay.reversed_at is null
        and stay.confirmed_date between ${period.from} and ${period.to} and ${atFacilities(scope, sql`stay.facility_account_id`)}
      group by stay.confirmed_date
    ) days
    group by 1
    order by 1`;
}
