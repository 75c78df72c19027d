import type { FactsWith } from "@okaeri/domain/segments/fields";
import { zeroMeets } from "@okaeri/domain/segments/form";
import { sql } from "kysely";
import {
  type Condition,
  comparedFigure,
  everybody,
  type FactOptions,
  not,
  type ScalarSql,
} from "../../database/form-sql.ts";
import { groupedTest } from "../../database/list-sql.ts";
import { balancesOn } from "./balances.read.ts";

/** What conditions ask of the points of a customer `customer`. */
export const POINT_FACTS: Record<FactsWith<{ owner: "points" }>, ScalarSql> = {
  point_balance: {
    type: "int8",
    value: ({ today }) => sql`coalesce((select point_account.balance
      from ${balancesOn(today, "row")} point_account
      where point_account.account_id = customer.account_id and point_account.customer_id = customer.id), 0)`,
    known: everybody,
    test: (test, { today, shape }) => {
      const meets = comparedFigure(sql`point_account.balance`, test);
      const exists = (
        condition: Condition,
      ) => sql<boolean>`exists (select from ${balancesOn(today, shape)} point_account
      where point_account.account_id = customer.account_id and point_account.customer_id = customer.id and ${condition})`;
      // Who has never had points has no row: where 0 will do, the rows that fail are what is looked for.
      return zeroMeets(test) ? not(exists(not(meets))) : exists(meets);
    },
  },
  points_expiring: {
    type: "int8",
    value: (options) => sql`(select coalesce(sum(lot.remaining), 0)::int8
      from ${EXPIRING.from}
      where lot.account_id = customer.account_id and lot.customer_id = customer.id and ${isExpiring(options)})`,
    known: everybody,
    test: (test, options) =>
      options.shape === "row"
        ? comparedFigure(POINT_FACTS.points_expiring.value(options), test)
        : groupedTest({ ...EXPIRING, where: isExpiring(options) }, sql`coalesce(sum(lot.remaining), 0)::int8`, test),
  },
};

const EXPIRING = {
  from: sql`point_lots lot`,
  accountId: sql`lot.account_id`,
  customerId: sql`lot.customer_id`,
};
/** Points whose last day is within so many days from today. */
const isExpiring = ({ today, args: [days] }: FactOptions) =>
  sql<boolean>`(lot.remaining > 0 and lot.expires_on between ${today}::date and ${today}::date + ${Number(days)}::int)`;
