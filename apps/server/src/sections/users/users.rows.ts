import { isProvider } from "@okaeri/domain/permissions/roles";
import type { SignedIn } from "../../session/session-store.ts";
import { USER_ACTS, userActRefusalOf } from "./user-acts.ts";
import { userRowActions } from "./user-rights.ts";
import type { UserRow } from "./users.queries.ts";

const iso = (at: Date | null) => at?.toISOString() ?? null;

/** Provider staff see every account; client staff are told only those in their reach. */
function shownPlaces(row: UserRow, viewer: SignedIn) {
  if (isProvider(viewer.role)) return row.places;
  const reach = new Set(viewer.accounts.map((account) => account.id));
  return row.places.filter((place) => reach.has(place.id));
}

/** A person as the list shows them, with the row's actions (specification §6, users list). */
export function toUserItem(row: UserRow, viewer: SignedIn) {
  const shown = shownPlaces(row, viewer);
  return {
    id: row.id,
    login_id: row.login_id,
    name: row.name,
    user_email: row.user_email,
    role: row.role,
    status: row.status,
    company_id: row.company_id,
    company_name: row.company_name,
    accounts: shown.map(({ id, name }) => ({ id, name })),
    other_account_count: row.places.length - shown.length,
    last_login_at: iso(row.last_login_at),
    page_actions: userRowActions(viewer, row.places),
  };
}

export function toUserDetail(row: UserRow, viewer: SignedIn, administrators: readonly number[]) {
  return {
    ...toUserItem(row, viewer),
    version: row.version,
    password_update_required: row.password_update_required,
    password_changed_at: iso(row.password_changed_at),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    invitation_expires_at: iso(row.invitation_expires_at),
    tfa_registered: row.has_tfa,
    tfa_link_expires_at: iso(row.tfa_link_expires_at),
    accounts: shownPlaces(row, viewer),
    acts: USER_ACTS.map((act) => ({ act, refusal: userActRefusalOf(viewer, row, act, administrators) })),
  };
}
