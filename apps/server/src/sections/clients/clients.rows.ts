import { contractState } from "@okaeri/domain/accounts/option-periods";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import {
  clientsRowActions,
  mayAddAccounts,
  readsBilling,
  readsContracts,
  type Viewer,
} from "@okaeri/domain/permissions/row-actions";
import type { ClientAccountRow, ClientRow } from "./clients.queries.ts";

/** A company as the list shows it, with what the person may do with it. */
export function clientItem(row: ClientRow, viewer: Viewer) {
  const { version: _version, created_at: _created, ...shown } = row;
  return {
    ...shown,
    updated_at: row.updated_at.toISOString(),
    page_actions: clientsRowActions(viewer, { id: row.id }),
    may_add_accounts: row.active_status === "active" && mayAddAccounts(viewer, row),
  };
}

/** The client's accounts as the person may see them: contract and options not for a clerk, billing for the provider alone. */
export function accountsShown(
  row: ClientRow,
  accounts: readonly ClientAccountRow[],
  viewer: Viewer,
  today: CalendarDate,
) {
  const reads_billing = readsBilling(viewer) && !row.is_provider;
  const shown = accounts.map((account) => ({
    ...account,
    ...(readsContracts(viewer)
      ? { contract_state: contractState(account, today) }
      : { contract_state: null, contract_started_at: null, contract_ended_at: null, options: null }),
    payment: reads_billing ? account.payment : null,
  }));
  return { accounts: shown, reads_billing };
}
