import { usableActions } from "@okaeri/domain/permissions/can";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import type { CallContext } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { customerDetailById, customersByIds } from "./customers.queries.ts";
import { customerDetail } from "./customers.rows.ts";

/** The guest as the page shows one. @throws CallError NOT_FOUND out of the person's reach. */
export async function shownCustomer(tx: Tx, { app, scope }: CallContext, id: number) {
  const today = todayOf(app.clock);
  const detail = await customerDetailById(tx, scope, id, today);
  const [row] = detail ? await customersByIds(tx, scope, [id], today) : [];
  if (!detail || !row) throw new CallError("NOT_FOUND");
  return customerDetail(row, detail, usableActions(scope.subject, "customers"));
}
