// specification §6: four roles in two families.

export const ROLES = ["role_vc_admin", "role_vc_user", "role_admin", "role_user"] as const;
export type Role = (typeof ROLES)[number];

/** The client role group of specification §6. */
export const CLIENT_ROLES = ["role_admin", "role_user"] as const satisfies readonly Role[];
export const PROVIDER_ROLES = ["role_vc_admin", "role_vc_user"] as const satisfies readonly Role[];

export const ROLE_FORMS = ["vc_admin", "vc_user", "admin", "user"] as const;
export type RoleForm = (typeof ROLE_FORMS)[number];

/** Whether the text is one of the four roles. */
export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}

/** Provider staff (the vc roles). */
export function isProvider(role: Role): boolean {
  return role === "role_vc_admin" || role === "role_vc_user";
}

/** Staff of client companies. */
export function isClient(role: Role): boolean {
  return !isProvider(role);
}

/** The admin role of either family. */
export function isAdmin(role: Role): boolean {
  return role === "role_vc_admin" || role === "role_admin";
}

/** The admin role of the role's own family. */
export function adminRoleOf(role: Role): Role {
  return isProvider(role) ? "role_vc_admin" : "role_admin";
}

/** The user role of the role's own family. */
export function userRoleOf(role: Role): Role {
  return isProvider(role) ? "role_vc_user" : "role_user";
}

/** role_vc_admin → vc_admin, role_admin → admin and so on. */
export function roleForm(role: Role): RoleForm {
  return role.slice("role_".length) as RoleForm;
}

/** vc_admin → role_vc_admin and so on. */
export function roleOfForm(form: RoleForm): Role {
  return `role_${form}`;
}

/**
 * Whether a person of `giver` may make somebody a `target`: user roles never make admins, client staff never make
 * provider staff. Together with mayGrant this keeps rights from growing by being passed on.
 */
export function mayAssignRole(giver: Role, target: Role): boolean {
  if (isProvider(target)) return isProvider(giver) && (isAdmin(giver) || !isAdmin(target));
  return isProvider(giver) || isAdmin(giver) || !isAdmin(target);
}
