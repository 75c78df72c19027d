import { REACTIONS } from "@okaeri/domain/pushes/reactions";
import { describeList } from "./list.ts";

/** After so many days guests who were left out of a send are kept as counts, with a few of each reason. */
export const OMITTED_DAYS = 400;

/** What may become of one recipient of a send, in the order a filter offers it. */
export const OUTCOMES = ["sent", "failed", "unknown", "skipped", "waiting", "sending"] as const;

/** The recipients of one campaign, newest send first; its rows lead to the guests. */
export const recipientList = describeList({
  path: "/customers",
  sorts: [],
  filters: { outcome: { kind: "choice", of: OUTCOMES }, reaction: { kind: "choice", of: REACTIONS } },
  columns: { name: {}, type: {}, outcome: {}, reactions: {}, reason: {}, address: {}, at: {} },
});
