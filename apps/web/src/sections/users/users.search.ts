import { ROLES } from "@okaeri/domain/permissions/roles";

// What the routes keep in the URL. Apart from the pages, because every route file is loaded with the first page.

/** What the list may be sorted by, the default first. */
export const USER_SORTS = ["name", "login_id", "role", "status", "last_login_at", "company_name"] as const;
export const USER_STATUSES = ["pending", "active", "inactive"] as const;
export const USER_ROLES = ROLES;
export const USER_TABS = ["history"] as const;
