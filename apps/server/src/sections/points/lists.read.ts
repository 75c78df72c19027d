import type { ListsOf } from "@okaeri/domain/segments/lists";
import { sql } from "kysely";
import { canonicalCustomer } from "../../database/canonical-customer.ts";
import { type ListSql, perItem } from "../../database/list-sql.ts";

const { join, ...whose } = canonicalCustomer("point_use");

/** What conditions count of the points that a customer `customer` used. */
export const POINT_LISTS: { [L in ListsOf<"points">]: ListSql<L> } = {
  point_uses: {
    from: sql`use_point_cases point_use
    ${join}`,
    where: sql<boolean>`point_use.cancel_date is null`,
    ...whose,
    items: {
      used_on: perItem("date", sql`point_use.use_date`),
      points: perItem("int8", sql`point_use.use_point`),
      facility_account_id: perItem("int8", sql`point_use.facility_account_id`),
    },
  },
};
