import { z } from "zod";
import { call, needsAction } from "./call.ts";
import { customerList } from "./lists/customers.ts";
import { id, listQuery } from "./paging.ts";
import { MOST_PICKED } from "./selection-limits.ts";

/** Guests of the list: picked ones, or all that its conditions find. */
export const customerSelection = z.union([
  z.strictObject({ ids: z.array(id).min(1).max(MOST_PICKED) }),
  z.strictObject({ conditions: listQuery(customerList) }),
]);

/** How many of the ids that a call names were skipped: unknown, out of reach, or not in a state for it any more. */
export const omitted = z.number().int();

const edit = needsAction("customers/edit");

export const customerSelections = {
  /** Who has the type keeps it and is counted apart; so are ids of nobody in reach, who are left out. */
  addType: call(edit)
    .route({ method: "POST", path: "/customers/type-additions", summary: "選んだ顧客に顧客区分を付ける" })
    .input(z.strictObject({ selection: customerSelection, customer_type_id: id }))
    .output(z.object({ id: z.number().int(), added: z.number().int(), had: z.number().int(), omitted: omitted })),
  /** Undo: takes the type from exactly those guests to whom addType gave it. */
  undoAddType: call(edit)
    .route({ method: "POST", path: "/customers/type-additions/{id}/undo", summary: "付けた顧客区分を元に戻す" })
    .input(z.strictObject({ id }))
    .output(z.object({ removed: z.number().int() })),
};
