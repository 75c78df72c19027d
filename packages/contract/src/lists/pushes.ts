import { describeList } from "./list.ts";

/** Results of each action of a campaign's sends, newest send first. */
export const pushList = describeList({
  path: "/campaigns",
  sorts: [],
  filters: {},
  columns: {
    action: {},
    status: {},
    targets: { kind: "figure" },
    sent: { kind: "figure" },
    skipped: { kind: "figure" },
    failed: { kind: "figure" },
    unknown: { kind: "figure" },
    waiting: { kind: "figure" },
    points: { kind: "figure" },
    at: {},
  },
});
