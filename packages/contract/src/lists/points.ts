import { describeList } from "./list.ts";

/** Grants, deductions and reversals of one guest, newest first. It stands on the guest's page, so that it has no address of its own. */
export const grantPointList = describeList({
  path: "/customers",
  sorts: [],
  filters: {
    kind: { kind: "choice", of: ["granted", "deducted", "reversed"] },
    left: { kind: "choice", of: ["left", "none"] },
    granted_on: { kind: "days", from: "grant_date_from", to: "grant_date_to" },
  },
  columns: {},
});

/** Uses of one guest, newest first. */
export const usePointList = describeList({
  path: "/customers",
  sorts: [],
  filters: {
    state: { kind: "choice", of: ["valid", "reservation_cancelled", "cancelled"] },
    used_on: { kind: "days", from: "use_date_from", to: "use_date_to" },
  },
  columns: {},
});
