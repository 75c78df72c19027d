import { describeList, WORDS_FILTER } from "./list.ts";

/** Lines, not a table: it has no columns. */
export const auditList = describeList({
  path: "/audit",
  sorts: ["at"],
  sort: "-at",
  filters: {
    q: WORDS_FILTER,
    period: { kind: "days", from: "from", to: "to" },
    actor_user_id: { kind: "record" },
    action: { kind: "words", max: 60 },
    entity: { kind: "words", max: 60 },
    company_id: { kind: "record" },
    in_account_id: { kind: "record" },
  },
  columns: {},
});
