import type { TimelineKind } from "@okaeri/contract/customer-requests";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Reaction } from "@okaeri/domain/pushes/reactions";
import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../session/scope.ts";
import { couponUsesSql } from "../coupons/coupons.read.ts";
import { overdueLots } from "../points/balances.read.ts";
import { idsOfCustomer } from "../points/merged-customers.read.ts";
import { sentTo } from "../pushes/pushes.read.ts";
import { reactedTo } from "../pushes/reactions.read.ts";

/** SQL selects by kind of event. Each answers: its id, the day in Tokyo, two texts and a figure. */
type Sources<Kind extends TimelineKind> = Record<Kind, RawBuilder<unknown>>;
/** The guest, and `whose`: the ids of the guest and of those who were merged into them. */
type Guest = { account: number; id: number; whose: RawBuilder<unknown> };

/** The events of one guest, by kind; reservations and stays are those of the scope's facilities. */
export function timelineSources(scope: Scope, id: number, today: CalendarDate): Sources<TimelineKind> {
  const guest = { account: scope.accountId, id, whose: idsOfCustomer(scope.accountId, id) };
  return {
    ...bookingEvents(guest, scope.facilityIds),
    ...pointEvents(guest, today),
    ...couponEvents(guest),
    ...contactEvents(guest),
    ...rankEvents(guest),
    ...staffEvents(guest),
  };
}

