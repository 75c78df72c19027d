import type { texts as ja } from "../ja/users.ts";

/** Words of user management. */
export const texts: typeof ja = {
  title: "Users",
  search: "Filter by name, user ID or mail",
  searchSubmit: "Filter",
  empty: "There are no users yet.",
  emptyFiltered: "No user matches “{{q}}”.",
  clear: "Clear the filter",
  column: {
    name: "Name",
    loginId: "User ID",
    mail: "Mail address",
    role: "Role",
    status: "Status",
    accounts: "Facilities",
    lastLogin: "Last sign-in",
  },
  status: { pending: "Invited", active: "Active", inactive: "Disabled" },
  moreAccounts: "{{name}} and {{n}} more",
  neverLoggedIn: "Never",
};
