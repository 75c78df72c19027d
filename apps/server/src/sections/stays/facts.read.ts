import type { FactsWith } from "@okaeri/domain/segments/fields";
import { type RawBuilder, sql } from "kysely";
import { hasMonthSql, isHolidayEveSql, weekdayOf } from "../../database/day-sql.ts";
import type { EvaluationDay } from "../../database/evaluation-day.ts";
import {
  compared,
  comparedFigure,
  everybody,
  type FactSql,
  type FactType,
  type ScalarSql,
  type SqlColumn,
} from "../../database/form-sql.ts";
import { groupExists, groupedTest } from "../../database/list-sql.ts";
import { bookedAt, stayedAt } from "./guests.read.ts";
import { RESERVATION_FACTS } from "./reservation-facts.read.ts";

/** The booking of a stay. */
const BOOKING = sql`join stay_reservations reservation on reservation.account_id = stay.account_id
      and reservation.id = stay.stay_reservation_id`;

/** SQL over bookings `reservation`: the guest is expected, from today on; walking in is no booking. */
const isToCome = (today: EvaluationDay) => sql<boolean>`(reservation.check_in_date >= ${today}::date
      and reservation.reservation_status = 'reserved' and reservation.cancel_date is null and not reservation.is_no_show
      and reservation.active_status = 'active'
      and reservation.linked_to_id is null
      and not exists (select from stay_transactions stay
        where stay.account_id = reservation.account_id and stay.stay_reservation_id = reservation.id and stay.reversed_at is null))`;

const COUNTS = sql`stay.account_id = customer.account_id and stay.customer_id = customer.id and stay.reversed_at is null`;

/** What conditions ask of the stays and bookings of a customer `customer`. */
export const STAY_FACTS: Record<FactsWith<{ owner: "stays" }>, FactSql> = {
  last_stay_days: {
    type: "int8",
    value: ({ today }) =>
      sql`(case when customer.last_stay_on is not null then greatest(0, ${today}::date - customer.last_stay_on)::int8 end)`,
    known: () => sql<boolean>`customer.last_stay_on is not null`,
  },
  last_stay_on: {
    type: "date",
    value: () => sql`customer.last_stay_on`,
    known: () => sql<boolean>`customer.last_stay_on is not null`,
  },
  stay_count: { type: "int8", value: () => sql`customer.stay_count`, known: everybody },
  stay_count_2y: recentStays(),
  use_price_total: { type: "int8", value: () => sql`customer.use_price_total`, known: everybody },
  stay_check_in_day: lastStay("int8", weekdayOf(sql`stay.check_in_date`)),
  stay_check_out_day: lastStay("int8", weekdayOf(sql`stay.check_out_date`)),
  stay_days: lastStay("int8", sql`(stay.check_out_date - stay.check_in_date)::int8`),
  stay_use_price: lastStay("int8", sql`stay.use_price`),
  stay_plan_code: lastStay("text", sql`nullif(reservation.plan_code, '')`, "maybe", BOOKING),
  stay_booking_channel_id: lastStay("int8", sql`reservation.account_booking_channel_id`, "maybe", BOOKING),
  stay_holiday_eve: lastStay("bool", isHolidayEveSql(sql`stay.check_in_date`)),
  stay_is_online_check_in: lastStay("bool", sql`stay.is_online_check_in`),
  stay_is_online_check_out: lastStay("bool", sql`stay.is_online_check_out`),
  // All stays are before the last one, or it.
  stay_number: { type: "int8", value: () => sql`nullif(customer.stay_count, 0)` },
  stay_number_2y: staysBeforeLast(),
  stay_in_birthday_month: lastStay(
    "bool",
    hasMonthSql(sql`stay.check_in_date`, sql`stay.check_out_date`, sql`customer.birth_month`),
    "maybe",
  ),
  next_check_in_days: {
    type: "int8",
    value: ({ today }) => sql`(select (min(reservation.check_in_date) - ${today}::date)::int8
      from stay_reservations reservation
      where reservation.account_id = customer.account_id and reservation.customer_id = customer.id and ${isToCome(today)})`,
    // Joined, where the value would be looked up guest by guest (14,000 guests: a cost of 5,300 and not of 438,000).
    known: ({ today }) => sql<boolean>`exists (select from stay_reservations reservation
      where reservation.account_id = customer.account_id and reservation.customer_id = customer.id and ${isToCome(today)})`,
    test: (test, { today }) => {
      const rows = {
        from: sql`stay_reservations reservation`,
        where: sql<boolean>`${isToCome(today)} and reservation.customer_id is not null`,
        accountId: sql`reservation.account_id`,
        customerId: sql`reservation.customer_id`,
      };
      return groupExists(rows, comparedFigure(sql`(min(reservation.check_in_date) - ${today}::date)`, test));
    },
  },
  ...RESERVATION_FACTS,
  facility_account_id: { among: (values) => stayedAt(sql`customer.account_id`, sql`customer.id`, values) },
  reserved_facility_account_id: { among: (values) => bookedAt(sql`customer.account_id`, sql`customer.id`, values) },
};

