import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { birthdaysOn } from "@okaeri/domain/campaigns/triggers/occasion";
import type { TriggerBase } from "@okaeri/domain/campaigns/triggers/trigger";
import { type RawBuilder, sql } from "kysely";
import type { EvaluationDay } from "../../../database/evaluation-day.ts";
import { heldRankOfOne } from "../../ranks/held-ranks.read.ts";

// Whom days of a trigger's base mean, by what is stored now. A guest who was merged, erased or switched off is nobody's.

export type BaseDays = {
  accountId: number;
  days: readonly CalendarDate[];
  today: EvaluationDay;
};

type Sql = RawBuilder<unknown>;
type Base = {
  /** SQL: what one table says of the days, by its index: account_id, customer_id, base_day, and of some bases more. */
  rows: (days: BaseDays) => Sql;
  /** SQL over these rows `o` and customers `customer`. */
  joins?: (today: EvaluationDay) => Sql;
  /** SQL over all of them: it is an occasion. */
  holds: RawBuilder<boolean>;
  /** SQL over the same, in forecasts: what is stored now lets it still be an occasion on its day `o.judged_on`. */
  remains?: RawBuilder<boolean>;
  /** Columns of `o` that an occasion names. */
  about?: { reservation?: Sql; transaction?: Sql };
};

/** A guest (customers.read.ts), as the table's check says it; naming merged_into too invites an index of who is not merged, without the id. */
const isActive = sql<boolean>`customer.active_status = 'active'`;

/** SQL over reservations `reservation`: the lead of all that tell of one stay, and in force. */
const isAlreadyBooked = sql<boolean>`(reservation.active_status = 'active' and reservation.linked_to_id is null)`;
/**
 * SQL over reservations `reservation`: the stay is to come, goes on or was; neither cancelled nor given up. A stay that was told and untold
 * by an undone import has no guest.
 */
export const takesPlace = sql<boolean>`(${isAlreadyBooked} and reservation.cancel_date is null and not reservation.is_no_show
  and not exists (select from stay_transactions stay
    where stay.account_id = reservation.account_id and stay.stay_reservation_id = reservation.id and stay.reversed_at is not null
      and not stay.is_reported_elsewhere and stay.customer_id is not null))`;
/** Walking in is no booking. */
const isBooked = sql<boolean>`(${takesPlace} and reservation.reservation_status = 'reserved')`;

type Day = "check_in_date" | "check_out_date" | "reserved_date" | "cancel_date";
const joinReservation: Base["joins"] =
  () => sql`join stay_reservations reservation on reservation.account_id = o.account_id
  and reservation.id = o.reservation_id`;
const about = { reservation: sql`o.reservation_id` };

const reservations = (day: Day, holds: RawBuilder<boolean>): Base => ({
  rows: ({
    accountId,
    days,
  }) => sql`select reservation.account_id, reservation.customer_id, ${sql.ref(`reservation.${day}`)} as base_day,
      reservation.id as reservation_id
    from stay_reservations reservation
    where reservation.account_id = ${accountId} and ${sql.ref(`reservation.${day}`)} = any(${days}::date[])`,
  joins: joinReservation,
  holds,
  about,
});

/** Stays that were confirmed, by the day of their check-out. */
const stays = (holds: RawBuilder<boolean>): Base => ({
  rows: ({ accountId, days }) => sql`select stay.account_id, stay.customer_id, stay.check_out_date as base_day,
      stay.stay_reservation_id as reservation_id, stay.id as transaction_id, stay.transaction_code, stay.facility_account_id
    from stay_transactions stay
    where stay.account_id = ${accountId} and stay.check_out_date = any(${days}::date[]) and stay.reversed_at is null`,
  joins: joinReservation,
  holds,
  about: { ...about, transaction: sql`o.transaction_id` },
});

/** In the order in which a guest's stays are counted (domain/points/stay-points staysInOrder). */
const isFirst = sql<boolean>`(${takesPlace} and not exists (select from stay_transactions earlier_stay
  where earlier_stay.account_id = o.account_id and earlier_stay.customer_id = o.customer_id and earlier_stay.reversed_at is null
    and (earlier_stay.check_out_date, earlier_stay.transaction_code collate "C", earlier_stay.facility_account_id)
      < (o.base_day, o.transaction_code collate "C", o.facility_account_id)))`;

const heldToday: Base["joins"] = (today) => sql`join customer_totals total on total.account_id = customer.account_id
      and total.customer_id = customer.id
    cross join lateral ${heldRankOfOne(today)} held`;

const always = sql<boolean>`true`;

/** SQL over reservations `reservation`: its stay is still to come or goes on, so that no check-out is stored yet. */
const isToCome = sql<boolean>`(${takesPlace} and not exists (select from stay_transactions stay
  where stay.account_id = reservation.account_id and stay.stay_reservation_id = reservation.id and stay.reversed_at is null))`;
/** No booking makes another stay the last one before the day. */
const staysNoMore = sql<boolean>`(not exists (select from stay_reservations reservation
  where reservation.account_id = o.account_id and reservation.customer_id = o.customer_id
    and reservation.check_out_date > o.base_day and reservation.check_out_date < o.judged_on and ${isToCome}))`;

