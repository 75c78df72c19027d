import { can, heldOverall } from "@okaeri/domain/permissions/can";
import { mayAssignRole } from "@okaeri/domain/permissions/roles";
import { rowAllows } from "@okaeri/domain/permissions/row-actions";
import { CallError } from "../../http/errors.ts";
import type { SignedIn } from "../../session/session-store.ts";
import { viewerOf } from "../../session/viewer.ts";
import { holdsMore, mayDeleteIn, userRowActions } from "./user-rights.ts";
import type { UserRow } from "./users.queries.ts";

export const USER_ACTS = [
  "edit",
  "change_name",
  "change_mail",
  "change_rights",
  "reinvite",
  "deactivate",
  "activate",
  "force_password",
  "reset_tfa",
] as const;
export type UserAct = (typeof USER_ACTS)[number];
export type UserActRefusal =
  | "not_permitted"
  | "self"
  | "role_above"
  | "holds_more"
  | "wrong_status"
  | "last_administrator";

/**
 * Why the person may not do this, or null. The row's own rule comes first (specification §6); beyond it nobody touches somebody of a
 * higher role, nor the name, the sign-in or the state of somebody who holds more. Rights, one by one, are rightsProblem's.
 */
export function userActRefusalOf(
  viewer: SignedIn,
  row: UserRow,
  act: UserAct,
  administrators: readonly number[],
): UserActRefusal | null {
  const held = heldOverall(viewerOf(viewer).permitted_page_actions);
  const mayEdit = can({ role: viewer.role, planOptions: viewer.planOptions, held }, "users/edit");
  if (!mayEdit || !rowAllows(userRowActions(viewer, row.places), "edit")) return "not_permitted";
  if (act === "edit") return null;
  const own = viewer.userId === row.id;
  if (own && act === "change_name") return null;
  if (act === "deactivate" && !mayDeleteIn(viewer, row)) return "not_permitted";
  // One's own mail and authenticator have their place on the profile, behind one's own code.
  if (own) return "self";
  if (!mayAssignRole(viewer.role, row.role)) return "role_above";
  if (act !== "change_rights" && holdsMore(viewer, row)) return "holds_more";
  if (!fits(act, row)) return "wrong_status";
  // A reset authenticator takes nobody away: the person keeps id and rights, and comes back through the mailed link.
  return act === "deactivate" && administrators.length === 1 && administrators[0] === row.id
    ? "last_administrator"
    : null;
}

/** quality Z14: oneself and the last administrator are 400; what the person may not do at all is 403. */
export function refusalError(refusal: UserActRefusal): CallError {
  switch (refusal) {
    case "self":
    case "last_administrator":
      return new CallError("WRONG_STATE", { because: { code: refusal } });
    case "wrong_status":
      return new CallError("WRONG_STATE");
    default:
      return new CallError("FORBIDDEN");
  }
}

function fits(act: UserAct, row: UserRow): boolean {
  switch (act) {
    case "reinvite":
      return row.status === "pending";
    case "deactivate":
      return row.status !== "inactive";
    case "activate":
      return row.status === "inactive";
    case "force_password":
    case "reset_tfa":
      return row.status === "active";
    default:
      return true;
  }
}
