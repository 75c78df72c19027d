import type { FactsWith } from "@okaeri/domain/segments/fields";
import { zeroMeets } from "@okaeri/domain/segments/form";
import { sql } from "kysely";
import { type Condition, comparedFigure, everybody, type FactSql, not } from "../../database/form-sql.ts";
import { balancesOn } from "./balances.read.ts";

/** What conditions ask of the points of a customer `customer`. */
export const POINT_FACTS: Record<FactsWith<{ owner: "points" }>, FactSql> = {
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
};