const BASES: Record<TriggerBase, Base> = {
  before_check_in: reservations("check_in_date", isBooked),
  check_in: reservations("check_in_date", takesPlace),
  before_check_out: reservations("check_out_date", takesPlace),
  after_check_out: stays(takesPlace),
  reserved: reservations("reserved_date", isBooked),
  cancelled: reservations("cancel_date", isAlreadyBooked),
  birthday: {
    rows: ({ accountId, days }) => {
      const birthdays = days.flatMap((day) => birthdaysOn(day).map((key) => ({ day, key })));
      return sql`select customer.account_id, customer.id as customer_id, k.day as base_day
        from unnest(${birthdays.map(({ day }) => day)}::date[], ${birthdays.map(({ key }) => key)}::int[]) k (day, key)
        join customers customer on customer.account_id = ${accountId} and customer.birthday is not null
          and (extract(month from customer.birthday) * 100 + extract(day from customer.birthday))::int = k.key`;
    },
    holds: always,
  },
  last_stay: {
    rows: ({ accountId, days }) => sql`select total.account_id, total.customer_id, total.last_stay_on as base_day
      from customer_totals total
      where total.account_id = ${accountId} and total.last_stay_on = any(${days}::date[]) and total.is_listed`,
    holds: always,
    remains: staysNoMore,
  },
  points_expire: {
    rows: ({ accountId, days }) => sql`select lot.account_id, lot.customer_id, lot.expires_on as base_day
      from point_lots lot
      where lot.account_id = ${accountId} and lot.expires_on = any(${days}::date[]) and lot.remaining > 0
      group by lot.account_id, lot.customer_id, lot.expires_on`,
    holds: always,
  },
  rank_gained: {
    rows: ({
      accountId,
      days,
    }) => sql`select rank_history.account_id, coalesce(customer.merged_into, customer.id) as customer_id,
        rank_history.changed_on as base_day, rank_history.rank_detail_id
      from customer_rank_histories rank_history
      join customers customer on customer.account_id = rank_history.account_id and customer.id = rank_history.customer_id
      join rank_details tier on tier.account_id = rank_history.account_id and tier.id = rank_history.rank_detail_id
      left join rank_details previous_tier on previous_tier.account_id = rank_history.account_id
        and previous_tier.id = rank_history.previous_rank_detail_id
      where rank_history.account_id = ${accountId} and rank_history.changed_on = any(${days}::date[])
        and rank_history.cause in ('stay', 'points', 'evaluation', 'definition', 'manual')
        and (previous_tier.id is null or tier.priority < previous_tier.priority)
      group by 1, 2, 3, 4`,
    joins: heldToday,
    holds: sql<boolean>`held.rank_detail_id = o.rank_detail_id`,
  },
  rank_ends: {
    rows: ({ accountId, days }) => sql`select customer_rank.account_id, customer_rank.customer_id,
        customer_rank.expiration_date as base_day, customer_rank.rank_detail_id
      from customer_ranks customer_rank
      where customer_rank.account_id = ${accountId} and customer_rank.expiration_date = any(${days}::date[])
      group by 1, 2, 3, 4`,
    joins: heldToday,
    holds: sql<boolean>`(held.rank_detail_id = o.rank_detail_id and held.expiration_date = o.base_day)`,
  },
  first_stay: stays(isFirst),
  registered: {
    rows: ({ accountId, days }) => sql`select customer.account_id, customer.id as customer_id, k.day as base_day
      from unnest(${days}::date[]) k (day)
      join customers customer on customer.account_id = ${accountId}
        and (customer.created_at at time zone 'Asia/Tokyo')::date = k.day`,
    holds: always,
  },
};

/** The guest has not stayed yet, and no other booking of theirs ends earlier. */
const isFirstToCome = sql<boolean>`(${isToCome} and not exists (select from stay_transactions earlier_stay
    where earlier_stay.account_id = o.account_id and earlier_stay.customer_id = o.customer_id and earlier_stay.reversed_at is null)
  and not exists (select from stay_reservations earlier_reservation
    where earlier_reservation.account_id = o.account_id and earlier_reservation.customer_id = o.customer_id
      and earlier_reservation.active_status = 'active' and earlier_reservation.linked_to_id is null
      and earlier_reservation.cancel_date is null and not earlier_reservation.is_no_show
      and (earlier_reservation.check_out_date, earlier_reservation.id) < (o.base_day, o.reservation_id)))`;

/** Bases whose facts are stored on their day, by the bookings that are there before. */
const UPCOMING_TYPES: Partial<Record<TriggerBase, Base>> = {
  after_check_out: reservations("check_out_date", isToCome),
  first_stay: reservations("check_out_date", isFirstToCome),
  last_stay: { ...reservations("check_out_date", isToCome), remains: staysNoMore, about: {} },
};

/** Whether bookings say before the day whom it will mean. */
export const hasBookings = (base: TriggerBase): boolean => UPCOMING_TYPES[base] !== undefined;

/**
 * How the guests of a day are known. `now`: the day has come. In forecasts `stored`: by facts stored today; `bookings`: by the bookings of
 * which no check-out is stored yet.
 */
export type KnownBy = "now" | "stored" | "bookings";

/**
 * SQL for a statement about the guests whom days of a base mean: `rows` `o` (account_id, customer_id, base_day …), and what is asked of each
 * of them, one by one (`offset 0`). Of a young account the planner expects one row of every table, and would go through the whole account
 * for each guest (database/given-ids.ts).
 */
export function guestsOf(base: TriggerBase, days: BaseDays, known: KnownBy = "now") {
  const found = (known === "bookings" ? UPCOMING_TYPES[base] : undefined) ?? BASES[base];
  const { rows, joins, holds, about: named = {} } = found;
  const remains = (known === "now" ? undefined : found.remains) ?? always;
  return {
    rows: rows(days),
    eachOf: (asked: RawBuilder<boolean>) => sql`o
      cross join lateral (
        select customer.id
        from customers customer
        ${joins?.(days.today) ?? sql``}
        where customer.account_id = o.account_id and customer.id = o.customer_id and ${isActive} and ${holds} and ${remains} and ${asked}
        offset 0
      ) k`,
    reservationId: named.reservation ?? sql`null::bigint`,
    transactionId: named.transaction ?? sql`null::bigint`,
  };
}