const tokyo = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone 'Asia/Tokyo')::date`;

function bookingEvents(
  { account, whose }: Guest,
  facilityIds: Scope["facilityIds"],
): Sources<"reservation" | "cancellation" | "stay"> {
  const here = (row: string) =>
    facilityIds === null ? sql`true` : sql`${sql.ref(row)} = any (${facilityIds}::bigint[])`;
  const reservations = sql`from stay_reservations reservation
    join accounts account on account.id = reservation.facility_account_id
    where reservation.account_id = ${account} and reservation.customer_id in ${whose} and reservation.active_status = 'active'
      and reservation.linked_to_id is null and ${here("reservation.facility_account_id")}`;
  return {
    // Without its own day a booking is at most as old as its arrival: files import old ones today.
    reservation: sql`select reservation.id,
        coalesce(reservation.reserved_date, least(${tokyo(sql`reservation.created_at`)}, reservation.check_in_date)), account.name,
        reservation.original_reservation_code, reservation.reserved_price::bigint ${reservations}`,
    cancellation: sql`select reservation.id, reservation.cancel_date, account.name, reservation.original_reservation_code,
        null::bigint ${reservations} and reservation.cancel_date is not null`,
    stay: sql`select stay.id, stay.check_out_date, account.name, stay.transaction_code, stay.use_price::bigint
      from stay_transactions stay
      join accounts account on account.id = stay.facility_account_id
      where stay.account_id = ${account} and stay.customer_id in ${whose} and stay.reversed_at is null
        and ${here("stay.facility_account_id")}`,
  };
}

function pointEvents(
  { account, whose }: Guest,
  today: CalendarDate,
): Sources<Extract<TimelineKind, `points_${string}`>> {
  return {
    points_granted: sql`select point_grant.id, point_grant.grant_date, campaign.name, nullif(point_grant.remarks, ''),
        point_grant.grant_point::bigint
      from grant_points point_grant
      left join campaigns campaign on campaign.account_id = ${account} and campaign.id = point_grant.campaign_id
      where point_grant.account_id = ${account} and point_grant.customer_id in ${whose} and point_grant.grant_point >= 0`,
    // What follows from a stay carries the day of its grant: the guest's points went down when it was written (docs/adr/0225).
    points_taken: sql`select point_grant.id,
        case when point_grant.stay_transaction_id is null then point_grant.grant_date else ${tokyo(sql`point_grant.created_at`)} end,
        campaign.name, nullif(point_grant.remarks, ''), -point_grant.grant_point::bigint
      from grant_points point_grant
      left join campaigns campaign on campaign.account_id = ${account} and campaign.id = point_grant.campaign_id
      where point_grant.account_id = ${account} and point_grant.customer_id in ${whose}
        and point_grant.reverses_grant_point_id is not null`,
    points_deducted: sql`select point_grant.id, point_grant.grant_date, null::text, nullif(point_grant.remarks, ''),
        -point_grant.grant_point::bigint
      from grant_points point_grant
      where point_grant.account_id = ${account} and point_grant.customer_id in ${whose} and point_grant.grant_point < 0
        and point_grant.reverses_grant_point_id is null`,
    points_used: sql`select point_use.id, point_use.use_date, null::text, nullif(point_use.remarks, ''), point_use.use_point::bigint
      from use_point_cases point_use
      where point_use.account_id = ${account} and point_use.customer_id in ${whose}`,
    points_use_cancelled: sql`select point_use.id, point_use.cancel_date, null::text, nullif(point_use.cancel_remarks, ''),
        point_use.use_point::bigint
      from use_point_cases point_use
      where point_use.account_id = ${account} and point_use.customer_id in ${whose} and point_use.cancel_date is not null`,
    points_expired: expiredPoints({ account, whose }, today),
  };
}

/** What expired of each grant and was not revived since; the nightly job may still have to write what is overdue. */
function expiredPoints({ account, whose }: Omit<Guest, "id">, today: CalendarDate): RawBuilder<unknown> {
  return sql`select d.id, d.happened_on, null::text, null::text, d.point::bigint
      from (
        select n.id, n.happened_on,
          least(n.net, sum(greatest(n.net, 0)) over (w order by n.happened_on) - sum(greatest(-n.net, 0)) over w) as point
        from (
          select adjustment.grant_point_id, adjustment.happened_on, max(adjustment.id) as id,
            sum(case adjustment.kind when 'expired' then adjustment.point else -adjustment.point end) as net
          from point_adjustments adjustment
          where adjustment.account_id = ${account} and adjustment.customer_id in ${whose} and adjustment.kind in ('expired', 'revived')
          group by adjustment.grant_point_id, adjustment.happened_on
        ) n
        window w as (partition by n.grant_point_id)
      ) d
      where d.point > 0
      union all select -o.grant_point_id, o.expired_on, null, null, o.point
      from ${overdueLots(today)} o
      where o.account_id = ${account} and o.customer_id in ${whose}`;
}

function couponEvents({ account, id, whose }: Guest): Sources<Extract<TimelineKind, `coupon_${string}`>> {
  const couponRows = (
    table: "acquire_coupons" | "use_coupon_cases",
    its: RawBuilder<unknown>,
  ) => sql`from ${sql.table(table)} q
    join coupons coupon on coupon.account_id = ${account} and coupon.id = q.coupon_id
    where q.account_id = ${account} and ${its}`;
  const got = couponRows("acquire_coupons", sql`q.customer_id in ${whose}`);
  const used = couponRows("use_coupon_cases", sql`q.id in ${couponUsesSql(account, id)}`);
  return {
    coupon_got: sql`select q.id, q.acquire_date, coupon.name, nullif(q.remarks, ''), null::bigint ${got}`,
    coupon_revoked: sql`select q.id, q.cancel_date, coupon.name, nullif(q.cancel_remarks, ''),
        null::bigint ${got} and q.cancel_date is not null`,
    coupon_used: sql`select q.id, q.use_date, coupon.name, nullif(q.remarks, ''), q.discount::bigint ${used}`,
    coupon_use_cancelled: sql`select q.id, q.cancel_date, coupon.name, nullif(q.cancel_remarks, ''),
        q.discount::bigint ${used} and q.cancel_date is not null`,
  };
}

/** Messages sent to the guest, what became of them, and consents to them. What a machine opened is no doing of the guest's. */
function contactEvents({ account, whose }: Guest): Sources<Extract<TimelineKind, `message${string}`> | "consent"> {
  const reaction = (
    name: Reaction,
  ) => sql`select m.push_action_id, ${tokyo(sql`m.happened_at`)}, campaign.name, m.channel, null::bigint
    from ${reactedTo(account, whose, name)} m
    left join campaigns campaign on campaign.account_id = ${account} and campaign.id = m.campaign_id`;
  return {
    message_opened: reaction("opened"),
    message_clicked: reaction("clicked"),
    message_unsubscribed: reaction("unsubscribed"),
    message_bounced: reaction("bounced"),
    message_complained: reaction("complained"),
    message: sql`select m.push_action_id, ${tokyo(sql`m.sent_at`)}, campaign.name, m.channel, null::bigint
      from ${sentTo(account, whose)} m
      left join campaigns campaign on campaign.account_id = ${account} and campaign.id = m.campaign_id
      where m.channel in ('mail', 'line')`,
    consent: sql`select consent.id, ${tokyo(sql`consent.happened_at`)}, consent.channel, consent.state, null::bigint
      from customer_consents consent
      where consent.account_id = ${account} and consent.customer_id in ${whose}`,
  };
}

function rankEvents({ account, whose }: Guest): Sources<"rank" | "rank_given" | "rank_given_over"> {
  const ranks = sql`from customer_rank_histories rank_history
    left join rank_details tier on tier.account_id = ${account} and tier.id = rank_history.rank_detail_id
    left join rank_details previous_tier on previous_tier.account_id = ${account}
      and previous_tier.id = rank_history.previous_rank_detail_id
    where rank_history.account_id = ${account} and rank_history.customer_id in ${whose}`;
  return {
    rank: sql`select rank_history.id, rank_history.changed_on, tier.name, previous_tier.name,
        null::bigint ${ranks} and rank_history.rank_type = 'auto'`,
    rank_given: sql`select rank_history.id, rank_history.changed_on, tier.name, nullif(rank_history.remarks, ''),
        null::bigint ${ranks} and rank_history.rank_type = 'manual' and rank_history.cause = 'manual'`,
    rank_given_over: sql`select rank_history.id, rank_history.changed_on, tier.name, nullif(rank_history.remarks, ''),
        null::bigint ${ranks} and rank_history.rank_type = 'manual' and rank_history.cause <> 'manual'`,
  };
}

/** What staff wrote: notes, and edits of the record. */
function staffEvents({ account, id, whose }: Guest): Sources<"note" | "edit"> {
  const lines = (entries: RawBuilder<unknown>) => sql`from audit_logs audit_log
    left join users person on person.id = audit_log.actor_user_id
    where audit_log.account_id = ${account} and audit_log.entity = 'customers' and audit_log.entity_id = ${id} and ${entries}`;
  return {
    note: sql`select note.id, ${tokyo(sql`note.created_at`)}, person.name, note.body, null::bigint
      from customer_notes note
      left join users person on person.id = note.created_by
      where note.account_id = ${account} and note.customer_id in ${whose} and note.active_status = 'active'`,
    edit: sql`select audit_log.id, ${tokyo(sql`audit_log.at`)}, person.name, audit_log.action,
        null::bigint ${lines(sql`audit_log.action in ('create', 'update')`)}`,
  };
}
