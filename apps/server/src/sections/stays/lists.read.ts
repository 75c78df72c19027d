import { sql } from "kysely";
import type { Column, ScalarSql } from "../../database/form-sql.ts";
import type { ListOptions, ListSql } from "../../database/list-sql.ts";

const of = (type: ScalarSql["type"], column: Column): ScalarSql<ListOptions> => ({ type, value: () => column });
const weekday = (day: Column) => of("int8", sql`extract(dow from ${day})::int8`);

/** What conditions count of the stays of a customer `customer`. */
export const STAY_LISTS: { stays: ListSql<"stays"> } = {
  stays: {
    from: sql`stay_transactions stay
    join stay_reservations reservation on reservation.account_id = stay.account_id and reservation.id = stay.stay_reservation_id`,
    where: sql<boolean>`stay.reversed_at is null and stay.customer_id is not null`,
    accountId: sql`stay.account_id`,
    customerId: sql`stay.customer_id`,
    ofCustomer: sql<boolean>`stay.account_id = customer.account_id and stay.customer_id = customer.id`,
    items: {
      facility_account_id: of("int8", sql`stay.facility_account_id`),
      check_in_on: of("date", sql`stay.check_in_date`),
      check_out_on: of("date", sql`stay.check_out_date`),
      stay_days: of("int8", sql`(stay.check_out_date - stay.check_in_date)::int8`),
      use_price: of("int8", sql`stay.use_price`),
      plan_code: of("text", sql`nullif(reservation.plan_code, '')`),
      check_in_day: weekday(sql`stay.check_in_date`),
      check_out_day: weekday(sql`stay.check_out_date`),
      is_online_check_in: of("bool", sql`stay.is_online_check_in`),
      is_online_check_out: of("bool", sql`stay.is_online_check_out`),
    },
  },
};
