import type { texts as ja } from "../ja/ranks.ts";

/** Words of rank management. */
export const texts: typeof ja = {
  title: "Ranks",
  definition: {
    stay: "Decided by the stays of the last {{base, unit(one: month; other: months)}}, valid for {{active, unit(one: month; other: months)}}",
    use_price:
      "Decided by the spend of the last {{base, unit(one: month; other: months)}}, valid for {{active, unit(one: month; other: months)}}",
    get_point:
      "Decided by the points earned in the last {{base, unit(one: month; other: months)}}, valid for {{active, unit(one: month; other: months)}}",
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
    stay: "{{n, unit(one: stay; other: stays)}} or more",
    use_price: "{{n}} spent or more",
    get_point: "{{n, unit(one: point; other: points)}} earned or more",
    none: "No condition",
  },
  noLimit: "No limit",
  unitOf: "by {{n, unit(one: point; other: points)}}",
};
