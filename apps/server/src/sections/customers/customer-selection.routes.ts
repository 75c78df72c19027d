import { recordAudit } from "../../audit/record-audit.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import type { Binder, CallContext } from "../../http/binder.ts";
import { CallError, fieldError } from "../../http/errors.ts";
import { addTypeTo, typeOfAddition, undoAddition } from "./customer-selection.queries.ts";
import { typesInUse } from "./save-customer.queries.ts";
import { selectedCustomers } from "./selected-customers.ts";

/** What is done to many guests of the list at once. */
export function customerSelectionRoutes(os: Binder) {
  const calls = os.customers;
  return {
    addType: calls.addType.handler(({ input: { selection, customer_type_id: typeId }, context }) =>
      context.inScope(async (tx) => {
        const { scope, app } = context;
        if ((await typesInUse(tx, scope, [typeId], null)) === 0)
          throw fieldError("customer_type_id", { code: "not_a_choice" });
        const { ids, omitted } = await selectedCustomers(tx, scope, selection, todayOf(app.clock));
        const { id, added } = await addTypeTo(tx, scope, { ids, typeId, now: app.clock.now() });
        await audit(tx, context, "add_type", typeId, added);
        return { id, added, had: ids.length - added, omitted: omitted };
      }),
    ),

    undoAddType: calls.undoAddType.handler(({ input: { id }, context }) =>
      context.inScope(async (tx) => {
        const found = await typeOfAddition(tx, context.scope, id);
        if (found === undefined) throw new CallError("NOT_FOUND");
        const removed = await undoAddition(tx, context.scope, id, context.app.clock.now());
        await audit(tx, context, "undo_add_type", found.type_id, removed);
        return { removed };
      }),
    ),
  };
}

/** One line for all of them: which type, and how many guests. */
function audit(tx: Tx, { scope, ip }: CallContext, action: string, typeId: number, count: number): Promise<void> {
  const about = { accountId: scope.accountId, entity: "account_customer_types", entityId: typeId };
  return recordAudit(tx, { actorUserId: scope.userId, ip, action, ...about, after: { count } });
}