/** Of the stay that counts last: by check-out, transaction code and facility (domain/points/stay-points staysInOrder). */
function lastStay(type: FactType, column: SqlColumn, known: "always" | "maybe" = "always", join = sql``): ScalarSql {
  const exists = (condition: RawBuilder<unknown>) =>
    sql<boolean>`exists (select from stay_transactions stay ${join}
    where ${COUNTS} and ${condition}
      and not exists (select from stay_transactions later_stay
        where later_stay.account_id = stay.account_id and later_stay.customer_id = stay.customer_id and later_stay.reversed_at is null
          and (later_stay.check_out_date, later_stay.transaction_code collate "C", later_stay.facility_account_id) >
          (stay.check_out_date, stay.transaction_code collate "C", stay.facility_account_id)))`;
  return {
    type,
    value: () => sql`(select ${column}
      from stay_transactions stay ${join}
      where ${COUNTS}
      order by stay.check_out_date desc, stay.transaction_code collate "C" desc, stay.facility_account_id desc limit 1)`,
    // Not by the value: with a join in it that would be worked out guest by guest (measured: 14,000 guests, past the time limit).
    known: () =>
      known === "always"
        ? sql<boolean>`exists (select from stay_transactions stay where ${COUNTS})`
        : exists(sql`${column} is not null`),
    test: (test, { today }) => exists(compared(column, test, type, sql`${today}::date`)),
  };
}

/** Stays with a check-out in the past two years. */
function recentStays(): ScalarSql {
  const isRecent = (today: EvaluationDay) =>
    sql<boolean>`stay.check_out_date >= (${today}::date - interval '2 years')::date`;
  const value = ({ today }: { today: EvaluationDay }) => sql`(select count(*)
    from stay_transactions stay
    where ${COUNTS} and ${isRecent(today)})`;
  const recent = (today: EvaluationDay) => ({
    from: sql`stay_transactions stay`,
    where: sql<boolean>`stay.reversed_at is null and ${isRecent(today)} and stay.customer_id is not null`,
    accountId: sql`stay.account_id`,
    customerId: sql`stay.customer_id`,
  });
  return {
    type: "int8",
    value,
    known: everybody,
    test: (test, { today, shape }) =>
      shape === "row" ? comparedFigure(value({ today }), test) : groupedTest(recent(today), sql`count(*)`, test),
  };
}

/** The number of the last stay among those with a check-out within the two years up to its own. */
function staysBeforeLast(): ScalarSql {
  const last = (rows: SqlColumn) => sql`(select each_stay.account_id, each_stay.customer_id, each_stay.check_out_date,
        max(each_stay.check_out_date) over (partition by each_stay.account_id, each_stay.customer_id) as last_out
      from stay_transactions each_stay
      where each_stay.reversed_at is null and each_stay.customer_id is not null and ${rows}) stay`;
  const isRecent = sql<boolean>`stay.check_out_date >= (stay.last_out - interval '2 years')::date`;
  return {
    type: "int8",
    value: () => sql`(select nullif(count(*), 0)
      from ${last(sql`each_stay.account_id = customer.account_id and each_stay.customer_id = customer.id`)}
      where ${isRecent})`,
    known: () => sql<boolean>`exists (select from stay_transactions stay where ${COUNTS})`,
    test: (test, { shape }) => {
      const own =
        shape === "row"
          ? sql`each_stay.account_id = customer.account_id and each_stay.customer_id = customer.id`
          : sql`true`;
      const rows = {
        from: last(own),
        where: isRecent,
        accountId: sql`stay.account_id`,
        customerId: sql`stay.customer_id`,
      };
      return groupExists(rows, comparedFigure(sql`count(*)`, test));
    },
  };
}
