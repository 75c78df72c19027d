import type { English } from "../english.ts";
import type { texts as ja } from "../ja/ranks.ts";

/** Words of rank management. */
export const texts: English<typeof ja> = {
  title: "Ranks",
  definition: {
    stay: "Decided by the stays of the last {{base}}, valid for {{active}}",
    use_price: "Decided by the spend of the last {{base}}, valid for {{active}}",
    get_point: "Decided by the points earned in the last {{base}}, valid for {{active}}",
  },
  evaluated:
    "A guest rises as soon as the conditions are met. The regular evaluation on day {{day}} of each month lowers only ranks that have run out.",
  evaluatedLastDay:
    "A guest rises as soon as the conditions are met. The regular evaluation on the last day of each month lowers only ranks that have run out.",
  empty: "No ranks are set up yet. Please ask your service provider to start using them.",
  toCustomers: "See the guests",
  noDetails: "There is no rank yet.",
  distribution: "Guests per rank",
  total: "{{n}} in all",
  without: "Guests without a rank",
  manual: "{{n}} of them ranked by hand",
  table: "Conditions of the ranks and use of points",
  column: {
    name: "Rank",
    condition: "Condition",
    min: "Least points per use",
    max: "Most points per use",
    unit: "Unit of use",
    count: "Guests",
  },
  condition: {
    stay_one: "{{count, number}} stay or more",
    stay_other: "{{count, number}} stays or more",
    use_price: "{{yen}} spent or more",
    get_point_one: "{{count, number}} point earned or more",
    get_point_other: "{{count, number}} points earned or more",
    none: "No condition",
  },
  noLimit: "No limit",
  unitOf_one: "by {{count, number}} point",
  unitOf_other: "by {{count, number}} points",
};
