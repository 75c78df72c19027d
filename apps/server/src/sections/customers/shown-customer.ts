import { usableActions } from "@okaeri/domain/permissions/can";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import type { CallContext } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import { addressedCustomer } from "./customers.read.ts";
import { oneCustomer } from "./one-customer.read.ts";

/** The guest as the page shows one; who was merged is who lives on. @throws CallError NOT_FOUND out of the person's reach. */
export async function shownCustomer(tx: Tx, { app, scope }: CallContext, id: number) {
  const living = await addressedCustomer(tx, scope, id);
  const actions = usableActions(scope.subject, "customers");
  const shown = living === undefined ? undefined : await oneCustomer(tx, scope, living, todayOf(app.clock), actions);
  if (!shown) throw new CallError("NOT_FOUND");
  return shown;
}
