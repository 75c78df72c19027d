import { TIMELINE_KINDS, type TimelineKind } from "@okaeri/contract/customer-requests";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";
import { usesOf } from "../coupons/coupons.read.ts";
import { overdueLots } from "../points/balances.read.ts";
import { idsOfCustomer } from "../points/merged-customers.read.ts";
import { sentTo } from "../pushes/pushes.read.ts";

export type TimelineRow = {
  key: string;
  kind: TimelineKind;
  day: string;
  title: string | null;
  detail: string | null;
  amount: number | null;
};

type TimelineQuery = { id: number; kinds?: readonly TimelineKind[] | undefined; page: number; size: number };

/**
 * Everything that happened with one guest, newest first, in one statement. A facility's people see the reservations and stays of their
 * facilities; points, coupons and messages belong to the whole programme.
 */
export async function timelineOf(
  tx: Tx,
  scope: Scope,
  { id, kinds, page, size }: TimelineQuery,
  today: CalendarDate,
): Promise<{ rows: TimelineRow[]; total: number }> {
  const wanted = Object.entries(sources(scope, id, today)).filter(
    ([kind]) => kinds?.includes(kind as TimelineKind) ?? true,
  );
  if (wanted.length === 0) return { rows: [], total: 0 };
  const union = sql.join(
    wanted.map(
      ([kind, source]) =>
        sql`select ${sql.lit(kind)}::text as kind, s.* from (${source}) s (event_id, day, title, detail, amount)`,
    ),
    sql` union all `,
  );
  const found = await tx.one<{ total: number; rows: TimelineRow[] }>`with e as materialized (${union})
    select (select count(*)::int from e) as total, coalesce((select json_agg(p) from (
      select kind || '-' || event_id as key, kind, day::text as day, title, detail, amount
      from e order by day desc, array_position(${TIMELINE_KINDS}::text[], kind) desc, event_id desc limit ${size} offset ${(page - 1) * size}) p), '[]') as rows`;
  return found;
}

