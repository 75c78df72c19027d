import { describeList } from "./list.ts";

/** Coupons that one guest got, newest first. It stands on the guest's page, so that it has no address of its own. */
export const acquiredCouponList = describeList({
  path: "/customers",
  sorts: [],
  filters: {
    state: { kind: "choice", of: ["usable", "used_up", "doubled", "ended", "revoked"] },
    acquired_on: { kind: "days", from: "acquire_date_from", to: "acquire_date_to" },
  },
  columns: {},
});

/** Uses of coupons by one guest, newest first. */
export const usedCouponList = describeList({
  path: "/customers",
  sorts: [],
  filters: {
    state: { kind: "choice", of: ["valid", "reservation_cancelled", "cancelled"] },
    used_on: { kind: "days", from: "use_date_from", to: "use_date_to" },
  },
  columns: {},
});
