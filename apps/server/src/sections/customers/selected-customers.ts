import type { customerSelection } from "@okaeri/contract/customer-selection";
import { MOST_AT_ONCE } from "@okaeri/contract/selection-limits";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { z } from "zod";
import type { Tx } from "../../database/connection.ts";
import { fieldError } from "../../http/errors.ts";
import type { Scope } from "../../session/scope.ts";
import { listCustomerIds } from "./customer-page.queries.ts";
import { guestsAmong } from "./customer-selection.queries.ts";

/**
 * The selected guests in the person's reach, and how many of the named ones are out of it. Guests of conditions are found by the list's own
 * statement.
 */
export async function selectedCustomers(
  tx: Tx,
  scope: Scope,
  selection: z.output<typeof customerSelection>,
  today: CalendarDate,
): Promise<{ ids: number[]; omitted: number }> {
  if ("ids" in selection) {
    const ids = await guestsAmong(tx, scope, selection.ids);
    return { ids, omitted: new Set(selection.ids).size - ids.length };
  }
  const all = { ...selection.conditions, page: 1, size: MOST_AT_ONCE };
  const { ids, total } = await listCustomerIds(tx, scope, all, today);
  if (total > MOST_AT_ONCE) throw fieldError("selection", { code: "too_many_guests", max: MOST_AT_ONCE });
  return { ids, omitted: 0 };
}
