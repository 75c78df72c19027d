import { TOUCHES } from "../campaigns/delivery/touches.ts";
import { describeList } from "./list.ts";

/** The bookings that a campaign brought, the last booked first; its rows lead to the bookings. */
export const bookingList = describeList({
  path: "/customers",
  sorts: [],
  filters: { touch: { kind: "choice", of: TOUCHES } },
  columns: {
    name: {},
    facility: {},
    touch: {},
    touched: { kind: "day" },
    reserved: { kind: "day" },
    reserved_price: { kind: "figure" },
    transacted: { kind: "day" },
    use_price: { kind: "figure" },
  },
});
