import { CODE_SPACES } from "@okaeri/domain/enumerations";
import { FEED_KINDS } from "@okaeri/domain/stays/feed-kinds";
import { describeList } from "./list.ts";

export const BATCH_STATES = ["waiting", "doing", "done"] as const;

/** Batches that hotel systems sent, newest first. `channel` none: the plain feed. */
export const inboxList = describeList({
  path: "/customers/inbox",
  sorts: ["created_at"],
  sort: "-created_at",
  filters: {
    state: { kind: "choice", of: BATCH_STATES },
    held: { kind: "choice", of: ["yes"] },
    channel: { kind: "choice", of: CODE_SPACES },
    kind: { kind: "choice", of: FEED_KINDS },
    facility_account_id: { kind: "records" },
    received: { kind: "days", from: "received_from", to: "received_to" },
  },
  columns: {
    created_at: { kind: "day", sort: "created_at" },
    state: {},
    channel: {},
    facility: {},
    rows: { kind: "figure" },
    taken: { kind: "figure" },
    held: { kind: "figure" },
  },
});
