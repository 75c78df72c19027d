import { usableActions } from "@okaeri/domain/permissions/can";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import type { CallContext } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import type { Scope } from "../../session/scope.ts";
import { addressedCustomer } from "./customers.read.ts";
import { oneCustomer } from "./one-customer.read.ts";

/** The guest as the page shows one; who was merged is who lives on. @throws CallError NOT_FOUND out of the person's reach. */
export async function shownCustomer(tx: Tx, { app, scope }: CallContext, id: number) {
  const living = await addressedCustomer(tx, scope, id);
  const actions = guestActions(scope);
  const shown = living === undefined ? undefined : await oneCustomer(tx, scope, living, todayOf(app.clock), actions);
  if (!shown) throw new CallError("NOT_FOUND");
  return shown;
}

/** What the person may do with a guest. A guest is the whole programme's: deleting one asks the right on the programme (docs/adr/0105). */
export function guestActions({ subject, programme }: Pick<Scope, "subject" | "programme">): string[] {
  const may = usableActions(programme, "customers");
  return usableActions(subject, "customers").filter((action) => action !== "delete" || may.includes("delete"));
}
