import { clientsRowActions, mayAddAccounts, type Viewer } from "@okaeri/domain/permissions/row-actions";
import type { ClientRow } from "./clients.queries.ts";

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
