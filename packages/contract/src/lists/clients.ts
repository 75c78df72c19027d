import { ACTIVE_STATUSES } from "@okaeri/domain/enumerations";
import { CONTRACT_STATES } from "./accounts.ts";
import { describeList, WORDS_FILTER } from "./list.ts";

export const clientList = describeList({
  path: "/clients",
  sorts: ["name", "account_count", "user_count", "contract_ended_at", "updated_at"],
  sort: "name",
  filters: {
    q: WORDS_FILTER,
    contract_state: { kind: "choice", of: CONTRACT_STATES },
    active_status: { kind: "choice", of: ACTIVE_STATUSES },
  },
  columns: {
    name: { sort: "name" },
    contract: { sort: "contract_ended_at" },
    accounts: { kind: "figure", sort: "account_count" },
    users: { kind: "figure", sort: "user_count" },
    status: {},
    updated_at: { kind: "day", sort: "updated_at" },
    actions: {},
  },
  file: ["name", "accounts", "users", "contract", "contract_ended_at", "status"],
});