/** Each kind: its id, the day in Tokyo, two texts and a figure. */
function sources(scope: Scope, id: number, today: CalendarDate): Record<TimelineKind, RawBuilder<unknown>> {
  const account = scope.accountId;
  const whose = idsOfCustomer(account, id);
  const here = (row: string) =>
    scope.facilityIds === null ? sql`true` : sql`${sql.ref(row)} = any (${scope.facilityIds}::bigint[])`;
  const tokyo = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone 'Asia/Tokyo')::date`;
  const reservations = sql`from stay_reservations r join accounts a on a.id = r.facility_account_id
    where r.account_id = ${account} and r.customer_id in ${whose} and r.active_status = 'active' and r.linked_to_id is null and ${here("r.facility_account_id")}`;
  const couponRows = (
    table: "acquire_coupons" | "use_coupon_cases",
    its: RawBuilder<unknown>,
  ) => sql`from ${sql.table(table)} q
    join coupons u on u.account_id = ${account} and u.id = q.coupon_id where q.account_id = ${account} and ${its}`;
  const got = couponRows("acquire_coupons", sql`q.customer_id in ${whose}`);
  const used = couponRows("use_coupon_cases", sql`q.id in ${usesOf(account, id)}`);
  const ranks = sql`from customer_rank_histories h
    left join rank_details n on n.account_id = ${account} and n.id = h.rank_detail_id
    left join rank_details o on o.account_id = ${account} and o.id = h.previous_rank_detail_id
    where h.account_id = ${account} and h.customer_id in ${whose}`;
  const lines = (entries: RawBuilder<unknown>) => sql`from audit_logs l left join users u on u.id = l.actor_user_id
    where l.account_id = ${account} and l.entity = 'customers' and l.entity_id = ${id} and ${entries}`;
  return {
    // Without its own day a booking is at most as old as its arrival: files import old ones today.
    reservation: sql`select r.id, coalesce(r.reserved_date, least(${tokyo(sql`r.created_at`)}, r.check_in_date)), a.name,
      r.original_reservation_code, r.reserved_price::bigint ${reservations}`,
    cancellation: sql`select r.id, r.cancel_date, a.name, r.original_reservation_code, null::bigint ${reservations} and r.cancel_date is not null`,
    stay: sql`select s.id, s.check_out_date, a.name, s.transaction_code, s.use_price::bigint from stay_transactions s
      join accounts a on a.id = s.facility_account_id where s.account_id = ${account} and s.customer_id in ${whose}
      and s.reversed_at is null and ${here("s.facility_account_id")}`,
    points_granted: sql`select p.id, p.grant_date, c.name, nullif(p.remarks, ''), p.grant_point::bigint from grant_points p
      left join campaigns c on c.account_id = ${account} and c.id = p.campaign_id
      where p.account_id = ${account} and p.customer_id in ${whose} and p.grant_point >= 0`,
    // What follows from a stay carries the day of its grant: the guest's points went down when it was written (docs/adr/0225).
    points_taken: sql`select p.id, case when p.stay_transaction_id is null then p.grant_date else ${tokyo(sql`p.created_at`)} end, c.name,
      nullif(p.remarks, ''), -p.grant_point::bigint from grant_points p
      left join campaigns c on c.account_id = ${account} and c.id = p.campaign_id
      where p.account_id = ${account} and p.customer_id in ${whose} and p.reverses_grant_point_id is not null`,
    points_deducted: sql`select p.id, p.grant_date, null::text, nullif(p.remarks, ''), -p.grant_point::bigint from grant_points p
      where p.account_id = ${account} and p.customer_id in ${whose} and p.grant_point < 0 and p.reverses_grant_point_id is null`,
    points_used: sql`select p.id, p.use_date, null::text, nullif(p.remarks, ''), p.use_point::bigint from use_point_cases p
      where p.account_id = ${account} and p.customer_id in ${whose}`,
    points_use_cancelled: sql`select p.id, p.cancel_date, null::text, nullif(p.cancel_remarks, ''), p.use_point::bigint
      from use_point_cases p where p.account_id = ${account} and p.customer_id in ${whose} and p.cancel_date is not null`,
    // Of each grant what expired and was not woken since, wherever that is noted. The night's booking may be to come.
    points_expired: sql`select d.id, d.happened_on, null::text, null::text, d.point::bigint from (
        select n.id, n.happened_on, least(n.net, sum(greatest(n.net, 0)) over (w order by n.happened_on) - sum(greatest(-n.net, 0)) over w) as point
        from (
          select p.grant_point_id, p.happened_on, max(p.id) as id, sum(case p.kind when 'expired' then p.point else -p.point end) as net
          from point_adjustments p where p.account_id = ${account} and p.customer_id in ${whose} and p.kind in ('expired', 'revived')
          group by p.grant_point_id, p.happened_on
        ) n
        window w as (partition by n.grant_point_id)
      ) d where d.point > 0
      union all select -o.grant_point_id, o.expired_on, null, null, o.point from ${overdueLots(today)} o
      where o.account_id = ${account} and o.customer_id in ${whose}`,
    coupon_got: sql`select q.id, q.acquire_date, u.name, nullif(q.remarks, ''), null::bigint ${got}`,
    coupon_taken_back: sql`select q.id, q.cancel_date, u.name, nullif(q.cancel_remarks, ''), null::bigint ${got} and q.cancel_date is not null`,
    coupon_used: sql`select q.id, q.use_date, u.name, nullif(q.remarks, ''), q.discount::bigint ${used}`,
    coupon_use_cancelled: sql`select q.id, q.cancel_date, u.name, nullif(q.cancel_remarks, ''), q.discount::bigint ${used} and q.cancel_date is not null`,
    message: sql`select m.push_action_id, ${tokyo(sql`m.sent_at`)}, c.name, m.channel, null::bigint from ${sentTo(account, whose)} m
      left join campaigns c on c.account_id = ${account} and c.id = m.campaign_id where m.channel in ('mail', 'line')`,
    consent: sql`select k.id, ${tokyo(sql`k.happened_at`)}, k.channel, k.state, null::bigint from customer_consents k
      where k.account_id = ${account} and k.customer_id in ${whose}`,
    rank: sql`select h.id, h.changed_on, n.name, o.name, null::bigint ${ranks} and h.rank_type = 'auto'`,
    rank_given: sql`select h.id, h.changed_on, n.name, nullif(h.remarks, ''), null::bigint ${ranks} and h.rank_type = 'manual' and h.cause = 'manual'`,
    rank_given_over: sql`select h.id, h.changed_on, n.name, nullif(h.remarks, ''), null::bigint ${ranks} and h.rank_type = 'manual' and h.cause <> 'manual'`,
    note: sql`select n.id, ${tokyo(sql`n.created_at`)}, u.name, n.body, null::bigint from customer_notes n
      left join users u on u.id = n.created_by
      where n.account_id = ${account} and n.customer_id in ${whose} and n.active_status = 'active'`,
    edit: sql`select l.id, ${tokyo(sql`l.at`)}, u.name, l.action, null::bigint ${lines(sql`l.action in ('create', 'update')`)}`,
  };
}
