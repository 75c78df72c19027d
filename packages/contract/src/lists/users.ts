import { USER_STATUSES } from "@okaeri/domain/enumerations";
import { ROLES } from "@okaeri/domain/permissions/roles";
import { describeList, WORDS_FILTER } from "./list.ts";

export const userList = describeList({
  path: "/users",
  sorts: ["name", "login_id", "role", "status", "last_login_at", "company_name"],
  sort: "name",
  filters: {
    q: WORDS_FILTER,
    status: { kind: "choice", of: USER_STATUSES },
    role: { kind: "choice", of: ROLES },
    company_id: { kind: "record" },
    in_account_id: { kind: "record" },
  },
  columns: {
    name: { sort: "name" },
    login_id: { sort: "login_id" },
    role: { sort: "role" },
    status: { sort: "status" },
    company: { sort: "company_name" },
    accounts: {},
    last_login_at: { kind: "day", sort: "last_login_at" },
    acts: {},
  },
  file: ["name", "login_id", "user_email", "role", "status", "company", "accounts", "last_login_at"],
});
