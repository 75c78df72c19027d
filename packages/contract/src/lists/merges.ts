import { LIKENESS_REASONS, OTHER_REASONS, WAIT_REASONS } from "@okaeri/domain/customers/likeness";
import { describeList, WORDS_FILTER } from "./list.ts";

/** Two customers; a guest who is nobody's customer; a booking of a customer's that may be somebody else's. */
export const CANDIDATE_KINDS = ["pair", "guest", "joined"] as const;
export const CANDIDATE_DECISIONS = ["open", "merged", "separate", "new_customer", "set_aside"] as const;
export const CANDIDATE_REASONS = [...LIKENESS_REASONS, ...WAIT_REASONS, ...OTHER_REASONS] as const;

export const IMPORT_FORM = /^[1-9][0-9]{0,14}$/;

/** Who may be one person, and guests who are nobody's customer yet. Only what is open, unless a decision is asked for. */
export const mergeList = describeList({
  path: "/customers/merges",
  sorts: ["score", "created_at"],
  sort: "-score",
  filters: {
    q: WORDS_FILTER,
    kind: { kind: "choice", of: CANDIDATE_KINDS },
    reason: { kind: "choice", of: CANDIDATE_REASONS as unknown as readonly [string, ...string[]] },
    decision: { kind: "choice", of: CANDIDATE_DECISIONS },
    /** The import, or the batch of a feed, that raised the question: its result leads here. */
    import_batch_id: { kind: "code", code: "import", form: IMPORT_FORM },
  },
  columns: {
    who: {},
    customer: {},
    reasons: {},
    score: { kind: "figure", sort: "score" },
    at: { kind: "day", sort: "created_at" },
  },
});
