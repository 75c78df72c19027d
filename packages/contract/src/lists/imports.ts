import { describeList } from "./list.ts";

/** Always newest first. */
export const importList = describeList({
  path: "/customers/imports",
  sorts: [],
  filters: {},
  columns: {
    file: {},
    state: {},
    facility: {},
    rows: { kind: "figure" },
    taken: { kind: "figure" },
    refused: { kind: "figure" },
    customers: { kind: "figure" },
    at: {},
  },
});
