import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";
import { customerDetailById, customersByIds } from "./customers.queries.ts";
import { toCustomerDetail } from "./customers.rows.ts";

/** What the page of a customer shows; undefined: nobody in the person's reach. */
export async function oneCustomer(tx: Tx, scope: Scope, id: number, today: CalendarDate, page_actions: string[]) {
  const detail = await customerDetailById(tx, scope, id, today);
  const [row] = detail ? await customersByIds(tx, scope, [id], today) : [];
  return detail && row ? toCustomerDetail(row, detail, page_actions) : undefined;
}
