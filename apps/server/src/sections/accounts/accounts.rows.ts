import { ACCOUNT_PARTS, type EDITABLE_PARTS } from "@okaeri/contract/accounts";
import { contractState } from "@okaeri/domain/accounts/option-periods";
import { type CalendarDate, calendarDate } from "@okaeri/domain/calendar-date";
import { isOptionActive, planHas } from "@okaeri/domain/permissions/plan-options";
import { isAdmin, isProvider } from "@okaeri/domain/permissions/roles";
import {
  accountsRowActions,
  connectsFacility,
  type RowAction,
  readsBilling,
  readsContracts,
  readsPeople,
  readsTemplates,
  rowAllows,
  type Viewer,
} from "@okaeri/domain/permissions/row-actions";
import type { AccountRow, OptionRow } from "./accounts.queries.ts";

const typesOf = ({ options }: AccountRow) => options.map(({ option_type }) => option_type);

/** Per-row rule of specification §6, accounts list. */
export function accountRowActions(row: AccountRow, viewer: Viewer, anyListedCrmActive: boolean): RowAction[] {
  const { id, parent_id, ancestor_ids } = row;
  const place = { id, parent_id, ancestor_ids, crm_option_active: planHas("own_settings", typesOf(row)) };
  return accountsRowActions(viewer, place, anyListedCrmActive);
}

/** An account as the list shows it, with what the person may do with it. */
export function toAccountItem(
  row: AccountRow,
  viewer: Viewer,
  at: { today: CalendarDate; anyListedCrmActive: boolean },
) {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    company_id: row.company_id,
    company_name: row.company_name,
    parent_id: row.parent_id,
    parent_name: row.parent_name,
    depth: row.ancestor_ids.length,
    programme_account_id: row.programme_account_id,
    ...(readsContracts(viewer)
      ? {
          contract_started_at: row.contract_started_at,
          contract_ended_at: row.contract_ended_at,
          contract_state: contractState(row, at.today),
          options: row.options,
        }
      : { contract_started_at: null, contract_ended_at: null, contract_state: null, options: null }),
    active_status: row.active_status,
    updated_at: row.updated_at.toISOString(),
    page_actions: accountRowActions(row, viewer, at.anyListedCrmActive),
  };
}

export type ReadablePart = (typeof ACCOUNT_PARTS)[number];

/** What client staff without the admin role read of an account: names and contacts. */
const CLERKS_PARTS: readonly ReadablePart[] = ["basics", "users", "groups", "sender"];

/**
 * Billing is the provider's, people need users/read, the history is for administrators; registration cards are there while the
 * account's option for them runs (product §1), templates with the right on campaigns.
 */
export function readableParts(viewer: Viewer, row: AccountRow): ReadablePart[] {
  return ACCOUNT_PARTS.filter((part) => {
    if (part === "card" && !planHas("registration_cards", typesOf(row))) return false;
    if (part === "payment") return readsBilling(viewer);
    if (part === "history") return isAdmin(viewer.role);
    if (part === "templates") return readsTemplates(viewer, row);
    if (part === "users" && !readsPeople(viewer)) return false;
    return readsContracts(viewer) || CLERKS_PARTS.includes(part);
  });
}

export type EditablePart = (typeof EDITABLE_PARTS)[number];

/** What connects an account to other systems: customer types and booking channels, the registration card, keys. */
const CONNECTION_PARTS: readonly EditablePart[] = ["codes", "card", "keys"];

/**
 * Code, hierarchy, contract, billing and options are the provider's business: with them a client could raise its own rights. The parts
 * follow the row's edit; connections are also open to those who connect the facility.
 */
export function editableParts(
  viewer: Viewer,
  actions: readonly RowAction[],
  row: { id: number; programme_account_id: number; plan_options: readonly string[] },
): EditablePart[] {
  if (!rowAllows(actions, "edit")) return connectsFacility(viewer, row) ? [...CONNECTION_PARTS] : [];
  return isProvider(viewer.role)
    ? ["name", "basics", "contract", "payment", "options", "settings", ...CONNECTION_PARTS]
    : ["name", "settings", ...CONNECTION_PARTS];
}

export function optionItem(row: OptionRow, today: CalendarDate) {
  const period = {
    option_type: row.option_type,
    option_started_at: calendarDate(row.option_started_at),
    option_ended_at: row.option_ended_at === null ? null : calendarDate(row.option_ended_at),
  };
  return { ...row, is_active_today: isOptionActive(period, today) };
}
