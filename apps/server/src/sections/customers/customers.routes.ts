import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import type { Binder, CallContext } from "../../http/binder.ts";
import { CallError } from "../../http/errors.ts";
import type { Scope } from "../../session/scope.ts";
import { type HistoryInput, type HistoryPage, reservationsOf, staysOf } from "./customer-histories.queries.ts";
import { listCustomerIds } from "./customer-page.queries.ts";
import { customerRecordRoutes } from "./customer-record.routes.ts";
import { customerRequestRoutes } from "./customer-requests.routes.ts";
import { customerSelectionRoutes } from "./customer-selection.routes.ts";
import { customerFilterOptions, customersByIds } from "./customers.queries.ts";
import { addressedCustomer } from "./customers.read.ts";
import { toReservationItem } from "./customers.rows.ts";
import type { EraseElsewhere } from "./erase-customer.ts";
import { selectedCustomers } from "./selected-customers.ts";
import { guestActions, shownCustomer } from "./shown-customer.ts";
import { suppressionRoutes } from "./suppressions/suppressions.routes.ts";

export function customersRoutes(os: Binder, eraseElsewhere: EraseElsewhere) {
  const calls = os.customers;
  return {
    list: calls.list.handler(async ({ input, context }) => {
      const { scope } = context;
      const today = todayOf(context.app.clock);
      const page_actions = guestActions(scope);
      return context.reading(async (tx) => {
        const { ids, total } = await listCustomerIds(tx, scope, input, today);
        const rows = await customersByIds(tx, scope, ids, today);
        return { items: rows.map((row) => ({ ...row, page_actions })), total, page: input.page, size: input.size };
      });
    }),

    ids: calls.ids.handler(({ input: conditions, context }) =>
      context.reading(async (tx) => {
        const { ids } = await selectedCustomers(tx, context.scope, { conditions }, todayOf(context.app.clock));
        return { ids };
      }),
    ),

    filters: calls.filters.handler(({ context }) => context.inScope((tx) => customerFilterOptions(tx, context.scope))),

    get: calls.get.handler(({ input, context }) => context.inScope((tx) => shownCustomer(tx, context, input.id))),

    ...customerRecordRoutes(os),
    ...customerSelectionRoutes(os),
    ...customerRequestRoutes(os, eraseElsewhere),
    ...suppressionRoutes(os),

    reservations: calls.reservations.handler(async ({ input, context }) => {
      const today = todayOf(context.app.clock);
      return history(context, input, reservationsOf, (row) => toReservationItem(row, today));
    }),
    stays: calls.stays.handler(({ input, context }) => history(context, input, staysOf, asItIs)),
  };
}

const asItIs = <Row>(row: Row) => row;

async function history<Row, Item>(
  context: CallContext,
  input: HistoryInput,
  rowsOf: (tx: Tx, scope: Scope, input: HistoryInput) => Promise<HistoryPage<Row>>,
  itemOf: (row: Row) => Item,
): Promise<{ items: Item[]; total: number; page: number; size: number }> {
  return context.inScope(async (tx) => {
    const id = await addressedCustomer(tx, context.scope, input.id);
    if (id === undefined) throw new CallError("NOT_FOUND");
    const { rows, total } = await rowsOf(tx, context.scope, { ...input, id });
    return { items: rows.map(itemOf), total, page: input.page, size: input.size };
  });
}
