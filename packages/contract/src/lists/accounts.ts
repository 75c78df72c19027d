import { ACTIVE_STATUSES } from "@okaeri/domain/enumerations";
import { OPTION_TYPES } from "@okaeri/domain/permissions/plan-options";
import { describeList, WORDS_FILTER } from "./list.ts";

/** Where the contracts of an account, or of a client's accounts together, stand today. */
export const CONTRACT_STATES = ["running", "before", "ended"] as const;

/** `hierarchy`: clients by name, each with its accounts from the headquarters down. */
export const accountList = describeList({
  path: "/accounts",
  sorts: ["hierarchy", "name", "code", "company_name", "contract_started_at", "contract_ended_at", "updated_at"],
  sort: "hierarchy",
  filters: {
    q: WORDS_FILTER,
    company_id: { kind: "record" },
    contract_state: { kind: "choice", of: CONTRACT_STATES },
    option_type: { kind: "choice", of: OPTION_TYPES },
    active_status: { kind: "choice", of: ACTIVE_STATUSES },
  },
  columns: {
    name: { sort: "name" },
    code: { sort: "code" },
    company: { sort: "hierarchy" },
    contract: { sort: "contract_ended_at" },
    options: {},
    status: {},
    updated_at: { kind: "day", sort: "updated_at" },
    actions: {},
  },
  file: ["code", "name", "company", "parent", "started", "ended", "contract", "options", "status"],
});
