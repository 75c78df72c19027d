import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { aggregationStart } from "@okaeri/domain/rfms/score";
import type { FactsWith } from "@okaeri/domain/segments/fields";
import { type RawBuilder, sql } from "kysely";
import {
  type Column,
  compared,
  comparedFigure,
  everybody,
  type FactSql,
  type FactType,
  type ScalarSql,
} from "../../database/form-sql.ts";
import { groupedTest } from "../../database/list-sql.ts";
import { bookedAt, stayedAt } from "./guests.read.ts";

/** What conditions ask of the stays and bookings of a customer `customer`. */
export const STAY_FACTS: Record<FactsWith<{ owner: "stays" }>, FactSql> = {
  last_stay_days: {
    type: "int8",
    value: ({ today }) => sql`greatest(0, ${today}::date - customer.last_stay_on)`,
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
  stay_check_in_day: lastStay("int8", sql`extract(dow from stay.check_in_date)::int8`),
  stay_check_out_day: lastStay("int8", sql`extract(dow from stay.check_out_date)::int8`),
  stay_days: lastStay("int8", sql`(stay.check_out_date - stay.check_in_date)::int8`),
  facility_account_id: { among: (values) => stayedAt(sql`customer.account_id`, sql`customer.id`, values) },
  reserved_facility_account_id: { among: (values) => bookedAt(sql`customer.account_id`, sql`customer.id`, values) },
};

const COUNTS = sql`stay.account_id = customer.account_id and stay.customer_id = customer.id and stay.reversed_at is null`;

/** Of the stay that counts last: by check-out, transaction code and facility (domain/points/stay-points inOrder). */
function lastStay(type: FactType, column: Column): ScalarSql {
  const exists = (condition: RawBuilder<unknown>) =>
    sql<boolean>`exists (select from stay_transactions stay
    where ${COUNTS} and ${condition}
      and not exists (select from stay_transactions later_stay
        where later_stay.account_id = stay.account_id and later_stay.customer_id = stay.customer_id and later_stay.reversed_at is null
          and (later_stay.check_out_date, later_stay.transaction_code collate "C", later_stay.facility_account_id) >
          (stay.check_out_date, stay.transaction_code collate "C", stay.facility_account_id)))`;
  return {
    type,
    value: () => sql`(select ${column}
      from stay_transactions stay
      where ${COUNTS}
      order by stay.check_out_date desc, stay.transaction_code collate "C" desc, stay.facility_account_id desc limit 1)`,
    known: () => sql<boolean>`exists (select from stay_transactions stay where ${COUNTS})`,
    test: (test, { today }) => exists(compared(column, test, type, sql`${today}::date`)),
  };
}

/** Stays with a check-out in the past two years. */
function recentStays(): ScalarSql {
  const isRecent = (today: CalendarDate) => sql<boolean>`stay.check_out_date >= ${aggregationStart(today, 2)}::date`;
  const value = ({ today }: { today: CalendarDate }) => sql`(select count(*)
    from stay_transactions stay
    where ${COUNTS} and ${isRecent(today)})`;
  const recent = (today: CalendarDate) => ({
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
