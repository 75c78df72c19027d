import { z } from "zod";
import { accountItem, contractStateWord, stopsAnswer } from "./accounts.ts";
import { payment } from "./billing.ts";
import { call, needsRow } from "./call.ts";
import { clientList } from "./lists/clients.ts";
import { activeStatus, id, listOf, listQuery, pageActions, version } from "./paging.ts";
import { historyCall, recordCalls } from "./records.ts";
import { filledLine } from "./text.ts";

export const clientItem = z.object({
  id: z.number().int(),
  name: z.string(),
  is_provider: z.boolean(),
  active_status: activeStatus,
  /** Its accounts in the viewer's reach. */
  account_count: z.number().int(),
  /** Its people whom the viewer may read; null for whoever may read none. */
  user_count: z.number().int().nullable(),
  /** Of these accounts together; null without accounts, and for a clerk. */
  contract_state: contractStateWord.nullable(),
  /** The last day of the last contract; null = open end, or no account. */
  contract_ended_at: z.string().nullable(),
  updated_at: z.string(),
  page_actions: pageActions,
  /** Whether the viewer may register accounts of this client. */
  may_add_accounts: z.boolean(),
});

export const clientDetail = clientItem.extend({
  version,
  created_at: z.string(),
  /** Those in the viewer's reach, as they lie beneath each other; a payment is null where none is registered. */
  accounts: z.array(accountItem.omit({ page_actions: true }).extend({ payment: payment.nullable() })),
  /** Whether the payments are for this person. The provider bills nobody for its own accounts. */
  reads_billing: z.boolean(),
});

export const clientListInput = listQuery(clientList);

export const clients = {
  list: call(needsRow("clients/read"))
    .route({ method: "GET", path: "/clients", summary: "クライアント一覧" })
    .input(clientListInput)
    // Whether /clients/billing.csv answers this person.
    .output(listOf(clientItem).extend({ billing_file: z.boolean() })),
  stops: call(needsRow("clients/edit"))
    .route({ method: "GET", path: "/clients/{id}/stops", summary: "クライアントとともに止まるもの" })
    .input(z.object({ id }))
    .output(stopsAnswer),
  // Out of use: nobody of the client can sign in any more; all data stays.
  ...recordCalls("clients", "/clients/{id}", "クライアント", clientDetail, { name: filledLine(120) }),
  history: historyCall("/clients/{id}", "クライアント"),
};
