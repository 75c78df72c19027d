import { describeList } from "./list.ts";

/** What may become of one recipient of a send, in the order a filter offers it. */
export const OUTCOMES = ["sent", "failed", "unknown", "skipped", "waiting", "sending"] as const;

/** The recipients of one campaign, newest send first; its rows lead to the guests. */
export const recipientList = describeList({
  path: "/customers",
  sorts: [],
  filters: { outcome: { kind: "choice", of: OUTCOMES } },
  columns: { name: {}, type: {}, outcome: {}, reason: {}, address: {}, at: {} },
});
