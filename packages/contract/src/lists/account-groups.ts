import { ACTIVE_STATUSES } from "@okaeri/domain/enumerations";
import { describeList, WORDS_FILTER } from "./list.ts";

export const accountGroupList = describeList({
  path: "/accounts/groups",
  sorts: ["name", "company_name", "updated_at"],
  sort: "name",
  filters: {
    q: WORDS_FILTER,
    company_id: { kind: "record" },
    active_status: { kind: "choice", of: ACTIVE_STATUSES },
  },
  columns: {
    name: { sort: "name" },
    company: { sort: "company_name" },
    members: {},
    status: {},
    updated: { kind: "day", sort: "updated_at" },
  },
});
