import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";
import { pointUsesOfCancelled, usesOfCancelled } from "../points/uses-of-cancelled.read.ts";

export type OpenUse = {
  kind: "point" | "coupon";
  id: number;
  customer_id: number;
  customer_name: string;
  original_reservation_code: string;
  cancel_date: string;
};

/** So many are named; a guest's page has the rest. */
const NAMED = 20;

/** Uses of points and coupons that still count for stays that were cancelled lately, the newest cancellation first. */
export function usesToDecide(tx: Tx, scope: Scope, today: CalendarDate) {
  return tx.one<{ total: number; items: OpenUse[] }>`with kept as (
      select 'point' as kind, p.*
      from (${pointUsesOfCancelled(scope, today)}) p
      union all
      select 'coupon', c.*
      from (${usesOfCancelled(scope, sql`use_coupon_cases`, today)}) c
    )
    select (select count(*)::int from kept) as total,
      coalesce((select json_agg(x)
          from (
            select k.kind, k.id, coalesce(customer.merged_into, customer.id) as customer_id,
              coalesce(surviving_customer.name, customer.name) as customer_name, k.original_reservation_code, k.cancel_date
            from kept k
            join customers customer on customer.account_id = ${scope.accountId} and customer.id = k.customer_id
            left join customers surviving_customer on surviving_customer.account_id = customer.account_id
              and surviving_customer.id = customer.merged_into
            order by k.cancel_date desc, k.kind, k.id desc limit ${NAMED}
          ) x),
        '[]') as items`;
}
